"""Where things stand on the site: the one place that knows it, for citations, reports and whoever builds the site.

Without a site there is a name in its place that stays the same all the same: `urn:forty-kings:1.0.0:FK4.3`.
"""

from __future__ import annotations

import re

from fk_conform.edition import Edition, this_edition
from fk_conform.named import Named
from fk_conform.spec import Spec


def link(thing: Named, spec: Spec, edition: Edition | None = None) -> str:
    """The address of a thing on the site or, as long as no site is known, a name for it that holds for this version."""
    edition = edition or this_edition()
    if edition.site:
        return edition.site + place(thing, spec)
    return f"urn:forty-kings:{edition.version}:{thing.id}"


def place(thing: Named, spec: Spec) -> str:
    """Where a thing stands on the site, counted from its root. A variant stands with the case that it is of.

    >>> from fk_conform.spec import load_spec
    >>> place(Named("clause", "FK4.3", "Following suit"), load_spec())
    'rules/4-play/#FK4.3'
    >>> place(Named("case", "FK4.3c02~HCDS+1", "A lone low card"), load_spec())
    'cases/FK4.3c02/'
    """
    match thing.kind:
        case "chapter":
            return f"rules/{spec.slugs[thing.id]}/"
        case "clause":
            return f"rules/{spec.slugs[thing.id.partition('.')[0]]}/#{thing.id}"
        case "case":
            return f"cases/{re.split('[~@]', thing.id)[0]}/"
        case "note":
            return f"history/{spec.notes[thing.id].slug}/"
    return f"{thing.kind}s/#{thing.id}"
