"""Citations of whatever has an id: as text, Markdown, BibTeX or CSL-JSON (https://citationstyles.org).

A clause, a case and the like are cited as a part of this edition. A work of the bibliography is cited as itself, with
what the bibliography says of it: through whom it is known, and whether anybody here has seen it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fk_conform.edition import Edition, this_edition
from fk_conform.links import link
from fk_conform.named import Named
from fk_conform.spec import Spec, Work

Json = Any

KINDS = {"reason": "reason of refusal", "source": "work", "note": "history note"}
# What a work is called in CSL, by what it is called in the bibliography; one that is only an address is a page.
CSL_TYPES = {"book": "book", "incollection": "chapter", "misc": "document"}
CSL_MEMBERS = {
    "title": "title",
    "booktitle": "container-title",
    "howpublished": "container-title",
    "publisher": "publisher",
    "address": "publisher-place",
    "volume": "volume",
    "edition": "edition",
    "isbn": "ISBN",
    "url": "URL",
    "note": "note",
}
# What stands between title and address where a work is named in a sentence.
IMPRINT = ("volume", "edition", "booktitle", "howpublished", "publisher", "address", "year")

MARKDOWN = re.compile(r"([\\`*_\[\]<>#&~|])")
# What TeX acts on, and how it is written so that it does not.
TEX = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


@dataclass(frozen=True)
class Citation:
    """A thing to be cited: where it stands, in which edition, and when it was looked up, if that is to be said."""

    thing: Named
    link: str
    edition: Edition
    work: Work | None
    date: str

    @property
    def title(self) -> str:
        """What it is called, with its kind and its id."""
        kind = KINDS.get(self.thing.kind, self.thing.kind)
        return f"{self.thing.title.rstrip('.')} ({kind} {self.thing.id})"

    @property
    def whole(self) -> str:
        """What it is a part of."""
        return f"{self.edition.title}, version {self.edition.version}"

    @property
    def listed(self) -> str:
        """Where a work is listed, but for the link."""
        return f"In the bibliography of {self.whole}, as {self.thing.id}"


def citation(thing: Named, spec: Spec, date: str = "") -> Citation:
    """What is to be said in a citation of a thing, as of this edition; `date` is the day of access."""
    edition = this_edition()
    work = spec.works[thing.id] if thing.kind == "source" else None
    return Citation(thing, link(thing, spec, edition), edition, work, date)


def cite(citations: Sequence[Citation], style: str) -> str:
    """Some citations in one of the `STYLES`, ended by a line end."""
    return STYLES[style](citations) + "\n"


def _text(citations: Sequence[Citation]) -> str:
    return "\n".join(" ".join(_sentences(each, IN_TEXT)) for each in citations)


def _markdown(citations: Sequence[Citation]) -> str:
    return "\n\n".join(" ".join(_sentences(each, IN_MARKDOWN)) for each in citations)


@dataclass(frozen=True)
class _Marks:
    """How a style writes what is plain, a title, and a link."""

    plain: Callable[[str], str]
    title: Callable[[str], str]
    link: Callable[[str], str]


def _quoted(text: str) -> str:
    inside = re.sub('"([^"]*)"', r"‘\1’", text)
    return f"“{inside}”"


def _in_markdown(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", text)


IN_TEXT = _Marks(str, _quoted, str)
IN_MARKDOWN = _Marks(_in_markdown, lambda text: f"*{_in_markdown(text)}*", lambda text: f"<{text}>")


def _sentences(each: Citation, marks: _Marks) -> Iterator[str]:
    """The sentences of a citation."""
    plain = marks.plain
    if each.work:
        fields = {name: without_tex(text) for name, text in each.work.fields.items()}
        if "author" in fields:
            yield _ended(plain(fields["author"]))
        yield f"{marks.title(fields['title'])}."
        imprint = [plain(fields[name]) for name in IMPRINT if name in fields]
        if imprint:
            yield _ended(", ".join(imprint))
        if "url" in fields:
            yield f"{marks.link(fields['url'])}."
        yield plain(_ended(fields["note"]))
        yield f"{plain(each.listed)}: {marks.link(each.link)}."
    else:
        yield _ended(plain(_names_in_a_row(each.edition.authors)))
        yield f"{marks.title(each.title)}."
        yield plain(f"{each.whole}.")
        yield f"{marks.link(each.link)}."
    if each.date:
        yield f"Accessed {each.date}."


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


def without_tex(text: str) -> str:
    """A field of the bibliography as it is read.

    >>> without_tex("{{Wikipedia contributors}} -- a page")
    'Wikipedia contributors – a page'
    """
    return re.sub(r"\\([&%$#_])", r"\1", re.sub("[{}]", "", text)).replace("--", "–")


# BibTeX


def _bibtex(citations: Sequence[Citation]) -> str:
    return "\n\n".join(_entry(each) for each in citations)


def _entry(each: Citation) -> str:
    if each.work:
        kind, fields = each.work.kind, {name: text for name, text in each.work.fields.items() if name != "keywords"}
        fields["note"] = f"{_ended(fields['note'])} {_in_tex(f'{each.listed}: {each.link}.')}"
    else:
        kind = "misc"
        fields = {
            "author": " and ".join(_name_in_tex(author) for author in each.edition.authors),
            "title": f"{{{_in_tex(each.title)}}}",
            "howpublished": _in_tex(each.whole),
            "url": each.link,
        }
    if each.date and "url" in fields:
        fields["urldate"] = each.date
    width = max(map(len, fields))
    lines = [f"  {name.ljust(width)} = {{{text}}}" for name, text in fields.items()]
    return f"@{kind}{{{_key(each.thing.id)},\n" + ",\n".join(lines) + "\n}"


def _key(name: str) -> str:
    """An id as a key: without what BibTeX or TeX would act on.

    >>> _key("FK4.3c02~HCDS+1")
    'FK4.3c02-HCDS-1'
    """
    return re.sub(r"[^\w.-]", "-", name)


def _in_tex(text: str) -> str:
    return "".join(TEX.get(character, character) for character in text)


def _name_in_tex(author: Mapping[str, str]) -> str:
    if "name" in author:
        return f"{{{_in_tex(author['name'])}}}"
    return ", ".join(_in_tex(author[part]) for part in ("family-names", "given-names") if part in author)


def _names_in_a_row(authors: Sequence[Mapping[str, str]]) -> str:
    parts = ("family-names", "given-names")
    return "; ".join(
        author.get("name") or ", ".join(author[part] for part in parts if part in author) for author in authors
    )


# CSL-JSON


def _csl_json(citations: Sequence[Citation]) -> str:
    return json.dumps([_item(each) for each in citations], ensure_ascii=False, indent=2)


def _item(each: Citation) -> dict[str, Json]:
    accessed = {"accessed": {"date-parts": [[int(part) for part in each.date.split("-")]]}} if each.date else {}
    if each.work:
        return _item_of_work(each, each.work) | (accessed if "url" in each.work.fields else {})
    return {
        "id": each.thing.id,
        "type": "entry",
        # Styles that write titles in capitals leave an id alone that is marked so.
        "title": each.title.replace(each.thing.id, f'<span class="nocase">{each.thing.id}</span>'),
        "author": [_csl_name(author) for author in each.edition.authors],
        # Few styles have a place for the version of what an entry is a part of.
        "container-title": each.whole,
        "URL": each.link,
    } | accessed


def _item_of_work(each: Citation, work: Work) -> dict[str, Json]:
    kind = "webpage" if work.kind == "misc" and "url" in work.fields else CSL_TYPES[work.kind]
    item: dict[str, Json] = {"id": each.thing.id, "type": kind}
    if "author" in work.fields:
        item["author"] = [_csl_name(_name_of(name)) for name in work.fields["author"].split(" and ")]
    item |= {CSL_MEMBERS[name]: without_tex(text) for name, text in work.fields.items() if name in CSL_MEMBERS}
    if "year" in work.fields:
        item["issued"] = {"date-parts": [[int(work.fields["year"])]]}
    item["note"] = f"{_ended(item['note'])} {each.listed}: {each.link}."
    return item


def _name_of(author: str) -> Mapping[str, str]:
    """An author of the bibliography: a name in braces is whole, any other is family name, comma, given name."""
    family, _, given = author.partition(", ")
    if author.startswith("{") or not given:
        return {"name": without_tex(author)}
    return {"family-names": without_tex(family), "given-names": without_tex(given)}


def _csl_name(author: Mapping[str, str]) -> dict[str, str]:
    if "name" in author:
        return {"literal": author["name"]}
    return {part.partition("-")[0]: author[part] for part in ("family-names", "given-names") if part in author}


STYLES: dict[str, Callable[[Sequence[Citation]], str]] = {
    "text": _text,
    "markdown": _markdown,
    "bibtex": _bibtex,
    "csl-json": _csl_json,
}
