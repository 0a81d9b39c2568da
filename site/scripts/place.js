// Says where the reader is, opens what a link leads to, and has documents light up; read
// when a page is first scrolled.
'use strict';

(() => {
  // Where the reader is: the last heading above a third of the window. The
  // header's button says it, links to other languages lead there, and so does the
  // tree where the browser does not mark it by itself (scroll-target-group).
  const inTree = new Map(CSS.supports('scroll-target-group', 'auto') ? [] : [...document.querySelectorAll('.here a')].map((link) => [link.getAttribute('href'), link]));
  const headings = [...document.querySelectorAll('article > .heading > h2')];
  const button = document.querySelector('.section');
  const onThisPage = button?.textContent ?? '';
  /** @type {Set<Element>} */
  const above = new Set();
  /** @type {Element | undefined} */
  let current;
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) above.add(entry.target);
      else above.delete(entry.target);
    }
    current = headings.findLast((heading) => above.has(heading));
    for (const [href, link] of inTree) {
      if (current && href === `#${current.id}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
    if (!button?.firstChild) return;
    button.firstChild.textContent = current?.textContent ?? onThisPage;
    if (current) button.setAttribute('aria-label', `${onThisPage}: ${current.textContent}`);
    else button.removeAttribute('aria-label');
  }, { rootMargin: '999999px 0px -66% 0px' });
  for (const heading of headings) observer.observe(heading);

  document.getElementById('languages')?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && (current?.id || location.hash)) link.hash = current?.id ?? location.hash;
  });

  const light = () => {
    for (const happens of ['pointerover', 'focusin']) removeEventListener(happens, lightIfNear);
    const script = document.createElement('script');
    script.src = own.replace('place.js', 'meet.js');
    if (!document.querySelector(`script[src="${script.src}"]`)) document.head.append(script);
  };
  const lightIfNear = (/** @type {Event} */ { target }) => {
    if (target instanceof Element && target.closest('.example')) light();
  };
  const own = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const canLight = !!document.querySelector('[data-by]');

  /** The step that a link names by its example and its number there, #ferries_2: steps have no ids until one is asked for. @param {string} id */
  const stepOf = (id) => {
    const [, example, number] = id.match(/^([a-z\d-]+)_(\d+)$/) ?? [];
    return [...document.querySelectorAll(`[data-step="${number}"]`)].find((step) => step.closest('.example')?.querySelector(`option[value$="/${example}.mongosh.js"]`));
  };

  // A link leads to what is folded, too; older browsers don't open it. Documents light up
  // when it leads to a step that touches them.
  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const step = document.getElementById(id) ? undefined : stepOf(id);
    if (step) {
      const fold = step.closest('.fold:not(.example)');
      for (const sheet of step.closest('.example')?.querySelectorAll(`[data-by~="${step.getAttribute('data-step')}"]`) ?? []) sheet.closest('.rest:not(.sheet > *)')?.setAttribute('open', '');
      (fold ?? step).id = id;
      location.replace(location.hash); // what has got its id only now becomes the page's target by that
    }
    const target = document.getElementById(id);
    let isFolded = false;
    for (let at = target?.closest('details'); at; at = at.parentElement?.closest('details')) {
      isFolded ||= !at.open;
      at.open = true;
    }
    if (isFolded) target?.scrollIntoView();
    if (canLight && target?.matches('.example :is(.step, .fold)')) light();
  };
  addEventListener('hashchange', reveal);
  reveal();

  // Documents light up, too, when a step that touches them is pointed at or focused.
  if (canLight) for (const happens of ['pointerover', 'focusin']) addEventListener(happens, lightIfNear);
})();
