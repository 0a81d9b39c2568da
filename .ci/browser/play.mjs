// Runs every step of the handbook in the playground, at every size, and holds
// results and costs to those of the build. Then walks a reader's path with a dozen
// edits, also by keyboard alone and without the network, lets models race, pastes
// documents, steps through an order of each outcome, runs a hundred times, and tries
// what a stranger might put into the field or the address.
import { createServer } from 'node:http';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import process from 'node:process';
import { deflateRawSync } from 'node:zlib';
import { addressOf, close, launch, pagesOf, report, siteFolder, violationsOf, whenFree, withClipboard } from './site.mjs';
import { waysOut } from './ways-out.mjs';

const folder = siteFolder();
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
/** @type {string[]} What was asked for that no page has a use for. */
const escaped = [];
const server = createServer((request, response) => {
  if (request.url?.includes('escaped')) escaped.push(request.url);
  const path = join(folder, decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname).replace(/^\/sub\//, '/'));
  if (!existsSync(path)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': types[/** @type {keyof typeof types} */ (extname(path))] ?? 'application/octet-stream' });
  response.end(readFileSync(path));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const base = `http://127.0.0.1:${port}/sub/`;

/** @type {string[]} */
const problems = [];
const browser = await launch();

console.log(`play.wasm: ${sizes()} bytes`);
policies();
linkedOrders();
/** @type {any[]} */
const catalogs = readdirSync(join(folder, 'play')).filter((file) => file.endsWith('.json')).sort().map((file) => JSON.parse(readFileSync(join(folder, 'play', file), 'utf8')));
/** A run that takes longer than anyone waits. */
const long = 'db.aggregate([{ $documents: [{ a: { $sum: { $map: { input: { $range: [0, 100000] }, in: { $sum: { $range: [0, { $add: ["$$this", 20000] }] } } } } } }] }])';
const begun = Date.now();
let firstRun = 0;
let compared = 0;
let allRun = 0;
let models = 0;
let stepped = 0;
let memory = 0;
const rest = [...catalogs];
await Promise.all([
  ...Array.from({ length: availableParallelism() }, () => examples),
  () => withClipboard(path), () => withClipboard(pasting), orders, cells, keyboard, edits, races, ownRace, entrances, back, hundredRuns, hostile, confined, waiting, offline, fromFile, languages,
].map((task) => whenFree(task)));
await close();
server.close();
report(`play: ${compared} steps as the build has them, the first after ${firstRun} ms, all after ${allRun} ms; ${models} laps of races; ${stepped} orders; ${memory} bytes of memory after 100 runs`, problems);

/** What the program weighs on the way, in the forms that hosts send. */
function sizes() {
  const most = { br: 2_500_000, gz: 3_055_000 };
  const weights = Object.entries(most).map(([form, limit]) => {
    const { size } = statSync(join(folder, `assets/play.wasm.${form}`));
    if (size > limit) problems.push(`play.wasm.${form} has ${size} bytes, more than ${limit}`);
    return `${form} ${size}`;
  });
  return weights.join(', ');
}

/** Only the playground may compile WebAssembly. */
function policies() {
  for (const file of pagesOf(folder)) {
    const may = readFileSync(join(folder, file), 'utf8').includes("'wasm-unsafe-eval'");
    if (may !== file.endsWith('play.html')) problems.push(`${file}: ${may ? 'may' : 'may not'} compile WebAssembly`);
  }
}

/** A guide leads to orders that there are. */
function linkedOrders() {
  let links = 0;
  for (const file of pagesOf(folder)) {
    for (const [, name, way] of readFileSync(join(folder, file), 'utf8').matchAll(/play\.html\?example=([\w-]+)&amp;order=(\w*)"/g)) {
      const { orders } = JSON.parse(readFileSync(join(folder, `play/${name}.json`), 'utf8'));
      if (!orders?.ends.some((/** @type {any} */ end) => end.way === way || !way)) problems.push(`${file}: leads to the order ${way} of ${name}, which there isn't`);
      links++;
    }
  }
  if (!links) problems.push('no page leads to an order');
}

/** A page in a window of its own, so that none is in the background; errors and dialogs
 * are problems. It asks for no transitions between pages: a busy browser skips one, which
 * is an error of no script. */
async function newPage() {
  const made = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' });
  made.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  made.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  made.on('dialog', (dialog) => {
    problems.push(`a script ran: ${dialog.message()}`);
    return dialog.dismiss();
  });
  return made;
}

/**
 * Waits until a run has ended.
 * @param {import('playwright-core').Page} page
 */
async function ended(page) {
  await page.waitForFunction(() => !document.querySelector('#_outcome')?.hasAttribute('aria-busy'), undefined, { timeout: 60_000 });
}

/** @param {import('playwright-core').Page} page */
async function run(page) {
  await page.locator('#_source').press('Control+Enter');
  await ended(page);
}

/**
 * Chooses an example and waits until the page has fetched it, which fills the field.
 * @param {import('playwright-core').Page} on
 * @param {string} name
 */
async function chooseExample(on, name) {
  await on.selectOption('#_example', name);
  await on.waitForFunction((chosen) => new URLSearchParams(location.search).get('example') === chosen, name);
}

/** Runs the examples that no other page has begun yet. */
async function examples() {
  const page = await newPage();
  await page.goto(`${base}en/play.html`);
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
  for (let catalog = rest.shift(); catalog; catalog = rest.shift()) await example(page, catalog);
  allRun = Date.now() - begun;
  await page.close();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {any} catalog
 */
async function example(page, catalog) {
  await chooseExample(page, catalog.name);
  const ran = await page.evaluate(runSteps, { sizes: catalog.sizes, sources: catalog.steps.map((/** @type {any} */ step) => step.sources) });
  firstRun ||= (ran[0]?.at ?? begun) - begun;
  compared += ran.length;
  for (const is of ran) {
    const step = catalog.steps[is.step];
    const where = `${catalog.name} ${step.id} ${catalog.sizes[is.size]}`;
    if (is.failed) problems.push(`${where}: the page says that it failed`);
    if (is.unedited !== 'true') problems.push(`${where}: did not run as it stands`);
    const expected = step.error ? `✕ error ${step.error} ` : step.unsent ? '✕ not sent' : '';
    if (expected ? is.errors.length !== 1 || !is.errors[0]?.startsWith(expected) : is.errors.length) problems.push(`${where}: ${is.told}`);
    for (const [measure, cost] of Object.entries(step.costs[is.size])) {
      if (!is.costs.includes(String(cost))) problems.push(`${where}: ${measure} is ${is.costs.join(' ')}, in the build ${cost}`);
    }
    if (is.other) problems.push(`${where}: costs another than in the guide`);
    if (is.size > 0 || step.error || (step.result ?? '').includes('…')) continue;
    const lines = (/** @type {string} */ text) => text.split('\n').map((line) => line.trimEnd()).filter(Boolean).sort().join('\n');
    if (lines(is.result) !== lines(step.result ?? '')) problems.push(`${where}: returns ${is.result}, in the build ${step.result}`);
  }
}

/**
 * Runs each step at each size as a reader would, and gives what the page shows of
 * it; of the result its code, with "// +21" where it says that 21 elements are left
 * out. Runs in the page: a call from outside for each turn would take as long again.
 * @param {{ sizes: number[], sources: string[][] }} of
 */
async function runSteps({ sizes, sources }) {
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'));
  const shown = /** @type {HTMLElement} */ (document.getElementById('_outcome'));
  const choose = (/** @type {string} */ id, /** @type {number} */ value) => {
    const list = /** @type {HTMLSelectElement} */ (document.getElementById(id));
    list.value = String(value);
    list.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const until = async (/** @type {() => boolean} */ holds) => {
    for (const end = Date.now() + 60_000; !holds(); await new Promise((done) => setTimeout(done))) {
      if (Date.now() > end) throw new Error(`nothing happens any more: ${field.value}`);
    }
  };
  const all = (/** @type {string} */ selector) => [...shown.querySelectorAll(selector)];
  const ran = [];
  for (const [size, documents] of sizes.entries()) {
    for (const [step, source] of sources.entries()) {
      if (sizes.length > 1) choose('_size', documents);
      choose('_step', step);
      await until(() => field.value === source[size]);
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }));
      await until(() => !shown.hasAttribute('aria-busy'));
      const code = shown.querySelector('.result pre code')?.cloneNode(true);
      if (code instanceof Element) {
        for (const left of code.querySelectorAll('[data-count]')) left.textContent = ` // +${left.getAttribute('data-count')}`;
      }
      ran.push({
        size,
        step,
        at: Date.now(),
        failed: document.querySelector('#_play .notice') !== null,
        unedited: shown.getAttribute('data-unedited'),
        told: shown.innerText,
        errors: all('.error').map((mark) => /** @type {HTMLElement} */ (mark).innerText),
        costs: all('td.number').map((cell) => /** @type {HTMLElement} */ (cell).dataset.value ?? ''),
        other: all('td .unmeasured').some((note) => note.textContent?.includes('in the guide')),
        result: code?.textContent ?? '',
      });
      shown.removeAttribute('data-unedited'); // so that only the next run can set it
    }
  }
  return ran;
}

/** Of each example, an order of each outcome: it ends as when the build counted it, forward and back. */
async function orders() {
  const page = await newPage();
  await page.goto(`${base}en/play.html`);
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
  const words = { hold: 'everything holds', repaired: 'holds after the repair', lost: 'something is lost' };
  for (const { name, orders: all } of catalogs) {
    if (!all) continue;
    const { expect } = JSON.parse(readFileSync(join(folder, `examples/${name}.json`), 'utf8')).explore;
    const chosen = Object.keys(words).flatMap((outcome) => all.ends.find((/** @type {any} */ end) => end.outcome === outcome) ?? []);
    await chooseExample(page, name);
    const { counts, walks } = await page.evaluate(stepOrders, chosen.map((end) => end.way));
    for (const [outcome, told] of Object.entries(words)) {
      const shown = counts.find((text) => text.startsWith(told))?.match(/\d+/)?.[0] ?? '0';
      if (shown !== String(expect[outcome] ?? 0)) problems.push(`${name}: of "${told}" the page counts ${shown}, the build ${expect[outcome]}`);
    }
    for (const [i, end] of chosen.entries()) {
      const walk = walks[i];
      stepped++;
      if (!walk?.title.endsWith(words[/** @type {keyof typeof words} */ (end.outcome)])) problems.push(`${name} ${end.way}: ${walk?.title}, in the build ${end.outcome}`);
      if (walk?.moments !== end.way.replaceAll(/\D/g, '').length) problems.push(`${name} ${end.way}: ${walk?.moments} moments`);
      const last = walk?.rows.at(-1) ?? '';
      if (/✕/.test(last) !== (end.outcome === 'lost')) problems.push(`${name} ${end.way}: ends in "${last}"`);
      if (end.outcome === 'repaired' && !last.includes('once more')) problems.push(`${name} ${end.way}: is not repaired a second time`);
      if (walk?.back !== walk?.first || !walk?.first) problems.push(`${name} ${end.way}: back at its start, the data are ${walk?.back}, not ${walk?.first}`);
      if (walk?.changes === 0) problems.push(`${name} ${end.way}: no document changes`);
    }
  }
  await page.close();
}

/**
 * Goes through orders to their ends, and back. Runs in the page, as runSteps does.
 * @param {string[]} ways
 */
async function stepOrders(ways) {
  const until = async (/** @type {() => unknown} */ holds) => {
    for (const end = Date.now() + 60_000; !holds(); await new Promise((done) => setTimeout(done))) {
      if (Date.now() > end) throw new Error(`nothing happens any more: ${location}`);
    }
  };
  const input = (/** @type {string} */ selector) => /** @type {HTMLInputElement} */ (document.querySelector(selector));
  const text = (/** @type {string} */ selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.innerText ?? '';
  input('.modes [value="orders"]').click();
  await until(() => new URLSearchParams(location.search).has('order'));
  const counts = [...document.querySelectorAll('.filter label')].map((label) => label.textContent?.trim() ?? '');
  const walks = [];
  for (const way of ways) {
    input(`.cells [value="${way}"]`).click();
    await until(() => new URLSearchParams(location.search).get('order') === way && document.querySelector('.walk:not([aria-busy]) .moment[aria-current]'));
    const [back, forward] = document.querySelectorAll('.walk .bar button');
    const data = () => text('.side + .side');
    const first = data();
    let changes = 0;
    while (forward?.ariaDisabled !== 'true') {
      /** @type {HTMLElement} */ (forward).click();
      changes += document.querySelectorAll('.detail .change .sheet').length;
    }
    const rows = [...document.querySelectorAll('.walk .moment')].map((row) => row.textContent ?? '');
    const moments = document.querySelectorAll('.walk li:not(.apart)').length;
    while (back?.ariaDisabled !== 'true') /** @type {HTMLElement} */ (back).click();
    walks.push({ title: text('.walk .title'), rows, moments, changes, first, back: data() });
  }
  return { counts, walks };
}

/** The cells by keyboard, what they are filtered by, and the address of a moment. */
async function cells() {
  const page = await newPage();
  const chosen = catalogs.find(({ orders: all }) => new Set(all?.ends.map((/** @type {any} */ end) => end.outcome)).size === 3);
  const { name, orders: { ends } } = chosen;
  await open(page, `example=${name}`);
  await page.getByRole('radio', { name: 'all orders' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('group', { name: 'Which orders are shown' }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('value') ?? '');
  for (let i = 0; i < 8 && (await focused()) !== ends[0].way; i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.locator('.walk:not([aria-busy]) .title', { hasText: 'Order 2' }).waitFor({ timeout: 60_000 });
  if ((await focused()) !== ends[1].way) problems.push(`cells: after an arrow key the focus is at "${await focused()}"`);
  await page.getByRole('button', { name: 'Forward' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const said = await page.locator('.walk').getByRole('status').innerText();
  if (!said.startsWith('2 of ')) problems.push(`cells: two moments on, "${said}" is said`);
  const linked = new URL(page.url());
  if (linked.searchParams.get('order') !== ends[1].way || linked.searchParams.get('moment') !== '2') problems.push(`cells: the address is ${linked.search}`);
  const told = await page.locator('.detail').innerText();
  await page.getByRole('radio', { name: /^something is lost/ }).check();
  const left = await page.locator('.cells input:visible').evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value));
  const wanted = ends.filter((/** @type {any} */ end) => end.outcome === 'lost' || end === ends[1]).map((/** @type {any} */ end) => end.way);
  if (left.join() !== wanted.join()) problems.push(`cells: of those that lose something ${left} are shown, not ${wanted}`);
  await page.goto('about:blank');
  await page.goto(linked.href);
  await page.locator('.walk .moment[aria-current]').waitFor({ timeout: 60_000 });
  if ((await page.locator('.detail').innerText()) !== told) problems.push('cells: a link leads to another moment');
  if (!(await page.locator(`.cells [value="${ends[1].way}"]`).isChecked())) problems.push('cells: a link chooses no cell');
  for (const way of ['9x9', '<img src=x onerror=alert(1)>', '1'.repeat(10_000), '__proto__']) {
    await page.goto('about:blank');
    await page.goto(`${base}en/play.html?example=${name}&order=${encodeURIComponent(way)}&moment=1e9`);
    await page.locator('.cells label').first().waitFor();
    await page.waitForFunction(() => new URLSearchParams(location.search).get('order') === '');
    if (await page.locator('.walk *').count()) problems.push(`cells: the order ${way.slice(0, 40)} is stepped through`);
  }
  await page.close();
}

/** Guide, Run it here, another value, a wrong operator, start again, a link. */
async function path() {
  const page = await newPage();
  await page.goto(`${base}en/one-to-one.html`);
  const link = page.locator('a.run').first();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/play\.html\?example=one-to-one-/);
  const field = page.locator('#_source');
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
  const own = await field.inputValue();
  await field.fill('db.ferries.find({ length: { $gte: 1 } }, { name: 1 }).sort({ _id: 1 })');
  await run(page);
  if (!/\d documents?/.test(await page.locator('#_outcome').innerText())) problems.push(`path: ${await page.locator('#_outcome').innerText()}`);
  await field.fill('db.ferries.find({\n  name: { $eqq: 1 } })');
  await run(page);
  if (!(await page.locator('#_outcome .error').count())) problems.push('path: a wrong operator is not told');
  const caret = await field.evaluate((at) => /** @type {HTMLTextAreaElement} */ (at).selectionStart);
  if (caret !== (await field.inputValue()).indexOf('$eqq')) problems.push(`path: the caret is at ${caret}, not at the wrong operator`);
  await field.fill('db.ferries.find({ $where: "true" })');
  await run(page);
  const script = await page.locator('#_outcome a').getAttribute('href');
  if (!script || !(await page.request.get(script)).ok()) problems.push(`path: what is refused leads to ${script}`);
  await field.fill('db.ferries.find({\n  name: } )');
  await run(page);
  if (!(await page.locator('#_outcome').innerText()).includes('Line 2')) problems.push('path: a mistake has no place');
  if ((await page.evaluate(() => document.activeElement?.id)) !== '_source') problems.push('path: the caret is not at the mistake');
  await field.fill('db.ferries.insertOne({ _id: 77, name: "Nova" })');
  await run(page);
  await page.getByRole('button', { name: 'Copy a link to this' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#code='));
  const shared = page.url();
  await page.getByRole('button', { name: 'Start again' }).click();
  if ((await field.inputValue()) !== own) problems.push('path: Start again does not bring the step back');
  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await other.goto(shared);
  await other.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value.includes('Nova'));
  await fresh.close();
  await page.keyboard.press('Tab');
  await page.close();
}

/**
 * Opens the page at an example and waits until it is there.
 * @param {import('playwright-core').Page} page
 * @param {string} query
 */
async function open(page, query) {
  await page.goto(`${base}en/play.html?${query}`);
  await page.waitForFunction((wanted) => {
    const chosen = /** @type {HTMLSelectElement} */ (document.getElementById('_example'))?.value;
    return /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value && chosen === wanted;
  }, new URLSearchParams(query).get('example'));
}

/** Everything by keyboard, and by the names that screen readers speak. */
async function keyboard() {
  const page = await newPage();
  const models = comparable();
  await open(page, `example=${models[0].name}`);
  const focused = () => page.evaluate(() => {
    const at = /** @type {any} */ (document.activeElement);
    return at?.labels?.[0]?.textContent.trim() || at?.textContent.trim() || '';
  });
  /** @param {string} name */
  const tabTo = async (name) => {
    for (let i = 0; i < 20; i++) {
      if ((await focused()).startsWith(name)) return;
      await page.keyboard.press('Tab');
    }
    problems.push(`keyboard: ${name} is not reached`);
  };
  for (const [role, name] of /** @type {const} */ ([['combobox', 'Example'], ['combobox', 'Step'], ['link', 'To the guide'], ['button', 'Run'], ['button', 'Run in all models'], ['button', 'Start again'], ['button', 'Copy a link to this'], ['textbox', 'Code for mongosh']])) {
    if ((await page.getByRole(role, { name, exact: true }).count()) !== 1) problems.push(`keyboard: no ${role} is named ${name}`);
  }
  await page.locator('#_example').focus();
  for (const name of ['Example', 'Step', 'To the guide', 'Run', 'Run in all models', 'Start again', 'Copy a link to this', 'Code for mongosh']) await tabTo(name);
  await page.keyboard.type('{');
  await page.keyboard.press('Control+Enter');
  await ended(page);
  await tabTo('Line');
  await page.keyboard.press('Enter');
  if (!(await focused()).startsWith('Code')) problems.push('keyboard: the place of a mistake does not lead there');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  if ((await focused()) !== 'Start again') problems.push(`keyboard: ${await focused()} stands before the link and the editor`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await ended(page);
  if ((await focused()) !== 'Run') problems.push(`keyboard: after a run the focus is at "${await focused()}"`);
  if (!(await page.getByRole('table', { name: 'Cost' }).count())) problems.push('keyboard: the cost has no table of its name');
  if ((await page.getByRole('status').filter({ hasText: 'Done' }).count()) !== 1) problems.push('keyboard: the end of a run is not spoken');
  await tabTo('Run in all models');
  await page.keyboard.press('Enter');
  await raced(page);
  if (!(await focused()).startsWith('Run in all models')) problems.push('keyboard: a race takes the focus');
  const chosen = () => page.locator('.race input:checked').getAttribute('value');
  const before = await chosen();
  await page.locator('.race input:checked').focus();
  await page.keyboard.press('ArrowRight');
  if ((await chosen()) === before) problems.push('keyboard: an arrow key chooses no other size of a race');
  await page.getByText('Your own data').focus();
  await page.keyboard.press('Enter');
  for (const name of ['Collection', 'Documents']) await tabTo(name);
  await page.keyboard.type('{ "_id": 1');
  await page.keyboard.press('Control+Enter');
  await page.locator('.own .place').waitFor();
  if (!(await focused()).startsWith('Documents')) problems.push('keyboard: what was pasted wrongly takes the focus away');
  await page.close();
}

/** The models of one guide that answer the question of their first step, at several sizes. */
function comparable() {
  const first = catalogs.find((catalog) => catalog.sizes.length > 1 && catalog.steps[0].answers && partnersOf(catalog).length > 1);
  return partnersOf(first);
}

/**
 * The models of a guide that answer a question.
 * @param {any} catalog one of them
 * @param {string} question
 */
function partnersOf(catalog, question = catalog.steps[0].answers) {
  const list = /** @type {string} */ ([...readFileSync(join(folder, 'en/play.html'), 'utf8').matchAll(/<\/a><ul>(.*?)<\/ul>/g)].map(([, items]) => items).find((items) => items?.includes(`/${catalog.name}.mongosh.js"`)));
  const lettered = [...list.matchAll(/data-letter="(\w)"[^>]*><a href="[^"]*\/([^"/]+)\.mongosh\.js"/g)];
  const models = lettered.filter(([, letter], i) => lettered.findIndex(([, other]) => other === letter) === i).map(([, , name]) => name);
  return catalogs.filter((other) => models.includes(other.name) && (other.questions ?? []).includes(question));
}

/**
 * Waits until a race has ended.
 * @param {import('playwright-core').Page} page
 */
async function raced(page) {
  await page.locator('.race table').waitFor({ timeout: 120_000 });
  await ended(page);
}

/** What a reader changes first: values, fields, indexes, variables, documents, and mistakes. */
async function edits() {
  const page = await newPage();
  await open(page, 'example=embed-or-reference-referenced');
  /** @type {[string, string, RegExp][]} */
  const all = [
    ['another value', "db.tours.findOne({ theme: 'Bronze and brass' })", /curator: 'Yara Moreira'/],
    ['a projection', "db.tours.find({ museum: 'Harbor' }, { _id: 0, theme: 1 }).limit(1)", /\{ theme: '[^']+' \}/],
    ['another index', "db.objects.createIndex({ made: 1 })\ndb.objects.find({ made: 1742 })", /uses the index made_1/],
    ['a variable', "const tour = db.tours.findOne({ theme: 'Bronze and brass' })\ntour.objectIds", /Variables: tour/],
    ['a variable of the run before', 'db.objects.find({ _id: { $in: tour.objectIds } })', /11 documents/],
    ['arithmetic', 'tour.objectIds.length * 2 + tour.minutes / 60', /Result\s+23/],
    ['a function of an array', 'const ids = db.tours.find().toArray().flatMap(each => each.objectIds)\ndb.objects.countDocuments({ _id: { $in: ids.slice(0, 3) } })', /Result[^]*\b[23]\b/],
    ['an own document', "const made = 1900 + 26\ndb.notes.insertOne({ _id: 'mine', title: 'A cup', made })", /New notes/],
    ['a change', "db.notes.updateOne({ _id: 'mine' }, { $set: { title: 'A bowl' } })", /Changed notes/],
    ['the end of a document', "db.notes.deleteOne({ _id: 'mine' })", /Gone notes/],
    ['a mistake', 'const tour = db.tours.findOne({ theme: })', /✕ error Line 1, column 40/],
    ['a wrong operator', 'db.tours.find({ minutes: { $gtt: tour.minutes } })', /unknown operator: \$gtt/],
    ['a loop', 'for (const id of tour.objectIds) db.objects.findOne({ _id: id })', /✕ error Line 1, column 1 for is not run here/],
    ['nothing found', "const none = db.tours.findOne({ theme: 'No such' })\nnone.objectIds", /Line 2, column 6 null has no objectIds/],
    ['no such variable', 'db.objects.find({ _id: { $in: tuor.objectIds } })', /tuor is not defined|tuor/],
  ];
  const marks = { 'an own document': 'New', 'a change': 'Changed', 'the end of a document': 'Gone' };
  for (const [name, source, expected] of all) {
    await page.locator('#_source').fill(source);
    await run(page);
    const told = (await page.locator('#_outcome').innerText()).replaceAll(/\s+/g, ' ');
    if (!expected.test(told)) problems.push(`edits: ${name}: ${told.slice(0, 400)} ${await page.locator(".side > .said").innerText()}`);
    const mark = marks[/** @type {keyof typeof marks} */ (name)];
    if (mark && !(await page.locator('.side + .side .sheet b', { hasText: mark }).count())) problems.push(`edits: ${name}: it is not marked as ${mark} among the data`);
  }
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.locator('#_source').fill('tour.objectIds');
  await run(page);
  if (!(await page.locator('#_outcome .error').count())) problems.push('edits: a variable outlives its data');
  const later = catalogs.find(({ name }) => name === 'embed-or-reference-referenced').steps.findIndex((/** @type {any} */ step) => step.sources[0].includes('tour.objectIds'));
  await page.selectOption('#_step', String(later));
  await page.locator('#_source').fill('db.objects.countDocuments({ _id: { $in: tour.objectIds } })');
  await run(page);
  if (!/Variables: tour/.test(await page.locator('#_outcome').innerText())) problems.push(`edits: what an earlier step saved is unknown: ${await page.locator('#_outcome').innerText()}`);
  const top = await page.locator('#_outcome').evaluate((shown) => shown.getBoundingClientRect().top / innerHeight);
  if (top < 0 || top > 0.7) problems.push(`edits: the result begins at ${top} of the window`);
  await page.close();
}

/** The question of a step, to every model of a guide at every size: what its steps cost in the build, also from a link. */
async function races() {
  const page = await newPage();
  for (const name of ['embed-or-reference-embedded', 'cardinality-embedded', 'one-to-few-embedded']) {
    const first = catalogs.find((catalog) => catalog.name === name);
    const step = first.steps.find((/** @type {any} */ each) => each.answers && each.costs[0].documentsRead > 0);
    const racers = partnersOf(first, step.answers);
    await open(page, `example=${name}&step=${step.id}`);
    await page.getByRole('button', { name: 'Run in all models' }).click();
    await raced(page);
    const shown = await raceOf(page);
    if (shown.letters.length !== racers.length) problems.push(`races: ${name}: ${shown.letters} race, and ${racers.map(({ name: each }) => each)} answer the question`);
    for (const [s, size] of first.sizes.entries()) {
      for (const measure of /** @type {const} */ ([['Documents read', 'documentsRead'], ['Bytes over the wire', 'payload']])) {
        const expected = racers.map((model) => model.steps.filter((/** @type {any} */ each) => each.answers === step.answers).reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.costs[s][measure[1]], 0));
        const row = shown.rows[`${measure[0]} ${new Intl.NumberFormat('en').format(size)}`] ?? shown.rows[measure[0]];
        if ([...row?.counts ?? []].sort().join() !== [...expected].sort().join()) problems.push(`races: ${name} ${step.answers} at ${size}: ${measure[0]} is ${row?.counts}, in the build ${expected}`);
        const least = Math.min(...expected);
        const marked = expected.some((each) => each !== least) ? expected.filter((each) => each === least).length : 0;
        if (row && row.least !== marked) problems.push(`races: ${name} at ${size}: ${row.least} are marked as least, not ${marked}`);
        models += expected.length;
      }
    }
    if (shown.lit !== racers.length) problems.push(`races: ${name}: ${shown.lit} maps are lit of ${racers.length}`);
    if (new URL(page.url()).searchParams.get('race') !== '1') problems.push(`races: ${name}: the address is ${page.url()}`);
    const link = page.url();
    const fresh = await browser.newContext();
    const other = await fresh.newPage();
    await other.goto(link);
    await raced(other);
    if (JSON.stringify(await raceOf(other)) !== JSON.stringify(shown)) problems.push(`races: ${name}: a link leads to another race`);
    await fresh.close();
  }
  await page.close();
}

/**
 * The race that is shown: counts by measure and size.
 * @param {import('playwright-core').Page} page
 */
async function raceOf(page) {
  return page.evaluate(() => {
    /** @type {Record<string, { counts: number[], least: number }>} */
    const rows = {};
    for (const body of document.querySelectorAll('.race tbody')) {
      const group = body.querySelector('[scope="rowgroup"]')?.textContent;
      for (const row of body.querySelectorAll('tr:has(td)')) {
        const label = row.querySelector('th')?.firstChild?.textContent ?? '';
        const all = /** @type {HTMLElement[]} */ ([...row.querySelectorAll('td')]);
        rows[group ? `${group} ${label}` : label] = { counts: all.map((cell) => Number(cell.dataset.value)), least: row.querySelectorAll('.least').length };
      }
    }
    return { rows, letters: [...document.querySelectorAll('.race thead .letter')].map((letter) => letter.textContent), lit: document.querySelectorAll('.race .fields .map:has(.read, .changed)').length, told: /** @type {HTMLElement} */ (document.querySelector('.race')).innerText };
  });
}

/** A query of the reader's own: what each model returns and where it has nothing to run on, mistakes, and a link that waits for its reader. */
async function ownRace() {
  const page = await newPage();
  await open(page, 'example=embed-or-reference-embedded');
  const source = "const some = db.tours.find({ museum: 'Harbor' }).toArray()\ndb.objects.find({ made: { $lt: 1700 + 50 } })";
  await page.locator('#_source').fill(source);
  await page.getByRole('button', { name: 'Run in all models' }).click();
  await raced(page);
  const shown = await raceOf(page);
  if (shown.letters.length < 2 || !Object.keys(shown.rows).some((label) => label.startsWith('Documents returned'))) problems.push(`own race: ${JSON.stringify(shown)}`);
  if (!/no collection objects/.test(shown.told)) problems.push(`own race: a model without the collection is not told: ${shown.told}`);
  const link = page.url();
  await page.locator('#_source').fill('db.tours.find({ museum: })');
  await page.getByRole('button', { name: 'Run in all models' }).click();
  await page.locator('#_outcome .mistake').waitFor();
  if (await page.locator('.race table').count()) problems.push('own race: a mistake races');
  const fresh = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const other = await fresh.newPage();
  await other.goto(link);
  await other.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value.includes('const some'));
  if (await other.locator('.race table').count()) problems.push('own race: what a stranger wrote runs by itself');
  await other.getByRole('button', { name: 'Run in all models' }).click();
  await raced(other);
  if (JSON.stringify((await raceOf(other)).rows) !== JSON.stringify(shown.rows)) problems.push('own race: a link leads to another race');
  const wide = await other.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) problems.push(`own race: ${wide} px wider than a phone`);
  const table = await other.locator('.race .wide').evaluate((box) => box.scrollWidth - box.clientWidth);
  if (table > 0) problems.push(`own race: its table is ${table} px wider than a phone`);
  for (const found of await violationsOf(other)) problems.push(`own race: ${found}`);
  await fresh.close();
  await page.close();
}

/** Documents that a reader pastes: wrong ones are told with their place, right ones are found, and a link carries them if they are short. */
async function pasting() {
  const page = await newPage();
  await open(page, 'example=embed-or-reference-referenced');
  await page.getByText('Your own data').click();
  const put = async (/** @type {string} */ text) => {
    await page.getByLabel('Documents in JSON').fill(text);
    await page.getByRole('button', { name: 'Put into the collection' }).click();
    await ended(page);
  };
  await page.getByLabel('Collection', { exact: true }).fill('cups');
  for (const [text, expected] of [['[\n  { "_id": 1 },\n  { "_id": 2, "a": }\n]', 'Line 3, column 20'], ['{ "_id": 1 }\n{ "_id": 1 }', 'Line 2, column 1'], ['[1]', 'Line 1, column 2'], ['{ _id: db.a.findOne() }', 'Line 1, column 8'], ['', 'Line 1, column 1']]) {
    await put(String(text));
    const told = await page.locator('.own .wrong').innerText();
    if (!told.includes(String(expected))) problems.push(`pasting ${text}: ${told}`);
  }
  await put('[{ "_id": { "$oid": "66b1c0a4f2d3e5a6b7c80001" }, "at": { "$date": "2026-02-15T15:00:00Z" }, "n": { "$numberLong": "5" } }]\n{ _id: 2, at: ISODate("2026-02-16"), n: 7 }');
  if (!/cups\s+2 documents/.test(await page.locator('.side + .side').innerText())) problems.push(`pasting: the data are ${await page.locator('.side + .side').innerText()}`);
  await page.locator('#_source').fill("db.cups.find({ at: { $gte: ISODate('2026-02-15') } })");
  await run(page);
  const told = await page.locator('#_outcome').innerText();
  if (!told.includes("ObjectId('66b1c0a4f2d3e5a6b7c80001')") || !told.includes("Long('5')")) problems.push(`pasting: ${told}`);
  await page.selectOption('#_step', '1');
  await page.locator('#_source').fill('db.cups.countDocuments({})');
  await run(page);
  if (!/Result[^]*\b2\b/.test(await page.locator('#_outcome').innerText())) problems.push('pasting: another step has lost the documents');
  const link = page.url();
  if (!/[#&]data=/.test(link)) problems.push(`pasting: the address is ${link}`);
  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await other.goto(link);
  await other.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value.includes('cups'));
  await run(other);
  if (!/Result[^]*\b2\b/.test(await other.locator('#_outcome').innerText())) problems.push('pasting: a link does not bring the documents');
  await fresh.close();
  await put(Array.from({ length: 400 }, (_, i) => `{ _id: ${i}, name: "a cup that is described at length, the ${i}th of many" }`).join('\n'));
  await page.getByRole('button', { name: 'Copy a link to this' }).click();
  await page.waitForFunction(() => document.querySelector('.said')?.textContent?.includes('too long for a link'));
  if (/[#&]data=/.test(page.url())) problems.push('pasting: an address carries what no link does');
  await page.close();
}

/** The way to the playground from the header and from home. */
async function entrances() {
  const page = await newPage();
  for (const from of ['en/index.html', 'en/cardinality.html', 'bg/index.html']) {
    await page.goto(base + from);
    await page.locator('.top a[href$="play.html"]').click();
    await page.waitForURL(/play\.html/);
  }
  await page.goto(`${base}en/index.html`);
  await page.getByRole('link', { name: 'Run your own query on every model' }).click();
  await page.waitForURL(/play\.html\?example=/);
  await page.getByRole('button', { name: 'Run in all models' }).waitFor();
  await page.close();
}

/** From a step the link to the guide leads to that step, where the documents that it touches are lit. */
async function back() {
  const page = await newPage();
  await page.goto(`${base}en/one-to-one.html`);
  const number = Number(await page.locator('.example:has(.run[href*="=one-to-one-embedded"]) .fold:not(.example) [data-step]').first().getAttribute('data-step'));
  const { steps } = JSON.parse(readFileSync(join(folder, 'play/one-to-one-embedded.json'), 'utf8'));
  await open(page, `example=one-to-one-embedded&step=${steps[number - 1].id}`);
  await page.getByRole('link', { name: 'To the guide' }).click();
  await page.locator(`[data-step="${number}"]:is(:target, .fold:target *)`).waitFor({ timeout: 5000 }).catch(() => problems.push(`back: ${page.url()}: step ${number} is not the page's target`));
  await page.locator(`.sheet[data-by~="${number}"]:is(.lit, .lit-2)`).first().waitFor({ timeout: 5000 }).catch(() => problems.push(`back: ${page.url()}: no document is lit`));
  await page.close();
}

/** A hundred runs, each begun again, take no more memory than a quarter of them. */
async function hundredRuns() {
  const page = await newPage();
  const most = catalogs.reduce((a, b) => (Math.max(...b.sizes) > Math.max(...a.sizes) ? b : a));
  await open(page, `example=${most.name}&size=${Math.max(...most.sizes)}`);
  let quarter = 0;
  for (let i = 0; i < 100; i++) {
    await page.getByRole('button', { name: 'Start again' }).click();
    await run(page);
    if (i === 24) quarter = await used(page);
  }
  memory = await used(page);
  if (!(quarter > 0 && memory <= 1.25 * quarter)) problems.push(`memory: ${quarter} bytes after 25 runs, ${memory} after 100`);
  if (!/Memory in use: \d+ MB of at most \d+ MB/.test(await page.locator('#_outcome').innerText())) problems.push('memory: it is not said');
  await page.close();
}

/** @param {import('playwright-core').Page} page */
async function used(page) {
  return Number(await page.locator('#_outcome').getAttribute('data-memory'));
}

/** A changed text runs in a session of the example, and a write that waits for its transaction can be stopped. */
async function waiting() {
  const page = await newPage();
  await open(page, 'example=atomic-updates-transaction&step=bo-starts');
  await page.locator('#_source').fill('anna.getDatabase(db.getName()).stations.updateOne({ _id: 7 }, { $inc: { bikes: -1 } })\nanna.commitTransaction()');
  await run(page);
  if (!(await page.locator('#_outcome').innerText()).includes('stations')) problems.push(`in a session: ${await page.locator('#_outcome').innerText()}`);
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.locator('#_source').fill('db.stations.updateOne({ _id: 7 }, { $inc: { bikes: 1 } })');
  await page.locator('#_source').press('Control+Enter');
  await page.getByRole('button', { name: 'Stop' }).click({ timeout: 60_000 });
  await ended(page);
  const said = await page.locator('.said').innerText();
  if (!said.startsWith('Stopped')) problems.push(`waiting: ${said}`);
  if ((await page.evaluate(() => document.activeElement?.textContent)) !== 'Run') problems.push('waiting: Stop takes the focus with it');
  await page.close();
}

/** Once loaded, an example runs without the network, also after a run was stopped. */
async function offline() {
  const alone = await browser.newContext();
  const other = await alone.newPage();
  await other.goto(`${base}en/play.html`);
  const field = other.locator('#_source');
  const ran = async () => {
    await field.press('Control+Enter');
    await other.waitForFunction(() => !document.querySelector('#_outcome')?.hasAttribute('aria-busy'), undefined, { timeout: 60_000 });
    return other.locator('.said').innerText();
  };
  await other.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
  await ran();
  await alone.setOffline(true);
  await other.selectOption('#_step', '1');
  if ((await ran()) !== 'Done.') problems.push(`offline: ${await other.locator('.said').innerText()}`);
  await field.fill(long);
  await field.press('Control+Enter');
  await other.getByRole('button', { name: 'Stop' }).click({ timeout: 60_000 });
  await other.getByRole('button', { name: 'Start again' }).click();
  if ((await ran()) !== 'Done.') problems.push(`offline, after a stop: ${await other.locator('.said').innerText()}`);
  await alone.close();
}

/** From a file the page says in a sentence what to do. */
async function fromFile() {
  const page = await newPage();
  await page.goto(addressOf(folder, 'en/play.html'));
  const notice = await page.locator('#_play .notice').innerText();
  if (!notice.includes('modelbook serve')) problems.push(`from a file: ${notice}`);
  const scripts = await page.locator('#_play a[download]:visible').evaluateAll((links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
  if (scripts.length < catalogs.length) problems.push(`from a file: ${scripts.length} scripts are offered for ${catalogs.length} examples`);
  for (const script of scripts) {
    if (!existsSync(new URL(script))) problems.push(`from a file: there is no ${script}`);
  }
  await page.close();
}

/** What a stranger might try: nothing hangs, nothing runs as a script. */
async function hostile() {
  const page = await newPage();
  await page.goto(`${base}en/play.html?example=<img src=x onerror=alert(1)>&step=__proto__&size=1e9`);
  await page.locator('#_source').waitFor();
  const packed = (/** @type {string | Buffer} */ text) => deflateRawSync(text).toString('base64url');
  for (const hash of ['!!!', 'A'.repeat(100_000), packed(Buffer.alloc(100 << 20, 'x')), packed('<img src=x onerror=alert(1)>'), `${packed('db.a.find()')}<script>alert(1)</script>`]) {
    await page.goto('about:blank');
    await page.goto(`${base}en/play.html#code=${hash}`);
    await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
    if ((await page.locator('#_source').inputValue()).length > 16 << 10) problems.push('hostile: an address filled the field');
  }
  await hostileLinks(packed);
  const tries = {
    'a megabyte': 'x'.repeat(1 << 20),
    'deep': `db.c.find(${'{a:'.repeat(10_000)}1${'}'.repeat(10_000)})`,
    'brackets': '[a]('.repeat(20_000),
    'script': 'db.c.insertOne({ a: "<img src=x onerror=alert(1)><script>alert(2)</script>" })',
    'a regular expression': `db.c.find({ $expr: { $regexMatch: { input: "${'a'.repeat(5000)}b", regex: "^(a+)+$" } } })`,
    'code': 'fetch("https://example.com")',
    'long': long,
    'names of scripts': 'db.c.insertOne({ __proto__: { a: 1 }, constructor: 1, toString: "x", "</script>": 1 })',
    'a long list': 'db.aggregate([{ $documents: [{ a: { $range: [0, 100000000] } }] }])',
    'much memory': `db.aggregate([{ $documents: [{ a: { $range: [0, 1000] } }] }${', { $unwind: "$a" }, { $set: { a: { $range: [0, 1000] }, b: ["$$ROOT", "$$ROOT"] } }'.repeat(3)}, { $group: { _id: 1, all: { $push: "$$ROOT" } } }])`,
  };
  for (const [name, source] of Object.entries(tries)) {
    await page.locator('#_source').evaluate((field, text) => {
      /** @type {HTMLTextAreaElement} */ (field).value = text;
      field.dispatchEvent(new Event('input'));
    }, source);
    await page.locator('#_source').press('Control+Enter');
    if (name === 'long') await page.getByRole('button', { name: 'Stop' }).click({ timeout: 60_000 });
    await ended(page);
    const said = await page.locator('.said').innerText();
    if (said.startsWith('Stopped') !== (name === 'long')) problems.push(`hostile: ${name}: ${said}`);
    if (!(await page.locator('#_outcome').innerText()) && !said) problems.push(`hostile: ${name}: nothing is said`);
  }
  await page.close();
}

/**
 * Texts that are short when compressed and long to lay out: one that a link may carry is
 * laid out in a moment, of a longer one nothing is shown, and that is said.
 * @param {(text: string) => string} packed
 */
async function hostileLinks(packed) {
  const other = await browser.newPage();
  for (const piece of ['\n', '\u0301', '\u202a', 'ب', '\u0915\u094d', '🇩🇪', "'a'", 'a\ufe0f']) {
    for (const bytes of [16 << 10, 256 << 10]) {
      const text = piece.repeat(bytes / Buffer.byteLength(piece));
      await other.goto('about:blank');
      await other.goto(`${base}en/play.html#code=${packed(text)}`);
      await other.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
      await other.waitForFunction(() => /link/.test(document.querySelector('.side > .more')?.textContent ?? ''));
      const [note, shown] = [await other.locator('.side > .more').innerText(), await other.locator('#_source').inputValue()];
      const name = `hostile: a link of ${bytes} bytes of ${JSON.stringify(piece)}`;
      if (bytes <= 16 << 10 ? shown !== text : shown.length > 5000 || note !== 'A link carries at most 16 kB of code.') problems.push(`${name} shows ${shown.length} letters: ${note}`);
    }
  }
  await other.locator('#_source').fill('x'.repeat((16 << 10) + 1));
  await other.getByRole('button', { name: 'Copy a link to this' }).click();
  await other.waitForFunction(() => document.querySelector('.said')?.textContent?.startsWith('A link carries'));
  if (other.url().includes('#')) problems.push('hostile: an address carries what no link does');
  await other.close();
}

/** The worker compiles its program and does nothing else: it asks for nothing, here or elsewhere, and makes no script of text. */
async function confined() {
  const alone = await browser.newContext(); // whose console may tell of what is refused
  const other = await alone.newPage();
  await other.goto(`${base}en/play.html`);
  await other.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
  await other.locator('#_source').press('Control+Enter');
  await other.waitForFunction(() => document.querySelector('#_outcome table'), undefined, { timeout: 60_000 });
  const [worker] = other.workers();
  if (!worker) problems.push('confined: there is no worker');
  const went = await worker?.evaluate(waysOut, [`${base}escaped`, `http://localhost:${port}/escaped`]);
  if (went?.join() !== 'compile its program') problems.push(`confined: a worker may ${went?.join(', ')}`);
  for (const address of escaped) problems.push(`confined: a worker asked for ${address}`);
  await alone.close();
}

/**
 * An order on a phone: its words, its width, what axe finds, and targets for fingers.
 * @param {import('playwright-core').Page} page
 * @param {string} lang
 */
async function order(page, lang) {
  const { name, orders: { ends } } = catalogs.find(({ orders: all }) => all?.ends.some((/** @type {any} */ end) => end.outcome === 'repaired' && end.mishap === 'twice'));
  const { way } = ends.find((/** @type {any} */ end) => end.outcome === 'repaired' && end.mishap === 'twice');
  await page.goto(`${base}${lang}/play.html?example=${name}&order=${way}&moment=${way.length}`);
  await page.locator('.walk .moment[aria-current]').waitFor({ timeout: 60_000 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) problems.push(`${lang}: an order is ${wide} px wider than a phone`);
  if (/\{\w+\}|undefined/.test(await page.locator('main').innerText())) problems.push(`${lang}: a word of an order is not filled in`);
  for (const found of await violationsOf(page)) problems.push(`${lang}, an order: ${found}`);
  const small = await page.locator('.modes label, .filter label, .cells label, .walk button').evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 44 || each.getBoundingClientRect().width < 44).map((each) => each.textContent));
  if (small.length) problems.push(`${lang}, an order: smaller than 44 px: ${small}`);
}

/** The page in each language, on a phone, in dark and in forced colours. */
async function languages() {
  for (const lang of readdirSync(folder).filter((name) => existsSync(join(folder, name, 'play.html')))) {
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', forcedColors: lang === 'en' ? 'active' : 'none' });
    const other = await phone.newPage();
    await other.goto(`${base}${lang}/play.html`);
    await other.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
    await other.locator('#_source').press('Control+Enter');
    await other.waitForFunction(() => document.querySelector('#_outcome table'), undefined, { timeout: 60_000 });
    const wide = await other.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) problems.push(`${lang}: ${wide} px wider than a phone`);
    await other.evaluate(() => scrollTo(0, 0)); // what the header covers is no small target
    for (const found of await violationsOf(other)) problems.push(`${lang}: ${found}`);
    if (/\{\w+\}|undefined/.test(await other.locator('main').innerText())) problems.push(`${lang}: a word is not filled in`);
    await order(other, lang);
    if (process.env.PICTURES) await other.screenshot({ path: join(process.env.PICTURES, `play-${lang}.png`), fullPage: true });
    const scripts = [];
    const untranslated = /<a [^>]*lang="en"[^>]*>[^<]*<\/a><ul><li[^>]*><a href="[^"]*\/([a-z0-9-]+)\.mongosh/.exec(readFileSync(join(folder, lang, 'play.html'), 'utf8'))?.[1];
    for (const name of ['one-to-one-embedded', untranslated ?? 'one-to-one-embedded']) {
      await chooseExample(other, name);
      await other.locator('#_source').fill('db.ferries.find({ $where: "true" })');
      await other.locator('#_source').press('Control+Enter');
      const link = other.locator(`#_outcome a[href$="/${name}.mongosh.js"]`);
      await link.waitFor();
      scripts.push(String(await link.getAttribute('href')));
      if (!(await other.request.get(String(scripts.at(-1)))).ok()) problems.push(`${lang}: what is refused leads to ${scripts.at(-1)}`);
    }
    if (!scripts[0]?.startsWith(`${base}${lang === 'en' ? '' : `${lang}/`}examples/`)) problems.push(`${lang}: the script of a translated guide is ${scripts[0]}`);
    await phone.close();
  }
}
