"""Leagues: seasons that deal tables over weeks, cups for an evening, standings and ratings."""
