"""Pictures of leagues: standings, somebody's season, and the result of a season. They are made of plain data."""
