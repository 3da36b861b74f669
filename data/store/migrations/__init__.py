"""The migrations of the schema, run at the start; `versions/` has one numbered file per change."""
