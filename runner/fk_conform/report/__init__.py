"""Reports: one module a format. Each takes the events of a run as they come."""

from __future__ import annotations

from typing import Protocol

from fk_conform.running import Event


class Reporter(Protocol):
    """Something that tells what happens in a run."""

    def write(self, event: Event) -> None:
        """Tells one event, at once or when the footer comes."""
