// A page's models weighed for a reader's own rates, sizes and weights. The table, the
// verdict and the flips follow as one types, and the address keeps what was typed.

{
  const styles = make('link');
  styles.rel = 'stylesheet';
  styles.href = new URL('own.css', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
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
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

/**
 * @param {HTMLElement} figure
 * @param {HTMLElement} details
 */
function weighAlong(figure, details) {
  /** @type {(selector: string, within?: Element) => Element[]} */
  const all = (selector, within = figure) => [...within.querySelectorAll(selector)];
  /** @type {(element: Element | undefined) => string} */
  const textOf = (element) => element?.textContent ?? '';
  const [first] = all('thead th');
  const heads = all('thead .number'); // of the sums, and of what is folded
  readWeighing(figure.dataset.weigh ?? '', figure.dataset.words ?? '', all('thead .letter').slice(0, heads.length / 2).map(textOf), figure.closest('[lang]')?.getAttribute('lang') ?? '');
  const space = spaceOf(lang);
  const rows = /** @type {HTMLTableRowElement[]} */ (all('tbody tr:has(td)'));
  const questions = ids.map((_, i) => rows[i]?.cells[0]?.firstChild?.textContent?.trim() ?? '');
  const rateTexts = all('.rate');
  const asked = rateTexts.map(textOf);
  const sketch = page[5];
  const [sizeNames, sizeValues] = [all('.sketch dt'), all('.sketch dd')];

  /** @type {Map<string, { input: HTMLInputElement, ofPage: number }>} by their names in the address */
  const fields = new Map();
  /** @type {Own} */
  let own = {};
  /** @type {Weighing} */
  let weighed;
  const form = make('form');
  const output = make('output', '', sketch && 'spoken'); // a sketch has its verdict right below
  output.ariaLive = 'polite';
  form.append(...(sketch ? [sizesGrid(sketch), ratesTable()] : [ratesTable(), labelled(phrases[dataLine], field('data', page[0]))]), weightsGrid(), output);
  const back = make('button', phrases[resetLine], 'copy');
  back.type = 'button';
  details.querySelector('summary')?.after(form, back);

  const given = new URLSearchParams(location.search);
  for (const [name, { input }] of fields) {
    input.value = given.get(name) ?? ''; // the browser takes nothing but a number
    if (input.value && input.checkValidity()) {
      own[name] = input.valueAsNumber;
      input.closest('form details')?.setAttribute('open', '');
    }
  }
  follow();
  for (const name of fields.keys()) show(name);
  if (Object.keys(own).length) output.textContent = said();

  let typing = 0;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    const isValid = input.checkValidity();
    input.ariaInvalid = String(!isValid);
    if (!isValid) return;
    if (input.value) own[input.name] = input.valueAsNumber;
    else delete own[input.name];
    follow();
    clearTimeout(typing);
    typing = setTimeout(tell, 700);
  });
  // A field that was left empty shows what counts.
  form.addEventListener('focusout', ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    if (input.name && !input.value && input.checkValidity()) show(input.name);
  });
  back.addEventListener('click', () => {
    own = {};
    for (const name of fields.keys()) show(name);
    follow();
    tell();
  });

  /** @type {(name: string, ofPage: number, low?: number, high?: number, step?: string) => HTMLInputElement} */
  function field(name, ofPage, min = 0, max = 1e12, step = 'any') {
    const input = make('input');
    Object.assign(input, { type: 'number', name, min, max, step });
    fields.set(name, { input, ofPage });
    return input;
  }

  /** @type {(name: string) => { input: HTMLInputElement, ofPage: number }} */
  function fieldOf(name) {
    return /** @type {any} */ (fields.get(name));
  }

  /** @type {(text: string | undefined, input: HTMLInputElement, range?: string) => HTMLElement} */
  function labelled(text, input, range) {
    const label = make('label', text);
    if (range) label.append(' ', make('small', range));
    label.append(input);
    return label;
  }

  function ratesTable() {
    const table = make('table');
    const head = table.createTHead().insertRow();
    const body = table.createTBody();
    /** @type {(row: HTMLTableRowElement, scope: string, text: string | undefined) => void} */
    const headCell = (row, scope, text) => {
      const cell = make('th', text);
      cell.scope = scope;
      row.append(cell);
    };
    for (const text of [textOf(first), phrases[rates], phrases[peaks]]) headCell(head, 'col', text);
    page[1].forEach((of, i) => {
      const row = body.insertRow();
      headCell(row, 'row', questions[i]);
      of.slice(0, followed).forEach((rate, peak) => {
        const input = field(`${peak ? 'p' : 'q'}.${ids[i]}`, rate);
        input.ariaLabel = `${questions[i]}: ${phrases[peak ? peaks : rates]}`;
        row.insertCell().append(input);
      });
    });
    return table;
  }

  /** @type {(of: NonNullable<typeof sketch>) => HTMLElement} */
  function sizesGrid(of) {
    const grid = make('div', '', 'grid');
    grid.append(...of.map(([name, value, low, high], i) => labelled(textOf(sizeNames[i]), field(`m.${name}`, value, low, high, '1'))));
    return grid;
  }

  function weightsGrid() {
    const weights = make('details', '', 'rest');
    const grid = make('div', '', 'grid');
    grid.append(...page[2].map(([value = 0, low = 0, high = 0], i) => labelled(phrases[unitLines + i], field(`w.${units[i]}`, value), low < high ? `${shortNumber(low)}–${shortNumber(high)}` : '')));
    weights.append(make('summary', phrases[weightsLine]), grid);
    return weights;
  }

  /** Weighs for what was typed, and shows it. */
  function follow() {
    weighed = weighingWith(own);
    const verdict = verdictOf(weighed);
    const best = verdict.outcome === indifferent ? [] : [verdict.best, ...verdict.alike];
    tableOf(weighed).forEach((cells, i) => cells.forEach((cell, model) => write(cell, /** @type {HTMLElement} */ (rows[i]?.cells[model + 1]))));
    heads.forEach((head, i) => head.classList.toggle('best', best.includes(i % weighed.models.length)));
    put(all('.waits summary span')[0], waitsOf(weighed).map(duration).join('–'));
    ids.forEach((id, i) => {
      const day = dayWith(own, i);
      put(rateTexts[i], day === fieldOf(`q.${id}`).ofPage && !(`q.${id}` in own) ? asked[i] : say(perDay, { count: shortNumber(day) }));
      const following = page[1][i]?.[followed] === undefined ? [] : [`q.${id}`];
      for (const name of [...following, `p.${id}`]) if (fieldOf(name).input !== document.activeElement) show(name);
    });
    put(rateTexts[ids.length], say(withCache, { cache: bytes(weighed.cache) }));
    sketch?.forEach(([name, value], i) => put(sizeValues[i], shortNumber(own[`m.${name}`] ?? value)));
    const [decided, ...tips] = verdictIn(weighed, verdict);
    figure.querySelector('.verdict')?.replaceChildren(make('b', decided), ...tips.map((tip) => space + tip));
    figure.querySelector('.flips')?.replaceChildren(...flipsIn(weighed, questions).map((flip) => make('li', flip)));
    details.dataset.link = address('#weigh');
  }

  /** @type {(element: Element | undefined, text: string | undefined) => void} */
  function put(element, text = '') {
    if (element) element.textContent = text;
  }

  /** @type {(cell: Cell, into: HTMLElement) => void} */
  function write({ text, isLeast, parts, below }, into) {
    into.classList.toggle('least', isLeast);
    put(into.children[0], text);
    let x = 0;
    parts.forEach((part, i) => {
      const bar = /** @type {Element} */ (all('rect', into)[i]);
      bar.setAttribute('x', `${100 * x}%`);
      bar.setAttribute('width', `${100 * part}%`);
      x += part;
    });
    if (!below) return;
    put(into.children[2], below);
    into.children[2]?.classList.toggle('beyond', below.startsWith('✕'));
  }

  /**
   * Shows in a field what counts: the reader's own figure, or the page's, which at peak
   * grows with the day's.
   * @param {string} name
   */
  function show(name) {
    const { input, ofPage } = fieldOf(name);
    const question = /^[pq]\./.test(name) ? ids.indexOf(name.slice(2)) : -1;
    const grown = question < 0 ? 1 : dayWith(own, question) / at(at(page[1], question), daily);
    const counts = own[name] ?? Number((ofPage * grown).toPrecision(3));
    input.value = String(counts);
    input.ariaInvalid = 'false';
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
    return verdictIn(weighed, verdictOf(weighed)).join(space);
  }

  /**
   * The page's address with the reader's own figures.
   * @param {string} hash
   */
  function address(hash) {
    const url = new URL(location.href);
    for (const name of fields.keys()) {
      url.searchParams.delete(name);
      if (name in own) url.searchParams.set(name, String(own[name]));
    }
    url.hash = hash;
    return url.href;
  }
}
