// @ts-check
/* What all parts of the site share: words, cards, the table, links to clauses. Each part registers itself under the name
   that stands in data-fk, and is started on every element that asks for it. */
(() => {
  const SEATS = /** @type {Seat[]} */ (['south', 'east', 'north', 'west']);
  const SUITS = 'SHDC';
  const RANKS = 'KQJAT987';
  const SVG = 'http://www.w3.org/2000/svg';
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;

  /** @type {Site} */
  const site = {
    parts: {},
    say: (name) => window.FK.words[name] ?? name,
    colon: window.FK.words.colon,
    // The root of this language, from where this script lies: the site may stand anywhere, even on a disk.
    root: () => here.slice(0, here.lastIndexOf('assets/')),
    element(tag, attributes = {}, ...children) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.append(...children);
      return element;
    },
    card(name, mark = '') {
      const svg = document.createElementNS(SVG, 'svg');
      svg.setAttribute('class', `fk-card fk-${name[1]}${mark && ` fk-${mark}`}`);
      svg.setAttribute('viewBox', '0 0 40 56');
      svg.setAttribute('role', 'img');
      const told = mark === 'lawful' || mark === 'turn-up' ? `, ${site.say(mark)}` : '';
      svg.setAttribute('aria-label', site.cardWords(name) + told);
      svg.innerHTML = '<rect width="39" height="55" x=".5" y=".5" rx="5"/>'
        + `<text x="20" y="25">${window.FK.signs[name[0]]}</text><use href="#fk-${name[1]}" x="11" y="31"/>`;
      return svg;
    },
    cardButton(name, act, mark = '', words = site.cardWords(name)) {
      const drawn = site.card(name, mark);
      drawn.setAttribute('aria-label', words);
      const button = /** @type {HTMLButtonElement} */ (site.element('button', {type: 'button', class: 'fk-play-card'}, drawn));
      button.addEventListener('click', act);
      return button;
    },
    cardWords(name) {
      const suit = Object.keys(window.FK.suits)[SUITS.indexOf(name[1])];
      return `${window.FK.ranks[name[0]]} ${window.FK.lang === 'fr' ? 'de' : 'of'} ${window.FK.suits[suit]}`;
    },
    cards(names, mark = () => '') {
      return site.element('span', {class: 'fk-cards'}, ...(names.length ? names.map((name) => site.card(name, mark(name))) : ['–']));
    },
    sorted: (names) => [...names].sort(
      (one, other) => SUITS.indexOf(one[1]) - SUITS.indexOf(other[1]) || RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]),
    ),
    table(seats, played, roles) {
      const middle = site.element('div', {class: 'fk-middle'});
      for (const seat of SEATS) {
        const name = played[seat];
        if (name) middle.append(site.element('span', {class: `fk-from-${seat}`}, site.card(name)));
      }
      const places = SEATS.map((seat) => {
        const role = roles[seat] ? `, ${roles[seat]}` : '';
        const name = site.element('span', {class: 'fk-name'}, window.FK.seats[seat] + role);
        return site.element('div', {class: `fk-seat fk-${seat}`}, name, ...(seats[seat] ? [/** @type {Node} */ (seats[seat])] : []));
      });
      return site.element('div', {class: 'fk-table'}, ...places, middle);
    },
    clause(name) {
      const [title, rule, address] = window.FK.clauses[name];
      const html = location.protocol === 'file:' ? address.replace('/#', '.html#') : address;
      return site.element('a', {href: site.root() + html, title: rule}, `${name} ${title}`);
    },
  };
  window.FKSite = site;

  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll('[data-fk]')) {
      const start = site.parts[/** @type {HTMLElement} */ (element).dataset.fk ?? ''];
      if (start) start(/** @type {HTMLElement} */ (element));
    }
  });
})();
