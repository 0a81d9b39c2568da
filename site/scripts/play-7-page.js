// The page: choices, data, editor, and what is run.

/** @typedef {{ id: string, sources: string[], whole?: boolean, session?: boolean, answers?: string, costs: Record<string, number>[] }} Step */
/** @typedef {{ name: string, sizes: number[], data: { collection: string, totals: number[], documents: Box[] }[], steps: Step[], measures: string[], questions: string[] | null, orders?: { clients: string[], ends: OrderEnd[] } }} Catalog */

/** After so many milliseconds a run can be ended. */
const stopAfter = 2000;
/** Bytes that the program may use. */
const mostMemory = Number(holder.dataset.memory);

/** The guides and their examples, read before their list gives way. */
const guides = [...holder.querySelectorAll(':scope > ul > li')].map((item) => ({
  href: item.querySelector('a')?.getAttribute('href') ?? '',
  title: item.querySelector('a')?.textContent ?? '',
  /** Of the guide, and so of its scripts: English where it is not translated. */
  lang: item.querySelector('a')?.lang || document.documentElement.lang,
  examples: [...item.querySelectorAll('ul li')].map((name) => name.textContent ?? ''),
}));

/**
 * @type {{ example: string, step: number, size: number, way?: string, moment: number, prepared: string, busy: boolean }}
 * The step or, if there is one, the way of an order, which is '' until one is chosen.
 */
const state = { example: '', step: 0, size: 0, moment: 0, prepared: '', busy: false };
/** @type {Catalog | undefined} */
let catalog;
/** @type {Map<string, Promise<string>>} */
const texts = new Map();

const said = element('p', 'said');
said.setAttribute('role', 'status');
const bar = element('progress');
bar.hidden = true;
bar.setAttribute('aria-label', word('running'));

const examples = choice('example');
const steps = choice('step');
const sizes = choice('size');
const toGuide = element('a', '', word('guide'));
const runButton = button('run', run, 'first');
const stopButton = button('stop', stop);
stopButton.hidden = true;
const resetButton = button('reset', reset);
const shareButton = button('share', share);
const editor = makeEditor(run);
const note = element('p', 'more');
const data = element('section', 'pane');
const outcome = element('section', 'outcome');
outcome.id = '_outcome';
const compare = element('section', 'compare');
const modes = element('fieldset', 'modes', element('legend', 'spoken', word('replay-tried')), radio('_mode', 'step', '', word('replay-step')), radio('_mode', 'orders', '', word('replay-orders')));
const source = element('label', 'spoken', word('editor'));
source.htmlFor = editor.field.id;
/** What belongs to a step, but for its outcome. */
const stepping = [element('div', 'bar', element('b', '', word('editor')), runButton, resetButton, shareButton), source, editor.box, note];

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
 * @param {number} loaded
 * @param {number} total
 */
function progress(loaded, total) {
  bar.hidden = loaded >= total;
  bar.max = total;
  bar.value = loaded;
  said.textContent = word('loading', { loaded: megabytes(loaded, 1), total: megabytes(total, 1) });
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

/** @param {string} name */
function exampleText(name) {
  const known = texts.get(name) ?? text(`examples/${name}.json`);
  texts.set(name, known);
  known.catch(() => texts.delete(name));
  return known;
}

/** @param {string} name of an example */
function guideOf(name) {
  return guides.find((guide) => guide.examples.includes(name));
}

/** Shows the example, step and size that the state names. */
async function show() {
  if (catalog?.name !== state.example) {
    catalog = JSON.parse(await text(`play/${state.example}.json`));
    fillChoices();
  }
  if (!catalog?.orders) state.way = undefined;
  const { steps: all, sizes: known } = /** @type {Catalog} */ (catalog);
  state.step = Math.min(Math.max(state.step, 0), all.length - 1);
  if (!known.includes(state.size)) state.size = known[0] ?? 0;
  examples.select.value = state.example;
  steps.select.value = String(state.step);
  sizes.select.value = String(state.size);
  toGuide.href = guideOf(state.example)?.href ?? 'index.html';
  state.prepared = '';
  editor.set(own());
  note.textContent = all[state.step]?.session ? word('session') : all[state.step]?.whole ? word('whole') : '';
  outcome.replaceChildren();
  say('');
  showData();
  showCompare();
  showMode();
  address();
}

/** Shows what belongs to a step, or what belongs to an order. */
function showMode() {
  const isOrder = state.way !== undefined;
  modes.hidden = !catalog?.orders;
  for (const input of modes.querySelectorAll('input')) input.checked = (input.value === 'orders') === isOrder;
  for (const part of [...stepping, outcome, compare, steps.label]) part.hidden = isOrder;
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
  steps.select.replaceChildren(...all.map((step, i) => option(String(i), `${i + 1} ${step.id}`)));
  sizes.select.replaceChildren(...known.map((size) => option(String(size), numbers.format(size))));
  showOrders();
}

/**
 * @param {string} value
 * @param {string} name
 */
function option(value, name) {
  const made = element('option', '', name);
  made.value = value;
  made.translate = false;
  return made;
}

function showData() {
  const at = sizeIndex();
  data.replaceChildren();
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
  const isLinked = editor.field.value !== own() && fitsLink(editor.field.value);
  history.replaceState(null, '', `?${query}${isLinked ? `#code=${await packed(editor.field.value)}` : ''}`);
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
    say(word('copied'));
  } catch {
    say(word('copyFailed'));
  }
}

/** Runs what stands in the editor. */
async function run() {
  if (state.busy || !catalog || state.way !== undefined) return;
  await during(async () => {
    const key = [state.example, state.step, state.size].join(' ');
    if (state.prepared !== key) {
      const opened = await ask({ do: 'open', name: state.example, text: await exampleText(state.example), size: state.size, step: state.step }, progress);
      if (opened.failed) throw new Refusal(opened.failed);
      state.prepared = key;
    }
    say(word('running'));
    const reply = await ask({ do: 'run', source: editor.field.value }, progress);
    showOutcome(reply);
    say(reply.mistakes || reply.statements?.some((statement) => statement.error) ? `✕ ${word('error')}` : word('ready'));
    await address();
  });
}

/**
 * Does something that takes a while: it can be stopped when it takes long.
 * @param {() => Promise<void>} work
 */
async function during(work) {
  if (state.busy) return;
  state.busy = true;
  runButton.ariaDisabled = 'true'; // disabled, it would lose the focus
  for (const part of [outcome, walk]) part.setAttribute('aria-busy', 'true');
  const timer = setInterval(() => (stopButton.hidden = !loaded), stopAfter);
  try {
    await work();
  } catch (error) {
    state.prepared = '';
    const ended = error instanceof Error && error.message === 'gone';
    outcome.replaceChildren();
    walk.replaceChildren();
    walked.way = '';
    say(ended ? (stopped ? word('stopped') : word('crashed', { count: megabytes(mostMemory) })) : error instanceof Refusal ? error.message : word('failed'));
  }
  clearInterval(timer);
  stopped = false;
  bar.hidden = true;
  if (document.activeElement === stopButton) (state.way === undefined ? runButton : backButton).focus();
  stopButton.hidden = true;
  runButton.ariaDisabled = null;
  for (const part of [outcome, walk]) part.removeAttribute('aria-busy');
  state.busy = false;
}

let stopped = false;

function stop() {
  stopped = true;
  endWorker();
}

function reset() {
  if (state.busy) stop();
  state.prepared = '';
  editor.set(own());
  outcome.replaceChildren();
  say('');
  address();
}

/** Reads the address and makes the page. */
async function begin() {
  if (location.protocol === 'file:') {
    holder.prepend(element('p', 'notice', word('file')));
    return;
  }
  const query = new URLSearchParams(location.search);
  const names = guides.flatMap((guide) => guide.examples);
  state.example = names.find((name) => name === query.get('example')) ?? names[0] ?? '';
  state.size = Number(query.get('size')) || 0;
  const linked = await unpacked(location.hash);
  examples.select.append(...guides.map((guide) => {
    const group = element('optgroup', '', ...guide.examples.map((name) => option(name, name)));
    group.label = guide.title;
    return group;
  }));
  holder.replaceChildren(
    element('div', 'choices', examples.label, modes, steps.label, sizes.label, toGuide),
    element('div', 'sides', element('div', 'side', ...stepping, picking, bar, said, stopButton, outcome, compare, walk), element('div', 'side', data)),
  );
  examples.select.addEventListener('change', () => choose({ example: examples.select.value, step: 0, size: 0, way: state.way === undefined ? undefined : '' }));
  modes.addEventListener('change', () => choose({ way: modes.querySelector('input:checked')?.getAttribute('value') === 'orders' ? '' : undefined }));
  steps.select.addEventListener('change', () => choose({ step: Number(steps.select.value) }));
  sizes.select.addEventListener('change', () => choose({ size: Number(sizes.select.value) }));
  const wanted = query.get('step');
  catalog = JSON.parse(await text(`play/${state.example}.json`));
  fillChoices();
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
  if (linked.text !== undefined) {
    editor.set(linked.text);
    note.textContent = word('fromlink');
    await address();
  }
}

/** @param {Partial<typeof state>} change */
function choose(change) {
  if (state.busy) stop();
  Object.assign(state, change, { moment: 0 });
  show().catch(() => say(word('failed')));
}

begin().catch(() => holder.prepend(element('p', 'notice', word('failed'))));
