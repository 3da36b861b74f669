"""The history of the schema, run at start; `versions/` holds one file per change, numbered in order."""
