"""The content of games (`data/<game>/`, read through importlib.resources) and the durable store (`data/store/`)."""
