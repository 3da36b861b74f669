"""Pictures of leagues, drawn from plain data: standings, a player's season, and the result of a season."""
