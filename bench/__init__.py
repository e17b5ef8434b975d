"""Measurements: `python -m bench`, or `make bench`, which installs what it needs first.

Machines differ and are noisy, so what counts is a ratio of two things measured in turn in one run: the median, with the
least and the greatest. No test asserts any of it. A module holds what belongs together: `start`, `runner`, `peers`,
`playing`, `lines`, `growth`, `tools`.
"""
