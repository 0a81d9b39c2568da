// The page: choices, data, editor, and what is run.

/** @typedef {{ id: string, sources: string[], whole?: boolean, session?: boolean, answers?: string, costs: Record<string, number>[] }} Step */
/** @typedef {{ name: string, sizes: number[], data: { collection: string, totals: number[], bytes: number[], documents: Box[] }[], steps: Step[], measures: string[], questions: string[] | null, orders?: { clients: string[], ends: OrderEnd[] } }} Catalog */

/** Bytes that the program may use. */
const mostMemory = Number(holder.dataset.memory);

/** @typedef {{ name: string, letter: string, caption: string, script: string }} Named An example as its guide calls it */

/** The guides and their examples, read before their list gives way. */
const guides = [...holder.querySelectorAll(':scope > ul > li')].map((item) => ({
  href: item.querySelector('a')?.getAttribute('href') ?? '',
  title: item.querySelector('a')?.textContent ?? '',
  /** Of the guide, and so of its scripts: English where it is not translated. */
  lang: item.querySelector('a')?.lang || document.documentElement.lang,
  examples: [...item.querySelectorAll('li')].map((of) => {
    const script = of.querySelector('a')?.href ?? '';
    return /** @type {Named} */ ({ name: of.dataset.name ?? /([^/]+)\.mongosh\.js$/.exec(script)?.[1] ?? '', letter: of.dataset.letter ?? '', caption: of.textContent ?? '', script });
  }),
}));

/**
 * @type {{ example: string, step: number, size: number, way?: string, moment: number, prepared: string, busy: boolean, loaded: boolean, isRaced: boolean }}
 * The step or, if there is one, the way of an order, which is '' until one is chosen;
 * whether the program is there, so that what takes long is a run; and whether the address
 * leads to a race.
 */
const state = { example: '', step: 0, size: 0, moment: 0, prepared: '', busy: false, loaded: false, isRaced: false };
/** @type {Map<string, { text: string, sources: { source: string, at: number }[] }>} What was pasted, by collection */
const pasted = new Map();
/** @type {Map<string, any>} The variables of what has run since the data were new */
const variables = new Map();
/** @type {Catalog | undefined} */
let catalog;
/** @type {Record<string, string>} The titles of the example's steps by their ids */
let titles = {};

const said = element('p', 'said');
said.setAttribute('role', 'status');
const bar = element('progress');
bar.hidden = true;
bar.setAttribute('aria-label', word('running'));

const examples = choice('example');
const steps = choice('step');
const sizes = choice('size');
const toGuide = element('a', '', word('guide'));
const runButton = button('run', () => later(() => run()), 'first');
const raceButton = button('race', () => later(() => race()));
const stopButton = button('stop', () => stop());
stopButton.hidden = true;
const resetButton = button('reset', reset);
const shareButton = button('share', share);
const editor = makeEditor('_source', () => later(() => run()));
const note = element('p', 'more');
const data = element('section', 'pane');
const weight = element('p', 'plan', word('weight', { total: megabytes(Number(holder.dataset.packed), 1) }));
const outcome = element('section', 'outcome');
outcome.id = '_outcome';
const result = element('section', 'race');
result.id = '_race';
const picking = element('section', 'orders');
const walk = element('section', 'walk');
const ownData = element('details', 'own', element('summary', '', word('own')));
ownData.addEventListener('toggle', () => later(() => {}), { once: true });
const modes = element('fieldset', 'modes', element('legend', 'spoken', word('replay-tried')), radio('_mode', 'step', '', word('replay-step')), radio('_mode', 'orders', '', word('replay-orders')));
modes.hidden = true; // until the example is known
const source = element('label', 'spoken', word('editor'));
source.htmlFor = editor.field.id;
/** What belongs to a step, but for its outcome. */
const stepping = [element('div', 'bar', element('b', '', word('editor')), runButton, raceButton, resetButton, shareButton), source, editor.box, note];

/** @param {string} name */
function choice(name) {
  const select = element('select');
  select.id = `_${name}`;
  const label = element('label', '', `${word(name)} `, select);
  label.htmlFor = select.id;
  return { select, label };
}

/**
 * @param {string} name
 * @param {() => void} click
 * @param {string} [className]
 */
function button(name, click, className) {
  const made = element('button', `button ${className ?? ''}`, word(name));
  made.type = 'button';
  made.addEventListener('click', click);
  return made;
}

/** @param {string} text */
function say(text) {
  said.textContent = text;
}

/**
 * @param {number} bytes
 * @param {number} [digits] after the point
 */
function megabytes(bytes, digits = 0) {
  return new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(bytes / 1e6);
}

const root = new URL('../', document.baseURI);

/** @param {string} path */
async function text(path) {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw new Error(`${response.status}`);
  return response.text();
}

/** @type {Promise<void> | undefined} */
let coming;
let hasRunners = false;

/** Fetches the scripts that run something, once, and the styles of what they draw. */
function runners() {
  coming ??= new Promise((done, failed) => {
    const script = element('script');
    script.src = new URL('assets/play-run.js', root).href;
    script.addEventListener('load', () => {
      hasRunners = true;
      for (const name of ['touch', 'orders']) {
        const styles = element('link');
        styles.rel = 'stylesheet';
        styles.href = new URL(`assets/with-${name}.css`, root).href;
        document.head.append(styles);
      }
      done();
    });
    script.addEventListener('error', () => {
      coming = undefined;
      failed(new Error('script'));
    });
    document.head.append(script);
  });
  return coming;
}

/**
 * Does something once the scripts are there that run things.
 * @param {() => unknown} work
 */
async function later(work) {
  if (!hasRunners) {
    outcome.setAttribute('aria-busy', 'true');
    try {
      await runners();
    } catch {
      say(word('failed'));
      said.append(' ', ...scriptLink());
      return;
    } finally {
      outcome.removeAttribute('aria-busy');
    }
  }
  await work();
}

/** @param {string} name of an example */
function guideOf(name) {
  return guides.find((guide) => guide.examples.some((each) => each.name === name));
}

/** @type {Map<string, Promise<any>>} */
const catalogs = new Map();

/**
 * @param {string} name of an example
 * @returns {Promise<Catalog>}
 */
async function catalogOf(name) {
  const known = catalogs.get(name) ?? text(`play/${name}.json`).then(JSON.parse);
  catalogs.set(name, known);
  known.catch(() => catalogs.delete(name));
  return known;
}

/** Fetches an example, and what its guide calls the steps. */
async function fetchExample() {
  const guide = guideOf(state.example);
  const slug = guide?.href.split('/').at(-1)?.replace('.html', '') ?? '';
  const [fetched, all] = await Promise.all([catalogOf(state.example), text(`play/${guide?.lang}/${slug}.json`).then(JSON.parse).catch(() => ({}))]);
  catalog = fetched;
  titles = all[state.example] ?? {};
  variables.clear();
  pasted.clear();
  fillChoices();
  picking.replaceChildren();
  walk.replaceChildren();
  if (!catalog?.orders) return;
  await runners();
  showOrders();
}

/** The models of the guide, of which each has a letter of its own. */
function models() {
  const guide = guideOf(state.example);
  return (guide?.examples ?? []).filter((each, i, all) => each.letter && all.findIndex((other) => other.letter === each.letter) === i);
}

/** Shows how the models could race, and takes away how they did. */
function offerRace() {
  state.isRaced = false;
  result.replaceChildren();
  raceButton.hidden = models().length < 2 || !models().some(({ name }) => name === state.example);
}

/** The script for mongosh of the example, if there is one. */
function scriptLink() {
  const script = guideOf(state.example)?.examples.find(({ name }) => name === state.example)?.script;
  if (!script) return [];
  const link = element('a', '', script.split('/').at(-1) ?? '');
  link.href = script;
  link.download = '';
  link.translate = false;
  return [link];
}


/**
 * A step as its guide calls it, with its number.
 * @param {number} step
 */
function stepName(step) {
  return [`${step + 1}`, titles[catalog?.steps[step]?.id ?? '']].filter(Boolean).join(' · ');
}

/** Shows the example, step and size that the state names. */
async function show() {
  if (catalog?.name !== state.example) await fetchExample();
  if (!catalog?.orders) state.way = undefined;
  const { steps: all, sizes: known } = /** @type {Catalog} */ (catalog);
  state.step = Math.min(Math.max(state.step, 0), all.length - 1);
  if (!known.includes(state.size)) state.size = known[0] ?? 0;
  examples.select.value = state.example;
  steps.select.value = String(state.step);
  sizes.select.value = String(state.size);
  toGuide.href = guideOf(state.example)?.href ?? 'index.html';
  if (state.way === undefined) toGuide.hash = `${state.example}_${state.step + 1}`; // place.js finds it, if it is shown there
  state.prepared = '';
  editor.set(own());
  note.textContent = all[state.step]?.session ? word('session') : all[state.step]?.whole ? word('whole') : '';
  outcome.replaceChildren();
  say('');
  showData();
  offerRace();
  showMode();
  address();
}

/** Shows what belongs to a step, or what belongs to an order. */
function showMode() {
  const isOrder = state.way !== undefined;
  modes.hidden = !catalog?.orders;
  for (const input of modes.querySelectorAll('input')) input.checked = (input.value === 'orders') === isOrder;
  for (const part of [...stepping, outcome, result, ownData, steps.label]) part.hidden = isOrder;
  weight.hidden = state.loaded;
  sizes.label.hidden = isOrder || (catalog?.sizes.length ?? 0) < 2;
  picking.hidden = walk.hidden = !isOrder;
  for (const cell of picking.querySelectorAll('.cells input')) /** @type {HTMLInputElement} */ (cell).checked = /** @type {HTMLInputElement} */ (cell).value === state.way;
}

function sizeIndex() {
  return Math.max(0, catalog?.sizes.indexOf(state.size) ?? 0);
}

/** The step as the example has it. */
function own() {
  return catalog?.steps[state.step]?.sources[sizeIndex()] ?? '';
}

function fillChoices() {
  const { steps: all, sizes: known } = /** @type {Catalog} */ (catalog);
  steps.select.replaceChildren(...all.map((_, i) => option(String(i), stepName(i))));
  sizes.select.replaceChildren(...known.map((size) => option(String(size), numbers.format(size))));
}

/**
 * @param {string} value
 * @param {string} name
 */
function option(value, name) {
  const made = element('option', '', name);
  made.value = value;
  return made;
}

function showData() {
  const at = sizeIndex();
  data.replaceChildren();
  delete data.dataset.live;
  data.parentElement?.classList.remove('stays');
  data.hidden = !catalog?.data.some((part) => part.totals[at]);
  for (const part of catalog?.data ?? []) {
    const total = part.totals[at] ?? 0;
    data.append(dataLabel(part.collection, total), ...part.documents.map(drawDocument));
    if (total > part.documents.length) data.append(element('p', 'more', plural('moreDocuments', total - part.documents.length)));
  }
}

/**
 * @param {string} collection
 * @param {number} total
 */
function dataLabel(collection, total) {
  const name = element('span', 'name', collection);
  name.translate = false;
  return element('p', 'label', element('b', '', word('data')), ' ', name, ' ', element('span', '', plural('documents', total)));
}

/** Keeps in the address what is shown, the reader's own text included if a link carries it. */
async function address() {
  if (state.way !== undefined) {
    const order = new URLSearchParams({ example: state.example, order: state.way });
    if (state.moment) order.set('moment', String(state.moment));
    history.replaceState(null, '', `?${order}`);
    return;
  }
  const query = new URLSearchParams({ example: state.example, step: catalog?.steps[state.step]?.id ?? '' });
  if (state.size) query.set('size', String(state.size));
  if (state.isRaced) query.set('race', '1');
  const code = editor.field.value === own() ? '' : editor.field.value;
  const parts = code && fitsLink(code) ? [`code=${await packed(code)}`] : [];
  if (pasted.size && fitsLink(code, pastedText())) parts.push(`data=${await packed(pastedText())}`);
  history.replaceState(null, '', `?${query}${parts.length ? `#${parts.join('&')}` : ''}`);
}

/** The part of an address that holds what was pasted, '' if that is nothing or too long for a link. */
function pastedText() {
  return pasted.size ? JSON.stringify([...pasted].map(([name, { text }]) => [name, text])) : '';
}

function longLink() {
  return word('longlink', { count: numbers.format(longestLinked >> 10) });
}

async function share() {
  if (state.way === undefined && !fitsLink(editor.field.value)) {
    say(longLink());
    return;
  }
  await address();
  try {
    await navigator.clipboard.writeText(location.href);
    say(pasted.size && !location.hash.includes('data=') ? `${word('copied')}. ${word('toolong')}` : word('copied'));
  } catch {
    say(word('copyFailed'));
  }
}

function reset() {
  if (state.busy) stop();
  state.prepared = '';
  variables.clear();
  pasted.clear();
  editor.set(own());
  outcome.replaceChildren();
  say('');
  showData();
  offerRace();
  address();
}

/** Reads the address and makes the page. */
async function begin() {
  if (location.protocol === 'file:' || !('WebAssembly' in globalThis)) {
    holder.prepend(element('p', 'notice', word('file')));
    return;
  }
  const query = new URLSearchParams(location.search);
  const names = guides.flatMap((guide) => guide.examples.map((each) => each.name));
  state.example = names.find((name) => name === query.get('example')) ?? names[0] ?? '';
  state.size = Number(query.get('size')) || 0;
  const linked = await unpacked(location.hash);
  examples.select.append(...guides.map((guide) => {
    const group = element('optgroup', '', ...guide.examples.map(({ name, letter, caption }) => option(name, [letter, caption].filter(Boolean).join(' · '))));
    group.label = guide.title;
    return group;
  }));
  holder.replaceChildren(
    element('div', 'choices', examples.label, modes, steps.label, sizes.label, toGuide),
    element('div', 'sides', element('div', 'side', ...stepping, picking, weight, bar, said, stopButton, outcome, result, walk), element('div', 'side', data, ownData)),
  );
  examples.select.addEventListener('change', () => choose({ example: examples.select.value, step: 0, size: 0, way: state.way === undefined ? undefined : '' }));
  modes.addEventListener('change', () => choose({ way: modes.querySelector('input:checked')?.getAttribute('value') === 'orders' ? '' : undefined }));
  steps.select.addEventListener('change', () => choose({ step: Number(steps.select.value) }));
  sizes.select.addEventListener('change', () => choose({ size: Number(sizes.select.value) }));
  const wanted = query.get('step');
  await fetchExample();
  state.step = Math.max(0, catalog?.steps.findIndex((step) => step.id === wanted) ?? 0);
  const way = query.get('order');
  if (way !== null) state.way = catalog?.orders?.ends.some((end) => end.way === way) ? way : '';
  const moment = Number(query.get('moment')) || 0;
  await show();
  if (state.way) {
    await stepThrough(state.way, moment);
    if (moment) go(moment);
  }
  if (linked.isTooLong) note.textContent = longLink();
  if (linked.data !== undefined) {
    await runners();
    await takePasted(linked.data);
  }
  if (linked.code !== undefined) {
    editor.set(linked.code);
    note.textContent = word('fromlink');
  }
  if (linked.data !== undefined || linked.code !== undefined) await address();
  // What a stranger wrote runs when its reader wants it.
  if (query.get('race') && linked.code === undefined) await later(() => race());
}

/** @param {Partial<typeof state>} change */
function choose(change) {
  if (state.busy) stop();
  Object.assign(state, change, { moment: 0 });
  show().catch(() => say(word('failed')));
}

begin().catch(() => holder.prepend(element('p', 'notice', word('failed'))));
