// The rules, by the clauses of the specification: `fk-conform show FK1.4` has the text of one.

const SEATS = ['south', 'east', 'north', 'west'] as const; // in the order of play: FK3.1
const SUITS = ['spades', 'hearts', 'diamonds', 'clubs'] as const; // FK1.2
const RANKS = ['7', '8', '9', 'T', 'A', 'J', 'Q', 'K'] as const; // from low to high, in trumps too: FK1.4, FK1.5
const POINTS: Partial<Record<Rank, number>> = {K: 5, Q: 4, J: 3}; // the others are worth nothing: FK1.7
// FK1.1
const PACK = new Map(SUITS.flatMap((suit) => RANKS.map((rank) => [nameOf(rank, suit), {rank, suit}] as const)));

export type Seat = (typeof SEATS)[number];
export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];
export type Card = {rank: Rank; suit: Suit};
export type Params = Record<string, unknown>;
export type Trick = {winner: Seat; points: number};

/** The request is no possible question. */
export class Malformed extends Error {}

/** Who wins a trick, and what it is worth: FK4.9, FK4.10, FK1.7. */
export function judgeTrick(params: Params): Trick {
  const leader = oneOf(SEATS, params, 'leader');
  const cards = cardsOf(params, 'cards', 4);
  const trump = oneOf(SUITS, params, 'trump');
  const led = cards[0]?.suit;
  // A trump is above every card of the suit led, and that above all others; none of eight ranks is more than 7.
  const strengths = cards.map(({rank, suit}) => (suit === trump ? 20 : suit === led ? 10 : 0) + RANKS.indexOf(rank));
  const best = strengths.indexOf(Math.max(...strengths));
  return {
    winner: seatAfter(leader, best),
    points: cards.reduce((points, {rank}) => points + (POINTS[rank] ?? 0), 0),
  };
}

export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The seat so many places further in the order of play: FK3.1. */
function seatAfter(seat: Seat, places: number): Seat {
  return SEATS[(SEATS.indexOf(seat) + places) % 4] ?? seat;
}

/** The name of a card: `KS` is the king of spades. */
function nameOf(rank: Rank, suit: Suit): string {
  return rank + suit.charAt(0).toUpperCase();
}

/** The member of this name, one of these words. */
function oneOf<Word>(words: readonly Word[], params: Params, name: string): Word {
  const word = words.find((each) => each === params[name]);
  if (word === undefined) throw new Malformed(`${name}: expected one of ${words.join(', ')}`);
  return word;
}

/** The member of this name, so many different cards. */
function cardsOf(params: Params, name: string, number: number): Card[] {
  const names = params[name];
  if (!Array.isArray(names) || names.length !== number) throw new Malformed(`${name}: expected a list of ${number} cards`);
  if (new Set(names).size < number) throw new Malformed(`${name}: a card stands in it twice`);
  return names.map((each) => {
    const card = PACK.get(each);
    if (card === undefined) throw new Malformed(`${name}: ${JSON.stringify(each)} is no card`);
    return card;
  });
}
