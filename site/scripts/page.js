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
   * A button that copies a text and says so for two seconds.
   * @param {() => string | Promise<string>} text
   */
  function copyButton(text) {
    const button = make('button', words.copy, 'copy');
    button.type = 'button';
    button.lang = root.lang;
    button.addEventListener('click', async () => {
      const copied = await copy(text);
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

  /** @param {() => string | Promise<string>} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(await text());
      return true;
    } catch {
      return false;
    }
  }

  for (const block of document.querySelectorAll('.step, .listing')) {
    block.querySelector('.label, .bar')?.append(copyButton(() => textOf(block)));
  }

  // Scripts are read when they are copied, which a page opened from a file may not.
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.scripts a'))) {
    if (location.protocol === 'file:') break;
    const button = copyButton(async () => {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.text();
    });
    button.setAttribute('aria-label', `${words.copy} ${link.textContent}`);
    link.after(' ', button);
  }

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
  document.querySelector('.foot')?.append(themes);

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

  // The language list keeps the heading that the reader is at.
  const languages = document.getElementById('languages');
  languages?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && location.hash) link.hash = location.hash;
  });

  // A link to a section closes the tree that lies over it on a phone.
  document.getElementById('tree')?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const tree = /** @type {HTMLElement} */ (event.currentTarget);
    if (link && tree.matches(':popover-open')) tree.hidePopover();
  });

  // The section that is read is marked in the tree. Browsers that know
  // scroll-target-group do it by themselves.
  if (!CSS.supports('scroll-target-group', 'auto')) {
    /** @type {Map<Element, Element>} */
    const linkOf = new Map();
    for (const link of document.querySelectorAll('.here a')) {
      const heading = document.getElementById(decodeURIComponent((link.getAttribute('href') ?? '').slice(1)));
      if (heading) linkOf.set(heading, link);
    }
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const link of linkOf.values()) link.removeAttribute('aria-current');
        linkOf.get(entry.target)?.setAttribute('aria-current', 'location');
      }
    }, { rootMargin: '0px 0px -60% 0px' });
    for (const heading of linkOf.keys()) observer.observe(heading);
  }
})();
