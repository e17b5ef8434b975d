// @ts-check
/* A hand at the table, ruled on by the engine that the suite tests: what has happened so far, and what may happen next. */

/** @typedef {{dealer: Seat, hands: Record<Seat, string[]>, turn_up: string}} Deal */

/** The engine at a table that plays by some readings. */
class Referee {
  /** @param {Record<string, string>} readings */
  constructor(readings = {}) {
    this.session = window.FortyKings.newSession();
    this.ask('initialize', {protocol: 1, suite: '1', readings});
  }

  /** What is answered: a result, or an error with its code and, for a refusal, its reason.
   * @param {string} method @param {any} params @returns {{result?: any, error?: any}} */
  ask(method, params) {
    return JSON.parse(window.FortyKings.answer(JSON.stringify({jsonrpc: '2.0', id: 1, method, params}), this.session));
  }
}

/** One hand, played event by event. */
class Table {
  /** @param {Deal} deal @param {Record<string, string>} readings */
  constructor(deal, readings = {}) {
    this.deal = deal;
    this.referee = new Referee(readings);
    /** @type {HandEvent[]} */
    this.events = [];
    this.stands = this.after([]).result;
  }

  /** @param {HandEvent[]} more */
  after(more) {
    return this.referee.ask('replay_hand', {...this.deal, events: [...this.events, ...more]});
  }

  /** Whether an event would be lawful now. @param {HandEvent} event */
  may(event) {
    return Boolean(this.after([event]).result);
  }

  /** Lets a lawful event happen. @param {HandEvent} event */
  happen(event) {
    const {result} = this.after([event]);
    if (!result) throw new Error(`not lawful: ${JSON.stringify(event)}`);
    this.events.push(event);
    this.stands = result;
  }

  get over() {
    return this.stands.turn === null;
  }

  /** Whether the seat whose turn it is has to name a rank or to give way. */
  get speaking() {
    return !this.over && this.stands.legal.length === 0;
  }

  /** The cards that a seat has left. @param {Seat} seat */
  left(seat) {
    const played = this.events.map((event) => event.card);
    return this.deal.hands[seat].filter((card) => !played.includes(card));
  }

  /** The cards on the table with who played them; of a trick that has just been taken the four that made it. */
  lying() {
    const plays = this.events.filter((event) => event.card);
    const number = this.stands.trick.length || Math.min(4, plays.length);
    return Object.fromEntries(plays.slice(plays.length - number).map((event) => [event.seat, event.card]));
  }

  /** What may be announced with a card now. @param {Seat} seat @param {string} card @returns {number[]} */
  announcements(seat, card) {
    return this.stands.tricks.length ? [] : [3, 4].filter((announce) => this.may({seat, card, announce}));
  }

  /** What whoever has to speak may say. @returns {HandEvent[]} */
  speeches() {
    const seat = this.stands.turn;
    /** @type {HandEvent[]} */
    const said = [...'KQJ'].map((rank) => ({seat, rank}));
    return [...said, {seat, good: /** @type {true} */ (true)}].filter((event) => this.may(event));
  }

  /** The cliques that a seat may show now. @param {Seat} seat @returns {HandEvent[]} */
  shows(seat) {
    return [...'KQJ']
      .map((rank) => ({seat, show: this.deal.hands[seat].filter((card) => card[0] === rank)}))
      .filter((event) => event.show.length >= 3 && this.may(event));
  }
}

/** The clauses by which an answer came about. @param {string} method @param {any} params @param {{result?: any, error?: any}} answer
 * @returns {string[]} */
function decidingClauses(method, params, answer) {
  if (answer.error) return answer.error.code === 1 ? [window.FK.reasons[answer.error.data.reason][0]] : [];
  const {result} = answer;
  switch (method) {
    case 'legal_cards': {
      const led = params.trick[0]?.[1];
      if (!led) return ['FK4.2'];
      return params.hand.some((/** @type {string} */ card) => card[1] === led) ? ['FK4.3', 'FK4.5', 'FK4.7'] : ['FK4.4', 'FK4.6'];
    }
    case 'judge_trick': {
      const trump = params.trump[0].toUpperCase();
      const trumped = params.cards.some((/** @type {string} */ card) => card[1] === trump);
      return [trumped ? 'FK4.9' : 'FK4.10', 'FK1.4', 'FK1.7'];
    }
    case 'judge_cliques':
      if (result.to_rank) return ['FK5.18', 'FK5.20'];
      if (result.to_show) return ['FK5.30', 'FK5.31'];
      if (!result.clique) return params.calls.length ? ['FK5.33', 'FK5.28'] : ['FK5.12'];
      return [...(params.ranks.length ? ['FK5.18', 'FK5.25'] : []), 'FK5.28', 'FK5.29', 'FK5.5'];
    case 'score_match': {
      const target = params.target ?? 150;
      const totals = /** @type {number[]} */ (Object.values(result.score));
      const reached = totals.filter((total) => total >= target).length;
      const how = reached === 1 ? ['FK6.10'] : reached === 2 ? [totals[0] === totals[1] ? 'FK6.12' : 'FK6.11'] : ['FK6.7'];
      return [...how, 'FK6.13', ...(result.next_dealer ? ['FK6.16'] : ['FK6.18'])];
    }
    default: return [];
  }
}

Object.assign(window, {Referee, Table, decidingClauses});
