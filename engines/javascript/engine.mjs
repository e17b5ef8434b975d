#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// A complete engine for the card game The Forty Kings: it answers the requests of the engine protocol, one a line.
//
// Each rule names in a comment the clause that it carries out (FK4.3). The file needs nothing but Node 18 or a browser:
// it can be run as a program, which reads requests on standard input, and imported as a module.

// ---------------------------------------------------------------------------------------------------------------------
// Words

/** @typedef {'south' | 'east' | 'north' | 'west'} Seat */
/** @typedef {'north-south' | 'east-west'} Side */
/** @typedef {'spades' | 'hearts' | 'diamonds' | 'clubs'} Suit */
/** @typedef {'K' | 'Q' | 'J' | 'A' | 'T' | '9' | '8' | '7'} Rank */
/** @typedef {string} Card a rank and the first letter of a suit: `KS` is the king of spades */
/** @typedef {3 | 4} CliqueSize */
/** @typedef {{rank: Rank, size: CliqueSize, points: number}} Clique */
/** @typedef {{seat: Seat} & Clique} CliqueOfSeat */
/** @typedef {Record<Side, number>} PointsBySide */
/** @typedef {Record<Seat, Card[]>} Hands */
/** @typedef {{winner: Seat, points: number}} TrickTaken */
/** @typedef {{seat: Seat, announce: CliqueSize}} Call */
/** @typedef {{seat: Seat, rank: Rank} | {seat: Seat, good: true}} Naming */
/** @typedef {{seat: Seat, show: Card[]}} Showing */
/** @typedef {{seat: Seat, card: Card, announce?: CliqueSize}} Play */
/** @typedef {Play | Naming | Showing} HandEvent */
/** @typedef {{points: PointsBySide, clique: {side: Side, points: number} | null}} HandResult */
/** @typedef {{dealer: Seat, hands: Hands, turn_up: Card, events: HandEvent[]}} HandRecord */

/** @type {readonly Seat[]} In the order of play: each sits on the right of the one before. FK3.1 */
export const SEATS = ['south', 'east', 'north', 'west'];
/** @type {readonly Side[]} FK2.8 */
export const SIDES = ['north-south', 'east-west'];
/** @type {readonly Suit[]} FK1.2 */
export const SUITS = ['spades', 'hearts', 'diamonds', 'clubs'];
/** @type {readonly Rank[]} In the order of play, highest first; in trumps too. FK1.4, FK1.5 */
export const RANKS = ['K', 'Q', 'J', 'A', 'T', '9', '8', '7'];
/** @type {readonly Rank[]} In the order of the draw for the deal, highest first. FK2.12 */
export const RANKS_IN_THE_DRAW = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7'];
/** @type {readonly Card[]} The thirty-two cards. FK1.1 */
export const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit[0].toUpperCase()));
/** @type {readonly Card[]} */
const KINGS = PACK.filter((card) => rankOf(card) === 'K');
/** @type {Record<Rank, number>} FK1.7 */
const CARD_POINTS = {K: 5, Q: 4, J: 3, A: 0, T: 0, 9: 0, 8: 0, 7: 0};
/** Points in the whole pack. FK1.8 */
const PACK_POINTS = pointsOfCards(PACK);
/** @type {readonly Clique[]} The cliques there are, the highest first. FK5.1, FK5.2, FK5.5, FK5.6 */
export const CLIQUES = [
  {rank: 'K', size: 4, points: 40},
  {rank: 'Q', size: 4, points: 20},
  {rank: 'J', size: 4, points: 13},
  {rank: 'K', size: 3, points: 10},
  {rank: 'Q', size: 3, points: 8},
  {rank: 'J', size: 3, points: 6},
];

/** @param {Card} card @returns {Rank} */
export function rankOf(card) {
  return /** @type {Rank} */ (card[0]);
}

/** @param {Card} card @returns {Suit} */
export function suitOf(card) {
  return SUITS['SHDC'.indexOf(card[1])];
}

/** @param {readonly Card[]} cards */
export function pointsOfCards(cards) {
  return cards.reduce((points, card) => points + CARD_POINTS[rankOf(card)], 0); // FK1.7, FK6.4
}

/** @param {Seat} seat @returns {Seat} */
export function rightOf(seat) {
  return SEATS[(SEATS.indexOf(seat) + 1) % 4]; // FK3.1
}

/** @param {Seat} seat @returns {Seat} */
export function leftOf(seat) {
  return SEATS[(SEATS.indexOf(seat) + 3) % 4];
}

/** The four seats in the order of play. @param {Seat} first @returns {Seat[]} */
export function orderFrom(first) {
  const start = SEATS.indexOf(first);
  return [...SEATS.slice(start), ...SEATS.slice(0, start)]; // FK3.1
}

/** @param {Seat} seat @returns {Side} */
export function sideOf(seat) {
  return seat === 'north' || seat === 'south' ? 'north-south' : 'east-west'; // FK2.8
}

/**
 * Something for each seat.
 * @template T
 * @param {(seat: Seat) => T} make
 * @returns {Record<Seat, T>}
 */
function forEachSeat(make) {
  /** @type {any} */
  const made = Object.fromEntries(SEATS.map((seat) => [seat, make(seat)]));
  return made;
}

/** @returns {PointsBySide} */
function noPoints() {
  return {'north-south': 0, 'east-west': 0};
}

/** What the rules do not allow. `event` is its place, counted from 0, where the request has a list. */
export class Refused extends Error {
  /** @param {string} reason @param {string} message @param {number} [event] */
  constructor(reason, message, event) {
    super(message);
    this.reason = reason;
    this.event = event;
  }
}

/** Does something and, if it is refused, says at which place. @param {number} place @param {() => void} act */
function atPlace(place, act) {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) error.event = place;
    throw error;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Readings: the points on which tables may differ

/**
 * @typedef {object} Readings
 * @property {'any-card' | 'must-trump'} when-void FK4.4
 * @property {'only-when-void' | 'to-trump'} renounce FK4.7
 * @property {'refused' | 'allowed'} four-as-three FK5.15
 * @property {'concedes' | 'refused'} good-when-higher FK5.26
 * @property {'nobody-scores' | 'next-best-scores'} unshown FK5.33
 * @property {'higher-total' | 'clique-first'} both-reach FK6.11
 * @property {'play-on' | 'drawn'} level-totals FK6.12
 */

/** The alternatives of each reading, the default first. */
const ALTERNATIVES = new Map([
  ['when-void', ['any-card', 'must-trump']],
  ['renounce', ['only-when-void', 'to-trump']],
  ['four-as-three', ['refused', 'allowed']],
  ['good-when-higher', ['concedes', 'refused']],
  ['unshown', ['nobody-scores', 'next-best-scores']],
  ['both-reach', ['higher-total', 'clique-first']],
  ['level-totals', ['play-on', 'drawn']],
]);

/**
 * The readings followed when these are wanted: what is not known is left aside.
 * @param {Map<string, string>} wanted
 * @returns {Readings}
 */
export function chooseReadings(wanted) {
  const followed = [...ALTERNATIVES].map(([reading, alternatives]) => {
    const alternative = wanted.get(reading);
    return [reading, alternative !== undefined && alternatives.includes(alternative) ? alternative : alternatives[0]];
  });
  return Object.fromEntries(followed);
}

export const DEFAULT_READINGS = chooseReadings(new Map());

// ---------------------------------------------------------------------------------------------------------------------
// Partners, seats and the first dealer

/**
 * Partners by the kings that the players have.
 * @param {Map<string, Card>} draws the king of each player
 */
export function pairPlayers(draws) {
  const players = [...draws.keys()];
  const isRed = (/** @type {string} */ player) => ['KH', 'KD'].includes(draws.get(player) ?? ''); // FK1.3
  const red = players.filter(isRed); // FK2.7
  const black = players.filter((player) => !isRed(player)); // FK2.7
  return {pairs: [red, black], choose_first: red}; // FK2.9, FK2.10
}

/**
 * Partners by dealing for kings.
 * @param {string[]} players in the order in which they receive
 * @param {Card[]} deck
 */
export function pairPlayersByDeal(players, deck) {
  /** @type {Map<string, Card>} */
  const kings = new Map();
  let next = 0; // FK2.5
  for (const card of deck) {
    if (kings.size === 3) break; // FK2.6
    while (kings.has(players[next])) next = (next + 1) % 4; // FK2.4
    if (rankOf(card) === 'K') kings.set(players[next], card); // FK2.3
    next = (next + 1) % 4; // FK2.5
  }
  const out = [...kings.values()];
  const lastKing = KINGS.find((king) => !out.includes(king)) ?? '';
  return pairPlayers(new Map(players.map((player) => [player, kings.get(player) ?? lastKing]))); // FK2.6
}

/**
 * Which side is whose.
 * @param {string[][]} pairs
 * @param {Map<string, Seat>} seats
 */
export function seatPlayers(pairs, seats) {
  /** @type {Record<Side, string[]>} */
  const sides = {'north-south': [], 'east-west': []};
  for (const [player, partner] of pairs) {
    const [side, other] = [player, partner].map((who) => sideOf(/** @type {Seat} */ (seats.get(who))));
    if (side !== other) { // FK2.8
      const who = `${shorten(player)} and ${shorten(partner)}`;
      throw new Refused('partners-not-opposite', `${who} are partners and must sit opposite each other`);
    }
    sides[side] = [player, partner];
  }
  return {sides};
}

/**
 * Who deals first, or who must draw again.
 * @param {Partial<Record<Seat, Card>>[]} rounds
 * @returns {{dealer: Seat} | {redraw: Seat[]}}
 */
export function drawDealer(rounds) {
  let drawing = [...SEATS]; // FK2.11
  rounds.forEach((round, event) => {
    if (drawing.length === 1) { // FK2.19
      throw new Refused('dealer-already-drawn', `${drawing[0]} is the dealer and nobody draws any more`, event);
    }
    const drawn = SEATS.filter((seat) => round[seat] !== undefined);
    if (drawn.join() !== drawing.join()) { // FK2.11, FK2.15
      const who = drawn.join(', ') || 'nobody';
      throw new Refused('wrong-players-draw', `${drawing.join(', ')} must draw in this round, not ${who}`, event);
    }
    drawing = highestInTheDraw(round); // FK2.17
  });
  return drawing.length === 1 ? {dealer: drawing[0]} : {redraw: drawing}; // FK2.13, FK2.15
}

/**
 * Those who have drawn the highest card: one, or all who tie.
 * @param {Partial<Record<Seat, Card>>} round
 */
function highestInTheDraw(round) {
  const drawn = SEATS.filter((seat) => round[seat] !== undefined);
  const place = (/** @type {Seat} */ seat) => RANKS_IN_THE_DRAW.indexOf(rankOf(round[seat] ?? '')); // FK2.12, FK2.14
  const highest = Math.min(...drawn.map(place));
  return drawn.filter((seat) => place(seat) === highest); // FK2.16
}

// ---------------------------------------------------------------------------------------------------------------------
// Dealing

/**
 * Who gets what, and what is trumps.
 * @param {Seat} dealer
 * @param {Card[]} deck as it lies after the cut, the top card first
 */
export function deal(dealer, deck) {
  const first = rightOf(dealer);
  const receiving = orderFrom(first); // FK3.7
  /** @type {Hands} */
  const hands = forEachSeat(() => []);
  let top = 0;
  for (const packet of [2, 3, 3]) { // FK3.6
    for (const seat of receiving) {
      hands[seat].push(...deck.slice(top, top + packet));
      top += packet;
    }
  }
  const turnUp = deck[deck.length - 1]; // FK3.8, FK3.10
  return { // FK3.3, FK3.5, FK3.9, FK4.1
    cutter: leftOf(dealer),
    hands: forEachSeat((seat) => PACK.filter((card) => hands[seat].includes(card))),
    turn_up: turnUp,
    trump: suitOf(turnUp),
    first,
  };
}

// ---------------------------------------------------------------------------------------------------------------------
// Play

/**
 * The cards of the hand that may be played to the trick.
 * @param {Card[]} hand
 * @param {Card[]} trick
 * @param {Suit} trump
 * @param {Readings} [readings]
 */
export function legalCards(hand, trick, trump, readings = DEFAULT_READINGS) {
  if (trick.length === 0) return hand; // FK4.2
  const led = suitOf(trick[0]);
  const trumps = hand.filter((card) => suitOf(card) === trump);
  if (hand.some((card) => suitOf(card) === led)) {
    const mayTrump = readings.renounce === 'to-trump'; // FK4.7
    return hand.filter((card) => suitOf(card) === led || (mayTrump && suitOf(card) === trump)); // FK4.3, FK4.5
  }
  const mustTrump = readings['when-void'] === 'must-trump'; // FK4.4
  return mustTrump && trumps.length > 0 ? trumps : hand; // FK4.4, FK4.6
}

/**
 * Whether the card beats the one that has been winning the trick.
 * @param {Card} card
 * @param {Card} best
 * @param {Suit} trump
 */
function beats(card, best, trump) {
  if (suitOf(card) !== suitOf(best)) return suitOf(card) === trump; // FK4.9, FK4.10
  return RANKS.indexOf(rankOf(card)) < RANKS.indexOf(rankOf(best)); // FK1.4, FK1.5
}

/**
 * Who wins the trick, and what it is worth.
 * @param {Seat} leader
 * @param {Card[]} cards in the order played
 * @param {Suit} trump
 * @returns {TrickTaken}
 */
export function judgeTrick(leader, cards, trump) {
  const best = cards.reduce((winning, card) => (beats(card, winning, trump) ? card : winning));
  return {winner: orderFrom(leader)[cards.indexOf(best)], points: pointsOfCards(cards)}; // FK4.8, FK6.1
}

// ---------------------------------------------------------------------------------------------------------------------
// Cliques

/**
 * The cliques in a hand as it was dealt, the dearest first.
 * @param {Card[]} hand
 */
export function findCliques(hand) {
  const held = (/** @type {Rank} */ rank) => hand.filter((card) => rankOf(card) === rank).length;
  return CLIQUES.filter((clique) => held(clique.rank) === clique.size).map((clique) => ({...clique})); // FK5.1, FK5.3
}

/** The announcements of a hand and what comes of them. */
class Announcements {
  /** @param {Hands} hands as dealt @param {Readings} readings */
  constructor(hands, readings) {
    this.hands = hands;
    this.readings = readings;
    /** @type {'announcing' | 'settling' | 'closed'} */
    this.stage = 'announcing';
    /** @type {Call[]} */
    this.calls = [];
    /** @type {{seat: Seat, clique: Clique | null}[]} who has spoken, and the clique named; null stands for "good" */
    this.spoken = [];
    /** @type {CliqueOfSeat[]} */
    this.shown = [];
  }

  /** The fourth card of the first trick lies. */
  firstTrickIsOver() {
    this.stage = 'settling'; // FK5.21
  }

  /** From now on nothing is shown any more. */
  secondTrickIsLed() {
    this.stage = 'closed'; // FK5.31
  }

  /** The cliques that the seat holds of this number. @param {Seat} seat @param {CliqueSize} size */
  held(seat, size) {
    const cliques = findCliques(this.hands[seat]); // FK5.3, FK5.4
    const fourAsThree = size === 3 && this.readings['four-as-three'] === 'allowed'; // FK5.15
    return CLIQUES.filter((clique) => clique.size === size && cliques.some((other) => other.rank === clique.rank
      && (other.size === size || fourAsThree)));
  }

  /** The number that the seat has announced. @param {Seat} seat */
  announcedBy(seat) {
    return this.calls.find((call) => call.seat === seat)?.announce;
  }

  /** Those who have announced the largest number. */
  competing() {
    const largest = Math.max(...this.calls.map((call) => call.announce));
    return this.calls.filter((call) => call.announce === largest).map((call) => call.seat); // FK5.18, FK5.19, FK5.27
  }

  /** The seat that has to name a rank next, or null. */
  toRank() {
    const competing = this.competing();
    if (this.stage !== 'settling' || competing.length < 2) return null; // FK5.18, FK5.21
    return competing[this.spoken.length] ?? null; // FK5.20
  }

  /** The seat whose clique is the highest of those that compete, or null. */
  highest() {
    const competing = this.competing();
    if (competing.length < 2) return competing[0] ?? null;
    const best = this.highestNamed();
    return this.spoken.find(({clique}) => clique === best)?.seat ?? null; // FK5.25
  }

  /** The highest clique that has been named. */
  highestNamed() {
    return highestOf(this.spoken.flatMap(({clique}) => clique ?? []));
  }

  /** The seat whose clique is the highest and has still to be shown, or null. */
  toShow() {
    if (this.stage !== 'settling' || this.toRank() !== null) return null; // FK5.21, FK5.31
    const highest = this.highest();
    return this.shown.some((clique) => clique.seat === highest) ? null : highest;
  }

  /** The clique that scores as things stand, or null: the highest once it is shown, until then the best shown. */
  scoring() {
    const highest = this.shown.find((clique) => clique.seat === this.highest()); // FK5.28, FK5.30
    return highest ?? highestOf(this.shown); // FK5.33
  }

  /** Adds the points of the clique that scores. @param {PointsBySide} points of the tricks */
  addTo(points) {
    const clique = this.scoring();
    if (clique) points[sideOf(clique.seat)] += clique.points; // FK5.29, FK5.34
    return points;
  }

  /** @param {Seat} seat @param {CliqueSize} size */
  announce(seat, size) {
    if (this.held(seat, size).length === 0) { // FK5.14, FK5.15
      throw new Refused('clique-not-held', `${seat} announces ${size} cards and holds no clique to be announced so`);
    }
    this.calls.push({seat, announce: size}); // FK5.10, FK5.13, FK5.16
  }

  /** @param {Seat} seat @param {Rank} rank */
  nameRank(seat, rank) {
    const clique = this.cliquesOfSpeaker(seat).find((held) => held.rank === rank);
    if (!clique) { // FK5.24
      throw new Refused('clique-not-held', `${seat} names ${rank} and has no clique of it of the number announced`);
    }
    this.spoken.push({seat, clique}); // FK5.17
  }

  /** @param {Seat} seat */
  sayGood(seat) {
    const cliques = this.cliquesOfSpeaker(seat);
    const named = this.highestNamed();
    if (!named) { // FK5.22
      throw new Refused('nothing-to-concede', `${seat} is the first to speak and must name a rank`);
    }
    const higher = cliques.find((clique) => clique.points > named.points);
    if (higher && this.readings['good-when-higher'] === 'refused') { // FK5.26
      throw new Refused('good-while-higher', `${seat} holds a clique of ${higher.rank}, higher than of ${named.rank}`);
    }
    this.spoken.push({seat, clique: null}); // FK5.23
  }

  /** The cliques of which the seat may name one, if it is its turn to speak. @param {Seat} seat */
  cliquesOfSpeaker(seat) {
    const toRank = this.toRank();
    if (toRank === null) throw new Refused('no-rank-asked', `${seat} speaks and nobody is asked for a rank`); // FK5.18
    if (toRank !== seat) throw new Refused('not-your-turn', `${seat} speaks and it is for ${toRank} to do so`); // FK4.8
    return this.held(seat, this.announcedBy(seat) ?? 3);
  }

  /** @param {Seat} seat @param {Card[]} cards */
  show(seat, cards) {
    this.refuseWhileRankAwaited(`${seat} shows`);
    const cliques = this.cliquesToShow(seat);
    if (cliques.length === 0) { // FK5.30, FK5.31
      throw new Refused('nothing-to-show', `${seat} has no clique to show now`);
    }
    const clique = cliques.find(({rank, size}) => cards.length === size
      && cards.every((card) => rankOf(card) === rank && this.hands[seat].includes(card)));
    if (!clique) { // FK5.32
      const expected = cliques.map(({rank, size}) => `${size} of rank ${rank}`).join(' or ');
      throw new Refused('wrong-cards-shown', `${seat} must show exactly the cards of the clique: ${expected}`);
    }
    this.shown.push({seat, ...clique});
  }

  /** The cliques of which the seat may show one now. @param {Seat} seat */
  cliquesToShow(seat) {
    const size = this.announcedBy(seat);
    const toShow = this.toShow();
    if (size === undefined || toShow === null) return []; // FK5.12, FK5.31
    const others = this.readings.unshown === 'next-best-scores'; // FK5.33
    const alreadyShown = this.shown.some((clique) => clique.seat === seat);
    if (seat !== toShow && (!others || alreadyShown)) return []; // FK5.28, FK5.30
    const named = this.spoken.find((speaker) => speaker.seat === seat)?.clique;
    return named ? [named] : this.held(seat, size); // FK5.17
  }

  /** @param {string} what the beginning of a sentence: who does what */
  refuseWhileRankAwaited(what) {
    const toRank = this.toRank();
    if (toRank !== null) throw new Refused('rank-awaited', `${what} before ${toRank} has named a rank`); // FK5.21
  }
}

/**
 * The highest of these cliques, or null if there are none.
 * @template {Clique} C
 * @param {C[]} cliques
 */
function highestOf(cliques) {
  return [...cliques].sort((clique, other) => other.points - clique.points)[0] ?? null; // FK5.6, FK5.7
}

/**
 * What comes of the announcements, looked at apart from the play.
 * @param {{first: Seat, hands: Hands, calls: Call[], ranks: Naming[], shows: Showing[]}} record
 * @param {Readings} [readings]
 */
export function judgeCliques({first, hands, calls, ranks, shows}, readings = DEFAULT_READINGS) {
  const announcements = new Announcements(hands, readings);
  let place = 0;
  let waiting = orderFrom(first);
  for (const {seat, announce} of calls) {
    atPlace(place++, () => {
      if (!waiting.includes(seat)) { // FK4.8
        throw new Refused('not-your-turn', `${seat} announces when its turn to do so is over`);
      }
      announcements.announce(seat, announce); // FK5.11
      waiting = waiting.slice(waiting.indexOf(seat) + 1);
    });
  }
  announcements.firstTrickIsOver();
  for (const naming of ranks) atPlace(place++, () => speak(announcements, naming));
  for (const {seat, show} of shows) atPlace(place++, () => announcements.show(seat, show));
  return {
    points: announcements.addTo(noPoints()),
    clique: announcements.scoring(),
    to_rank: announcements.toRank(),
    to_show: announcements.toShow(),
  };
}

/** Names a rank or says "good". @param {Announcements} announcements @param {Naming} naming */
function speak(announcements, naming) {
  if ('rank' in naming) announcements.nameRank(naming.seat, naming.rank);
  else announcements.sayGood(naming.seat);
}

// ---------------------------------------------------------------------------------------------------------------------
// A hand, from the first lead to the last trick

class Hand {
  /** @param {HandRecord} record @param {Readings} readings */
  constructor({dealer, hands, turn_up}, readings) {
    this.dealer = dealer;
    this.readings = readings;
    this.hands = hands;
    this.turnUp = turn_up;
    this.trump = suitOf(turn_up); // FK3.9
    this.announcements = new Announcements(hands, readings);
    /** @type {Hands} the cards not yet played */
    this.left = forEachSeat((seat) => [...hands[seat]]);
    this.leader = rightOf(dealer); // FK4.1
    /** @type {Card[]} */
    this.trick = [];
    /** @type {TrickTaken[]} */
    this.tricks = [];
  }

  isOver() {
    return this.tricks.length === 8; // FK4.16, FK4.17
  }

  /** The seat that plays the next card. */
  toPlay() {
    return orderFrom(this.leader)[this.trick.length]; // FK4.8
  }

  /** The seat that has to play or to speak, or null. */
  turn() {
    return this.isOver() ? null : this.announcements.toRank() ?? this.toPlay();
  }

  /** The cards that the seat whose turn it is may play. */
  legal() {
    if (this.isOver() || this.announcements.toRank() !== null) return []; // FK4.17, FK5.21
    return legalCards(this.left[this.toPlay()], this.trick, this.trump, this.readings);
  }

  turnUpIsExposed() {
    return this.left[this.dealer].length === 8; // FK3.11, FK3.12
  }

  points() {
    const points = noPoints();
    for (const trick of this.tricks) points[sideOf(trick.winner)] += trick.points; // FK6.1, FK6.2, FK6.3
    return this.announcements.addTo(points);
  }

  /** @param {HandEvent} event */
  take(event) {
    if (this.isOver()) { // FK4.17
      throw new Refused('hand-over', `all eight tricks have been played before ${event.seat} acts`);
    }
    if ('card' in event) this.play(event);
    else if ('show' in event) this.announcements.show(event.seat, event.show);
    else speak(this.announcements, event);
  }

  /** @param {Play} play */
  play({seat, card, announce}) {
    this.announcements.refuseWhileRankAwaited(`${seat} plays`);
    this.refuseUnlawful(seat, card);
    if (announce !== undefined) {
      if (this.tricks.length > 0) { // FK5.8
        throw new Refused('announcement-too-late', `${seat} announces after the first trick`);
      }
      this.announcements.announce(seat, announce);
    }
    if (this.tricks.length === 1 && this.trick.length === 0) this.announcements.secondTrickIsLed(); // FK5.31
    this.left[seat] = this.left[seat].filter((other) => other !== card);
    this.trick.push(card); // FK4.15
    if (this.trick.length === 4) this.takeTrick();
  }

  /** @param {Seat} seat @param {Card} card */
  refuseUnlawful(seat, card) {
    if (seat !== this.toPlay()) { // FK4.8
      throw new Refused('not-your-turn', `${seat} plays and it is the turn of ${this.toPlay()}`);
    }
    const hand = this.left[seat];
    if (!hand.includes(card)) throw new Refused('card-not-held', `${seat} does not hold ${card}`); // FK4.12
    if (this.legal().includes(card)) return;
    const led = suitOf(this.trick[0]);
    if (hand.some((held) => suitOf(held) === led)) { // FK4.3, FK4.7
      throw new Refused('must-follow-suit', `${seat} plays ${card} and holds a card of ${led}, the suit led`);
    }
    throw new Refused('must-trump', `${seat} plays ${card}, has no ${led} and holds a trump`); // FK4.4
  }

  takeTrick() {
    const taken = judgeTrick(this.leader, this.trick, this.trump);
    this.tricks.push(taken);
    this.trick = []; // FK4.22
    this.leader = taken.winner; // FK4.11
    if (this.tricks.length === 1) this.announcements.firstTrickIsOver();
  }
}

/** The hand as it stands after its events. @param {HandRecord} record @param {Readings} readings */
function playHand(record, readings) {
  const hand = new Hand(record, readings);
  record.events.forEach((event, place) => atPlace(place, () => hand.take(event))); // FK4.13
  return hand;
}

/**
 * How a hand stands after these events.
 * @param {HandRecord} record
 * @param {Readings} [readings]
 */
export function replayHand(record, readings = DEFAULT_READINGS) {
  const hand = playHand(record, readings);
  return {
    status: hand.isOver() ? 'over' : 'playing',
    turn: hand.turn(),
    legal: hand.legal(),
    trick: hand.trick,
    tricks: hand.tricks,
    clique: hand.announcements.scoring(),
    to_show: hand.announcements.toShow(),
    points: hand.points(),
    turn_up_exposed: hand.turnUpIsExposed(),
    next_dealer: hand.isOver() ? rightOf(hand.dealer) : null, // FK6.16, FK6.17
  };
}

/**
 * What one seat may see of a hand.
 * @param {HandRecord} record
 * @param {Seat} seat
 * @param {Readings} [readings]
 */
export function viewHand(record, seat, readings = DEFAULT_READINGS) {
  const hand = playHand(record, readings);
  return {
    hand: hand.left[seat], // FK4.18, FK3.10
    cards_left: forEachSeat((other) => hand.left[other].length), // FK4.19
    turn_up: hand.turnUpIsExposed() ? hand.turnUp : null, // FK4.21, FK3.13
    trump: hand.trump, // FK3.13
    trick: hand.trick, // FK4.20, FK4.22
  };
}

// ---------------------------------------------------------------------------------------------------------------------
// Score and game

/**
 * How the game stands, and whether anybody has won.
 * @param {{target?: number, first_dealer: Seat, hands: HandResult[]}} record
 * @param {Readings} [readings]
 */
export function scoreMatch({target = 150, first_dealer, hands}, readings = DEFAULT_READINGS) { // FK6.8, FK6.9
  let score = noPoints(); // FK6.15
  let dealer = first_dealer;
  /** @type {Side | 'drawn' | null} */
  let winner = null;
  hands.forEach((hand, event) => {
    if (winner) throw new Refused('game-over', 'the game has been decided before this hand', event); // FK6.18
    const before = score;
    score = { // FK6.6, FK6.7, FK6.13, FK6.14
      'north-south': before['north-south'] + hand.points['north-south'],
      'east-west': before['east-west'] + hand.points['east-west'],
    };
    winner = winnerOf(before, hand, score, target, readings);
    dealer = rightOf(dealer); // FK6.16, FK6.17
  });
  return {score, winner, next_dealer: winner ? null : dealer};
}

/**
 * Who has won at the end of a hand: a side, nobody yet, or nobody for good.
 * @param {PointsBySide} before
 * @param {HandResult} hand
 * @param {PointsBySide} score
 * @param {number} target
 * @param {Readings} readings
 * @returns {Side | 'drawn' | null}
 */
function winnerOf(before, {clique}, score, target, readings) {
  const reached = SIDES.filter((side) => score[side] >= target);
  if (reached.length < 2) return reached[0] ?? null; // FK6.10
  if (readings['both-reach'] === 'clique-first' && clique && before[clique.side] + clique.points >= target) {
    return clique.side; // FK6.11
  }
  if (score['north-south'] === score['east-west']) {
    return readings['level-totals'] === 'drawn' ? 'drawn' : null; // FK6.12
  }
  return score['north-south'] > score['east-west'] ? 'north-south' : 'east-west'; // FK6.11
}

// ---------------------------------------------------------------------------------------------------------------------
// Counting lines of play
//
// A card is a number here, eight times that of its suit plus the place of its rank in the order of play, and the cards
// in play are a set of 32 bits; whose they are follows from the deal. For the play it only matters in which order the
// hands hold the cards that are left of a suit. So two cards of one hand with none in play between them are alike: one
// is tried and counted for both. And many sets of cards in play come to the same: each is counted once and remembered.
//
// That a king is worth more than a queen makes no difference to this, as points are added at the very end. Kings,
// queens and jacks in play are always among the three highest cards in play of their suit; so it is counted, for each
// of these three places in each suit, in how many lines north-south take the card there.

/**
 * How many sequences of `depth` lawful plays there are, and what north-south take in the tricks completed by them.
 * @param {HandRecord} record
 * @param {number} depth
 * @param {Readings} [readings]
 */
export function countLines(record, depth, readings = DEFAULT_READINGS) {
  const hand = playHand(record, readings);
  const cardsLeft = SEATS.reduce((sum, seat) => sum + hand.left[seat].length, 0);
  const counter = new LineCounter(hand, cardsLeft - depth);
  let lines = 0n;
  let points = 0n;
  /**
   * Plays each lawful card in turn until the trick is complete.
   * @param {Hands} left
   * @param {Card[]} trick
   * @param {number} toCome
   */
  const playOn = (left, trick, toCome) => {
    if (trick.length === 4) {
      const taken = judgeTrick(hand.leader, trick, hand.trump);
      const after = counter.after(left, taken.winner);
      lines += after.lines;
      points += after.points;
      if (sideOf(taken.winner) === 'north-south') points += after.lines * BigInt(taken.points); // FK6.1
    } else if (toCome === 0) {
      lines += 1n;
    } else {
      const seat = orderFrom(hand.leader)[trick.length];
      for (const card of legalCards(left[seat], trick, hand.trump, readings)) {
        playOn({...left, [seat]: left[seat].filter((other) => other !== card)}, [...trick, card], toCome - 1);
      }
    }
  };
  playOn(hand.left, hand.trick, depth);
  return {lines: lines.toString(), points: points.toString()};
}

/** A count is the number of lines and, for each suit, that of the lines in which north-south take its highest cards. */
const COUNTS = 13;

/**
 * A card that may be played and stands for `times` cards that are alike.
 * @typedef {{card: number, bit: number, times: number}} Choice
 */

/**
 * What becomes of one of the three highest cards of a suit by a trick: it is one of `alike` cards, `played` of which
 * are played; the `kept` others are then at the place `at`.
 * @typedef {{at: number, alike: number, played: number, kept: number}} Fate
 */

/** A trick that is being tried: what it starts from, and what has been counted so far. */
class TrickTried {
  constructor() {
    this.inPlay = 0;
    /** @type {Choice[][][]} for each suit and seat */
    this.choices = [];
    this.isComplete = true;
    this.counts = new Float64Array(COUNTS);
  }
}

class LineCounter {
  /** @param {Hand} hand @param {number} stop the number of cards in play where counting stops */
  constructor(hand, stop) {
    this.hand = hand;
    this.stop = stop;
    this.trump = SUITS.indexOf(hand.trump);
    this.mayRenounce = hand.readings.renounce === 'to-trump';
    this.mustTrump = hand.readings['when-void'] === 'must-trump';
    this.suits = SUITS.map((suit, number) => new SuitInPlay(number, RANKS.map((rank) => {
      return SEATS.findIndex((seat) => hand.hands[seat].some((card) => rankOf(card) === rank && suitOf(card) === suit));
    })));
    this.tricks = Array.from({length: 9}, () => new TrickTried());
    this.memory = new Memory();
  }

  /**
   * The lines that follow a trick, and what north-south take in them.
   * @param {Hands} left
   * @param {Seat} leader
   */
  after(left, leader) {
    const inPlay = setOf(SEATS.flatMap((seat) => left[seat]));
    const found = this.count(inPlay, SEATS.indexOf(leader));
    const counts = this.memory.counts;
    let points = 0n;
    for (let suit = 0; suit < 4; suit++) {
      placesOf(inPlay >>> (8 * suit) & 255).slice(0, 3).forEach((rank, place) => {
        const worth = CARD_POINTS[RANKS[rank]]; // FK1.7
        if (worth > 0) points += BigInt(worth) * BigInt(counts[found + 1 + 3 * suit + place]);
      });
    }
    return {lines: BigInt(counts[found]), points};
  }

  /**
   * Counts from the beginning of a trick, and tells where in the memory the counts are.
   * @param {number} inPlay
   * @param {number} leader
   * @returns {number}
   */
  count(inPlay, leader) {
    const toCome = countBits(inPlay) - this.stop;
    if (toCome === 0) return this.memory.nothingToCome;
    const set = this.simplest(inPlay);
    const found = this.memory.find(set, leader);
    if (found >= 0) return found;
    const trick = this.tricks[(toCome + 3) >> 2];
    trick.inPlay = set;
    trick.isComplete = toCome >= 4;
    trick.counts.fill(0);
    for (let suit = 0; suit < 4; suit++) trick.choices[suit] = this.suits[suit].choices[set >>> (8 * suit) & 255];
    this.lay(trick, set, leader, -1, -1, leader, 1, Math.min(toCome, 4));
    return this.memory.keep(set, leader, trick.counts);
  }

  /** The set that stands for all sets of cards in play that come to the same. @param {number} inPlay */
  simplest(inPlay) {
    let set = 0;
    for (let suit = 0; suit < 4; suit++) set |= this.suits[suit].simplest[inPlay >>> (8 * suit) & 255] << (8 * suit);
    return set;
  }

  /**
   * Lays the cards still to come to a trick in every lawful way, and adds up what follows.
   * @param {TrickTried} trick
   * @param {number} left the cards in play without those on the table
   * @param {number} seat whose turn it is
   * @param {number} led the suit led, or -1
   * @param {number} best the card that wins so far, or -1
   * @param {number} winner the seat that has played it
   * @param {number} times how many ways to play this one stands for
   * @param {number} toCome how many cards are still to be laid
   */
  lay(trick, left, seat, led, best, winner, times, toCome) {
    if (toCome === 0) {
      if (trick.isComplete) this.add(trick, left, winner, times);
      else trick.counts[0] += times;
      return;
    }
    const allowed = this.suitsAllowed(trick.choices, seat, led);
    for (let suit = 0; suit < 4; suit++) {
      if (!(allowed >> suit & 1)) continue;
      const choices = trick.choices[suit][seat];
      for (let i = 0; i < choices.length; i++) {
        const choice = choices[i];
        const wins = best < 0 || (suit === best >> 3 ? choice.card < best : suit === this.trump); // FK4.9, FK4.10
        this.lay(trick, left & ~choice.bit, (seat + 1) & 3, led < 0 ? suit : led, wins ? choice.card : best,
          wins ? seat : winner, times * choice.times, toCome - 1); // FK4.8
      }
    }
  }

  /**
   * The suits that may be played, as a set of four bits.
   * @param {Choice[][][]} choices
   * @param {number} seat
   * @param {number} led
   */
  suitsAllowed(choices, seat, led) {
    if (led < 0) return 15; // FK4.2
    if (choices[led][seat].length > 0) return this.mayRenounce ? 1 << led | 1 << this.trump : 1 << led; // FK4.3, FK4.7
    return this.mustTrump && choices[this.trump][seat].length > 0 ? 1 << this.trump : 15; // FK4.4
  }

  /**
   * Adds what follows a complete trick.
   * @param {TrickTried} trick
   * @param {number} left
   * @param {number} winner who leads to the next trick, FK4.11
   * @param {number} times
   */
  add(trick, left, winner, times) {
    const found = this.count(left, winner);
    const after = this.memory.counts;
    const counts = trick.counts;
    const lines = after[found];
    const taken = winner % 2 === 0 ? lines : 0; // FK6.1
    counts[0] += times * lines;
    for (let suit = 0; suit < 4; suit++) {
      const start = 1 + 3 * suit;
      const before = trick.inPlay >>> (8 * suit) & 255;
      const rest = left >>> (8 * suit) & 255;
      if (before === rest) {
        for (let place = start; place < start + 3; place++) counts[place] += times * after[found + place];
        continue;
      }
      const fates = this.suits[suit].fatesOf(before, rest);
      for (let place = 0; place < fates.length; place++) {
        const {at, alike, played, kept} = fates[place];
        counts[start + place] += times / alike * (kept * after[found + start + at] + played * taken);
      }
    }
  }
}

/** @param {Card[]} cards */
function setOf(cards) {
  return cards.reduce((set, card) => set | 1 << PACK.indexOf(card), 0);
}

/** What is known beforehand of each set of cards in play of one suit. */
class SuitInPlay {
  /** @param {number} suit @param {number[]} owners the seats that hold its cards, from the highest down */
  constructor(suit, owners) {
    this.suit = suit;
    this.owners = owners;
    /** For each set the one that stands for all that come to the same. */
    this.simplest = new Uint8Array(256);
    /** For each set the choices of each seat. @type {Choice[][][]} */
    this.choices = [];
    /** For each set, and each set left of it after a trick. @type {(Fate[] | undefined)[]} */
    this.fates = new Array(1 << 16).fill(undefined);
    /** @type {Map<string, number>} */
    const standsFor = new Map();
    for (let set = 0; set < 256; set++) {
      const holders = placesOf(set).map((place) => owners[place]).join('');
      this.simplest[set] = standsFor.get(holders) ?? set;
      standsFor.set(holders, this.simplest[set]);
      this.choices[set] = this.findChoices(set);
    }
  }

  /** The cards of a set in groups that are alike, from the highest down. @param {number} set */
  groupsOf(set) {
    /** @type {number[][]} */
    const groups = [];
    for (const place of placesOf(set)) {
      const group = groups[groups.length - 1];
      if (group && this.owners[group[0]] === this.owners[place]) group.push(place);
      else groups.push([place]);
    }
    return groups;
  }

  /** @param {number} set */
  findChoices(set) {
    /** @type {Choice[][]} */
    const choices = [[], [], [], []];
    for (const group of this.groupsOf(set)) {
      const card = 8 * this.suit + group[0];
      choices[this.owners[group[0]]].push({card, bit: 1 << card, times: group.length});
    }
    return choices;
  }

  /** What becomes of the three highest cards. @param {number} set @param {number} left */
  fatesOf(set, left) {
    return this.fates[set << 8 | left] ?? this.findFates(set, left);
  }

  /** @param {number} set @param {number} left */
  findFates(set, left) {
    /** @type {Fate[]} */
    const fates = [];
    let at = 0;
    for (const group of this.groupsOf(set)) {
      const kept = group.filter((place) => left >> place & 1).length;
      const fate = {at: Math.min(at, 2), alike: group.length, played: group.length - kept, kept};
      fates.push(...group.map(() => fate));
      at += kept;
    }
    this.fates[set << 8 | left] = fates.slice(0, 3);
    return fates.slice(0, 3);
  }
}

/** @param {number} set of cards of one suit */
function placesOf(set) {
  return RANKS.map((_, place) => place).filter((place) => set >> place & 1);
}

/** So many positions are remembered at most. */
const MEMORY_SIZE = 1 << 22;

/** What has been counted already. When it is full it is emptied. */
class Memory {
  constructor() {
    this.bits = 10;
    /** Two numbers a place: the cards in play; the leader, and four times the number of the counts. */
    this.places = new Int32Array(2 << this.bits);
    this.counts = new Float64Array(COUNTS << this.bits - 1);
    /** Where the counts are if nothing is to come: there is one line. */
    this.nothingToCome = 0;
    this.counts[this.nothingToCome] = 1;
    this.size = 1;
  }

  /** The place of a position, or else the free place for it. @param {number} set @param {number} leader */
  placeOf(set, leader) {
    const {places} = this;
    const mixed = Math.imul(Math.imul(set ^ set >>> 15, 0x85ebca6b) + leader, 0x9e3779b1);
    let place = mixed >>> (32 - this.bits) << 1;
    while (places[place] !== 0 && (places[place] !== set || (places[place + 1] & 3) !== leader)) {
      place = (place + 2) & (places.length - 1);
    }
    return place;
  }

  /** Where the counts are, or -1. @param {number} set @param {number} leader */
  find(set, leader) {
    const place = this.placeOf(set, leader);
    return this.places[place] === 0 ? -1 : COUNTS * (this.places[place + 1] >> 2);
  }

  /** Keeps counts and tells where they are. @param {number} set @param {number} leader @param {Float64Array} counts */
  keep(set, leader, counts) {
    if (this.size === MEMORY_SIZE) this.empty();
    if (this.size === 1 << this.bits - 1) this.grow();
    const place = this.placeOf(set, leader);
    const start = COUNTS * this.size;
    this.places[place] = set;
    this.places[place + 1] = this.size << 2 | leader;
    this.counts.set(counts, start);
    this.size++;
    return start;
  }

  empty() {
    this.places.fill(0);
    this.size = 1;
  }

  grow() {
    const {places, counts} = this;
    this.bits += 1;
    this.places = new Int32Array(2 << this.bits);
    this.counts = new Float64Array(COUNTS << this.bits - 1);
    this.counts.set(counts);
    for (let old = 0; old < places.length; old += 2) {
      if (places[old] === 0) continue;
      const place = this.placeOf(places[old], places[old + 1] & 3);
      this.places[place] = places[old];
      this.places[place + 1] = places[old + 1];
    }
  }
}

/** How many bits of a set are there. @param {number} set */
function countBits(set) {
  let pairs = set - (set >>> 1 & 0x55555555);
  pairs = (pairs & 0x33333333) + (pairs >>> 2 & 0x33333333);
  return Math.imul(pairs + (pairs >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

// ---------------------------------------------------------------------------------------------------------------------
// JSON, read strictly: `3.0` is told from `3`, and a member given twice is noticed

/** A number that is not written as a small whole number: `3.0`, `1e2`, `-0`, or one of many digits. */
class NumberAsWritten {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  isWhole() {
    return /^-?[0-9]+$/.test(this.text);
  }
}

/** Stands for the value of a member that is given twice. */
const GIVEN_TWICE = Symbol('a member given twice');

class NoJson extends Error {}

/**
 * The value of a JSON text, with a Map for each object. Lists and objects may be nested as deep as may be.
 * @param {string} text
 */
function parseJson(text) {
  const reader = new JsonReader(text);
  /** @type {unknown} */
  const value = reader.readText();
  return {value, doubled: reader.doubled};
}

class JsonReader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
    /** @type {string | null} the first name found twice in one object */
    this.doubled = null;
    /** @type {(unknown[] | Map<string, unknown>)[]} the lists and objects begun, the innermost last */
    this.open = [];
    /** @type {string[]} for each object begun, the name of the member that is being read */
    this.names = [];
  }

  readText() {
    for (;;) {
      let value = this.readValueOrOpen();
      while (value !== undefined) {
        const inner = this.open[this.open.length - 1];
        if (inner === undefined) return this.readEnd(value);
        this.put(inner, value);
        value = this.readNextOrClose(inner);
      }
    }
  }

  /** Reads a value; or begins a list or an object that is not empty, and then there is none yet. @returns {unknown} */
  readValueOrOpen() {
    if (this.accept('[')) {
      if (this.accept(']')) return [];
      this.open.push([]);
      return undefined;
    }
    if (this.accept('{')) {
      if (this.accept('}')) return new Map();
      this.open.push(new Map());
      this.names.push(this.readName());
      return undefined;
    }
    return this.text[this.at] === '"' ? this.readString() : this.readWordOrNumber();
  }

  /**
   * After a value: goes on to the next, and then there is none yet; or closes the list or object and returns it.
   * @param {unknown[] | Map<string, unknown>} inner
   * @returns {unknown}
   */
  readNextOrClose(inner) {
    const isList = Array.isArray(inner);
    if (this.accept(',')) {
      if (!isList) this.names[this.names.length - 1] = this.readName();
      return undefined;
    }
    this.expect(isList ? ']' : '}');
    if (!isList) this.names.pop();
    return this.open.pop();
  }

  /** @param {unknown[] | Map<string, unknown>} inner @param {unknown} value */
  put(inner, value) {
    if (Array.isArray(inner)) {
      inner.push(value);
      return;
    }
    const name = this.names[this.names.length - 1];
    if (inner.has(name)) this.doubled ??= name;
    inner.set(name, inner.has(name) ? GIVEN_TWICE : value);
  }

  /** @param {unknown} value */
  readEnd(value) {
    this.skipSpace();
    if (this.at < this.text.length) this.fail('the end of the line');
    return value;
  }

  readName() {
    this.skipSpace();
    const name = this.readString();
    this.expect(':');
    return name;
  }

  readWordOrNumber() {
    const pattern = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return this.fail('a value');
    this.at = pattern.lastIndex;
    if (found === 'null') return null;
    if (found === 'true' || found === 'false') return found === 'true';
    const number = Number(found);
    return Number.isSafeInteger(number) && String(number) === found ? number : new NumberAsWritten(found);
  }

  /** @returns {string} */
  readString() {
    const start = this.at;
    if (this.text[start] !== '"') this.fail('a string');
    let end = start + 1;
    let isPlain = true;
    while (end < this.text.length && this.text[end] !== '"') {
      const character = this.text[end];
      if (character === '\\' || character < ' ') isPlain = false;
      end += character === '\\' ? 2 : 1;
    }
    this.at = end + 1;
    if (isPlain && end < this.text.length) return this.text.slice(start + 1, end);
    try {
      return JSON.parse(this.text.slice(start, this.at)); // escapes in a string are no matter of ours
    } catch {
      this.at = start;
      return this.fail('a string that is closed and holds lawful characters only');
    }
  }

  skipSpace() {
    for (;;) {
      const character = this.text[this.at];
      if (character !== ' ' && character !== '\t' && character !== '\r' && character !== '\n') return;
      this.at++;
    }
  }

  /** Whether the next character is this one, which is then read. @param {string} character */
  accept(character) {
    this.skipSpace();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  /** @param {string} character */
  expect(character) {
    if (!this.accept(character)) this.fail(`'${character}'`);
  }

  /** @param {string} expected @returns {never} */
  fail(expected) {
    throw new NoJson(`the line is no JSON: expected ${expected} at character ${this.at + 1}`);
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Reading what a request holds: whatever no table could show is malformed

class Malformed extends Error {}

/** @template T @typedef {(value: unknown, where: string) => T} Reader */

/** The beginning of a text, on one line. @param {string} text */
function shorten(text) {
  const start = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(start).slice(1, -1);
}

/** @param {unknown} value */
function describe(value) {
  if (typeof value === 'string') return `'${shorten(value)}'`;
  if (value instanceof NumberAsWritten) return shorten(value.text);
  if (typeof value === 'symbol') return value.description;
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Map) return 'an object';
  if (value === undefined) return 'nothing';
  return String(value);
}

/** @param {unknown} value @param {string} where @param {string} expected @returns {never} */
function malformed(value, where, expected) {
  throw new Malformed(`${where}: ${describe(value)} is no ${expected}`);
}

/** The members of an object, by their names. */
class Members {
  /** @param {unknown} value @param {string} where */
  constructor(value, where) {
    if (!(value instanceof Map)) malformed(value, where || 'params', 'object');
    /** @type {Map<string, unknown>} */
    this.map = value;
    this.where = where;
  }

  /** @param {string} name */
  has(name) {
    return this.map.has(name);
  }

  /** @template T @param {string} name @param {Reader<T>} reader @returns {T} */
  read(name, reader) {
    const where = memberOf(this.where, name);
    if (!this.has(name)) throw new Malformed(`${where}: expected and missing`);
    return reader(this.map.get(name), where);
  }
}

/** @param {string} where @param {string} name */
function memberOf(where, name) {
  return where ? `${where}.${shorten(name)}` : shorten(name);
}

/**
 * One of the words given.
 * @template {string} W
 * @param {readonly W[]} words
 * @param {string} expected
 * @returns {Reader<W>}
 */
function word(words, expected) {
  return (value, where) => words.find((known) => known === value) ?? malformed(value, where, expected);
}

const readSeat = word(SEATS, 'seat, expected south, east, north or west');
const readSide = word(SIDES, 'side, expected north-south or east-west');
const readSuit = word(SUITS, 'suit, expected spades, hearts, diamonds or clubs');
const readRank = word(RANKS, 'rank, expected one of KQJAT987');
const readCard = word(PACK, 'card, expected a rank of KQJAT987 and a suit of SHDC');
const readKing = word(KINGS, 'king, expected KS, KH, KD or KC');

/** @type {Reader<string>} */
function readText(value, where) {
  return typeof value === 'string' ? value : malformed(value, where, 'string');
}

/** @type {Reader<true>} */
function readTrue(value, where) {
  if (value !== true) throw new Malformed(`${where}: ${describe(value)} given, expected true`);
  return value;
}

/** @param {number} least @param {number} most */
function range(least, most) {
  if (least === most) return `${least}`;
  return most === Infinity ? `${least} or more` : `${least} to ${most}`;
}

/** @param {number} least @param {number} [most] @returns {Reader<number>} */
function wholeNumber(least, most = Infinity) {
  return (value, where) => {
    const number = value instanceof NumberAsWritten && value.isWhole() ? Number(value.text) : value;
    if (typeof number === 'number' && number >= least && number <= most) return number;
    throw new Malformed(`${where}: ${describe(value)} given, expected a whole number, ${range(least, most)}`);
  };
}

/** @type {Reader<CliqueSize>} */
function readCliqueSize(value, where) {
  return value === 3 || value === 4 ? value : malformed(value, where, 'number to announce, expected 3 or 4');
}

/**
 * A list of so many items.
 * @template T
 * @param {Reader<T>} reader
 * @param {number} [least]
 * @param {number} [most]
 * @returns {Reader<T[]>}
 */
function listOf(reader, least = 0, most = Infinity) {
  return (value, where) => {
    if (!Array.isArray(value)) return malformed(value, where, 'list');
    if (value.length < least || value.length > most) {
      throw new Malformed(`${where}: ${value.length} given, expected ${range(least, most)}`);
    }
    return value.map((item, i) => reader(item, `${where}[${i}]`));
  };
}

/**
 * A list in which nothing stands twice.
 * @template T
 * @param {Reader<T>} reader
 * @param {number} least
 * @param {number} most
 * @returns {Reader<T[]>}
 */
function differentOf(reader, least, most) {
  const readList = listOf(reader, least, most);
  return (value, where) => {
    const list = readList(value, where);
    refuseTwice(list, where);
    return list;
  };
}

/** @param {unknown[]} list @param {string} where */
function refuseTwice(list, where) {
  const seen = new Set();
  for (const item of list) {
    if (seen.has(item)) throw new Malformed(`${where}: ${describe(item)} is there twice, expected different ones`);
    seen.add(item);
  }
}

/** @param {number} least @param {number} [most] */
function differentCards(least, most = least) {
  return differentOf(readCard, least, most);
}

/**
 * An object with something for each of four players.
 * @template T
 * @param {Reader<T>} reader
 * @returns {Reader<Map<string, T>>}
 */
function byPlayer(reader) {
  return (value, where) => {
    const {map} = new Members(value, where);
    if (map.size !== 4) throw new Malformed(`${where}: ${map.size} players given, expected 4`);
    const read = new Map([...map].map(([player, item]) => [player, reader(item, memberOf(where, player))]));
    refuseTwice([...read.values()], where);
    return read;
  };
}

/**
 * An object in which all names are words of one kind.
 * @template {string} W
 * @template T
 * @param {Reader<W>} readName
 * @param {Reader<T>} reader
 * @returns {Reader<Partial<Record<W, T>>>}
 */
function bySome(readName, reader) {
  return (value, where) => {
    const {map} = new Members(value, where);
    const entries = [...map].map(([name, item]) => [readName(name, where), reader(item, memberOf(where, name))]);
    return Object.fromEntries(entries);
  };
}

/**
 * An object with something for each of the names and nothing else.
 * @template {string} W
 * @template T
 * @param {readonly W[]} names
 * @param {Reader<W>} readName
 * @param {Reader<T>} reader
 * @returns {Reader<Record<W, T>>}
 */
function byEach(names, readName, reader) {
  const readSome = bySome(readName, reader);
  return (value, where) => {
    const some = readSome(value, where);
    const missing = names.find((name) => some[name] === undefined);
    if (missing !== undefined) throw new Malformed(`${memberOf(where, missing)}: expected and missing`);
    return /** @type {Record<W, T>} */ (some);
  };
}

/** The four hands, which are the whole pack. @type {Reader<Hands>} */
function readHands(value, where) {
  const hands = byEach(SEATS, readSeat, differentCards(8))(value, where); // FK3.5
  refuseTwice(SEATS.flatMap((seat) => hands[seat]), where); // FK1.1
  return hands;
}

/** @type {Reader<Call>} */
function readCall(value, where) {
  const call = new Members(value, where);
  return {seat: call.read('seat', readSeat), announce: call.read('announce', readCliqueSize)};
}

/** @type {Reader<Naming>} */
function readNaming(value, where) {
  const naming = new Members(value, where);
  const seat = naming.read('seat', readSeat);
  return onlyOneOf(naming, ['rank', 'good']) === 'rank'
    ? {seat, rank: naming.read('rank', readRank)}
    : {seat, good: naming.read('good', readTrue)};
}

/** @type {Reader<Showing>} */
function readShowing(value, where) {
  const showing = new Members(value, where);
  return {seat: showing.read('seat', readSeat), show: showing.read('show', differentCards(1, 8))};
}

/** @type {Reader<HandEvent>} */
function readEvent(value, where) {
  const event = new Members(value, where);
  const kind = onlyOneOf(event, ['card', 'rank', 'good', 'show']);
  if (kind === 'card') return readPlay(value, where);
  return kind === 'show' ? readShowing(value, where) : readNaming(value, where);
}

/** @type {Reader<Play>} */
function readPlay(value, where) {
  const members = new Members(value, where);
  const play = {seat: members.read('seat', readSeat), card: members.read('card', readCard)};
  return members.has('announce') ? {...play, announce: members.read('announce', readCliqueSize)} : play;
}

/** The name of the only one of these members that is there. @param {Members} members @param {string[]} names */
function onlyOneOf(members, names) {
  const given = names.filter((name) => members.has(name));
  if (given.length !== 1) {
    const found = given.join(' and ') || 'nothing';
    throw new Malformed(`${members.where}: ${found} given, expected one of ${names.join(', ')}`);
  }
  return given[0];
}

/** @type {Reader<HandResult>} */
function readHandResult(value, where) {
  const hand = new Members(value, where);
  const points = hand.read('points', byEach(SIDES, readSide, wholeNumber(0)));
  const clique = hand.read('clique', readCliqueOfSide);
  const total = PACK_POINTS + (clique?.points ?? 0); // FK6.5
  if (points['north-south'] + points['east-west'] !== total) {
    throw new Malformed(`${where}.points: expected to add up to ${total}`);
  }
  if (clique && points[clique.side] < clique.points) {
    throw new Malformed(`${where}.points.${clique.side}: expected no fewer than those of the clique, ${clique.points}`);
  }
  return {points, clique};
}

/** @type {Reader<{side: Side, points: number} | null>} */
function readCliqueOfSide(value, where) {
  if (value === null) return null;
  const clique = new Members(value, where);
  const points = clique.read('points', wholeNumber(0));
  if (!CLIQUES.some((known) => known.points === points)) { // FK5.5
    const values = CLIQUES.map((known) => known.points).join(', ');
    malformed(points, `${where}.points`, `value of a clique, expected one of ${values}`);
  }
  return {side: clique.read('side', readSide), points};
}

/** What all requests about one hand have in common. @param {Members} params @returns {HandRecord} */
function readHandRecord(params) {
  const record = {
    dealer: params.read('dealer', readSeat),
    hands: params.read('hands', readHands),
    turn_up: params.read('turn_up', readCard),
    events: params.read('events', listOf(readEvent)),
  };
  if (!record.hands[record.dealer].includes(record.turn_up)) { // FK3.10
    throw new Malformed(`turn_up: ${record.turn_up} is no card of ${record.dealer}, expected one of the dealer's`);
  }
  return record;
}

// ---------------------------------------------------------------------------------------------------------------------
// The methods: each reads the whole of its request before any rule is applied

/** What is kept from one request to the next. @typedef {{readings: Readings}} Session */

/** @typedef {(params: Members, session: Session) => object} Method */

/** @type {Map<string, Method>} */
const METHODS = new Map(Object.entries({
  initialize(params, session) {
    params.read('protocol', wholeNumber(1, 1));
    params.read('suite', readText);
    const {map} = params.read('readings', (value, where) => new Members(value, where));
    const wanted = new Map([...map].map(([name, value]) => [name, readText(value, memberOf('readings', name))]));
    session.readings = chooseReadings(wanted);
    const engine = {name: 'forty-kings-javascript', version: '1.0.0'};
    return {engine, protocol: 1, methods: [...METHODS.keys()].slice(1), readings: session.readings};
  },

  pair_players(params) {
    return pairPlayers(params.read('draws', byPlayer(readKing)));
  },

  pair_players_by_deal(params) {
    const players = params.read('players', differentOf(readText, 4, 4));
    return pairPlayersByDeal(players, params.read('deck', differentCards(32)));
  },

  seat_players(params) {
    const pairs = params.read('pairs', listOf(differentOf(readText, 2, 2), 2, 2));
    refuseTwice(pairs.flat(), 'pairs');
    const seats = params.read('seats', byPlayer(readSeat));
    for (const player of pairs.flat()) {
      if (!seats.has(player)) throw new Malformed(`${memberOf('seats', player)}: expected and missing`);
    }
    return seatPlayers(pairs, seats);
  },

  draw_dealer(params) {
    const rounds = params.read('rounds', listOf(bySome(readSeat, readCard), 1));
    refuseTwice(rounds.flatMap((round) => Object.values(round)), 'rounds'); // FK2.18
    return drawDealer(rounds);
  },

  deal(params) {
    return deal(params.read('dealer', readSeat), params.read('deck', differentCards(32)));
  },

  legal_cards(params, {readings}) {
    const hand = params.read('hand', differentCards(1, 8));
    const trick = params.read('trick', differentCards(0, 3));
    const trump = params.read('trump', readSuit);
    refuseTwice([...hand, ...trick], 'hand and trick');
    return {cards: legalCards(hand, trick, trump, readings)};
  },

  judge_trick(params) {
    const leader = params.read('leader', readSeat);
    return judgeTrick(leader, params.read('cards', differentCards(4)), params.read('trump', readSuit));
  },

  find_cliques(params) {
    return {cliques: findCliques(params.read('hand', differentCards(8)))};
  },

  judge_cliques(params, {readings}) {
    return judgeCliques({
      first: params.read('first', readSeat),
      hands: params.read('hands', readHands),
      calls: params.read('calls', listOf(readCall)),
      ranks: params.read('ranks', listOf(readNaming)),
      shows: params.read('shows', listOf(readShowing)),
    }, readings);
  },

  replay_hand(params, {readings}) {
    return replayHand(readHandRecord(params), readings);
  },

  view_hand(params, {readings}) {
    const record = readHandRecord(params);
    return viewHand(record, params.read('seat', readSeat), readings);
  },

  score_match(params, {readings}) {
    return scoreMatch({
      target: params.has('target') ? params.read('target', wholeNumber(1)) : undefined,
      first_dealer: params.read('first_dealer', readSeat),
      hands: params.read('hands', listOf(readHandResult)),
    }, readings);
  },

  count_lines(params, {readings}) {
    const record = readHandRecord(params);
    const playsLeft = Math.max(0, 32 - record.events.filter((event) => 'card' in event).length);
    return countLines(record, params.read('depth', wholeNumber(0, playsLeft)), readings);
  },
}));

// ---------------------------------------------------------------------------------------------------------------------
// Requests and answers

/** @returns {Session} */
export function newSession() {
  return {readings: DEFAULT_READINGS};
}

/**
 * The answer to one line, or null if the line is blank.
 * @param {string} line
 * @param {Session} session
 */
export function answer(line, session) {
  if (/^[ \t\r\n]*$/.test(line)) return null;
  try {
    return answerMessage(parseJson(line), session);
  } catch (error) {
    if (error instanceof NoJson) return errorAnswer('null', -32700, error.message);
    return errorAnswer('null', -32603, `internal error: ${error}`);
  }
}

/** @param {{value: unknown, doubled: string | null}} message @param {Session} session */
function answerMessage({value: message, doubled}, session) {
  if (!(message instanceof Map)) return errorAnswer('null', -32600, 'no request: expected an object');
  const id = writeId(message.get('id'));
  if (id === null) return errorAnswer('null', -32600, 'id: expected a number or a string, once');
  if (message.get('jsonrpc') !== '2.0') return errorAnswer(id, -32600, "jsonrpc: expected '2.0'");
  const name = message.get('method');
  if (typeof name !== 'string') return errorAnswer(id, -32600, 'method: expected a string');
  const method = METHODS.get(name);
  if (!method) return errorAnswer(id, -32601, `method: '${shorten(name)}' is not offered`);
  try {
    if (doubled !== null) throw new Malformed(`the member '${shorten(doubled)}' is given twice`);
    return resultAnswer(id, method(new Members(message.get('params'), ''), session));
  } catch (error) {
    if (error instanceof Malformed) return errorAnswer(id, -32602, error.message);
    if (error instanceof Refused) return errorAnswer(id, 1, error.message, {reason: error.reason, event: error.event});
    return errorAnswer(id, -32603, `internal error: ${error}`);
  }
}

/** The `id` as it is written in the answer, or null if it is none. @param {unknown} id */
function writeId(id) {
  if (id instanceof NumberAsWritten) return id.text;
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : null;
}

/** @param {string} id @param {object} result */
function resultAnswer(id, result) {
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
}

/** @param {string} id @param {number} code @param {string} message @param {object} [data] */
function errorAnswer(id, code, message, data) {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({code, message, data})}}`;
}

// ---------------------------------------------------------------------------------------------------------------------
// The program

const UTF_8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

/** Answers the lines of standard input until it ends. @param {any} process */
async function main(process) {
  const session = newSession();
  const take = (/** @type {Uint8Array[]} */ pieces) => {
    const reply = answerBytes(pieces, session);
    if (reply !== null) process.stdout.write(`${reply}\n`);
  };
  process.stdout.on('error', () => process.exit(0)); // nobody listens any more
  /** @type {Uint8Array[]} the pieces of a line that has not ended yet */
  let pieces = [];
  for await (const chunk of process.stdin) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      take([...pieces, chunk.subarray(start, end)]);
      pieces = [];
      start = end + 1;
    }
    pieces.push(chunk.subarray(start));
  }
  take(pieces);
}

/** The answer to one line, given in pieces. @param {Uint8Array[]} pieces @param {Session} session */
function answerBytes(pieces, session) {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let start = 0;
  for (const piece of pieces) {
    bytes.set(piece, start);
    start += piece.length;
  }
  let line;
  try {
    line = UTF_8.decode(bytes);
  } catch {
    return errorAnswer('null', -32700, 'the line is no UTF-8');
  }
  return answer(line, session);
}

/** Whether this file is run as the main program of Node. @param {any} process */
async function isMain(process) {
  const script = process?.versions?.node && process.argv[1];
  if (!script) return false;
  const [fs, url] = ['node:fs', 'node:url'];
  const {realpathSync, existsSync} = await import(fs);
  const {fileURLToPath} = await import(url);
  return existsSync(script) && realpathSync(script) === realpathSync(fileURLToPath(import.meta.url));
}

const {process} = /** @type {any} */ (globalThis);
if (await isMain(process)) await main(process);
