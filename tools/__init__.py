"""Commands for developers: `python -m tools.NAME`."""
