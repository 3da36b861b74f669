"""The documents' pictures and the contact sheets, with the sample games that they are drawn from."""
