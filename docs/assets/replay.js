// @ts-check
/* A whole hand, event by event: buttons and arrow keys go through it; lawful cards are marked, and the clauses that
   decide are named. */
window.FKSite.parts.replay = (/** @type {HTMLElement} */ element) => {
  const site = window.FKSite;
  const SEATS = /** @type {Seat[]} */ (['south', 'east', 'north', 'west']);
  const hand = JSON.parse(element.dataset.hand ?? '{}');
  let at = 0;

  /** @param {string} label @param {string} sign @param {() => void} act */
  const button = (label, sign, act) => {
    const made = site.element('button', {type: 'button', class: 'md-button', 'aria-label': label, title: label}, sign);
    made.addEventListener('click', act);
    return made;
  };
  /** @param {number} place */
  const go = (place) => {
    at = Math.max(0, Math.min(hand.steps.length - 1, place));
    show();
  };

  const view = site.element('div');
  const happened = site.element('p', {class: 'fk-event', 'aria-live': 'polite'});
  const count = site.element('span', {class: 'fk-count'});
  const bar = site.element(
    'div', {class: 'fk-bar', role: 'toolbar', 'aria-label': site.say('step')},
    button(site.say('to-start'), '|◀', () => go(0)),
    button(site.say('back'), '◀', () => go(at - 1)),
    count,
    button(site.say('forward'), '▶', () => go(at + 1)),
    button(site.say('to-end'), '▶|', () => go(hand.steps.length - 1)),
  );
  element.tabIndex = 0;
  element.addEventListener('keydown', (event) => {
    /** @type {Record<string, number>} */
    const keys = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: hand.steps.length - 1};
    const to = keys[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });

  /** The cards that each seat has left, and those of the trick on the table by who played them. */
  const lying = () => {
    /** @type {Record<string, string[]>} */
    const left = {};
    for (const seat of SEATS) left[seat] = [...hand.hands[seat]];
    /** @type {[Seat, string][]} */
    const played = [];
    hand.steps.slice(1, at + 1).forEach((/** @type {any} */ step) => {
      if (step.refused || !step.event.card) return;
      left[step.event.seat] = left[step.event.seat].filter((card) => card !== step.event.card);
      played.push([step.event.seat, step.event.card]);
    });
    const stands = standing();
    // A trick that has just been taken still lies there, so that one sees what took it.
    const number = stands.trick.length || (played.length && hand.steps[at].event?.card ? 4 : 0);
    return {left, trick: Object.fromEntries(number ? played.slice(-number) : [])};
  };

  /** The last step that stands; what was refused has changed nothing. */
  const standing = () => hand.steps.slice(0, at + 1).filter((/** @type {any} */ step) => !step.refused).at(-1);

  /** @param {HandEvent | null} event */
  const told = (event) => {
    if (!event) return site.say('dealt');
    const who = window.FK.seats[event.seat];
    if (event.card) return `${who}${site.colon} ${site.cardWords(event.card)}${event.announce ? `, ${site.say('announces')} ${event.announce}` : ''}`;
    if (event.rank) return `${who}${site.colon} ${window.FK.ranks[event.rank]}`;
    if (event.good) return `${who}${site.colon} ${site.say('good')}`;
    return `${who} ${site.say('shows')} ${(event.show ?? []).map(site.cardWords).join(', ')}`;
  };

  const show = () => {
    const step = hand.steps[at];
    const stands = standing();
    const {left, trick} = lying();
    /** @type {Partial<Record<Seat, Node>>} */
    const seats = {};
    /** @type {Partial<Record<Seat, string>>} */
    const roles = {};
    for (const seat of SEATS) {
      const lawful = stands.turn === seat ? stands.legal : [];
      seats[seat] = site.cards(site.sorted(left[seat]), (card) => (lawful.includes(card) ? 'lawful' : ''));
      roles[seat] = [seat === hand.dealer ? site.say('dealer') : '', seat === stands.turn ? site.say('to-play') : '']
        .filter(Boolean).join(', ');
    }
    const clauses = site.element('ul', {class: 'fk-deciding'});
    for (const name of step.clauses) clauses.append(site.element('li', {}, site.clause(name)));
    const points = Object.entries(stands.points).map(([side, number]) => `${window.FK.sides[side]} ${number}`).join(' · ');
    const refused = step.refused ? ` – ${site.say('refused')}${site.colon} ${window.FK.reasons[step.refused][1]}` : '';
    view.replaceChildren(
      site.table(seats, trick, roles),
      site.element('p', {}, `${site.say('trump')}${site.colon} ${Object.values(window.FK.suits)['SHDC'.indexOf(hand.turn_up[1])]} · ${points}`),
      clauses,
    );
    happened.textContent = told(step.event) + refused;
    count.textContent = `${at} / ${hand.steps.length - 1}`;
  };

  element.replaceChildren(bar, happened, view);
  show();
};
