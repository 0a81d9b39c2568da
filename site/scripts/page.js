// What a page does more with a script than without. Controls that need one are
// made here, so that no page shows a dead control.
'use strict';

(() => {
  const root = document.documentElement;
  const words = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;

  /**
   * Makes an element with a text.
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} name
   * @param {string} [text]
   * @param {string} [className]
   */
  function make(name, text, className) {
    const element = document.createElement(name);
    if (text) element.textContent = text;
    if (className) element.className = className;
    return element;
  }

  // One region for what is said aloud, there from the start and empty.
  const status = make('div', '', 'spoken');
  status.setAttribute('role', 'status');
  document.body.append(status);

  /**
   * A button that copies a block's code and says so for two seconds.
   * @param {Element} block
   */
  function copyButton(block) {
    const button = make('button', words.copy, 'copy');
    button.type = 'button';
    button.lang = root.lang;
    button.addEventListener('click', async () => {
      const copied = await copy(textOf(block));
      const said = (copied ? words.copied : words.failed) ?? '';
      button.textContent = said;
      status.textContent = said;
      setTimeout(() => {
        button.textContent = words.copy ?? '';
        status.textContent = '';
      }, 2000);
    });
    return button;
  }

  /**
   * The code of a block without what the page says about it.
   * @param {Element} block
   */
  function textOf(block) {
    return [...block.querySelectorAll('pre code')].map((code) => code.textContent).join('').trimEnd();
  }

  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  for (const block of document.querySelectorAll('.step, .listing')) {
    block.querySelector('.label, .bar')?.append(copyButton(block));
  }

  // A wide table takes the focus only while it scrolls.
  const scrolls = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const table = /** @type {HTMLElement} */ (target);
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
      else table.removeAttribute('tabindex');
    }
  });
  for (const table of document.querySelectorAll('[role=region][tabindex]')) scrolls.observe(table);

  // Light, dark, or what the system says.

  /** @param {string} theme */
  function choose(theme) {
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    try {
      if (theme === 'auto') localStorage.removeItem('theme');
      else localStorage.setItem('theme', theme);
    } catch {
      // The choice then holds for this page only.
    }
  }

  const themes = make('fieldset', '', 'themes');
  themes.append(make('legend', words.theme));
  for (const [theme, word] of [['auto', words.auto], ['light', words.light], ['dark', words.dark]]) {
    const label = make('label');
    const radio = make('input');
    radio.type = 'radio';
    radio.name = 'theme';
    radio.checked = (root.dataset.theme ?? 'auto') === theme;
    radio.addEventListener('change', () => choose(theme ?? 'auto'));
    label.append(radio, word ?? '');
    themes.append(label);
  }
  (document.getElementById('languages') ?? document.querySelector('.foot'))?.append(themes);

  // The search's script is read when its field is first used.
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('header form[role=search] input'));
  const lens = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.lens'));
  const ownScript = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const keys = make('kbd', /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K');
  keys.setAttribute('aria-hidden', 'true');
  field?.form?.append(keys);
  function readSearch() {
    const script = make('script');
    script.src = ownScript.replace('page.js', 'search.js');
    document.head.append(script);
  }
  field?.addEventListener('focus', readSearch, { once: true });
  if (field && document.activeElement === field) field.dispatchEvent(new FocusEvent('focus'));
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const own = /** @type {HTMLInputElement | null} */ (document.getElementById('_search'));
    if (!own?.checkVisibility()) {
      lens?.click();
      return;
    }
    own.focus(); // select alone gives the focus in some browsers only
    own.select();
  });

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

  // A link to a section closes the list that lies over it on a phone.
  for (const list of document.querySelectorAll('nav[popover]')) {
    list.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
      const over = /** @type {HTMLElement} */ (list);
      if (link && over.matches(':popover-open')) over.hidePopover();
    });
  }
})();
