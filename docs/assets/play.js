// @ts-check
/* A table to learn the game at: the reader sits south, and three players who keep the rules play the others. */
window.FKSite.parts.play = (/** @type {HTMLElement} */ element) => {
  const site = window.FKSite;
  const SEATS = /** @type {Seat[]} */ (['south', 'east', 'north', 'west']);
  const RANKS = 'KQJAT987';
  const VALUE = /** @type {Record<string, number>} */ ({K: 5, Q: 4, J: 3});
  const PAUSE = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 700;

  let dealer = /** @type {Seat} */ ('south');
  /** @type {any[]} */
  let hands = [];
  /** @type {Table} */
  let table;
  /** @type {number | undefined} */
  let timer;
  /** @type {string[]} */
  let log = [];

  const view = site.element('div', {tabindex: '-1'});
  const said = site.element('p', {class: 'fk-said', 'aria-live': 'polite'});

  const random = (/** @type {number} */ below) => Math.floor(Math.random() * below);

  const newDeal = () => {
    const pack = [...window.FortyKings.PACK];
    for (let place = pack.length - 1; place > 0; place -= 1) {
      const other = random(place + 1);
      [pack[place], pack[other]] = [pack[other], pack[place]];
    }
    const dealt = /** @type {Record<Seat, string[]>} */ ({});
    SEATS.forEach((seat, place) => { dealt[seat] = site.sorted(pack.slice(8 * place, 8 * place + 8)); });
    table = new Table({dealer, hands: dealt, turn_up: dealt[dealer][random(8)]});
    log = [];
    goOn();
  };

  /** How high a card is in this trick; 0 if it cannot win. @param {string} card @param {string} led */
  const strength = (card, led) => {
    const trump = table.deal.turn_up[1];
    if (card[1] !== trump && card[1] !== led) return 0;
    return (card[1] === trump ? 20 : 1) + RANKS.length - RANKS.indexOf(card[0]);
  };

  /** A card that one might play: the cheapest that wins, points on a partner's trick, or else what costs least.
   * @param {Seat} seat */
  const choose = (seat) => {
    const lawful = /** @type {string[]} */ ([...table.stands.legal]);
    const cheap = (/** @type {string[]} */ cards) => [...cards].sort(
      (one, other) => (VALUE[one[0]] ?? 0) - (VALUE[other[0]] ?? 0) || RANKS.indexOf(other[0]) - RANKS.indexOf(one[0]),
    );
    const trick = /** @type {string[]} */ (table.stands.trick);
    if (!trick.length) {
      const kings = lawful.filter((card) => card[0] === 'K' && card[1] !== table.deal.turn_up[1]);
      return kings[0] ?? cheap(lawful)[0];
    }
    const led = trick[0][1];
    const best = trick.reduce((one, other) => (strength(other, led) > strength(one, led) ? other : one));
    const partnersIsBest = (trick.length - trick.indexOf(best)) % 2 === 0;
    if (partnersIsBest && trick.length === 3) return cheap(lawful)[lawful.length - 1];
    const winning = lawful.filter((card) => strength(card, led) > strength(best, led));
    if (winning.length && !partnersIsBest) return cheap(winning)[0];
    return cheap(lawful)[0];
  };

  /** What the seat whose turn it is does, if it is not the reader's. @param {Seat} seat @returns {HandEvent} */
  const act = (seat) => {
    if (table.speaking) {
      const said = table.speeches();
      const highest = said.find((event) => event.rank) ?? said[0];
      const better = table.events.some((event) => event.rank && highest.rank && 'KQJ'.indexOf(event.rank) < 'KQJ'.indexOf(highest.rank));
      return better ? said.find((event) => event.good) ?? highest : highest;
    }
    const card = choose(seat);
    const announce = table.announcements(seat, card).at(-1);
    return announce ? {seat, card, announce} : {seat, card};
  };

  /** @param {HandEvent} event */
  const tell = (event) => {
    const who = window.FK.seats[event.seat];
    if (event.announce) log.push(`${who}${site.colon} ${site.say(event.announce === 3 ? 'three-cards' : 'four-cards')}`);
    if (event.rank) log.push(`${who}${site.colon} ${window.FK.ranks[event.rank]}`);
    if (event.good) log.push(`${who}${site.colon} ${site.say('good')}`);
    if (event.show) log.push(`${who} ${site.say('shows')} ${event.show.map(site.cardWords).join(', ')}`);
  };

  /** @param {HandEvent} event */
  const happen = (event) => {
    table.happen(event);
    tell(event);
    goOn();
  };

  /** Goes on until the reader has something to decide. */
  const goOn = () => {
    clearTimeout(timer);
    show();
    if (table.over) return;
    const shower = /** @type {Seat | null} */ (table.stands.to_show);
    if (shower && shower !== 'south') {
      const [event] = table.shows(shower);
      if (event) timer = setTimeout(() => happen(event), PAUSE);
      return;
    }
    if (shower === 'south' && table.shows('south').length) return;
    if (table.stands.turn !== 'south') timer = setTimeout(() => happen(act(table.stands.turn)), PAUSE);
  };

  /** @param {string} text @param {() => void} act @param {string} kind */
  const button = (text, act, kind = '') => {
    const made = site.element('button', {type: 'button', class: `md-button ${kind}`}, text);
    made.addEventListener('click', act);
    return made;
  };

  /** The reader's cards; what may be played can be clicked. */
  const ownHand = () => {
    const mine = table.stands.turn === 'south' && !table.speaking ? table.stands.legal : [];
    const row = site.element('span', {class: 'fk-cards'});
    for (const card of table.left('south')) {
      if (!mine.includes(card)) {
        row.append(site.card(card, card === table.deal.turn_up && dealer === 'south' ? 'turn-up' : ''));
        continue;
      }
      row.append(site.cardButton(card, () => {
        const chosen = /** @type {HTMLInputElement | null} */ (element.querySelector('input[name=announce]:checked'));
        const announce = Number(chosen?.value ?? 0);
        const event = /** @type {HandEvent} */ (announce ? {seat: 'south', card, announce} : {seat: 'south', card});
        happen(event);
      }, 'lawful'));
    }
    return row;
  };

  /** What the reader may say or show now. */
  const choices = () => {
    const bar = site.element('div', {class: 'fk-bar'});
    if (table.over) {
      const won = hands.length && game().result.winner;
      bar.append(won ? button(site.say('new-game'), newGame, 'md-button--primary') : button(site.say('next-hand'), nextHand, 'md-button--primary'));
      return bar;
    }
    if (table.stands.to_show === 'south') {
      for (const event of table.shows('south')) {
        bar.append(button(`${site.say('show')}${site.colon} ${(event.show ?? []).map(site.cardWords).join(', ')}`, () => happen(event)));
      }
    }
    if (table.stands.turn !== 'south') return bar;
    if (table.speaking) {
      for (const event of table.speeches()) {
        bar.append(button(event.rank ? window.FK.ranks[event.rank] : site.say('good'), () => happen(event)));
      }
      return bar;
    }
    const numbers = table.announcements('south', table.stands.legal[0]);
    if (numbers.length) {
      const field = site.element('fieldset', {class: 'fk-announce'}, site.element('legend', {}, site.say('announce')));
      for (const number of [0, ...numbers]) {
        const text = site.say(number === 0 ? 'silent-clique' : number === 3 ? 'three-cards' : 'four-cards');
        const input = site.element('input', {type: 'radio', name: 'announce', value: String(number), ...(number ? {} : {checked: ''})});
        field.append(site.element('label', {}, input, text));
      }
      bar.append(field);
    }
    return bar;
  };

  const nextHand = () => {
    const {clique, points} = table.stands;
    hands.push({points, clique: clique ? {side: clique.seat === 'south' || clique.seat === 'north' ? 'north-south' : 'east-west', points: clique.points} : null});
    const {result} = game();
    if (result.winner) {
      show();
      return;
    }
    dealer = result.next_dealer;
    newDeal();
  };

  const newGame = () => {
    hands = [];
    dealer = 'south';
    newDeal();
  };

  const game = () => new Referee().ask('score_match', {target: 150, first_dealer: 'south', hands});

  const show = () => {
    /** @type {Partial<Record<Seat, Node>>} */
    const seats = {};
    /** @type {Partial<Record<Seat, string>>} */
    const roles = {};
    for (const seat of SEATS) {
      const hidden = site.element('span', {class: 'fk-backs'}, `${table.left(seat).length} ${site.say('cards-left')}`);
      if (seat === dealer && table.stands.turn_up_exposed && seat !== 'south') hidden.append(site.card(table.deal.turn_up, 'turn-up'));
      seats[seat] = seat === 'south' ? ownHand() : hidden;
      roles[seat] = [seat === dealer ? site.say('dealer') : '', seat === table.stands.turn ? site.say('to-play') : ''].filter(Boolean).join(', ');
    }
    const {score, winner} = hands.length ? game().result : {score: {'north-south': 0, 'east-west': 0}, winner: null};
    const told = (/** @type {Record<string, number>} */ points) => Object.entries(points)
      .map(([side, number]) => `${window.FK.sides[side]} ${number}`).join(' · ');
    const trump = Object.values(window.FK.suits)['SHDC'.indexOf(table.deal.turn_up[1])];
    const hadFocus = view.contains(document.activeElement);
    said.textContent = log.join(' · ');
    view.replaceChildren(
      site.element('p', {}, `${site.say('trump')}${site.colon} ${trump}. ${site.say('this-hand')}${site.colon} ${told(table.stands.points)}. ${site.say('game')}${site.colon} ${told(score)}.`),
      site.table(seats, table.lying(), roles),
      choices(),
      ...(table.over ? [site.element('p', {}, `${site.say('hand-over')}${site.colon} ${told(table.stands.points)}`)] : []),
      ...(winner ? [site.element('p', {}, `${site.say('winner')}${site.colon} ${window.FK.sides[winner] ?? winner}`)] : []),
    );
    // What has been pressed is made anew; whoever goes by keyboard stays at the table, at what can be done next.
    if (hadFocus) (view.querySelector('button') ?? view).focus({preventScroll: true});
  };

  element.replaceChildren(view, said);
  newDeal();
};
