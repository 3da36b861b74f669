"""Queries and changes, one module a topic: the parts of `Reader` and `Writer`.

Statements are built once, since building one costs more than running it. Partial indexes need literals.
"""
