// The page: choices, data, editor, and what came of a run.

/** @typedef {{ id: string, sources: string[], whole?: boolean, answers?: string, costs: Record<string, number>[] }} Step */
/** @typedef {{ name: string, sizes: number[], data: { collection: string, totals: number[], documents: Box[] }[], steps: Step[], measures: string[], questions: string[] | null }} Catalog */

/** After so many milliseconds a run can be ended. */
const stopAfter = 2000;
/** Megabytes that the program may use. */
const mostMemory = 512;

/** The guides and their examples, read before their list gives way. */
const guides = [...holder.querySelectorAll(':scope > ul > li')].map((item) => ({
  href: item.querySelector('a')?.getAttribute('href') ?? '',
  title: item.querySelector('a')?.textContent ?? '',
  examples: [...item.querySelectorAll('ul li')].map((name) => name.textContent ?? ''),
}));

const state = { example: '', step: 0, size: 0, prepared: '', busy: false };
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
  const megabytes = (/** @type {number} */ bytes) => new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6);
  said.textContent = word('loading', { loaded: megabytes(loaded), total: megabytes(total) });
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

/** Shows the example, step and size that the state names. */
async function show() {
  if (catalog?.name !== state.example) {
    catalog = JSON.parse(await text(`play/${state.example}.json`));
    fillChoices();
  }
  const { steps: all, sizes: known } = /** @type {Catalog} */ (catalog);
  state.step = Math.min(Math.max(state.step, 0), all.length - 1);
  if (!known.includes(state.size)) state.size = known[0] ?? 0;
  examples.select.value = state.example;
  steps.select.value = String(state.step);
  sizes.select.value = String(state.size);
  toGuide.href = guides.find((guide) => guide.examples.includes(state.example))?.href ?? 'index.html';
  state.prepared = '';
  editor.set(own());
  note.textContent = all[state.step]?.whole ? word('whole') : '';
  outcome.replaceChildren();
  say('');
  showData();
  showCompare();
  address();
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
  sizes.label.hidden = known.length < 2;
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
  data.hidden = !catalog?.data.some((part) => part.totals[at]);
  for (const part of catalog?.data ?? []) {
    const total = part.totals[at] ?? 0;
    const name = element('span', 'name', part.collection);
    name.translate = false;
    data.append(element('p', 'label', element('b', '', word('data')), ' ', name, ' ', element('span', '', plural('documents', total))), ...part.documents.map(drawDocument));
    if (total > part.documents.length) data.append(element('p', 'more', plural('moreDocuments', total - part.documents.length)));
  }
}

/** Keeps in the address what is shown, the reader's own text included. */
async function address() {
  const query = new URLSearchParams({ example: state.example, step: catalog?.steps[state.step]?.id ?? '' });
  if (state.size) query.set('size', String(state.size));
  const changed = editor.field.value !== own();
  history.replaceState(null, '', `?${query}${changed ? `#code=${await packed(editor.field.value)}` : ''}`);
}

async function share() {
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
  if (state.busy || !catalog) return;
  await during(async () => {
    const key = [state.example, state.step, state.size].join(' ');
    if (state.prepared !== key) {
      const opened = await ask({ do: 'open', name: state.example, text: await exampleText(state.example), size: state.size, step: state.step }, progress);
      if (opened.failed) throw new Error(opened.failed);
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
  state.busy = true;
  runButton.disabled = true;
  outcome.setAttribute('aria-busy', 'true');
  const timer = setInterval(() => (stopButton.hidden = !loaded), stopAfter);
  try {
    await work();
  } catch (error) {
    state.prepared = '';
    const ended = error instanceof Error && error.message === 'gone';
    outcome.replaceChildren();
    say(ended ? (stopped ? word('stopped') : word('crashed', { count: mostMemory })) : error instanceof Error && loaded ? error.message : word('failed'));
  }
  clearInterval(timer);
  stopped = false;
  bar.hidden = true;
  stopButton.hidden = true;
  runButton.disabled = false;
  outcome.removeAttribute('aria-busy');
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

/** @param {Reply} reply */
function showOutcome(reply) {
  outcome.replaceChildren();
  outcome.dataset.unedited = String(reply.unedited === true);
  for (const mistake of reply.mistakes ?? []) {
    const place = element('button', 'button place', word('place', { line: mistake.line, column: mistake.column }));
    place.type = 'button';
    place.addEventListener('click', () => editor.point(mistake.line, mistake.column));
    outcome.append(element('p', 'mistake', element('span', 'error', `✕ ${word('error')} `), place, ` ${mistake.text}`, ...(mistake.hint ? [element('span', 'more', ` ${mistake.hint}`)] : [])));
  }
  const first = reply.mistakes?.[0];
  if (first) editor.point(first.line, first.column);
  for (const statement of reply.statements ?? []) showStatement(statement, reply.unedited === true);
}

/**
 * @param {any} statement
 * @param {boolean} isOwn
 */
function showStatement(statement, isOwn) {
  const pane = element('div', 'pane result');
  outcome.append(pane);
  if (statement.unsent) {
    pane.append(element('p', 'label', element('span', 'error', `✕ ${word('unsent')}`)));
    return;
  }
  if (statement.error) showError(pane, statement.error);
  else showResult(pane, statement.result);
  showChanges(statement);
  if (statement.plan) outcome.append(element('p', 'plan', element('b', '', word('plan')), ` ${planWords(statement.plan)}`));
  const guide = isOwn ? catalog?.steps[state.step]?.costs[sizeIndex()] : undefined;
  outcome.append(drawCosts(word('cost'), catalog?.measures ?? [], [{ name: word('cost'), cost: statement.cost, why: statement.why, guide }]));
}

/**
 * @param {HTMLElement} pane
 * @param {any} result
 */
function showResult(pane, result) {
  const what = [result.done ? `✓ ${word('done')}` : '', result.documents >= 0 ? plural('documents', result.documents) : '', result.bytes > 0 ? plural('bytes', result.bytes) : ''];
  pane.append(element('p', 'label', element('b', '', word('result')), ' ', what.filter(Boolean).join(' · ')));
  if (result.lines.length) pane.append(drawCode(result.lines));
}

/**
 * @param {HTMLElement} pane
 * @param {any} error
 */
function showError(pane, error) {
  const name = element('span', '', `${error.code ?? ''} ${error.name ?? ''}`.trim());
  name.translate = false;
  pane.append(element('p', 'label', element('b', '', word('result')), ' ', element('span', 'error', `✕ ${word('error')} `, name)));
  const message = element('p', 'message', error.message);
  message.lang = 'en';
  pane.append(message);
  if (error.refused) pane.append(element('p', 'more', word('refused')));
  if (error.details?.length) pane.append(drawCode(error.details));
}

/** @param {any} statement */
function showChanges(statement) {
  for (const change of statement.changes ?? []) {
    const name = element('span', 'name', change.collection);
    name.translate = false;
    const pane = element('div', 'pane change', element('p', 'label', element('b', '', words.changes?.[change.kind] ?? ''), ' ', name, ' ', plural('documents', change.count)));
    for (const sheet of change.sheets) {
      const size = [sheet.before, sheet.after].filter(Boolean).map((bytes) => numbers.format(bytes)).join(' → ');
      pane.append(element('div', 'sheet', element('span', 'bytes', word('byte', { count: size })), drawCode(sheet.lines)));
    }
    if (change.count > change.sheets.length) pane.append(element('p', 'more', plural('moreDocuments', change.count - change.sheets.length)));
    outcome.append(pane);
  }
}

/** @param {{ stages: string[], indexes: string[] }} plan */
function planWords(plan) {
  const told = plan.indexes.map((name) => word('index', { name }));
  if (plan.stages.includes('COLLSCAN')) told.push(word('scan'));
  if (plan.stages.includes('SORT')) told.push(word('sort'));
  return told.join(' · ');
}

/** The models of the guide that answer the question of the step. */
function showCompare() {
  compare.replaceChildren();
  const question = catalog?.steps[state.step]?.answers;
  const models = guides.find((guide) => guide.examples.includes(state.example))?.examples ?? [];
  if (!question || models.length < 2) return;
  const made = button('compare', () => during(() => compareModels(question, models)));
  compare.append(made);
}

/**
 * @param {string} question
 * @param {string[]} models
 */
async function compareModels(question, models) {
  const shown = [];
  for (const name of models) {
    const other = JSON.parse(await text(`play/${name}.json`));
    if (!(other.questions ?? []).includes(question)) continue;
    const size = other.sizes.includes(state.size) ? state.size : other.sizes[0];
    const reply = await ask({ do: 'answer', name, text: await exampleText(name), size, question }, progress);
    if (reply.failed) throw new Error(reply.failed);
    shown.push({ name, cost: reply.statements?.[0]?.cost ?? {}, why: reply.statements?.[0]?.why });
  }
  const table = drawCosts(`${word('question')}: ${question}`, catalog?.measures ?? [], shown);
  compare.querySelector('.wide')?.remove();
  compare.append(table);
  say(word('ready'));
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
  const code = await unpacked(location.hash);
  examples.select.append(...guides.map((guide) => {
    const group = element('optgroup', '', ...guide.examples.map((name) => option(name, name)));
    group.label = guide.title;
    return group;
  }));
  const label = element('label', 'spoken', word('editor'));
  label.htmlFor = editor.field.id;
  holder.replaceChildren(
    element('div', 'choices', examples.label, steps.label, sizes.label, toGuide),
    element('div', 'sides', element('div', 'side', element('div', 'bar', element('b', '', word('editor')), runButton, stopButton, resetButton, shareButton), label, editor.box, note, bar, said, outcome, compare), element('div', 'side', data)),
  );
  examples.select.addEventListener('change', () => choose({ example: examples.select.value, step: 0, size: 0 }));
  steps.select.addEventListener('change', () => choose({ step: Number(steps.select.value) }));
  sizes.select.addEventListener('change', () => choose({ size: Number(sizes.select.value) }));
  const wanted = query.get('step');
  catalog = JSON.parse(await text(`play/${state.example}.json`));
  fillChoices();
  state.step = Math.max(0, catalog?.steps.findIndex((step) => step.id === wanted) ?? 0);
  await show();
  if (code !== undefined) {
    editor.set(code);
    note.textContent = word('fromlink');
    await address();
  }
}

/** @param {Partial<typeof state>} change */
function choose(change) {
  if (state.busy) stop();
  Object.assign(state, change);
  show().catch(() => say(word('failed')));
}

begin().catch(() => holder.prepend(element('p', 'notice', word('failed'))));
