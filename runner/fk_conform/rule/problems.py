"""What can be wrong with what a person wrote, in one line that says what was expected."""

from __future__ import annotations

from typing import Any

EN, FR = "en", "fr"
LANGUAGES = (EN, FR)
# What somebody wrote is said back to them under these names, and so much of it.
SAID_BACK = ("word", "text")
MOST = 80

# Each in English and in French; what stands in braces is filled in.
PROBLEMS: dict[str, tuple[str, str]] = {
    "no-card": (
        "{word!r} is no card; a card is a rank and a suit, as in KH, 10s, ♥9 or king of hearts",
        "{word!r} n’est pas une carte ; une carte est un rang et une couleur, comme R♥, 10♠ ou roi de cœur",
    ),
    "two-cards": (
        "{word!r} may be {one} or {other}; write the sign of the suit, or its word",
        "{word!r} peut être {one} ou {other} ; écrivez le signe de la couleur, ou la couleur en toutes lettres",
    ),
    "one-card": ("{text!r}: one card was expected", "{text!r} : une seule carte était attendue"),
    "no-suit": (
        "{word!r} is no suit; the suits are spades, hearts, diamonds and clubs",
        "{word!r} n’est pas une couleur ; les couleurs sont pique, cœur, carreau et trèfle",
    ),
    "no-seat": (
        "{word!r} is no seat; the seats are south, east, north and west",
        "{word!r} n’est pas une place ; les places sont sud, est, nord et ouest",
    ),
    "no-side": (
        "{word!r} is no side; the sides are north-south and east-west",
        "{word!r} n’est pas un camp ; les camps sont nord-sud et est-ouest",
    ),
    "no-rank": (
        "{word!r} is no rank, as in K or kings",
        "{word!r} n’est pas un rang, comme R ou rois",
    ),
    "no-number": (
        "{word!r} is no number of cards to announce; it is three or four",
        "{word!r} n’est pas un nombre de cartes à annoncer ; c’est trois ou quatre",
    ),
    "no-whole": (
        "{word!r} is no whole number greater than 0",
        "{word!r} n’est pas un nombre entier plus grand que 0",
    ),
    "form": ("{text!r} is not as expected: {form}", "{text!r} n’est pas comme attendu : {form}"),
    "twice": ("{card} is there twice", "{card} y est deux fois"),
    "seat-twice": ("{seat} is there twice", "{seat} y est deux fois"),
    "too-many": (
        "{number} cards are too many; there can be {most} at most",
        "{number} cartes, c’est trop ; il y en a {most} au plus",
    ),
    "wrong-many": ("{number} cards, and it takes {wanted}", "{number} cartes, et il en faut {wanted}"),
    "out-of-order": (
        "after {before} plays {after}, and not {seat}",
        "après {before} joue {after}, et non {seat}",
    ),
    "in-hand-and-trick": (
        "{card} cannot be in the hand and in the trick",
        "{card} ne peut pas être dans la main et dans la levée",
    ),
    "in-two-hands": ("{card} cannot be in two hands", "{card} ne peut pas être dans deux mains"),
    "not-the-dealers": (
        "the turn-up, {card}, is not among the dealer’s cards",
        "la retourne, {card}, n’est pas parmi les cartes du donneur",
    ),
    "other-trump": (
        "the turn-up, {card}, is not of the trump suit named",
        "la retourne, {card}, n’est pas de la couleur d’atout nommée",
    ),
    "told-twice": (
        "it is told twice (a deal tells dealer, hands and turn_up)",
        "c’est dit deux fois (une donne dit dealer, hands et turn_up)",
    ),
    "whose-clique": (
        "{points} points are those of the cards, 48, and of a clique of {clique}; say whose it was, as in {form}",
        "{points} points sont ceux des cartes, 48, et d’une clique de {clique} ; dites à qui elle était, comme {form}",
    ),
    "sum": (
        "{points} points together: the cards make 48, and a clique 6, 8, 10, 13, 20 or 40 more",
        "{points} points en tout : les cartes en font 48, et une clique 6, 8, 10, 13, 20 ou 40 de plus",
    ),
    "cannot-be-filled": (
        "the cards that are not told cannot be dealt so that no further clique comes of it; tell more of the hands",
        "les cartes qui ne sont pas dites ne peuvent être données sans faire d’autre clique ; dites-en plus des mains",
    ),
    "no-question": (
        "{text!r} is no question that is understood here; try {form}",
        "{text!r} n’est pas une question que l’on comprenne ici ; essayez {form}",
    ),
    "no-question-at-all": (
        "a question is missing; try {form}",
        "il manque une question ; essayez {form}",
    ),
    "missing": (
        "to answer this, {members} must be told",
        "pour répondre, il faut dire {members}",
    ),
    "either": (
        "tell either {these} or {those}, for both may not say the same",
        "dites ou bien {these} ou bien {those} : les deux pourraient ne pas dire la même chose",
    ),
    "no-member": ("there is no {name!r} here; there are {names}", "il n’y a pas de {name!r} ici ; il y a {names}"),
    "no-trick-yet": ("no trick is complete yet", "aucune levée n’est encore complète"),
    "not-complete": (
        "a trick is judged when four cards lie, and these are {number}",
        "une levée se juge quand quatre cartes y sont, et il y en a {number}",
    ),
    "as-dealt": (
        "a clique is looked for in the eight cards as dealt, and these are {number}",
        "une clique se cherche dans les huit cartes reçues à la donne, et il y en a {number}",
    ),
    "who": ("say who, as in {form}", "dites qui, comme {form}"),
    "no-choice": ("{word!r} is none of 1 to {most}", "{word!r} n’est pas un nombre de 1 à {most}"),
    "impossible": ("such a position cannot be: {said}", "une telle position ne peut pas être : {said}"),
    "nothing": ("something was expected", "quelque chose était attendu"),
}


class NotUnderstood(ValueError):
    """What somebody wrote is no position or question, or an impossible one; `where` is the member, if it is of one."""

    def __init__(self, problem: str, where: str = "", **values: Any) -> None:
        self.problem = problem
        self.where = where
        self.values = values
        super().__init__(self.told(EN))

    def told(self, lang: str) -> str:
        """What is wrong, in one line."""
        values = self.values | {name: _shortened(self.values[name]) for name in SAID_BACK if name in self.values}
        text = PROBLEMS[self.problem][LANGUAGES.index(lang)].format(**values)
        return f"{self.where}: {text}" if self.where else text

    def at(self, where: str) -> NotUnderstood:
        """The same, with the member that it is of."""
        return NotUnderstood(self.problem, self.where or where, **self.values)


def _shortened(text: str) -> str:
    """A text of such a length as fits into a line."""
    return text if len(text) <= MOST else f"{text[: MOST - 1]}…"
