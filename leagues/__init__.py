"""Leagues: seasons that deal tables, cups for an evening, standings and ratings."""
