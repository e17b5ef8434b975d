"""Mistakes of the chapter."""
