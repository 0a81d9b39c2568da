// Runs every step of the handbook in the playground, at every size, and holds
// results and costs to those of the build. Then walks a reader's path by keyboard,
// and tries what a stranger might put into the field or the address.
import { createServer } from 'node:http';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import process from 'node:process';
import { launch, report, siteFolder, violationsOf } from './site.mjs';

const folder = siteFolder();
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
const server = createServer((request, response) => {
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
const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
const page = await context.newPage();
page.on('console', (message) => {
  if (message.type() === 'error') problems.push(`console: ${message.text()}`);
});
page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
page.on('dialog', (dialog) => {
  problems.push(`a script ran: ${dialog.message()}`);
  return dialog.dismiss();
});

const begun = Date.now();
let firstRun = 0;
let compared = 0;
for (const file of readdirSync(join(folder, 'play')).sort()) await example(JSON.parse(readFileSync(join(folder, 'play', file), 'utf8')));
const allRun = Date.now() - begun;
await path();
await hostile();
await languages();
await browser.close();
server.close();
report(`play: ${compared} steps as the build has them, the first after ${firstRun} ms, all after ${allRun} ms`, problems);

/** Waits until a run has ended. */
async function ended() {
  await page.waitForFunction(() => !document.querySelector('#_outcome')?.hasAttribute('aria-busy'), undefined, { timeout: 60_000 });
}

async function run() {
  await page.locator('#_source').press('Control+Enter');
  await ended();
}

/** @param {any} catalog */
async function example(catalog) {
  await page.goto(`${base}en/play.html?example=${catalog.name}`);
  for (const [s, size] of catalog.sizes.entries()) {
    for (const [i, step] of catalog.steps.entries()) {
      const where = `${catalog.name} ${step.id} ${size}`;
      await page.waitForFunction((name) => /** @type {HTMLSelectElement} */ (document.getElementById('_example'))?.value === name, catalog.name);
      if (catalog.sizes.length > 1) await page.selectOption('#_size', String(size));
      await page.selectOption('#_step', String(i));
      await page.waitForFunction((text) => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value === text, step.sources[s]);
      await run();
      firstRun ||= Date.now() - begun;
      compared++;
      if (await page.locator('#_play .notice').count()) problems.push(`${where}: the page says that it failed`);
      if ((await page.locator('#_outcome').getAttribute('data-unedited')) !== 'true') problems.push(`${where}: did not run as it stands`);
      const told = await page.locator('#_outcome').innerText();
      const marks = await page.locator('#_outcome .error').allInnerTexts();
      const expected = step.error ? `✕ error ${step.error} ` : step.unsent ? '✕ not sent' : '';
      if (expected ? marks.length !== 1 || !marks[0]?.startsWith(expected) : marks.length) problems.push(`${where}: ${told}`);
      const costs = await page.locator('#_outcome td.number').evaluateAll((cells) => cells.map((cell) => /** @type {HTMLElement} */ (cell).dataset.value ?? ''));
      for (const [measure, cost] of Object.entries(step.costs[s])) {
        if (!costs.includes(String(cost))) problems.push(`${where}: ${measure} is ${costs.join(' ')}, in the build ${cost}`);
      }
      if (await page.locator('#_outcome td .unmeasured', { hasText: 'in the guide' }).count()) problems.push(`${where}: costs another than in the guide`);
      if (s > 0 || step.error || (step.result ?? '').includes('…')) continue;
      const lines = (/** @type {string} */ text) => text.split('\n').map((line) => line.trimEnd()).filter(Boolean).sort().join('\n');
      const got = await page.locator('#_outcome').evaluate(resultOf);
      if (lines(got ?? '') !== lines(step.result ?? '')) problems.push(`${where}: returns ${got}, in the build ${step.result}`);
    }
  }
}

/**
 * The result's code, with "// +21" where it says that 21 elements are left out.
 * @param {Element} outcome
 */
function resultOf(outcome) {
  const code = outcome.querySelector('.result pre code')?.cloneNode(true);
  if (!(code instanceof Element)) return '';
  for (const left of code.querySelectorAll('[data-count]')) left.textContent = ` // +${left.getAttribute('data-count')}`;
  return code.textContent ?? '';
}

/** Guide, Run it here, another value, a wrong operator, start again, a link. */
async function path() {
  await page.goto(`${base}en/one-to-one.html`);
  const link = page.locator('a.run').first();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/play\.html\?example=one-to-one-/);
  const field = page.locator('#_source');
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
  const own = await field.inputValue();
  await field.fill('db.ferries.find({ length: { $gte: 1 } }, { name: 1 }).sort({ _id: 1 })');
  await run();
  if (!/\d documents?/.test(await page.locator('#_outcome').innerText())) problems.push(`path: ${await page.locator('#_outcome').innerText()}`);
  await field.fill('db.ferries.find({\n  name: { $eqq: 1 } })');
  await run();
  if (!(await page.locator('#_outcome .error').count())) problems.push('path: a wrong operator is not told');
  await field.fill('db.ferries.find({\n  name: } )');
  await run();
  if (!(await page.locator('#_outcome').innerText()).includes('Line 2')) problems.push('path: a mistake has no place');
  if ((await page.evaluate(() => document.activeElement?.id)) !== '_source') problems.push('path: the caret is not at the mistake');
  await field.fill('db.ferries.insertOne({ _id: 77, name: "Nova" })');
  await run();
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
}

/** What a stranger might try: nothing hangs, nothing runs as a script. */
async function hostile() {
  await page.goto(`${base}en/play.html?example=<img src=x onerror=alert(1)>&step=__proto__&size=1e9`);
  await page.locator('#_source').waitFor();
  await page.goto(`${base}en/play.html#code=!!!`);
  await page.goto(`${base}en/play.html#code=${'A'.repeat(100_000)}`);
  await page.locator('#_source').waitFor();
  const tries = {
    'a megabyte': 'x'.repeat(1 << 20),
    'deep': `db.c.find(${'{a:'.repeat(10_000)}1${'}'.repeat(10_000)})`,
    'brackets': '[a]('.repeat(20_000),
    'script': 'db.c.insertOne({ a: "<img src=x onerror=alert(1)><script>alert(2)</script>" })',
    'a regular expression': `db.c.find({ $expr: { $regexMatch: { input: "${'a'.repeat(5000)}b", regex: "^(a+)+$" } } })`,
    'code': 'fetch("https://example.com")',
    'long': 'db.aggregate([{ $documents: [{ a: { $sum: { $map: { input: { $range: [0, 100000] }, in: { $sum: { $range: [0, { $add: ["$$this", 20000] }] } } } } } }] }])',
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
    await ended();
    const said = await page.locator('.said').innerText();
    if (said.startsWith('Stopped') !== (name === 'long')) problems.push(`hostile: ${name}: ${said}`);
    if (!(await page.locator('#_outcome').innerText()) && !said) problems.push(`hostile: ${name}: nothing is said`);
  }
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
    if (process.env.PICTURES) await other.screenshot({ path: join(process.env.PICTURES, `play-${lang}.png`), fullPage: true });
    await phone.close();
  }
}
