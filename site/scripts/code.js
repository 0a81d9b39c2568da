// The code of steps in the language that the reader chose. The shell's stands on
// the page; that of drivers lies beside each example, as a script, which works from
// a file too. It has no words, unlike the programs, which lie in their languages.
'use strict';

(() => {
  /** @typedef {Record<string, string[]>} Code */
  /** @typedef {{ block: Element, connection: HTMLElement, names: string[], example: string }} Block */

  const examples = new URL('../examples/', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  /** @type {Map<string, Code>} */
  const known = new Map();
  /** @type {Block[] | undefined} */
  let blocks;

  function find() {
    return [...document.querySelectorAll('.example')].filter((block) => block.querySelector('[data-step]')).map((block) => {
      const options = [...block.querySelectorAll('option')];
      const connection = document.createElement('div');
      connection.className = 'listing';
      block.before(connection);
      return { block, connection, names: options.map((option) => option.text), example: options[0]?.value.match(/([^/]+)\.mongosh\.js$/)?.[1] ?? '' };
    });
  }

  /** @param {string} html */
  function pre(html) {
    const element = document.createElement('pre');
    const code = document.createElement('code');
    element.translate = false;
    element.className = 'other';
    code.innerHTML = html;
    element.append(code);
    return element;
  }

  // Shows what is known of the code that is chosen, and the shell's of the rest, once
  // the page has its choice. Each example has a database and imports of its own: they
  // stand above its first block.
  function show() {
    const choice = document.querySelector('.drivers');
    if (!choice) return;
    if (!blocks) choice.addEventListener('change', show);
    blocks ??= find();
    const driver = choice.querySelector('input:checked')?.getAttribute('value') ?? '';
    let connected = '';
    for (const { block, connection, names, example } of blocks) {
      if (names.indexOf(driver) > 0 && !known.has(example)) read(example);
      const listings = known.get(example)?.[driver] ?? [];
      const connects = listings[0];
      connection.replaceChildren(...(connects && connects !== connected ? [pre(connects)] : []));
      connection.hidden = !connection.firstChild;
      connected = connects ?? connected;
      for (const step of /** @type {NodeListOf<HTMLElement>} */ (block.querySelectorAll('[data-step]'))) {
        const html = listings[Number(step.dataset.step)];
        step.querySelector('.other')?.remove();
        const own = /** @type {NodeListOf<HTMLElement>} */ (step.querySelectorAll('pre, .rest')); // the end of long code is folded
        for (const part of own) part.hidden = html !== undefined;
        if (html !== undefined) own[0]?.before(pre(html));
      }
    }
  }

  /** @param {string} example */
  function read(example) {
    known.set(example, {});
    const script = document.createElement('script');
    script.src = `${examples}${example}.code.js`;
    document.head.append(script);
  }

  // What the script of an example calls, and what the page's does when there is a choice.
  const page = /** @type {any} */ (window);
  page.snippets = (/** @type {string} */ example, /** @type {Code} */ code) => {
    known.set(example, code);
    show();
  };
  page.showCode = show;
  show();
})();
