// Shows one question of a path at a time, with what was answered before. The address
// keeps the answers. Without it all questions are on the page.
'use strict';

(() => {
  const path = /** @type {HTMLElement} */ (document.querySelector('.path'));
  /** @type {Map<string, HTMLElement>} */
  const stops = new Map();
  for (const stop of /** @type {NodeListOf<HTMLElement>} */ (path.querySelectorAll('.stop'))) stops.set(headingOf(stop).id, stop);
  const start = [...stops.keys()][0] ?? '';

  /** @param {Element | undefined} stop */
  function headingOf(stop) {
    return /** @type {HTMLElement} */ (stop?.querySelector('h3'));
  }

  /**
   * The answers that lead on, by where they lead.
   * @param {string} id
   */
  function answersOf(id) {
    /** @type {Map<string, HTMLAnchorElement>} */
    const answers = new Map();
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (stops.get(id)?.querySelectorAll('.tiles a[href^="#"]'))) answers.set(link.hash.slice(1), link);
    return answers;
  }

  /**
   * The shortest way to a stop.
   * @param {string} to
   */
  function shortest(to) {
    const ways = [[start]];
    for (const way of ways) {
      const last = way[way.length - 1] ?? '';
      if (last === to) return way;
      for (const next of answersOf(last).keys()) ways.push([...way, next]);
    }
    return [start];
  }

  /** @param {string[]} way */
  const isWay = (way) => way[0] === start && way.every((id, i) => i === 0 || answersOf(way[i - 1] ?? '').has(id));

  let way = [start];
  const current = () => way[way.length - 1] ?? start;

  /** The way that the address names, or the one on which the reader is. */
  function wayInAddress() {
    const given = (new URLSearchParams(location.search).get('answers') ?? '').split('.');
    const known = isWay(given) ? given : [start];
    const to = location.hash.slice(1);
    if (!stops.has(to)) return known;
    for (const before of [known, way]) {
      if (before.includes(to)) return before.slice(0, before.indexOf(to) + 1);
      if (isWay([...before, to])) return [...before, to];
    }
    return shortest(to);
  }

  const answered = document.createElement('nav');
  answered.className = 'answered';
  answered.ariaLabel = path.dataset.words ?? '';
  path.prepend(answered);

  function show() {
    for (const [id, stop] of stops) {
      if (id === current()) stop.removeAttribute('hidden');
      else stop.setAttribute('hidden', 'until-found');
    }
    const list = document.createElement('ol');
    for (const [i, id] of way.slice(0, -1).entries()) {
      const link = document.createElement('a');
      link.href = `#${id}`;
      const question = document.createElement('span');
      question.textContent = headingOf(stops.get(id)).textContent;
      const answer = document.createElement('b');
      answer.textContent = answersOf(id).get(way[i + 1] ?? '')?.textContent ?? '';
      link.append(question, ' ', answer);
      const item = document.createElement('li');
      item.append(link);
      list.append(item);
    }
    answered.replaceChildren(list);
    answered.hidden = way.length < 2;
    const url = new URL(location.href);
    if (way.length > 1) url.searchParams.set('answers', way.join('.'));
    else url.searchParams.delete('answers');
    if (url.href !== location.href) {
      try {
        history.replaceState(history.state, '', url);
      } catch {
        // A page from a file may not change its address in every browser.
      }
    }
    // The form begins with the sizes that follow from the answers.
    const sizes = way.flatMap((id) => stops.get(id)?.dataset.sizes?.split(' ') ?? []);
    for (const name of [...url.searchParams.keys()]) if (name.startsWith('m.')) url.searchParams.delete(name);
    for (const size of sizes) {
      const [name, value = ''] = size.split('=');
      url.searchParams.set(`m.${name}`, value);
    }
    const own = /** @type {HTMLAnchorElement | null | undefined} */ (stops.get(current())?.querySelector('.weigh-own'));
    if (own) own.href = `${url.search}${own.hash}`;
  }

  follow();
  const isLinked = () => stops.has(location.hash.slice(1));
  if (isLinked()) addEventListener('load', () => path.scrollIntoView(), { once: true });
  addEventListener('popstate', follow);
  // Only now has the browser scrolled to the heading by itself.
  addEventListener('hashchange', () => {
    if (!isLinked() && location.hash) return; // to another section
    const heading = headingOf(stops.get(current()));
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    path.scrollIntoView();
  });

  function follow() {
    way = wayInAddress();
    show();
  }

  // What is found on the page is shown, with the answers that lead there.
  path.addEventListener('beforematch', ({ target }) => {
    const id = headingOf(/** @type {Element} */ (target)).id;
    if (location.hash === `#${id}`) return; // a link, whose way follows
    way = shortest(id);
    show();
  });
})();
