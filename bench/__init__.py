"""Measurements, each one command: `python -m bench.playouts`, `python -m bench.runner_cost`, `python -m bench.start`.

Machines differ and are noisy, so what counts is a ratio of two things measured in turn in one run: the median, with the
least and the greatest. No test asserts any of it.
"""
