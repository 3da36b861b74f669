"""Pictures of leagues, made of plain data: standings, a player's season, and the result of a season."""
