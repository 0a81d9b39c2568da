// Lights up the documents that a step touches, and marks in them what it changed: one
// that is pointed at or focused, else the page's target. Read when there is one.
'use strict';

(() => {
  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  styles.href = new URL('lit.css', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  document.head.append(styles);

  /** What a line says, without the comma after it or the brackets around its document. @type {(element: Element | null | undefined) => string} */
  const textOf = (element) => (element?.textContent ?? '').trim().replace(/^\{ /, '').replace(/( \}|,)$/, '');
  /** The line of a change, without its sign. @type {(line: Element) => string} */
  const lineOf = (line) => textOf(line).slice(1).trim();

  const near = (/** @type {EventTarget | null} */ target) => (target instanceof Element ? target.closest('.pair, .fold:not(.example)') : null);

  /** @type {Element | null | undefined} */
  let lit;

  /** @param {EventTarget | null} target */
  function show(target) {
    const own = near(target) ?? near(document.querySelector('.example :is(.step, .fold):target'));
    if (own === lit) return;
    lit = own;
    for (const old of document.querySelectorAll('.lit, .lit-2')) old.classList.remove('lit', 'lit-2');
    const step = own?.querySelector('[data-step]')?.getAttribute('data-step');
    if (!own || !step) return;
    const changed = [...own.querySelectorAll('.change')];
    const ids = changed.flatMap((one) => textOf(one).split('\n').map((line) => line.trim().replace(/,$/, ''))).filter((line) => line.startsWith('_id:'));
    const gone = new Set(changed.flatMap((one) => [...one.querySelectorAll('del')].map(lineOf)));
    for (const sheet of own.closest('.example')?.querySelectorAll(`.sheet[data-by~="${step}"]`) ?? []) {
      const rows = [...sheet.querySelectorAll('.row')];
      const isChanged = rows.some((row) => ids.includes(textOf(row)));
      const lights = isChanged ? 'lit-2' : 'lit';
      sheet.classList.add(lights);
      sheet.closest('details:not([open])')?.querySelector('summary')?.classList.add(lights); // it holds the document
      if (isChanged) for (const row of rows) if (!row.querySelector('.in') && gone.has(textOf(row))) row.classList.add('lit-2');
    }
  }

  for (const happens of ['pointerover', 'focusin']) document.addEventListener(happens, (event) => show(event.target));
  addEventListener('hashchange', () => show(null));
  show(document.querySelector('.example :is(:focus-visible, :target)') ?? document.querySelector('.example :is(.pair, .fold):hover'));
})();
