/* Starts what the page has: each part is marked with data-fk. */
