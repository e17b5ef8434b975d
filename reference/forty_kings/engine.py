"""The reference engine: the protocol on one side, the rules on the other.

What is asked is turned into values here, ruled on, and turned back, so that the rules never see JSON. A request that
is no possible question raises `Malformed` on the way in, with the member that is wrong and what was expected of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from forty_kings.cliques import Clique, ScoredClique, find_cliques, judge_cliques
from forty_kings.dealing import Deal, check_hands, cutter, deal
from forty_kings.errors import Malformed, Refused
from forty_kings.game import TARGET, HandScore, score_match
from forty_kings.lines import count_lines
from forty_kings.pack import Card, CardSet, Rank, Suit
from forty_kings.play import Hand, judge_trick, legal_cards
from forty_kings.readings import ALTERNATIVES, DEFAULT, Readings
from forty_kings.seating import Pairing, Seat, Side, draw_dealer, pair_players, pair_players_by_deal, seat_players
from forty_kings.version import __version__

Json = Any
Params = Mapping[str, Json]

REFUSED, MALFORMED, NO_SUCH_METHOD, NO_REQUEST, NO_JSON = 1, -32602, -32601, -32600, -32700


class Engine:
    """Answers requests. All that it remembers from one to the next is the readings that `initialize` settled.

    >>> print(Engine().answer('{"jsonrpc":"2.0","id":1,"method":"judge_trick","params":{"leader":"west",'
    ...     '"cards":["KS","QS","7H","JS"],"trump":"hearts"}}'))
    {"jsonrpc":"2.0","id":1,"result":{"winner":"east","points":12}}
    """

    def __init__(self, readings: Readings = DEFAULT) -> None:
        self.readings = readings

    def serve(self, requests: BinaryIO, answers: BinaryIO) -> None:
        """Answers every line of `requests` in one line of `answers`, until there are no more."""
        for line in requests:
            if line.strip():
                answers.write(self.answer(line).encode() + b"\n")
                answers.flush()

    def answer(self, line: str | bytes) -> str:
        """The answer to one request, as a line."""
        request: Json = None
        try:
            request = _read_json(line)
            _check_no_member_twice(request)
            answer = {"result": self._rule_on(request)}
        except Refused as refused:
            place = {} if refused.event is None else {"event": refused.event}
            answer = _error(REFUSED, refused.detail, {"reason": refused.reason, **place})
        except Malformed as malformed:
            answer = _error(MALFORMED, str(malformed))
        except RecursionError:
            answer = _error(MALFORMED, "lists or objects are nested too deep")
        except _NotAnswered as fault:
            answer = _error(fault.code, str(fault))
        return json.dumps({"jsonrpc": "2.0", "id": _id_of(request), **answer}, separators=(",", ":"))

    def _rule_on(self, request: Json) -> Json:
        if not isinstance(request, dict) or request.get("jsonrpc") != "2.0" or _id_of(request) is None:
            raise _NotAnswered(NO_REQUEST, "expected a JSON-RPC 2.0 request with an id")
        method = request.get("method")
        if not isinstance(method, str):
            raise _NotAnswered(NO_REQUEST, "method: expected a text")
        if method != "initialize" and method not in METHODS:
            raise _NotAnswered(NO_SUCH_METHOD, f"no method is called {method!r}")
        params = _object(request.get("params"), "params")
        return self._initialize(params) if method == "initialize" else METHODS[method](params, self.readings)

    def _initialize(self, params: Params) -> Json:
        if _whole(_member(params, "protocol"), "protocol") != 1:
            raise Malformed("protocol: expected 1")
        _text(_member(params, "suite"), "suite")
        readings = _object(_member(params, "readings"), "readings")
        wanted = {name: _text(alternative, f"readings.{name}") for name, alternative in readings.items()}
        known = {name: wanted[name] for name in wanted if wanted[name] in ALTERNATIVES.get(name, ())}
        self.readings = Readings.of(known)
        return {
            "engine": {"name": "forty-kings", "version": __version__},
            "protocol": 1,
            "methods": list(METHODS),
            "readings": self.readings.as_dict(),
        }


class _NotAnswered(Exception):
    """No question at all: no JSON, no request, or of a method that there is not."""

    def __init__(self, code: int, message: str) -> None:
        self.code = code
        super().__init__(message)


def _id_of(request: Json) -> int | str | None:
    """The id of a request, a whole number or a text; None if there is none."""
    value = request.get("id") if isinstance(request, dict) else None
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def _error(code: int, message: str, data: Json = None) -> Json:
    return {"error": {"code": code, "message": message, **({"data": data} if data else {})}}


# The methods, in the order of the protocol: from values of JSON to values of the rules, and back.


def _pair_players(params: Params, readings: Readings) -> Json:
    draws = _object(_member(params, "draws"), "draws")
    return _pairing(pair_players({player: _card(card, f"draws.{player}") for player, card in draws.items()}))


def _pair_players_by_deal(params: Params, readings: Readings) -> Json:
    players = [_text(player, "players") for player in _list(_member(params, "players"), "players")]
    return _pairing(pair_players_by_deal(players, _cards(_member(params, "deck"), "deck")))


def _pairing(pairing: Pairing) -> Json:
    return {"pairs": [sorted(pairing.red), sorted(pairing.black)], "choose_first": sorted(pairing.choose_first)}


def _seat_players(params: Params, readings: Readings) -> Json:
    pairs = []
    for number, pair in enumerate(_list(_member(params, "pairs"), "pairs")):
        pairs.append(frozenset(_text(player, f"pairs[{number}]") for player in _list(pair, f"pairs[{number}]", 2, 2)))
    seats = _object(_member(params, "seats"), "seats")
    sides = seat_players(pairs, {player: _seat(seat, f"seats.{player}") for player, seat in seats.items()})
    return {"sides": {side.value: sorted(sides[side]) for side in Side}}


def _draw_dealer(params: Params, readings: Readings) -> Json:
    rounds = []
    for number, drawn in enumerate(_list(_member(params, "rounds"), "rounds")):
        where = f"rounds[{number}]"
        rounds.append({_seat(seat, where): _card(card, where) for seat, card in _object(drawn, where).items()})
    drawing = draw_dealer(rounds)
    if drawing.dealer:
        return {"dealer": drawing.dealer.value}
    return {"redraw": [seat.value for seat in Seat if seat in drawing.redraw]}


def _deal(params: Params, readings: Readings) -> Json:
    dealer = _seat(_member(params, "dealer"), "dealer")
    dealt = deal(dealer, _cards(_member(params, "deck"), "deck"))
    return {
        "cutter": cutter(dealer).value,
        "hands": {seat.value: _names(dealt.hands[seat.index]) for seat in Seat},
        "turn_up": dealt.turn_up.name,
        "trump": dealt.trump.value,
        "first": dealt.first.value,
    }


def _legal_cards(params: Params, readings: Readings) -> Json:
    hand = _cards(_member(params, "hand"), "hand", 1, 8)
    trick = _cards(_member(params, "trick"), "trick", 0, 3)
    CardSet.holding(hand + trick)
    trump = _suit(_member(params, "trump"), "trump")
    return {"cards": _names(legal_cards(CardSet.holding(hand), trick, trump, readings))}


def _judge_trick(params: Params, readings: Readings) -> Json:
    leader = _seat(_member(params, "leader"), "leader")
    cards = _cards(_member(params, "cards"), "cards", 4, 4)
    trick = judge_trick(leader, cards, _suit(_member(params, "trump"), "trump"))
    return {"winner": trick.winner.value, "points": trick.points}


def _find_cliques(params: Params, readings: Readings) -> Json:
    hand = CardSet.holding(_cards(_member(params, "hand"), "hand", 8, 8))
    return {"cliques": [_clique(clique) for clique in find_cliques(hand)]}


def _judge_cliques(params: Params, readings: Readings) -> Json:
    first = _seat(_member(params, "first"), "first")
    hands = _hands(_member(params, "hands"))
    check_hands(hands)
    calls, names, shows = [], [], []
    for where, call in _places(params, "calls"):
        calls.append(
            (_seat(_member(call, "seat", where), where), _number_announced(_member(call, "announce", where), where))
        )
    for where, event in _places(params, "ranks"):
        names.append((_seat(_member(event, "seat", where), where), _rank_or_good(event, where)))
    for where, event in _places(params, "shows"):
        cards = _cards(_member(event, "show", where), f"{where}.show", 1, 8)
        shows.append((_seat(_member(event, "seat", where), where), CardSet.holding(cards)))
    contest = judge_cliques(first, hands, calls, names, shows, readings)
    points = {side.value: 0 for side in Side}
    if contest.clique:
        points[contest.clique.side.value] = contest.clique.clique.points
    return {
        "points": points,
        "clique": _scored(contest.clique),
        "to_rank": _word(contest.to_rank),
        "to_show": _word(contest.to_show),
    }


def _replay(params: Params, readings: Readings) -> Hand:
    dealer = _seat(_member(params, "dealer"), "dealer")
    turn_up = _card(_member(params, "turn_up"), "turn_up")
    hand = Hand.dealt(Deal.of(dealer, _hands(_member(params, "hands")), turn_up), readings)
    steps = [_step(event, where) for where, event in _places(params, "events")]
    for number, step in enumerate(steps):
        try:
            hand = step(hand)
        except Refused as refused:
            raise refused.at(number) from None
    return hand


def _step(event: Params, where: str) -> Callable[[Hand], Hand]:
    """What an event does to a hand. It is one of the four kinds and not two of them."""
    kinds = [kind for kind in ("card", "rank", "good", "show") if kind in event]
    if len(kinds) != 1:
        raise Malformed(f"{where}: expected one of card, rank, good, show")
    seat = _seat(_member(event, "seat", where), where)
    if "card" in event:
        card = _card(event["card"], f"{where}.card")
        announce = _number_announced(event["announce"], where) if "announce" in event else None
        return lambda hand: hand.play(seat, card, announce)
    if "show" in event:
        cards = CardSet.holding(_cards(event["show"], f"{where}.show", 1, 8))
        return lambda hand: hand.show(seat, cards)
    rank = _rank_or_good(event, where)
    return lambda hand: hand.give_way(seat) if rank is None else hand.name_rank(seat, rank)


def _replay_hand(params: Params, readings: Readings) -> Json:
    hand = _replay(params, readings)
    return {
        "status": "over" if hand.over else "playing",
        "turn": _word(hand.turn),
        "legal": _names(hand.legal_cards),
        "trick": [card.name for card in hand.trick],
        "tricks": [{"winner": trick.winner.value, "points": trick.points} for trick in hand.tricks],
        "clique": _scored(hand.clique),
        "to_show": _word(hand.contest.to_show),
        "points": {side.value: points for side, points in hand.points().items()},
        "turn_up_exposed": hand.turn_up_exposed,
        "next_dealer": _word(hand.next_dealer),
    }


def _view_hand(params: Params, readings: Readings) -> Json:
    seat = _seat(_member(params, "seat"), "seat")
    view = _replay(params, readings).view(seat)
    return {
        "hand": _names(view.hand),
        "cards_left": {seat.value: number for seat, number in view.cards_left.items()},
        "turn_up": view.turn_up.name if view.turn_up else None,
        "trump": view.trump.value,
        "trick": [card.name for card in view.trick],
    }


def _score_match(params: Params, readings: Readings) -> Json:
    target = _whole(params["target"], "target") if "target" in params else TARGET
    first_dealer = _seat(_member(params, "first_dealer"), "first_dealer")
    hands = []
    for where, hand in _places(params, "hands"):
        clique = _member(hand, "clique", where)
        hands.append(HandScore(_points(_member(hand, "points", where), where), _clique_score(clique, where)))
    game = score_match(first_dealer, hands, target, readings)
    return {
        "score": {side.value: points for side, points in game.score.items()},
        "winner": "drawn" if game.drawn else _word(game.winner),
        "next_dealer": _word(game.next_dealer),
    }


def _count_lines(params: Params, readings: Readings) -> Json:
    depth = _whole(_member(params, "depth"), "depth")
    plays = sum("card" in event for _, event in _places(params, "events"))
    if not 0 <= depth <= max(32 - plays, 0):
        raise Malformed(f"depth: expected 0 to {max(32 - plays, 0)}, the number of plays left, not {depth}")
    lines, points = count_lines(_replay(params, readings), depth)
    return {"lines": str(lines), "points": str(points)}


METHODS: dict[str, Callable[[Params, Readings], Json]] = {
    "pair_players": _pair_players,
    "pair_players_by_deal": _pair_players_by_deal,
    "seat_players": _seat_players,
    "draw_dealer": _draw_dealer,
    "deal": _deal,
    "legal_cards": _legal_cards,
    "judge_trick": _judge_trick,
    "find_cliques": _find_cliques,
    "judge_cliques": _judge_cliques,
    "replay_hand": _replay_hand,
    "view_hand": _view_hand,
    "score_match": _score_match,
    "count_lines": _count_lines,
}


# Values of the rules, turned back.


def _names(cards: CardSet) -> list[str]:
    return [card.name for card in cards]


def _word(value: Seat | Side | None) -> str | None:
    return None if value is None else value.value


def _clique(clique: Clique) -> Json:
    return {"rank": clique.rank.value, "size": clique.size, "points": clique.points}


def _scored(scored: ScoredClique | None) -> Json:
    return {"seat": scored.seat.value, **_clique(scored.clique)} if scored else None


# Values of JSON, checked. `where` names the member in the message.


def _member(params: Params, name: str, where: str = "") -> Json:
    if name not in params:
        raise Malformed(f"{where + '.' if where else ''}{name} is missing")
    return params[name]


def _object(value: Json, where: str) -> Params:
    if not isinstance(value, dict):
        raise Malformed(f"{where}: expected an object, not {_say(value)}")
    return value


def _list(value: Json, where: str, least: int = 0, most: int | None = None) -> list[Json]:
    if not isinstance(value, list):
        raise Malformed(f"{where}: expected a list, not {_say(value)}")
    if len(value) < least or (most is not None and len(value) > most):
        number = str(least) if least == most else f"{least} to {most}"
        raise Malformed(f"{where}: expected {number} in the list, not {len(value)}")
    return value


def _places(params: Params, name: str) -> list[tuple[str, Params]]:
    """The objects of a list, each with its place."""
    places = [(f"{name}[{number}]", value) for number, value in enumerate(_list(_member(params, name), name))]
    return [(where, _object(value, where)) for where, value in places]


def _text(value: Json, where: str) -> str:
    if not isinstance(value, str):
        raise Malformed(f"{where}: expected a text, not {_say(value)}")
    return value


def _whole(value: Json, where: str) -> int:
    if type(value) is not int:
        raise Malformed(f"{where}: expected a whole number, not {_say(value)}")
    return value


def _one_of(kind: Callable[[str], Any], name: str) -> Callable[[Json, str], Any]:
    def read(value: Json, where: str) -> Any:
        try:
            return kind(_text(value, where))
        except ValueError:
            raise Malformed(f"{where}: {value!r} is no {name}") from None

    return read


_seat: Callable[[Json, str], Seat] = _one_of(Seat, "seat")
_suit: Callable[[Json, str], Suit] = _one_of(Suit, "suit")
_side: Callable[[Json, str], Side] = _one_of(Side, "side")
_rank: Callable[[Json, str], Rank] = _one_of(Rank, "rank")


def _card(value: Json, where: str) -> Card:
    try:
        return Card(value)
    except Malformed as malformed:
        raise Malformed(f"{where}: {malformed}") from None


def _cards(value: Json, where: str, least: int = 0, most: int | None = None) -> list[Card]:
    cards = [_card(card, f"{where}[{place}]") for place, card in enumerate(_list(value, where, least, most))]
    try:
        CardSet.holding(cards)
    except Malformed as malformed:
        raise Malformed(f"{where}: {malformed}") from None
    return cards


def _hands(value: Json) -> dict[Seat, CardSet]:
    hands = _by_word(value, Seat, "hands")
    return {seat: CardSet.holding(_cards(hands[seat], f"hands.{seat.value}")) for seat in Seat}


def _points(value: Json, where: str) -> dict[Side, int]:
    return {
        side: _whole(points, f"{where}.points.{side.value}") for side, points in _by_word(value, Side, where).items()
    }


def _by_word(value: Json, words: Any, where: str) -> dict[Any, Json]:
    """An object with one member for each seat, or each side."""
    members = _object(value, where)
    expected = [word.value for word in words]
    if set(members) != set(expected):
        raise Malformed(f"{where}: expected {', '.join(expected)}, not {', '.join(members) or 'nothing'}")
    return {word: members[word.value] for word in words}


def _number_announced(value: Json, where: str) -> int:
    if _whole(value, f"{where}.announce") not in (3, 4):
        raise Malformed(f"{where}.announce: expected 3 or 4, not {value}")
    return int(value)


def _rank_or_good(event: Params, where: str) -> Rank | None:
    """The rank that is named, or None for "good"."""
    if ("rank" in event) == ("good" in event):
        raise Malformed(f"{where}: expected either rank or good")
    if "rank" in event:
        return _rank(event["rank"], f"{where}.rank")
    if event["good"] is not True:
        raise Malformed(f"{where}.good: expected true, not {_say(event['good'])}")
    return None


def _clique_score(value: Json, where: str) -> tuple[Side, int] | None:
    if value is None:
        return None
    clique = _object(value, f"{where}.clique")
    side = _side(_member(clique, "side", f"{where}.clique"), f"{where}.clique.side")
    return side, _whole(_member(clique, "points", f"{where}.clique"), f"{where}.clique.points")


def _say(value: Json) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _read_json(line: str | bytes) -> Json:
    try:
        text = line.decode() if isinstance(line, bytes) else line
        return json.loads(text, object_pairs_hook=_Members, parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        raise _NotAnswered(NO_JSON, f"expected one JSON value in a line: {fault}") from None


class _Members(dict[str, Json]):
    """An object of JSON, which remembers the member that stood in it twice."""

    def __init__(self, pairs: list[tuple[str, Json]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs] if len(self) < len(pairs) else []
        self.twice = next((name for name in names if names.count(name) > 1), None)


def _check_no_member_twice(value: Json) -> None:
    if isinstance(value, _Members):
        if value.twice is not None:
            raise Malformed(f"{value.twice} stands twice in one object")
        for member in value.values():
            _check_no_member_twice(member)
    elif isinstance(value, list):
        for member in value:
            _check_no_member_twice(member)


def _no_constant(word: str) -> Json:
    raise _NotAnswered(NO_JSON, f"{word} is no JSON")
