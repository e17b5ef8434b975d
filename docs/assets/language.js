// @ts-check
/* The link to the other language leads to the same place of the page, and takes along what the address holds. It is
   looked after from the head of the page, so that it does so however early it is followed. */
(() => {
  /** @param {Event} event */
  const takeAlong = ({target}) => {
    const link = target instanceof Element && target.closest('a.fk-language');
    // The address may change while the page is read.
    if (link instanceof HTMLAnchorElement) link.hash = location.hash;
  };
  // A middle button or a menu opens the link without a click.
  for (const event of ['pointerdown', 'click']) document.addEventListener(event, takeAlong);
})();
