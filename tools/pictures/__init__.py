"""The pictures in the documentation and the contact sheets, with the sample games they show."""
