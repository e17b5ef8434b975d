"""Fuzzing: requests made by chance, put to an engine and to the reference engine or a second one, and compared.

A campaign is a sequence of numbered units. What a unit asks is determined by the seed and its number alone, so that
it does not matter who works at it, or when. Where the answers differ the request is made as small as it can be and
still differ in the same way, and what comes out is a case.
"""
