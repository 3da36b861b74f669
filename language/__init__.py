"""The languages of the program: its messages, and their translations from `data/locales`."""
