// Reads and changes of the reader's own: which model reads the fewest bytes then.
// It needs what was measured, which the page holds, and no server.
'use strict';

(() => {
  /**
   * What the page holds: for each size, or the only one, what a read and a change of
   * each model read, null where that was not measured.
   * @typedef {[read: number, change: number]} Cost
   * @typedef {{ letters: string[], costs: (Cost | null)[][], sizes: number[] | null, at: number, words: Record<string, string> }} Measured
   * @typedef {{ letter: string, cost: Cost }} Model
   */

  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  styles.href = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace('numbers.js', 'own.css');
  document.head.append(styles);

  for (const details of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-own] > details'))) fill(details);

  /** @param {HTMLElement} details */
  function fill(details) {
    /** @type {Measured} */
    const measured = JSON.parse(details.parentElement?.dataset.own ?? '');
    const { sizes, words } = measured;
    const lang = details.closest('[lang]')?.getAttribute('lang') ?? 'en';
    const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 });
    const form = document.createElement('form');
    const output = document.createElement('output');
    const reads = field(form, 'reads', 1000, put(words.reads));
    const changes = field(form, 'changes', 10, put(words.changes));
    const known = (sizes ?? []).map((size) => number.format(size)).join(words.separator);
    const items = sizes && field(form, 'items', sizes[measured.at] ?? 1, put(words.items, { sizes: known }));
    details.querySelector('summary')?.after(form, output);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', say);
    say();

    function say() {
      details.dataset.link = linkTo(form, details);
      if (!form.checkValidity()) {
        output.textContent = '';
        return;
      }
      const models = modelsAt(measured, items?.valueAsNumber);
      const all = models.map(({ letter, cost }) => ({ letter, bytes: Math.round(cost[0] * reads.valueAsNumber + cost[1] * changes.valueAsNumber) }));
      const least = Math.min(...all.map((one) => one.bytes));
      const others = all.filter((one) => one.bytes > least);
      const said = others.length
        ? [put(words.least, { least: inModels(all.filter((one) => one.bytes === least)), others: others.map((one) => inModels([one])).join(words.separator) })]
        : [put(words.same, { count: number.format(least) })];
      if (items && !sizes?.includes(items.valueAsNumber)) said.push(words.reckoned ?? '', ...turns(models));
      output.textContent = said.join(/^(zh|ja)/.test(lang) ? '' : ' ');
    }

    /** @param {{ letter: string, bytes: number }[]} alike */
    function inModels(alike) {
      return put(words.in, { count: number.format(alike[0]?.bytes ?? 0), model: alike.map((one) => one.letter).join(words.separator) });
    }

    /**
     * What the page says of the measured size, for another one.
     * @param {Model[]} models
     */
    function turns(models) {
      const said = [];
      for (let count = 1; count;) {
        const { best, next } = fewestAt(models, count);
        const key = count > 1 ? 'turn' : next ? 'first' : 'always';
        said.push(put(words[key], { count: number.format(count), model: best.join(words.separator) }));
        count = next;
      }
      return said;
    }
  }

  /**
   * @param {HTMLFormElement} form
   * @param {string} name
   * @param {number} value
   * @param {string} says
   */
  function field(form, name, value, says) {
    const label = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, { type: 'number', name, min: '0', max: '1e9', step: 'any', required: true });
    const given = new URLSearchParams(location.search).get(name) ?? '';
    input.value = /^\d+(\.\d+)?$/.test(given) ? given : String(value);
    label.append(says, input);
    form.append(label);
    return input;
  }

  /**
   * The page with the numbers of a form, at the section of the figure.
   * @param {HTMLFormElement} form
   * @param {Element} figure
   */
  function linkTo(form, figure) {
    const link = new URL(location.href);
    link.search = '';
    for (const input of form.querySelectorAll('input')) link.searchParams.set(input.name, input.value);
    const above = [...document.querySelectorAll('article :is(h2, h3)[id]')].filter((heading) => heading.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING);
    link.hash = above.at(-1)?.id ?? '';
    return link.href;
  }

  /**
   * What the models read: as it was measured, at other sizes by the line from the
   * first to the last.
   * @param {Measured} measured
   * @param {number} [items]
   * @returns {Model[]}
   */
  function modelsAt({ letters, costs, sizes, at }, items) {
    const size = items === undefined ? at : (sizes?.indexOf(items) ?? at);
    const first = sizes?.[0] ?? 0;
    const share = ((items ?? 0) - first) / ((sizes?.at(-1) ?? 1) - first);
    return letters.flatMap((letter, i) => {
      const [from, to] = size < 0 ? [costs[0]?.[i], costs.at(-1)?.[i]] : [costs[size]?.[i], costs[size]?.[i]];
      if (!from || !to) return [];
      const line = (/** @type {0 | 1} */ of) => Math.max(0, Math.round(from[of] + (to[of] - from[of]) * share));
      return [{ letter, cost: /** @type {Cost} */ (size < 0 ? [line(0), line(1)] : from) }];
    });
  }

  /**
   * The models that read the fewest bytes at a number of reads a change, and from
   * what number on another one does, 0 if none ever does.
   * @param {Model[]} models
   * @param {number} reads
   */
  function fewestAt(models, reads) {
    const sum = (/** @type {Cost} */ cost) => cost[0] * reads + cost[1];
    const [best] = models.map((model) => model.cost).sort((a, b) => sum(a) - sum(b) || a[0] - b[0]);
    if (!best) return { best: [], next: 0 };
    const turn = ([read, change] = best) => (read < best[0] ? Math.floor((change - best[1]) / (best[0] - read)) + 1 : Infinity);
    const next = Math.min(...models.map((model) => turn(model.cost)));
    return {
      best: models.filter(({ cost }) => cost[0] === best[0] && cost[1] === best[1]).map((model) => model.letter),
      next: Number.isFinite(next) ? next : 0,
    };
  }

  /**
   * Fills a text in.
   * @param {string | undefined} text
   * @param {Record<string, string>} [values]
   */
  function put(text, values = {}) {
    return (text ?? '').replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }
})();
