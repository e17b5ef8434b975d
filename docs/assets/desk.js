// @ts-check
/* The desk: what is disputed is set up by clicking cards, and the engine that the suite tests rules on it. All that is set
   up stands in the address. */
window.FKSite.parts.desk = (/** @type {HTMLElement} */ element) => {
  const site = window.FKSite;
  const SEATS = /** @type {Seat[]} */ (['south', 'east', 'north', 'west']);
  const SIDES = ['north-south', 'east-west'];
  const PACK = /** @type {string[]} */ ([...window.FortyKings.PACK]);
  const QUESTIONS = ['legal_cards', 'judge_trick', 'judge_cliques', 'score_match'];
  const SOME = 5;
  const MOST_HANDS = 50;

  /** What has been set up; nothing else is remembered. */
  const empty = () => ({
    ask: 'legal_cards',
    trump: 'spades',
    leader: 'south',
    first: 'east',
    into: 'hand',
    hand: /** @type {string[]} */ ([]),
    trick: /** @type {string[]} */ ([]),
    south: /** @type {string[]} */ ([]),
    east: /** @type {string[]} */ ([]),
    north: /** @type {string[]} */ ([]),
    west: /** @type {string[]} */ ([]),
    calls: /** @type {Record<string, number>} */ ({}),
    ranks: /** @type {Record<string, string>} */ ({}),
    shows: /** @type {Record<string, string>} */ ({}),
    target: 150,
    dealer: 'south',
    hands: /** @type {{ns: number, ew: number, side: string, clique: number}[]} */ ([{ns: 0, ew: 0, side: '', clique: 0}]),
    readings: /** @type {Record<string, string>} */ ({}),
  });
  let state = empty();

  const areas = () => ({
    legal_cards: ['trick', 'hand'],
    judge_trick: ['trick'],
    judge_cliques: SEATS,
    score_match: [],
  }[state.ask] ?? []);

  /** @param {string} area @returns {string[]} */
  const held = (area) => /** @type {any} */ (state)[area];
  const most = (/** @type {string} */ area) => (area === 'trick' ? (state.ask === 'judge_trick' ? 4 : 3) : 8);
  const areaName = (/** @type {string} */ area) => window.FK.seats[area] ?? site.say(area);

  /** The question, as the protocol has it. */
  const params = () => {
    if (state.ask === 'legal_cards') return {hand: state.hand, trick: state.trick, trump: state.trump};
    if (state.ask === 'judge_trick') return {leader: state.leader, cards: state.trick, trump: state.trump};
    if (state.ask === 'judge_cliques') {
      const order = SEATS.map((_, steps) => SEATS[(SEATS.indexOf(/** @type {Seat} */ (state.first)) + steps) % 4]);
      const dealt = Object.fromEntries(SEATS.map((seat) => [seat, held(seat)]));
      return {
        first: state.first,
        hands: dealt,
        calls: order.filter((seat) => state.calls[seat]).map((seat) => ({seat, announce: state.calls[seat]})),
        ranks: order.filter((seat) => state.ranks[seat])
          .map((seat) => (state.ranks[seat] === 'good' ? {seat, good: true} : {seat, rank: state.ranks[seat]})),
        shows: order.filter((seat) => state.shows[seat])
          .map((seat) => ({seat, show: held(seat).filter((card) => card[0] === state.shows[seat])})),
      };
    }
    return {
      target: state.target,
      first_dealer: state.dealer,
      hands: state.hands.map((each) => ({
        points: {'north-south': each.ns, 'east-west': each.ew},
        clique: each.side ? {side: each.side, points: each.clique} : null,
      })),
    };
  };

  /** What is still missing before anything can be asked; nothing if all is there. */
  const missing = () => {
    if (state.ask === 'legal_cards' && !state.hand.length) return site.say('need-hand');
    if (state.ask === 'judge_trick' && state.trick.length < 4) return site.say('need-trick');
    if (state.ask === 'judge_cliques' && SEATS.some((seat) => held(seat).length < 8)) return site.say('need-hands');
    return '';
  };

  /** @param {number} number */
  const pointsOf = (number) => `${number} ${site.say('points').toLowerCase()}`;

  /** The answer in one sentence. @param {{result?: any, error?: any}} answer @returns {(Node | string)[]} */
  const sentence = (answer) => {
    const {result, error} = answer;
    if (error && error.code === 1) return [`${site.say('refused')}${site.colon} ${window.FK.reasons[error.data.reason][1]} (${error.data.reason})`];
    if (error) return [`${site.say('impossible')}${site.colon} ${error.message}`];
    if (state.ask === 'legal_cards') return [`${site.say('may-be-played')}${site.colon} `, site.cards(site.sorted(result.cards))];
    if (state.ask === 'judge_trick') return [`${window.FK.seats[result.winner]} ${site.say('takes-it')}${site.colon} ${pointsOf(result.points)}`];
    if (state.ask === 'judge_cliques') {
      if (result.to_rank) return [`${window.FK.seats[result.to_rank]}${site.colon} ${site.say('names-now')}`];
      if (result.to_show) return [`${window.FK.seats[result.to_show]}${site.colon} ${site.say('shows-now')}`];
      if (!result.clique) return [site.say('no-clique')];
      const {seat, rank, size, points} = result.clique;
      return [`${window.FK.seats[seat]}${site.colon} ${size} × ${window.FK.ranks[rank]}, ${pointsOf(points)}`];
    }
    const score = SIDES.map((side) => `${window.FK.sides[side]} ${result.score[side]}`).join(' · ');
    const won = result.winner ? `${site.say('winner')}${site.colon} ${window.FK.sides[result.winner] ?? site.say('drawn')}` : site.say('nobody-yet');
    const next = result.next_dealer ? ` · ${site.say('dealer')}${site.colon} ${window.FK.seats[result.next_dealer]}` : '';
    return [`${won}. ${score}${next}`];
  };

  /** Some cases of a clause: first those with the same reason, then those of the same question. @param {string} clause @param {string} reason */
  const casesOf = (clause, reason) => Object.entries(window.FK.cases)
    .filter(([id]) => id.slice(0, id.indexOf('c')) === clause)
    .map(([id, [title, method, refused]]) => ({id, title, near: (reason && reason === refused ? 2 : 0) + (method === state.ask ? 1 : 0)}))
    .sort((one, other) => other.near - one.near)
    .slice(0, SOME);

  /** The ruling, with all that it rests on. */
  const ruling = () => {
    const lacking = missing();
    if (lacking) return site.element('p', {}, lacking);
    const asked = params();
    const answer = new Referee(state.readings).ask(state.ask, asked);
    const clauses = decidingClauses(state.ask, asked, answer);
    const box = site.element('div', {}, site.element('p', {class: 'fk-ruling'}, ...sentence(answer)));
    if (clauses.length) {
      const list = site.element('ul');
      for (const name of clauses) {
        const [, rule, , basis] = window.FK.clauses[name];
        list.append(site.element('li', {}, site.clause(name), ` – ${rule} (${site.say(basis).split(':')[0].trim()})`));
      }
      box.append(list);
    }
    const others = elsewhere(asked, answer);
    if (others) box.append(site.element('p', {}, site.element('strong', {}, site.say('elsewhere'))), others);
    const cases = casesOf(clauses[0], answer.error?.data?.reason ?? '');
    if (cases.length) {
      const list = site.element('ul');
      for (const {id, title} of cases) {
        const address = `${site.root()}cases/${id}${location.protocol === 'file:' ? '.html' : '/'}`;
        list.append(site.element('li', {}, site.element('a', {href: address}, id), ` ${title}`));
      }
      box.append(site.element('p', {}, site.element('strong', {}, site.say('cases-of-clause'))), list);
    }
    return box;
  };

  /** Where another reading gives another answer. @param {any} asked @param {{result?: any, error?: any}} answer */
  const elsewhere = (asked, answer) => {
    const list = site.element('ul');
    for (const [name, alternatives] of Object.entries(window.FK.readings)) {
      for (const alternative of alternatives) {
        if (alternative === (state.readings[name] ?? alternatives[0])) continue;
        const other = new Referee({...state.readings, [name]: alternative}).ask(state.ask, asked);
        if (JSON.stringify(told(other)) !== JSON.stringify(told(answer))) {
          list.append(site.element('li', {}, site.element('code', {}, `${name}: ${alternative}`), ` ${window.FK.questions[name]} `, ...sentence(other)));
        }
      }
    }
    return list.children.length ? list : null;
  };

  /** An answer without its number and message, cards in one order. @param {{result?: any, error?: any}} answer */
  const told = ({result, error}) => (error ? [error.code, error.data ?? null] : {...result, ...(result.cards ? {cards: site.sorted(result.cards)} : {})});

  // Setting up

  /** @param {string} label @param {string} value @param {[string, string][]} options @param {(value: string) => void} choose */
  const select = (label, value, options, choose) => {
    const made = /** @type {HTMLSelectElement} */ (site.element('select'));
    for (const [name, text] of options) made.append(site.element('option', {value: name, ...(name === value ? {selected: ''} : {})}, text));
    made.addEventListener('change', () => { choose(made.value); changed(); });
    return site.element('label', {}, label, made);
  };

  /** @param {string} label @param {number} value @param {(value: number) => void} choose */
  const number = (label, value, choose) => {
    const made = /** @type {HTMLInputElement} */ (site.element('input', {type: 'number', min: '0', step: '1', value: String(value)}));
    // What is being typed stays as it is; only the ruling follows.
    made.addEventListener('input', () => { choose(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(Number(made.value) || 0)))); remember(); rule(); });
    return site.element('label', {}, label, made);
  };

  /** @param {string} text @param {() => void} act */
  const button = (text, act) => {
    const made = site.element('button', {type: 'button', class: 'md-button'}, text);
    made.addEventListener('click', act);
    return made;
  };

  const seatOptions = () => /** @type {[string, string][]} */ (SEATS.map((seat) => [seat, window.FK.seats[seat]]));

  /** A place for cards; a card in it is taken away by clicking. @param {string} area */
  const place = (area) => {
    const row = site.element('span', {class: 'fk-cards'});
    const shown = area === 'trick' ? held(area) : site.sorted(held(area));
    for (const card of shown) {
      const away = () => { held(area).splice(held(area).indexOf(card), 1); changed(); };
      row.append(site.cardButton(card, away, '', `${site.say('take-away')}${site.colon} ${site.cardWords(card)}`));
    }
    const input = site.element('input', {type: 'radio', name: 'fk-into', value: area, ...(state.into === area ? {checked: ''} : {})});
    input.addEventListener('change', () => { state.into = area; changed(); });
    return site.element('div', {class: 'fk-place'}, site.element('label', {}, input, ` ${areaName(area)} (${held(area).length})`), row);
  };

  /** The pack: a card that lies nowhere yet goes where the next cards go. */
  const pack = () => {
    const used = areas().flatMap((area) => held(area));
    const box = site.element('div', {class: 'fk-pack', role: 'group', 'aria-label': site.say('pack')});
    for (const card of PACK) {
      const made = site.cardButton(card, () => { held(state.into).push(card); changed(); });
      made.disabled = used.includes(card) || held(state.into).length >= most(state.into);
      box.append(made);
    }
    return box;
  };

  const setUp = () => {
    const form = site.element('div', {class: 'fk-filter'});
    const suits = /** @type {[string, string][]} */ (Object.entries(window.FK.suits));
    if (state.ask === 'legal_cards' || state.ask === 'judge_trick') {
      form.append(select(site.say('trump'), state.trump, suits, (value) => { state.trump = value; }));
    }
    if (state.ask === 'judge_trick') form.append(select(site.say('leader'), state.leader, seatOptions(), (value) => { state.leader = value; }));
    if (state.ask === 'judge_cliques') {
      form.append(select(site.say('first-to-play'), state.first, seatOptions(), (value) => { state.first = value; }));
      form.append(button(site.say('deal-rest'), dealRest));
      for (const seat of SEATS) form.append(spoken(seat));
    }
    if (state.ask === 'score_match') {
      form.append(number(site.say('target'), state.target, (value) => { state.target = Math.max(1, value); }));
      form.append(select(site.say('first-dealer'), state.dealer, seatOptions(), (value) => { state.dealer = value; }));
      state.hands.forEach((each, row) => form.append(played(each, row)));
      if (state.hands.length < MOST_HANDS) {
        form.append(button(site.say('one-more'), () => { state.hands.push({ns: 0, ew: 0, side: '', clique: 0}); changed(); }));
      }
    }
    return form;
  };

  /** What a seat has said and shown. @param {Seat} seat */
  const spoken = (seat) => {
    const none = /** @type {[string, string]} */ (['', '–']);
    const ranks = /** @type {[string, string][]} */ ([...'KQJ'].map((rank) => [rank, window.FK.ranks[rank]]));
    const field = site.element('fieldset', {}, site.element('legend', {}, window.FK.seats[seat]));
    field.append(
      select(site.say('announces'), String(state.calls[seat] ?? ''), [none, ['3', '3'], ['4', '4']], (value) => { state.calls[seat] = Number(value); }),
      select(site.say('names'), state.ranks[seat] ?? '', [none, ...ranks, ['good', site.say('good')]], (value) => { state.ranks[seat] = value; }),
      select(site.say('shows'), state.shows[seat] ?? '', [none, ...ranks], (value) => { state.shows[seat] = value; }),
    );
    return field;
  };

  /** A hand of a game. @param {{ns: number, ew: number, side: string, clique: number}} each @param {number} row */
  const played = (each, row) => {
    const sides = /** @type {[string, string][]} */ ([['', '–'], ...SIDES.map((side) => [side, window.FK.sides[side]])]);
    const field = site.element('fieldset', {}, site.element('legend', {}, `${site.say('deal-no')} ${row + 1}`));
    field.append(
      number(window.FK.sides['north-south'], each.ns, (value) => { each.ns = value; }),
      number(window.FK.sides['east-west'], each.ew, (value) => { each.ew = value; }),
      select(site.say('clique'), each.side, sides, (value) => { each.side = value; }),
      number(site.say('points'), each.clique, (value) => { each.clique = value; }),
      button(site.say('take-away'), () => { state.hands.splice(row, 1); changed(); }),
    );
    return field;
  };

  /** Gives the cards that nobody has yet to those who have too few. */
  const dealRest = () => {
    const rest = PACK.filter((card) => !SEATS.some((seat) => held(seat).includes(card)));
    for (const seat of SEATS) while (held(seat).length < 8 && rest.length) held(seat).push(/** @type {string} */ (rest.shift()));
    changed();
  };

  /** Takes the hands from a deal line, as `forty-kings deal` prints it; says what is wrong with it. @param {string} line */
  const paste = (line) => {
    const wrong = (/** @type {string} */ what, /** @type {string | number} */ where) => `${site.say(what)}${site.colon} ${where}`;
    const [first, hands] = line.trim().split(/:(.*)/s);
    if (!SEATS.includes(/** @type {Seat} */ (first))) return site.say('no-deal-line');
    const parts = (hands ?? '').trim().split(/\s+/).filter(Boolean);
    if (parts.length < 4) return wrong('not-four-hands', parts.length);
    const told = parts.slice(0, 4);
    const odd = told.find((hand) => !/^[KQJAT987]*(\.[KQJAT987]*){3}$/.test(hand));
    if (odd) return wrong('no-hand', odd);
    const dealt = told.map((hand) => hand.split('.').flatMap((ranks, suit) => [...ranks].map((rank) => rank + 'SHDC'[suit])));
    const uneven = told.find((_, place) => dealt[place].length !== 8);
    if (uneven) return wrong('not-eight-cards', uneven);
    const all = dealt.flat();
    const twice = all.find((card, place) => all.indexOf(card) !== place);
    if (twice) return wrong('card-twice', site.cardWords(twice));
    SEATS.forEach((_, steps) => {
      const seat = SEATS[(SEATS.indexOf(/** @type {Seat} */ (first)) + steps) % 4];
      /** @type {any} */ (state)[seat] = dealt[steps];
    });
    state.first = first;
    state.ask = 'judge_cliques';
    changed();
    return '';
  };

  const readings = () => {
    const box = site.element('details', {}, site.element('summary', {}, site.say('readings')));
    const form = site.element('div', {class: 'fk-filter'});
    for (const [name, alternatives] of Object.entries(window.FK.readings)) {
      const options = /** @type {[string, string][]} */ (alternatives.map((each) => [each, each]));
      form.append(select(`${name}${site.colon} ${window.FK.questions[name]}`, state.readings[name] ?? alternatives[0], options, (value) => { state.readings[name] = value; }));
    }
    box.append(form);
    if (Object.keys(state.readings).length) box.setAttribute('open', '');
    return box;
  };

  const pasting = () => {
    const input = /** @type {HTMLInputElement} */ (site.element('input', {type: 'text', placeholder: 'south:K98.A.QT.J7 …'}));
    const said = site.element('output');
    const take = () => { said.textContent = paste(input.value); };
    const go = button(site.say('take-over'), take);
    input.addEventListener('keydown', ({key}) => { if (key === 'Enter') take(); });
    return site.element('div', {class: 'fk-filter'}, site.element('label', {}, site.say('deal-line'), input), go, said);
  };

  const copying = () => {
    const said = site.element('output');
    const copy = async () => {
      remember();
      try {
        await navigator.clipboard.writeText(location.href);
        said.textContent = site.say('copied');
      } catch {
        said.textContent = site.say('not-copied');
      }
    };
    return [button(site.say('copy-address'), copy), said];
  };

  /** Shows what is set up, and writes it into the address. */
  const changed = () => {
    if (areas().length && !areas().includes(state.into)) state.into = areas()[0];
    remember();
    show();
  };

  const remember = () => {
    history.replaceState(null, '', `#${encodeURIComponent(JSON.stringify(state))}`);
    note.textContent = '';
  };
  const rule = () => result.replaceChildren(ruling());

  const CONTROLS = 'button, select, input, summary';
  const note = site.element('div', {role: 'alert'});
  const board = site.element('div', {class: 'fk-board'});
  const result = site.element('div', {class: 'fk-result', 'aria-live': 'polite'});

  /** What a control is called, with the group that it is in. @param {Element} control */
  const nameOf = (control) => {
    const told = control.querySelector('svg')?.getAttribute('aria-label') ?? (control.closest('label') ?? control).textContent;
    return `${control.closest('fieldset')?.querySelector('legend')?.textContent}/${told}`;
  };

  /** Goes back to the control of a name: what has been clicked is made anew, and whoever goes by keyboard stays where they
   * were; after a card that cannot be clicked again, at the next that can. @param {string} name */
  const goBackTo = (name) => {
    const controls = /** @type {HTMLButtonElement[]} */ ([...board.querySelectorAll(CONTROLS)]);
    const control = controls.find((each) => nameOf(each) === name);
    const next = control ? controls.slice(controls.indexOf(control)).find((each) => !each.disabled) : null;
    (next ?? /** @type {HTMLElement | null} */ (board.querySelector('input:checked') ?? board.querySelector('select')))?.focus();
  };

  const show = () => {
    const focus = document.activeElement;
    const name = focus?.matches(CONTROLS) && board.contains(focus) ? nameOf(focus) : '';
    const questions = QUESTIONS.map((method) => /** @type {[string, string]} */ ([method, site.say(`ask-${method}`)]));
    const bar = site.element(
      'div', {class: 'fk-filter'},
      select(site.say('question'), state.ask, questions, (value) => { state.ask = value; }),
      button(site.say('clear'), () => { state = {...empty(), ask: state.ask}; changed(); }),
      ...copying(),
    );
    const cards = areas().length ? [...areas().map(place), pack()] : [];
    board.replaceChildren(bar, setUp(), ...cards, pasting(), readings());
    rule();
    if (name) goBackTo(name);
  };

  /** What somebody else has set up, as far as it is something that can be set up here; an address may hold anything.
   * @param {any} sent */
  const cleaned = (sent) => {
    const clean = /** @type {any} */ (empty());
    /** @param {any} into @param {any} from @param {string} name @param {any[]} allowed */
    const take = (into, from, name, allowed) => { if (allowed.includes(from?.[name])) into[name] = from[name]; };
    const natural = (/** @type {any} */ value) => (Number.isSafeInteger(value) && value >= 0 ? value : 0);
    take(clean, sent, 'ask', QUESTIONS);
    take(clean, sent, 'trump', Object.keys(window.FK.suits));
    for (const name of ['leader', 'first', 'dealer']) take(clean, sent, name, SEATS);
    for (const area of ['hand', 'trick', ...SEATS]) {
      take(clean, sent, 'into', [area]);
      const cards = Array.isArray(sent?.[area]) ? sent[area].filter((/** @type {any} */ card) => PACK.includes(card)) : [];
      clean[area] = [...new Set(cards)].slice(0, area === 'trick' ? 4 : 8);
    }
    for (const seat of SEATS) {
      take(clean.calls, sent?.calls, seat, [0, 3, 4]);
      take(clean.ranks, sent?.ranks, seat, ['', ...'KQJ', 'good']);
      take(clean.shows, sent?.shows, seat, ['', ...'KQJ']);
    }
    for (const [name, alternatives] of Object.entries(window.FK.readings)) take(clean.readings, sent?.readings, name, alternatives);
    clean.target = natural(sent?.target) || clean.target;
    if (Array.isArray(sent?.hands)) {
      clean.hands = sent.hands.slice(0, MOST_HANDS).map((/** @type {any} */ each) => ({
        ns: natural(each?.ns), ew: natural(each?.ew), side: SIDES.includes(each?.side) ? each.side : '', clique: natural(each?.clique),
      }));
    }
    return clean;
  };

  /** Whether all that was sent is in what could be made of it. @param {any} sent @param {any} clean @returns {boolean} */
  const kept = (sent, clean) => (sent === null || typeof sent !== 'object'
    ? sent === clean
    : Object.keys(sent).every((name) => Object.hasOwn(Object(clean), name) && kept(sent[name], clean[name])));

  /** Takes what is in the address. A part of what was sent might be ruled on as if it were all: then nothing is taken. */
  const restore = () => {
    const hash = location.hash.slice(1);
    // A link to a place of the page sends nothing, and takes nothing away.
    if (hash && document.getElementById(hash)) {
      remember();
      return;
    }
    state = empty();
    note.textContent = '';
    try {
      const sent = JSON.parse(decodeURIComponent(hash) || '{}');
      const clean = cleaned(sent);
      if (!kept(sent, clean)) throw new Error('not all of it can be set up here');
      state = clean;
    } catch {
      note.textContent = site.say('damaged');
    }
  };

  addEventListener('hashchange', () => { restore(); show(); });
  element.replaceChildren(note, board, result);
  restore();
  if (areas().length && !areas().includes(state.into)) state.into = areas()[0];
  show();
};
