"""The conformance runner of The Forty Kings: it puts the cases of the suite to an engine and judges the answers.

A case goes one way, a station a module: `suite` (load, select), `request` (what is asked), `conversation` and
`engine` (the process and its faults), `verdict` (compare), `report`. `running` ties them; the command line, `cli`, only
turns words into calls.
"""
