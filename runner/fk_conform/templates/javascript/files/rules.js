// The rules, by the clauses of the specification: `fk-conform show FK1.4` has the text of one.

const SEATS = ['south', 'east', 'north', 'west']; // in the order of play: FK3.1
const SUITS = {spades: 'S', hearts: 'H', diamonds: 'D', clubs: 'C'}; // FK1.2
const RANKS = '789TAJQK'; // from low to high, in trumps too: FK1.4, FK1.5
const POINTS = {K: 5, Q: 4, J: 3}; // the others are worth nothing: FK1.7
const PACK = Object.values(SUITS).flatMap((letter) => [...RANKS].map((rank) => rank + letter)); // FK1.1

/** The request is no possible question. */
export class Malformed extends Error {}

/** Who wins a trick, and what it is worth: FK4.9, FK4.10, FK1.7. */
export function judgeTrick(params) {
  const leader = oneOf(SEATS, params, 'leader');
  const cards = cardsOf(params, 'cards', 4);
  const trump = SUITS[oneOf(Object.keys(SUITS), params, 'trump')];
  const led = cards[0][1];
  // A trump is above every card of the suit led, and that above all others; none of eight ranks is more than 7.
  const strength = ([rank, suit]) => (suit === trump ? 20 : suit === led ? 10 : 0) + RANKS.indexOf(rank);
  const strengths = cards.map(strength);
  const best = strengths.indexOf(Math.max(...strengths));
  return {
    winner: SEATS[(SEATS.indexOf(leader) + best) % 4],
    points: cards.reduce((points, [rank]) => points + (POINTS[rank] ?? 0), 0),
  };
}

export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of this name, one of these words. */
function oneOf(words, params, name) {
  const value = params[name];
  if (!words.includes(value)) throw new Malformed(`${name}: expected one of ${words.join(', ')}`);
  return value;
}

/** The member of this name, so many different cards. */
function cardsOf(params, name, number) {
  const cards = params[name];
  if (!Array.isArray(cards) || cards.length !== number) throw new Malformed(`${name}: expected a list of ${number} cards`);
  for (const card of cards) {
    if (!PACK.includes(card)) throw new Malformed(`${name}: ${JSON.stringify(card)} is no card`);
  }
  if (new Set(cards).size < number) throw new Malformed(`${name}: a card stands in it twice`);
  return cards;
}
