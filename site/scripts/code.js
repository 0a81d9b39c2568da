// The code of steps in the language that the reader chose. The shell's stands on
// the page; that of drivers lies beside each example, as a script, which works from
// a file too. It has no words, unlike the programs, which lie in their languages.
'use strict';

(() => {
  /** @typedef {Record<string, string[]>} Code */

  const choice = document.querySelector('.drivers');
  const examples = new URL('../examples/', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  const blocks = [...document.querySelectorAll('.example')].filter((block) => block.querySelector('[data-step]')).map((block) => {
    const options = [...block.querySelectorAll('option')];
    const connection = document.createElement('div');
    connection.className = 'listing';
    block.before(connection);
    return { block, connection, names: options.map((option) => option.text), path: options[0]?.value.replace(/.*\/(.+)\.mongosh\.js$/, `${examples}$1.code.js`) ?? '' };
  });
  /** @type {Map<string, Code>} */
  const known = new Map();

  /** @param {string} html */
  function pre(html) {
    const element = document.createElement('pre');
    const code = document.createElement('code');
    element.translate = false;
    code.innerHTML = html;
    element.append(code);
    return element;
  }

  // Shows what is known of the code that is chosen, and the shell's of the rest. Each
  // example has a database and imports of its own: they stand above its first block.
  function show() {
    const driver = choice?.querySelector('input:checked')?.getAttribute('value') ?? '';
    let connected = '';
    for (const { block, connection, names, path } of blocks) {
      if (names.indexOf(driver) > 0 && !known.has(path)) read(path);
      const listings = known.get(path)?.[driver] ?? [];
      const connects = listings[0];
      connection.replaceChildren(...(connects && connects !== connected ? [pre(connects)] : []));
      connection.hidden = !connection.firstChild;
      connected = connects ?? connected;
      for (const step of /** @type {NodeListOf<HTMLElement>} */ (block.querySelectorAll('[data-step]'))) {
        const [own, other] = step.querySelectorAll('pre');
        const html = listings[Number(step.dataset.step)];
        other?.remove();
        if (own) own.hidden = html !== undefined;
        if (html !== undefined) own?.after(pre(html));
      }
    }
  }

  /** @param {string} path */
  function read(path) {
    known.set(path, {});
    const script = document.createElement('script');
    script.src = path;
    document.head.append(script);
  }

  // What the script of an example calls.
  /** @type {any} */ (window).snippets = (/** @type {string} */ name, /** @type {Code} */ code) => {
    for (const path of known.keys()) if (path.endsWith(`/${name}.code.js`)) known.set(path, code);
    show();
  };

  choice?.addEventListener('change', show);
  show();
})();
