// @ts-check
/* The index of the search is by far the heaviest file of the site: it is fetched when somebody begins to search, and not
   with every page, as the theme would have it. */
(() => {
  const searching = new Promise((resolve) => {
    // Whoever comes from what was found, or with a search in the address, has begun.
    if (/[?&][hq]=/.test(location.search)) resolve(true);
    addEventListener('focusin', ({target}) => {
      if (target instanceof Element && target.closest('.md-search')) resolve(true);
    });
  });
  window.XMLHttpRequest = class extends XMLHttpRequest {
    late = false;

    /** @param {string} method @param {string | URL} url */
    open(method, url) {
      this.late = String(url).endsWith('search/search_index.json');
      super.open(method, url);
    }

    /** @param {XMLHttpRequestBodyInit | null} [body] */
    send(body) {
      if (this.late) searching.then(() => super.send(body));
      else super.send(body);
    }
  };
})();
