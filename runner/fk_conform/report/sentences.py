"""What is said of a run as a whole, whatever the format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fk_conform.answer import Introduction, harmless
from fk_conform.diagnose import Diagnosis
from fk_conform.running import Footer, Header
from fk_conform.spec import Spec
from fk_conform.verdict import VERDICT_WORDS

ALIKE_TOLD = 3


def is_partial(selection: Mapping[str, Any]) -> bool:
    """Whether only some cases were selected; to leave out the generated ones is no selection."""
    return any(name != "corpus" for name in selection)


def say_extent(header: Header) -> str:
    """How many cases of which kinds a run has."""
    derived = header.cases - header.generated - header.variants
    number = f"{derived} case{'s' if derived != 1 else ''}{' selected' if is_partial(header.selection) else ''}"
    variants = f", {header.variants} variants of them" if header.variants else ""
    generated = f", {header.generated} generated" if header.generated else ""
    return f"{number}{variants}{generated}"


def say_introduction(introduction: Introduction, spec: Spec) -> tuple[str, str]:
    """The name of an engine, and what it plays and offers, as the rest of the sentence."""
    defaults = spec.default_readings
    others = [f"{name}: {value}" for name, value in introduction.readings.items() if value != defaults[name]]
    plays = f"plays {', '.join(map(harmless, others))}" if others else "plays every reading in its default"
    methods = [method for method in spec.methods if method in introduction.methods and method != "initialize"]
    offers = f"offers {len(methods)} of {len(spec.methods) - 1} methods"
    return harmless(f"{introduction.engine['name']} {introduction.engine['version']}"), f"{plays}; {offers}"


def say_diagnosis(diagnosis: Diagnosis, spec: Spec) -> tuple[str, str]:
    """What some failures look like: a label, and a sentence."""
    failures = f"{diagnosis.failures} failure{'s' if diagnosis.failures != 1 else ''}"
    explains = f"explains {len(diagnosis.explains)} of {failures}"
    if diagnosis.alike:
        others = len(diagnosis.alike) - ALIKE_TOLD
        more = [f"{others} others"] if others > 0 else []
        explains += f", as would {' and '.join([*diagnosis.alike[:ALIKE_TOLD], *more])}"
    mistake = spec.mistakes.get(diagnosis.subject)
    if mistake:
        return "Looks like", f"{mistake.sentence} ({mistake.id}, {mistake.clause}); {explains}"
    return "Answers as a table does that plays", f"{diagnosis.subject}; {explains}"


def say_sum(footer: Footer) -> str:
    """How many cases came to what, and what the run came to.

    >>> say_sum(Footer("not-conformant", {"passed": 3, "failed": 1, "not-run": 0}, [], 0.256))
    '3 passed, 1 failed in 0.26 s: not conformant'
    """
    return f"{say_counts(footer.counts)} in {footer.seconds:.2f} s: {footer.verdict.replace('-', ' ')}"


def say_counts(counts: Mapping[str, int]) -> str:
    """How many cases came to what."""
    return ", ".join(f"{number} {VERDICT_WORDS[name]}" for name, number in counts.items() if number) or "nothing ran"
