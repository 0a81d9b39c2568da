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
   * @param {string} [word]
   */
  function copyButton(text, word = words.copy) {
    const button = make('button', word, 'copy');
    button.type = 'button';
    button.lang = root.lang;
    button.addEventListener('click', async () => {
      const copied = await copy(text);
      const said = (copied ? words.copied : words.failed) ?? '';
      button.textContent = said;
      status.textContent = said;
      setTimeout(() => {
        button.textContent = word ?? '';
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
    return [...block.querySelectorAll('pre:not([hidden]) code')].map((code) => code.textContent).join('').trimEnd();
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
    const bar = block.querySelector('.label, .bar');
    const button = copyButton(() => textOf(block));
    if (bar) bar.append(button);
    else block.prepend(button);
  }

  // A wide table takes the focus only while it scrolls. Its own size stays when a font
  // comes late and makes what is in it narrower.
  const scrolls = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const table = /** @type {HTMLElement} */ (target.closest('[role=region]'));
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
      else table.removeAttribute('tabindex');
    }
  });
  for (const table of document.querySelectorAll('[role=region][tabindex], [role=region][tabindex] > *')) scrolls.observe(table);

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

  /**
   * Radios for a choice: its name, values with their words, which one holds, and
   * what a choice does.
   * @param {string} name
   * @param {string | undefined} legend
   * @param {[string, string | undefined][]} choices
   * @param {string} chosen
   * @param {(value: string) => void} act
   */
  function radios(name, legend, choices, chosen, act) {
    const set = make('fieldset', '', `${name}s`);
    set.append(make('legend', legend));
    for (const [value, word] of choices) {
      const label = make('label');
      const radio = make('input');
      radio.type = 'radio';
      radio.name = name;
      radio.value = value;
      radio.checked = value === chosen;
      radio.addEventListener('change', () => act(value));
      label.append(radio, word ?? '');
      set.append(label);
    }
    return set;
  }

  const themes = radios('theme', words.theme, [['auto', words.auto], ['light', words.light], ['dark', words.dark]], root.dataset.theme ?? 'auto', choose);
  (document.getElementById('languages') ?? document.querySelector('.foot'))?.append(themes);

  const ownScript = /** @type {HTMLScriptElement} */ (document.currentScript).src;

  /**
   * Reads a script that lies beside this one, once.
   * @param {string} name
   */
  function readScript(name) {
    const source = ownScript.replace('page.js', name);
    if (document.querySelector(`script[src="${source}"]`)) return;
    const script = make('script');
    script.src = source;
    document.head.append(script);
  }

  // The search's script is read when its field is first used.
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('header form[role=search] input'));
  const lens = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.lens'));
  const keys = make('kbd', /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K');
  keys.setAttribute('aria-hidden', 'true');
  field?.form?.append(keys);
  const readSearch = () => readScript('search.js');
  field?.addEventListener('focus', readSearch, { once: true });
  if (field && document.activeElement === field) field.dispatchEvent(new FocusEvent('focus'));

  // The script that shows the code of drivers is read when one is first chosen.
  // The shell's stands on the page.
  const drivers = [...new Set([...document.querySelectorAll('.scripts a')].map((link) => link.textContent ?? ''))];
  let driver = drivers[0] ?? '';
  try {
    const kept = localStorage.getItem('driver') ?? '';
    if (drivers.includes(kept)) driver = kept;
  } catch {
    // Nothing is kept.
  }
  if (driver) {
    const choice = radios('driver', words.code, drivers.map((name) => [name, name]), driver, (name) => {
      driver = name;
      showScripts();
      readScript('code.js');
      try {
        if (name === drivers[0]) localStorage.removeItem('driver');
        else localStorage.setItem('driver', name);
      } catch {
        // The choice then holds for this page only.
      }
    });
    // An example leads to the script for that driver alone, and names it in a list
    // that chooses for the whole page too: the radios are far from most examples.
    const lists = [...document.querySelectorAll('.scripts > span')].map((place) => {
      const list = make('select');
      list.ariaLabel = words.code ?? '';
      const links = [...place.querySelectorAll('a')];
      for (const link of links) list.append(new Option(link.text, link.href));
      const link = /** @type {HTMLAnchorElement} */ (links[0]);
      link.textContent = '↓';
      list.addEventListener('change', () => /** @type {HTMLElement | null} */ (choice.querySelector(`[value="${list.selectedOptions[0]?.text}"]`))?.click());
      place.replaceChildren(list, ' ', link);
      // Scripts are read when they are copied, which a page opened from a file may not.
      const button = copyButton(async () => {
        const answer = await fetch(link.href);
        if (!answer.ok) throw new Error(answer.statusText);
        return answer.text();
      });
      if (location.protocol !== 'file:') place.append(' ', button);
      return { list, link, button };
    });
    const showScripts = () => {
      for (const { list, link, button } of lists) {
        const own = /** @type {HTMLOptionElement} */ ([...list.options].find((option) => option.text === driver) ?? list.options[0]);
        own.selected = true;
        link.href = own.value;
        link.ariaLabel = own.text;
        button.ariaLabel = `${words.copy} ${own.text}`;
      }
    };
    showScripts();
    const block = document.querySelector('[data-step]')?.closest('.example');
    block?.before(choice);
    if (driver !== drivers[0]) readScript('code.js');
    /** @type {any} */ (window).showCode?.(); // theme.js has read it already
  }

  // All that is folded on a page is opened by one button.
  const folded = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('.fold'));
  if (folded.length > 1) {
    const button = make('button', words.open, 'all-steps');
    button.type = 'button';
    button.addEventListener('click', () => {
      const isOpening = button.textContent === words.open;
      for (const step of folded) step.open = isOpening;
      button.textContent = (isOpening ? words.fold : words.open) ?? '';
    });
    const first = folded[0]?.closest('.example') ?? folded[0];
    const choice = document.querySelector('.drivers');
    if (choice) choice.after(button);
    else first?.before(button);
  }

  // Fields for figures of the reader's own are made when they are asked for, or by a
  // link that has such figures.
  const asked = [...new URLSearchParams(location.search).keys()];
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-own], [data-weigh]'))) {
    const { own, words } = place.dataset;
    const [says, share] = words?.split('\n') ?? [JSON.parse(own ?? '').words.own, JSON.parse(own ?? '').words.share];
    const details = make('details', '', 'rest own');
    details.append(make('summary', says), copyButton(() => details.dataset.link ?? '', share));
    const sketch = place.querySelector('.sketch');
    details.addEventListener('toggle', () => readScript(sketch ? 'sketch.js' : words ? 'weigh.js' : 'numbers.js'), { once: true });
    details.open = asked.some((name) => (words ? /^([mpqw]\.|data$)/ : /^reads$/).test(name));
    if (sketch) sketch.after(details);
    else place.append(details);
  }

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') readScript('stops.js'); // only who goes by keys needs it
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

  // Where the reader is has to be said once the page is scrolled, or a link led into it.
  const readPlace = () => readScript('place.js');
  if (scrollY || location.hash) readPlace();
  else addEventListener('scroll', readPlace, { once: true });

  // A link to a section closes the list that lies over it on a phone.
  for (const list of document.querySelectorAll('nav[popover]')) {
    list.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
      const over = /** @type {HTMLElement} */ (list);
      if (link && over.matches(':popover-open')) over.hidePopover();
    });
  }
})();
