"""The manual page: it holds every verb and every option, and formatters take it without a word."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from fk_conform.cli import VERBS
from fk_conform.manual import manual

PAGE = manual()


def plain(text: str) -> str:
    """What a reader sees of a text of the page."""
    text = re.sub(r"\\f[BIR]|\\&", "", text)
    text = re.sub(r"\\\[u([0-9A-F]+)\]", lambda found: chr(int(found.group(1), 16)), text)
    return text.replace("\\-", "-").replace("\\(aq", "'").replace("\\(ga", "`").replace("\\e", "\\")


@pytest.mark.parametrize("verb", ["run", *VERBS])
def test_every_option_of_every_verb_is_told(verb: str) -> None:
    parser = import_module(f"fk_conform.cli.{verb}").parser()
    whole = plain(PAGE)
    if verb == "run":
        part = whole.partition(".SH OPTIONS\n")[2].partition(".SH VERBS\n")[0]
    else:
        part = whole.partition(f".SS {parser.prog}\n")[2].partition("\n.SS ")[0]
        assert part.startswith(VERBS[verb].capitalize()[:1] + VERBS[verb][1:])
    tags = [line for before, line in zip(part.splitlines(), part.splitlines()[1:], strict=False) if before == ".TP"]
    told = {word for tag in tags for word in re.findall(r"(?<!\S)--?[\w-]+", tag)}
    assert told == set(parser._option_string_actions)
    examples = parser.epilog.partition("\n\n")[0].partition("\n")[2]
    assert all(line.strip() in part for line in examples.splitlines())
    assert examples


def test_it_has_the_sections_of_a_manual_in_their_order() -> None:
    sections = [line.removeprefix(".SH ") for line in PAGE.splitlines() if line.startswith(".SH ")]
    assert sections == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "VERBS"]
    assert "fk\\-conform \\- " in PAGE  # by this man finds it


def test_it_is_ascii_and_no_text_is_taken_for_a_command() -> None:
    assert PAGE.isascii()
    requests = {line.split()[0] for line in PAGE.splitlines() if line.startswith((".", "'"))}
    assert requests <= {".TH", ".nh", ".ad", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".EX", ".EE", ".br"}


def test_a_formatter_has_nothing_to_say_of_it(tmp_path: Path) -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("there is no groff")
    (tmp_path / "fk-conform.1").write_text(PAGE, encoding="ascii")
    run = subprocess.run(
        [groff, "-man", "-Tutf8", "-Wall", str(tmp_path / "fk-conform.1")], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "fk-conform ./my-engine --level play --fail-fast" in re.sub(r"\x1b\[\d*m", "", run.stdout)
