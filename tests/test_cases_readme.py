"""What the page about case files shows is what stands in one, and the members that it explains are all there are."""

from __future__ import annotations

import json
import re

from tests.helpers import ROOT

from fk_conform.yamlfile import parse_yaml, read_yaml

PAGE = (ROOT / "cases" / "README.md").read_text(encoding="utf-8")
FOLLOW = ROOT / "cases" / "4.3-follow-suit.yaml"


def test_the_example_is_the_case_of_the_suite() -> None:
    (block,) = re.findall(r"(?ms)^```yaml\n(.*?)^```$", PAGE)
    shown = parse_yaml(block, "cases/README.md")
    suite = read_yaml(FOLLOW, FOLLOW.name)
    (example,) = shown["cases"]
    assert shown["clause"] == suite["clause"]
    assert example in suite["cases"]


def test_every_member_of_a_case_is_explained_and_nothing_else() -> None:
    schema = json.loads((ROOT / "spec" / "schema" / "cases.schema.json").read_text(encoding="utf-8"))
    explained = re.findall(r"^\| `([a-z]+)` \|", PAGE, re.M)
    assert sorted(explained) == sorted(schema["$defs"]["case"]["properties"])
