// Makes stops of Tab fewer, once it is pressed. The controls of an example, the links of
// some lists, and the numbers and notes of a paragraph are one.
'use strict';

(() => {
  /**
   * Makes controls that stand together one stop of Tab, as radios are: arrows lead from
   * it to the others, and Tab comes back to the one that was left.
   * @param {Element} place
   * @param {string} selector
   */
  function joinStops(place, selector) {
    const all = () => /** @type {HTMLElement[]} */ ([...place.querySelectorAll(selector)]);
    const inSight = () => all().filter((one) => one.checkVisibility());
    /** @type {HTMLElement | undefined} */
    let stop;
    const stopAt = (/** @type {HTMLElement | undefined} */ own) => {
      stop = own;
      for (const one of all()) one.tabIndex = one === own ? 0 : -1;
    };
    stopAt(all().find((one) => one.ariaCurrent) ?? all()[0]);
    place.addEventListener('focusin', (event) => {
      const own = all().find((one) => one === event.target);
      if (own) stopAt(own);
    });
    place.addEventListener('keydown', (given) => {
      const event = /** @type {KeyboardEvent} */ (given);
      if (event.target !== stop || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!way || (stop instanceof HTMLSelectElement && /Up|Down/.test(event.key))) return; // it takes these itself
      const seen = inSight();
      const next = seen[seen.indexOf(/** @type {HTMLElement} */ (stop)) + way];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
    // The one that was left may have been folded away.
    place.addEventListener('toggle', () => {
      const seen = inSight();
      if (stop && seen[0] && !seen.includes(stop)) stopAt(seen[0]);
    }, true);
  }

  for (const block of document.querySelectorAll('.example:has(.bar a)')) joinStops(block, 'a[href], button, select, summary');
  for (const list of document.querySelectorAll('.tree, .about > p, .footnotes li')) joinStops(list, 'a');
  for (const text of document.querySelectorAll('.guide :is(p, li:not(:has(p)), table):has(a.measured, sup a)')) joinStops(text, 'a.measured, sup a');

  // The link beside a heading is in the list of sections too.
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.guide .heading > h2 + a'))) link.tabIndex = -1;
})();
