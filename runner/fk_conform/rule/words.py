"""The sentences of a ruling, in English and in French, and the names of cards, seats and suits in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fk_conform.rule.problems import EN, LANGUAGES

# Names: English, French.
RANKS = {
    "K": ("king", "roi"),
    "Q": ("queen", "dame"),
    "J": ("jack", "valet"),
    "A": ("ace", "as"),
    "T": ("10", "10"),
    "9": ("9", "9"),
    "8": ("8", "8"),
    "7": ("7", "7"),
}
SUITS = {
    "S": ("spades", "pique"),
    "H": ("hearts", "cœur"),
    "D": ("diamonds", "carreau"),
    "C": ("clubs", "trèfle"),
}
SEATS = {"south": ("south", "Sud"), "east": ("east", "Est"), "north": ("north", "Nord"), "west": ("west", "Ouest")}
SIDES = {"north-south": ("north-south", "Nord-Sud"), "east-west": ("east-west", "Est-Ouest")}
NUMBERS = {3: ("three", "trois"), 4: ("four", "quatre")}
AND = ("and", "et")

# What a ruling says. Each in English and in French; what stands in braces is filled in.
SENTENCES: dict[str, tuple[str, str]] = {
    # who is meant where nobody is named
    "player": ("the player", "le joueur"),
    # play
    "may-play": ("Yes, {who} may play {card}", "Oui, {who} peut jouer {card}"),
    "may-not-play": ("No, {who} may not play {card}", "Non, {who} ne peut pas jouer {card}"),
    "legal": ("{who} may play {cards}", "{who} peut jouer {cards}"),
    "legal-any": (
        "{who} may play any card of the hand: {cards}",
        "{who} peut jouer n’importe quelle carte de sa main : {cards}",
    ),
    "legal-none": ("{who} may play nothing now", "{who} ne peut rien jouer maintenant"),
    "leads": ("whoever leads may lead any card", "qui entame peut entamer de n’importe quelle carte"),
    "follows": (
        "{suit} were led, and {who} holds {cards}",
        "{suit} est demandé, et {who} a {cards}",
    ),
    "void": (
        "{suit} were led, and {who} has none of them, so that any card may be played",
        "{suit} est demandé, et {who} n’en a pas : n’importe quelle carte peut être jouée",
    ),
    "void-trumps": (
        "{suit} were led, {who} has none of them, and at this table must then trump",
        "{suit} est demandé, {who} n’en a pas, et doit alors couper à cette table",
    ),
    "follows-or-trumps": (
        "{suit} were led, and {who}, who holds {cards}, may at this table follow or trump",
        "{suit} est demandé, et {who}, qui a {cards}, peut à cette table fournir ou couper",
    ),
    "turn-of": ("it is {turn}’s turn", "c’est à {turn} de jouer"),
    "holds": ("{who} does not hold it", "{who} ne l’a pas"),
    # tricks
    "trick": (
        "{seat} wins the trick with {card}, and {points} points with it",
        "{seat} remporte la levée avec {card}, et {points} points avec elle",
    ),
    "trick-by-place": (
        "{card}, played {place}, wins the trick, and {points} points with it",
        "{card}, {place} carte jouée, remporte la levée, et {points} points avec elle",
    ),
    "highest-trump": (
        "{suit} are trumps, and no higher trump lies in it",
        "{suit} est atout, et aucun atout plus haut n’y est",
    ),
    "highest-led": (
        "there is no trump in it, and no higher card of the suit led",
        "aucun atout n’y est, ni carte plus haute de la couleur demandée",
    ),
    # cliques
    "cliques": ("{who} has {cliques}", "{who} a {cliques}"),
    "no-clique": ("{who} has no clique", "{who} n’a pas de clique"),
    "worth": ("{number} {ranks}, worth {points} points", "{number} {ranks}, soit {points} points"),
    "what-a-clique-is": (
        "a clique is three or four kings, queens or jacks in one hand as dealt",
        "une clique, ce sont trois ou quatre rois, dames ou valets dans une main telle que reçue",
    ),
    "clique-counts": (
        "{seat}’s counts: {clique} for {side}",
        "celle {of_seat} compte : {clique} pour {side}",
    ),
    "highest-shown": (
        "of the cliques that compete only the highest scores, and it has been shown",
        "des cliques qui concourent, seule la plus haute rapporte, et elle a été montrée",
    ),
    "shown-instead": (
        "at this table the best of those shown scores if the highest is not shown",
        "à cette table, la meilleure de celles qui sont montrées rapporte si la plus haute ne l’est pas",
    ),
    "to-show": (
        "nobody’s yet: {seat}’s is the highest",
        "aucune encore : celle {of_seat} est la plus haute",
    ),
    "to-show-why": (
        "it scores once it is shown, which must be before the second trick is led",
        "elle rapporte dès qu’elle est montrée, ce qui doit se faire avant l’entame de la deuxième levée",
    ),
    "to-rank": (
        "that is not settled: {seat} has still to name a rank",
        "ce n’est pas réglé : {seat} doit encore nommer un rang",
    ),
    "to-rank-why": (
        "those who announced the same, largest number name their ranks in the order of play",
        "ceux qui ont annoncé le même plus grand nombre nomment leurs rangs dans l’ordre du jeu",
    ),
    "none-announced": ("nobody’s: no clique has been announced", "aucune : pas de clique annoncée"),
    "none-announced-why": (
        "a clique that is kept silent scores nothing",
        "une clique passée sous silence ne rapporte rien",
    ),
    "too-early": (
        "nobody’s yet: the first trick is not complete",
        "aucune encore : la première levée n’est pas complète",
    ),
    "too-early-why": (
        "cliques are settled and shown between the first and the second trick",
        "les cliques se règlent et se montrent entre la première et la deuxième levée",
    ),
    "given-up": ("nobody’s: the highest was not shown in time", "aucune : la plus haute n’a pas été montrée à temps"),
    "given-up-why": (
        "the second trick has been led, and what was not shown by then is given up",
        "la deuxième levée est entamée, et ce qui n’a pas été montré avant est abandonné",
    ),
    "act-yes": ("Yes, {who} may {act}", "Oui, {who} peut {act}"),
    "act-no": ("No, {who} may not {act}", "Non, {who} ne peut pas {act}"),
    "announce": ("announce {number} cards", "annoncer {number} cartes"),
    "name": ("name the {ranks}", "nommer les {ranks}"),
    "good": ("say “good”", "dire « c’est bon »"),
    "show": ("show {cards}", "montrer {cards}"),
    "announce-why": ("{who} has a clique of {number} cards", "{who} a une clique de {number} cartes"),
    "name-why": (
        "{who} is asked for a rank, and has a clique of it",
        "on demande un rang à {who}, qui en a une clique",
    ),
    "good-why": (
        "a rank has been named before, and one may give way to it",
        "un rang a été nommé auparavant, et l’on peut céder devant lui",
    ),
    "show-why": (
        "these are exactly the cards of the clique, and it is the time",
        "ce sont exactement les cartes de la clique, et c’est le moment",
    ),
    # table
    "partners": (
        "{one} are partners, and so are {other}",
        "{one} sont partenaires, et {other} aussi",
    ),
    "partners-why": (
        "the first two have the red kings, the other two the black ones",
        "les deux premiers ont les rois rouges, les deux autres les noirs",
    ),
    "choose-first": ("{pair} choose their seats first", "{pair} choisissent les premiers leurs places"),
    "choose-first-why": ("they have the red kings", "ils ont les rois rouges"),
    "may-sit": (
        "Yes, they may sit like this: {one} are north-south, {other} east-west",
        "Oui, ils peuvent s’asseoir ainsi : {one} sont Nord-Sud, {other} Est-Ouest",
    ),
    "may-sit-why": ("partners face each other", "les partenaires se font face"),
    "may-not-sit": ("No, they may not sit like this", "Non, ils ne peuvent pas s’asseoir ainsi"),
    "dealer": ("{seat} deals", "{seat} donne"),
    "dealer-why": ("{card} is the highest card drawn", "{card} est la plus haute carte tirée"),
    "redraw": ("nobody yet: {seats} draw again", "personne encore : {seats} tirent de nouveau"),
    "redraw-why": ("they tie for the highest card", "ils sont à égalité pour la plus haute carte"),
    "next-dealer": ("{seat} deals next", "{seat} donne le coup suivant"),
    "next-dealer-why": (
        "the deal goes to the right, whatever the result",
        "la donne passe à droite, quel que soit le résultat",
    ),
    "no-next-dealer": ("nobody deals in this game any more", "plus personne ne donne dans cette partie"),
    "hand-not-over": ("nobody yet: the hand is not over", "personne encore : le coup n’est pas fini"),
    "hand-not-over-why": ("all eight tricks are played first", "les huit levées se jouent d’abord"),
    # dealing
    "hands": ("{hands}; the turn-up is {card}", "{hands} ; la retourne est {card}"),
    "hand-of": ("{seat} gets {cards}", "{seat} reçoit {cards}"),
    "hands-why": (
        "two cards, three and three are dealt to each, the dealer last",
        "chacun reçoit deux, trois et trois cartes, le donneur en dernier",
    ),
    "trumps": ("{suit} are trumps", "{suit} est atout"),
    "trumps-why": ("the turn-up is of that suit", "la retourne est de cette couleur"),
    "cuts": ("{seat} cuts", "{seat} coupe le jeu de cartes"),
    "cuts-why": ("it is the player on the dealer’s left", "c’est le joueur placé à la gauche du donneur"),
    "first": ("{seat} leads to the first trick", "{seat} entame la première levée"),
    "first-why": ("it is the player on the dealer’s right", "c’est le joueur placé à la droite du donneur"),
    # the hand
    "to-play": ("it is {seat}’s turn to play", "c’est à {seat} de jouer"),
    "to-speak": ("{seat} has to name a rank", "{seat} doit nommer un rang"),
    "over": ("the hand is over", "le coup est fini"),
    "to-play-why": ("play goes round to the right", "le jeu tourne vers la droite"),
    "to-lead-why": ("whoever won the trick leads to the next", "qui a remporté la levée entame la suivante"),
    "stand": (
        "north-south have {north_south} points and east-west {east_west}, {tricks} of 8 tricks are played, and {turn}",
        "Nord-Sud ont {north_south} points et Est-Ouest {east_west}, levées jouées : {tricks} sur 8, et {turn}",
    ),
    "stand-why": (
        "the points go to the side of whoever wins the trick, and those of the clique to the side of its holder",
        "les points vont au camp de qui remporte la levée, et ceux de la clique au camp de son détenteur",
    ),
    "sees": (
        "{who} may see {hand}; {turn_up}; {trick}; and how many cards are left: {left}",
        "{who} peut voir {hand} ; {turn_up} ; {trick} ; et combien de cartes il reste : {left}",
    ),
    "sees-hand": ("of all hands only their own: {cards}", "de toutes les mains la sienne seule : {cards}"),
    "sees-turn-up": ("the turn-up, {card}", "la retourne, {card}"),
    "sees-trump": (
        "of the turn-up, which has left the table, the suit alone, {suit}",
        "de la retourne, qui a quitté la table, la couleur seule, {suit}",
    ),
    "sees-trick": ("the trick on the table, {cards}", "la levée sur la table, {cards}"),
    "sees-no-trick": ("no trick, for none is on the table", "aucune levée, car il n’y en a pas sur la table"),
    "sees-why": (
        "one sees one’s own hand and what lies open on the table",
        "on voit sa propre main et ce qui est à découvert sur la table",
    ),
    "ways": ("there are {lines} ways to play {cards}", "il y a {lines} façons de jouer {cards}"),
    "way": ("there is one way to play {cards}", "il y a une seule façon de jouer {cards}"),
    "next-card": ("the next card", "la carte suivante"),
    "next-cards": ("the next {depth} cards", "les {depth} cartes suivantes"),
    "ways-why": ("every lawful card has been tried at every turn", "chaque carte permise a été essayée à chaque tour"),
    # the game
    "won": (
        "{side} have won, with {points} points to {others}",
        "{side} ont gagné, avec {points} points contre {others}",
    ),
    "won-why": ("they alone have the {target} points", "eux seuls ont les {target} points"),
    "won-both-why": (
        "both sides have the {target} points, and they have more",
        "les deux camps ont les {target} points, et ils en ont plus",
    ),
    "won-clique-why": (
        "both sides have the {target} points, and at this table the clique, which is counted first, took them there",
        "les deux camps ont les {target} points, et à cette table la clique, comptée d’abord, les y a menés",
    ),
    "drawn": (
        "nobody: the game is drawn at {points} points each",
        "personne : la partie est nulle à {points} points partout",
    ),
    "drawn-why": (
        "both sides have the {target} points, and the same total",
        "les deux camps ont les {target} points, et le même total",
    ),
    "not-won": (
        "nobody yet: north-south have {north_south} points and east-west {east_west}",
        "personne encore : Nord-Sud ont {north_south} points et Est-Ouest {east_west}",
    ),
    "not-won-why": ("the game is played to {target} points", "la partie se joue en {target} points"),
    "level-why": (
        "both sides have the {target} points and the same total, so another hand is played",
        "les deux camps ont les {target} points et le même total : on joue un autre coup",
    ),
    "score": (
        "north-south have {north_south} points and east-west {east_west}",
        "Nord-Sud ont {north_south} points et Est-Ouest {east_west}",
    ),
    "score-why": (
        "what a side makes in a hand is added to what it had",
        "ce qu’un camp fait dans un coup s’ajoute à ce qu’il avait",
    ),
    # refusals
    "does-not-stand": (
        "that cannot be said, for {what} does not stand",
        "cela ne peut se dire, car {what} ne tient pas",
    ),
    "event-plays": ("{seat}’s {card} in trick {trick}", "{card} {of_seat} à la levée {trick}"),
    "event-announces": ("{seat}’s announcement of {number} cards", "l’annonce de {number} cartes {of_seat}"),
    "event-names": ("{seat}’s naming of the {ranks}", "le rang des {ranks} que nomme {seat}"),
    "event-good": ("{seat}’s “good”", "le « c’est bon » {of_seat}"),
    "event-shows": ("{seat}’s show of {cards}", "ce que montre {seat}, {cards},"),
    "hand-too-many": ("hand {place}", "le coup {place}"),
    "round-too-many": ("round {place} of the draw", "le tour {place} du tirage"),
    # what was taken for granted
    "filled-in": (
        "The cards that were not told were dealt so that no further clique comes of it.",
        "Les cartes qui n’étaient pas dites ont été données de façon à ne faire aucune autre clique.",
    ),
    "seats-not-told": (
        "Nobody said who led, so seats are left out of it.",
        "On n’a pas dit qui a entamé : les places restent de côté.",
    ),
}

ORDINALS = (("first", "première"), ("second", "deuxième"), ("third", "troisième"), ("fourth", "quatrième"))
HEADINGS: dict[str, tuple[str, str]] = {
    "why": ("Why", "Pourquoi"),
    "rests": ("What it rests on", "Sur quoi cela repose"),
    "also": ("Looked at as well", "Regardé aussi"),
    "nearest": ("The nearest cases", "Les cas les plus proches"),
    "readings": ("At other tables", "À d’autres tables"),
    "asked": ("As it was understood", "Tel que compris"),
    "cite": ("To cite it", "Pour citer"),
    "table": ("At a table that plays {readings}.", "À une table qui joue {readings}."),
    "same": ("The same at every table, whatever it plays.", "De même à toutes les tables, quoi qu’elles jouent."),
    "not-asked": (
        "That was not asked, for it would take its time; --reading asks at another table.",
        "Cela n’a pas été demandé, car ce serait long ; --reading demande pour une autre table.",
    ),
    "stated": ("stated by {sources}", "dit par {sources}"),
    "deduced": ("deduced from {sources}: {deduction}", "déduit de {sources} : {deduction}"),
    "ruled": ("ruled by this project", "décidé par ce projet"),
    "ruled-from": ("ruled by this project, with a view to {sources}", "décidé par ce projet, au vu de {sources}"),
    "weak": (
        "a weak ruling, one of those that a better source would overturn first",
        "une décision faible, de celles qu’une meilleure source renverserait d’abord",
    ),
    "alternative": ("The reading: {rule} {held}", "La lecture : {rule} {held}"),
    "held-by": ("Held by {sources}.", "Tenu par {sources}."),
    "held-by-nobody": ("Held by no source.", "Tenu par aucune source."),
}


class Words:
    """One of the two languages."""

    def __init__(self, lang: str = EN) -> None:
        self.lang = lang
        self._which = LANGUAGES.index(lang)

    def say(self, name: str, **values: Any) -> str:
        """A part of a sentence, filled in."""
        return SENTENCES[name][self._which].format(**values)

    def heading(self, name: str, **values: Any) -> str:
        """What stands above a part of a ruling, or before it."""
        return HEADINGS[name][self._which].format(**values)

    def pick(self, pair: tuple[str, str]) -> str:
        """The one of two texts that is in this language."""
        return pair[self._which]

    def card(self, card: str) -> str:
        """A card by name.

        >>> Words("en").card("KH"), Words("fr").card("AS")
        ('the king of hearts', 'l’as de pique')
        """
        rank, suit = RANKS[card[0]][self._which], SUITS[card[1]][self._which]
        if self.lang == EN:
            return f"the {rank} of {suit}"
        return f"{ {'Q': 'la ', 'A': 'l’'}.get(card[0], 'le ') }{rank} de {suit}"

    def cards(self, cards: Sequence[str]) -> str:
        """Some cards by name.

        >>> Words("en").cards(["KH", "9H", "7S"])
        'the king of hearts, the 9 of hearts and the 7 of spades'
        """
        return self.several([self.card(card) for card in cards])

    def several(self, names: Sequence[str]) -> str:
        """Names in a row."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {AND[self._which]} {names[-1]}"

    def in_a_row(self, parts: Sequence[str]) -> str:
        """Parts that are longer than names."""
        return ("; " if self.lang == EN else " ; ").join(parts)

    def seat(self, seat: str) -> str:
        """A seat; whoever it is about, where nobody was named."""
        return SEATS[seat][self._which] if seat else self.say("player")

    def of_seat(self, seat: str) -> str:
        """Whose it is, in French; in English the seat stands before what is its own.

        >>> Words("fr").of_seat("east")
        'd’Est'
        """
        name = self.seat(seat)
        return f"d’{name}" if name[0] in "EO" else f"de {name}"

    def side(self, side: str) -> str:
        """A side."""
        return SIDES[side][self._which]

    def suit(self, suit: str) -> str:
        """A suit, by the word of the protocol or the letter on a card."""
        return SUITS[suit[0].upper()][self._which]

    def ranks(self, rank: str) -> str:
        """Cards of a rank, several of them."""
        return RANKS[rank][self._which] + "s"

    def clique(self, clique: dict[str, Any]) -> str:
        """A clique and what it is worth."""
        number = NUMBERS[clique["size"]][self._which]
        return self.say("worth", number=number, ranks=self.ranks(clique["rank"]), points=clique["points"])

    def number(self, number: int) -> str:
        """A number of cards announced."""
        return NUMBERS[number][self._which]

    def ordinal(self, place: int) -> str:
        """The place of a card in a trick, counted from 0."""
        return ORDINALS[place][self._which]

    def sentence(self, answer: str, because: str = "") -> str:
        """An answer and its reason in one sentence.

        >>> Words("en").sentence("no, west may not", "hearts were led")
        'No, west may not: hearts were led.'
        """
        mark = ":" if ":" not in answer else ";"
        space = "" if self.lang == EN else " "
        text = f"{answer}{space}{mark} {because}" if because else answer
        return f"{text[0].upper()}{text[1:]}."
