// @ts-check
/* The link to the other language leads to the same place of the page, and takes along what the address holds. */
(() => {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.fk-language'));
  // The address may change while the page is read; a middle button or a menu opens the link without a click.
  for (const event of ['pointerdown', 'click']) link?.addEventListener(event, () => { link.hash = location.hash; });
})();
