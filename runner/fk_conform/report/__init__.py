"""Reports: one module a format. Each takes the events of a run as they come."""

from __future__ import annotations

import io
from typing import IO, Protocol

from fk_conform.running import Event
from fk_conform.spec import Spec
from fk_conform.version import version

FORMATS = ("text", "json", "junit", "tap", "markdown", "html")


class Reporter(Protocol):
    """Something that tells what happens in a run."""

    def write(self, event: Event) -> None:
        """Tells one event, at once or when the footer comes."""


def report_in(form: str, out: IO[str], spec: Spec, verbose: bool = False) -> Reporter:
    """The report in this format. The module of the format is loaded only now: one is enough for most runs."""
    if form != "text" and isinstance(out, io.TextIOWrapper):
        # These say themselves, or have it by their nature, that they are UTF-8, whatever a terminal is set to.
        out.reconfigure(encoding="utf-8")
    match form:
        case "json":
            from fk_conform.report.jsonl import JsonReport

            return JsonReport(out, version())
        case "junit":
            from fk_conform.report.junit import JunitReport

            return JunitReport(out, spec, version())
        case "tap":
            from fk_conform.report.tap import TapReport

            return TapReport(out, spec, version())
        case "markdown":
            from fk_conform.report.markdown import MarkdownReport

            return MarkdownReport(out, spec, version())
        case "html":
            from fk_conform.report.html import HtmlReport

            return HtmlReport(out, spec, version())
    from fk_conform.report.text import TextReport

    return TextReport(out, spec, version(), verbose)
