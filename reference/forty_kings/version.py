"""The version of the specification, the suite, the reference engine and the runner, which go together."""

__version__ = "1.0.0"
