"""What games are made of (`data/<game>/`, read through importlib.resources) and the durable store (`data/store/`)."""
