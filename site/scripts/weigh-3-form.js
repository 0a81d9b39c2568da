// A page's models weighed for a reader's own rates, sizes and weights. The table, the
// verdict and the flips follow as one types, and the address keeps what was typed.

/** @typedef {{ input: HTMLInputElement, ofPage: number, own?: number }} Field */

{
  const styles = make('link');
  styles.rel = 'stylesheet';
  styles.href = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace('weigh.js', 'own.css');
  document.head.append(styles);
  const figure = /** @type {HTMLElement | null} */ (document.querySelector('[data-weigh]'));
  const details = /** @type {HTMLElement | null | undefined} */ (figure?.querySelector('.own'));
  if (figure && details) weighAlong(figure, details);
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [text]
 * @param {string} [className]
 */
function make(name, text = '', className = '') {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  if (className) element.className = className;
  return element;
}

/**
 * @param {HTMLElement} figure
 * @param {HTMLElement} details
 */
function weighAlong(figure, details) {
  const lang = figure.closest('[lang]')?.getAttribute('lang') ?? 'en';
  const heads = [...figure.querySelectorAll('thead th')];
  const letters = heads.slice(1).map((head) => head.querySelector('.letter')?.textContent ?? '');
  const written = readWeighing(figure.dataset.weigh ?? '', figure.dataset.words ?? '', letters, lang);
  const { page, ids, words } = written;
  const space = spaceOf(lang);
  const rows = /** @type {HTMLTableRowElement[]} */ ([...figure.querySelectorAll('tbody tr:has(td)')]);
  const questions = ids.map((_, i) => rows[i]?.cells[0]?.firstChild?.textContent?.trim() ?? '');
  const rates = rows.map((row) => row.querySelector('.rate') ?? make('span'));
  const asked = rates.map((rate) => rate.textContent);

  /** @type {Map<string, Field>} by their names in the address */
  const fields = new Map();
  /** @type {Weighing} */
  let weighed;
  const form = make('form');
  const output = make('output');
  output.ariaLive = 'polite';
  form.append(ratesTable(), ...weightsGrid(), output);
  const reset = make('button', words.reset, 'copy');
  reset.type = 'button';
  details.querySelector('summary')?.after(form, reset);

  const given = new URLSearchParams(location.search);
  for (const [name, field] of fields) {
    const value = given.get(name) ?? '';
    field.input.value = /^\d+(\.\d+)?(e[+-]?\d+)?$/.test(value) ? value : '';
    if (field.input.value && field.input.checkValidity()) field.own = field.input.valueAsNumber;
    if (field.own !== undefined) /** @type {HTMLDetailsElement | null} */ (field.input.closest('form details'))?.setAttribute('open', '');
    else show(name);
  }
  follow();
  if ([...fields.values()].some((field) => field.own !== undefined)) output.textContent = said();

  let typing = 0;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    const field = fields.get(input.name);
    const isValid = input.checkValidity();
    input.ariaInvalid = String(!isValid);
    if (!field || !isValid) return;
    field.own = input.value ? input.valueAsNumber : undefined;
    follow();
    clearTimeout(typing);
    typing = setTimeout(tell, 700);
  });
  // A field that was left empty shows what counts.
  form.addEventListener('focusout', ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    if (fields.has(input.name) && !input.value && input.checkValidity()) show(input.name);
  });
  reset.addEventListener('click', () => {
    for (const field of fields.values()) field.own = undefined;
    for (const name of fields.keys()) show(name);
    follow();
    tell();
  });

  /**
   * @param {string} name
   * @param {number} ofPage
   */
  function fieldFor(name, ofPage) {
    const input = make('input');
    Object.assign(input, { type: 'number', name, min: '0', max: '1e12', step: 'any' });
    fields.set(name, { input, ofPage });
    return input;
  }

  function ratesTable() {
    const table = make('table');
    const head = table.createTHead().insertRow();
    for (const text of [heads[0]?.textContent ?? '', words.rates, words.peaks]) {
      const cell = make('th', text);
      cell.scope = 'col';
      head.append(cell);
    }
    const body = table.createTBody();
    page.questions.forEach(({ day, peak }, i) => {
      const row = body.insertRow();
      const name = make('th', questions[i]);
      name.scope = 'row';
      row.append(name);
      for (const [letter, rate, word] of /** @type {const} */ ([['q', day, words.rates], ['p', peak, words.peaks]])) {
        const input = fieldFor(`${letter}.${ids[i]}`, rate);
        input.ariaLabel = `${questions[i]}: ${word}`;
        row.insertCell().append(input);
      }
    });
    return table;
  }

  function weightsGrid() {
    const label = (/** @type {string} */ name, /** @type {number} */ ofPage, /** @type {string | undefined} */ word, range = '') => {
      const made = make('label', word);
      if (range) made.append(' ', make('small', range));
      made.append(fieldFor(name, ofPage));
      return made;
    };
    const weights = make('details', '', 'rest');
    const grid = make('div', '', 'grid');
    grid.append(...[...page.weights, page.roundTrip, page.cache].map((value, i) => {
      const [low, high] = [written.ranges.low[i] ?? 0, written.ranges.high[i] ?? 0];
      return label(`w.${units[i]}`, value, written.units[i], low < high ? `${shortNumber(written, low)}–${shortNumber(written, high)}` : '');
    }));
    weights.append(make('summary', words.weights), grid);
    return [label('data', written.data, words.data), weights];
  }

  /** Weighs for what was typed, and shows it. */
  function follow() {
    /** @type {Own} */
    const own = { days: {}, peaks: {}, weights: {} };
    /** @type {Record<string, Record<string, number>>} */
    const places = { q: own.days, p: own.peaks, w: own.weights };
    for (const [name, field] of fields) {
      if (field.own === undefined) continue;
      const place = places[name.split('.')[0] ?? ''];
      if (place) place[name.slice(2)] = field.own;
      else own.data = field.own;
    }
    weighed = weighingWith(written, own);
    const verdict = verdictOf(weighed);
    const best = verdict.outcome === 'indifferent' ? [] : [verdict.best, ...verdict.alike];
    const { days, total, peak, stored, waits } = tableOf(written, weighed);
    [...days, total, peak, stored, ...waits].forEach((cells, i) => write(cells, rows[i]));
    heads.slice(1).forEach((head, i) => head.classList.toggle('best', best.includes(i)));
    ids.forEach((id, i) => {
      const day = own.days[id];
      /** @type {Element} */ (rates[i]).textContent = day === undefined ? asked[i] ?? '' : say(written, 'per-day', { count: shortNumber(written, day) });
      if (fields.get(`p.${id}`)?.input !== document.activeElement) show(`p.${id}`);
    });
    /** @type {Element} */ (rates[ids.length + 2]).textContent = say(written, 'with-cache', { cache: quantity(written, weighed.cache, byteUnits) });
    const [first = '', ...tips] = verdictIn(written, weighed, verdict);
    figure.querySelector('.verdict')?.replaceChildren(make('b', first), ...tips.map((tip) => space + tip));
    figure.querySelector('.flips')?.replaceChildren(...flipsIn(written, weighed, questions).map((flip) => make('li', flip)));
    details.dataset.link = address('#weigh');
  }

  /**
   * @param {Cell[]} cells
   * @param {HTMLTableRowElement | undefined} row
   */
  function write(cells, row) {
    cells.forEach(({ text, isLeast, parts, beyond }, i) => {
      const cell = /** @type {HTMLTableCellElement} */ (row?.cells[i + 1]);
      cell.classList.toggle('least', isLeast);
      /** @type {Element} */ (cell.firstElementChild).textContent = text;
      let start = 0;
      cell.querySelectorAll('rect').forEach((rect, part) => {
        rect.setAttribute('x', `${100 * start}%`);
        rect.setAttribute('width', `${100 * (parts[part] ?? 0)}%`);
        start += parts[part] ?? 0;
      });
      if (beyond === undefined) return;
      const fits = /** @type {Element} */ (cell.lastElementChild);
      fits.classList.toggle('beyond', beyond > 0);
      fits.textContent = beyond ? `✕ ${say(written, 'beyond', { count: shortNumber(written, beyond) })}` : `✓ ${say(written, 'fits')}`;
    });
  }

  /**
   * Shows in a field what counts: the reader's own figure, or the page's, which at peak
   * grows with the day's.
   * @param {string} name
   */
  function show(name) {
    const field = /** @type {Field} */ (fields.get(name));
    const day = name.startsWith('p.') ? fields.get(`q${name.slice(1)}`) : undefined;
    const counts = day?.own === undefined ? field.ofPage : field.ofPage * (day.own / day.ofPage);
    field.input.value = String(field.own ?? Number(counts.toPrecision(3)));
    field.input.ariaInvalid = 'false';
  }

  /** Says the verdict once typing has stopped, and keeps what was typed in the address. */
  function tell() {
    output.textContent = said();
    try {
      history.replaceState(history.state, '', address(location.hash));
    } catch {
      // A page from a file may not change its address in every browser.
    }
  }

  function said() {
    return verdictIn(written, weighed, verdictOf(weighed)).join(space);
  }

  /**
   * The page's address with the reader's own figures.
   * @param {string} hash
   */
  function address(hash) {
    const url = new URL(location.href);
    for (const [name, { own }] of fields) {
      url.searchParams.delete(name);
      if (own !== undefined) url.searchParams.set(name, String(own));
    }
    url.hash = hash;
    return url.href;
  }
}
