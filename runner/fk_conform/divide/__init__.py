"""Counting lines card by card, an engine's beside the reference engine's, and following the first difference down.

`position` is a deal and what has been played; `counts` asks either engine how many lines there are; `division` lays the
counts side by side and goes where they differ; `report` tells it.
"""
