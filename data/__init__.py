"""The static content of the games (`data/<game>/`) and the durable store (`data/store/`).

Content is read through `importlib.resources`.
"""
