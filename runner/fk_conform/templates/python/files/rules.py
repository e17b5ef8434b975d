"""The rules, by the clauses of the specification: `fk-conform show FK1.4` has the text of one."""

SEATS = ("south", "east", "north", "west")  # in the order of play: FK3.1
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}  # FK1.2
RANKS = "789TAJQK"  # from low to high, in trumps too: FK1.4, FK1.5
POINTS = {"K": 5, "Q": 4, "J": 3}  # the others are worth nothing: FK1.7
PACK = {rank + letter for letter in SUITS.values() for rank in RANKS}  # FK1.1


class Malformed(ValueError):
    """The request is no possible question."""


def judge_trick(params):
    """Who wins a trick, and what it is worth: FK4.9, FK4.10, FK1.7."""
    leader = one_of(SEATS, params, "leader")
    cards = cards_of(params, "cards", 4)
    trump = SUITS[one_of(SUITS, params, "trump")]
    led = cards[0][1]

    def strength(card):
        return card[1] == trump, card[1] == led, RANKS.index(card[0])

    best = cards.index(max(cards, key=strength))
    return {
        "winner": SEATS[(SEATS.index(leader) + best) % 4],
        "points": sum(POINTS.get(card[0], 0) for card in cards),
    }


def one_of(words, params, name):
    """The member of this name, one of these words."""
    value = params.get(name)
    if not isinstance(value, str) or value not in words:
        raise Malformed(f"{name}: expected one of {', '.join(words)}")
    return value


def cards_of(params, name, number):
    """The member of this name, so many different cards."""
    cards = params.get(name)
    if not isinstance(cards, list) or len(cards) != number:
        raise Malformed(f"{name}: expected a list of {number} cards")
    for card in cards:
        if not isinstance(card, str) or card not in PACK:
            raise Malformed(f"{name}: {card!r} is no card")
    if len(set(cards)) < number:
        raise Malformed(f"{name}: a card stands in it twice")
    return cards
