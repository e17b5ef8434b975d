// @ts-check
/* The index of cases: narrows the list, and keeps what was asked in the address, so that it can be sent. */
window.FKSite.parts.filter = (/** @type {HTMLElement} */ element) => {
  const form = /** @type {HTMLFormElement} */ (element);
  const items = /** @type {HTMLLIElement[]} */ ([...document.querySelectorAll('.fk-index li')]);
  const output = /** @type {HTMLOutputElement} */ (form.querySelector('output'));
  const fields = /** @type {(HTMLSelectElement | HTMLInputElement)[]} */ ([...form.querySelectorAll('select, input')]);

  /** @param {HTMLLIElement} item */
  const fits = (item) => fields.every((field) => {
    if (!field.value) return true;
    if (field.name !== 'words') return item.dataset[field.name] === field.value;
    const text = `${item.textContent} ${item.dataset.clause} ${item.dataset.method}`.toLowerCase();
    return field.value.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  });

  const narrow = () => {
    let shown = 0;
    for (const item of items) {
      item.hidden = !fits(item);
      if (!item.hidden) shown += 1;
    }
    output.textContent = `${shown} / ${items.length}`;
  };

  const remember = () => {
    const asked = new URLSearchParams(fields.filter((field) => field.value).map((field) => [field.name, field.value]));
    history.replaceState(null, '', asked.size ? `?${asked}` : location.pathname);
  };

  const asked = new URLSearchParams(location.search);
  for (const field of fields) field.value = asked.get(field.name) ?? '';
  form.addEventListener('input', () => { narrow(); remember(); });
  form.addEventListener('submit', (event) => event.preventDefault());
  narrow();
};
