// @ts-check
/* What the theme leaves to be mended for those who do not see the page or do not point at it; found by axe. */
(() => {
  /** @param {string} selector @param {string} name @param {(element: Element) => string | null | undefined} value */
  const set = (selector, name, value) => {
    for (const element of document.querySelectorAll(selector)) element.setAttribute(name, value(element) ?? '');
  };
  const mend = () => {
    set('.md-search[role=dialog]', 'aria-label', () => document.querySelector('.md-search__input')?.getAttribute('aria-label'));
    // A list of pages is named by the arrow that unfolds it, which has no words of its own.
    for (const list of document.querySelectorAll('.md-nav__container + .md-nav[aria-labelledby]')) {
      list.setAttribute('aria-label', list.previousElementSibling?.textContent?.trim() ?? '');
      list.removeAttribute('aria-labelledby');
    }
    // The buttons of a block of code are no landmark.
    set('.md-code__nav:not([role])', 'role', () => 'none');
    set('.md-typeset__scrollwrap:not([tabindex])', 'tabindex', (wrap) => (wrap.scrollWidth > wrap.clientWidth ? '0' : '-1'));
  };
  mend();
  new MutationObserver(mend).observe(document.body, {childList: true, subtree: true});
})();
