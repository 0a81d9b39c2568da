// A writer's session in the browser: a page is edited, broken and mended while
// it is open, by an editor and by the button that accepts what the database returned. Usage: node serve.mjs <the modelbook program> <repository>
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { launch, report, violationsOf } from './site.mjs';

const [program, repository] = process.argv.slice(2);
if (!program || !repository) {
  console.error('usage: node serve.mjs <program> <repository>');
  process.exit(2);
}
const source = mkdtempSync(join(tmpdir(), 'modelbook-serve-'));
// Not the published guides: their writers must be free to change each word.
cpSync(join(repository, 'generator/testdata/handbook'), source, { recursive: true });
cpSync(join(repository, 'site'), join(source, 'site'), { recursive: true, filter: (path) => !path.includes('public') });
/** @type {string[]} */
const problems = [];
const server = spawn(program, ['serve', '--port', '0', '--source', source], { stdio: ['ignore', 'pipe', 'inherit'] });
const browser = await launch();
try {
  const address = await firstLine();
  const page = await browser.newPage({ viewport: { width: 1280, height: 700 } });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  await session(page, address);
} finally {
  await browser.close();
  server.kill('SIGINT');
  await new Promise((ended) => server.once('exit', ended));
  rmSync(source, { recursive: true });
}
report('serve: edit, mistake, mended, accepted', problems);

/** @returns {Promise<string>} the address that the server prints */
function firstLine() {
  return new Promise((found) => createInterface({ input: server.stdout }).once('line', (line) => found(String(line.split(' ')[0]))));
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} address
 */
async function session(page, address) {
  const guide = 'content/en/one-to-one.md';
  const overlay = page.locator('#modelbook-wrong');
  await page.goto(`${address}en/one-to-one.html`);
  await page.evaluate(() => scrollTo(0, 400));

  edit(guide, 'A thing that belongs', 'Anything that belongs');
  await page.getByText('Anything that belongs').waitFor();
  const y = await page.evaluate(() => scrollY);
  if (y !== 400) problems.push(`after a change the page stands at ${y}, not where the reader was, at 400`);

  edit(guide, 'one-to-squillions.md)', 'one-to-squilions.md)');
  await overlay.waitFor();
  const text = await overlay.innerText();
  for (const part of [`${guide}:`, 'one-to-squilions', 'did you mean one-to-squillions?']) {
    if (!text.includes(part)) problems.push(`the overlay lacks ${part}: ${text}`);
  }
  edit(guide, 'one-to-squilions.md)', 'one-to-squillions.md)');
  await overlay.waitFor({ state: 'detached' });

  const example = 'examples/one-to-one-embedded.json';
  edit(example, '"name": "Galeb"', '"name": 7');
  await overlay.waitFor();
  if (!(await overlay.innerText()).includes(`${example}:`)) problems.push('the overlay does not name the example');
  edit(example, '"name": 7', '"name": "Galeb"');
  await overlay.waitFor({ state: 'detached' });

  await accepts(page, guide, example);
  await page.goto(`${address}en/one-to-one.html`);

  const style = 'site/styles/1-tokens.css';
  edit(style, ':root {', ':root { --probe: 1;');
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue('--probe').trim() === '1');

  const template = 'site/templates/page.html';
  edit(template, '{{.Body}}', '{{.Bdoy}}');
  await overlay.waitFor();
  edit(template, '{{.Bdoy}}', '{{.Body}}');
  await overlay.waitFor({ state: 'detached' });
}

/**
 * What differs from the database is accepted, by keyboard, and told afterwards.
 * @param {import('playwright-core').Page} page
 * @param {string} guide
 * @param {string} example
 */
async function accepts(page, guide, example) {
  const overlay = page.locator('#modelbook-wrong');
  const told = page.locator('#modelbook-accepted');
  const button = overlay.getByRole('button', { name: 'Accept what one-to-one-embedded returns' });
  const before = readFileSync(join(source, example), 'utf8');

  edit(example, '"expectCost": { "roundTrips": 1', '"expectCost": { "roundTrips": 7');
  await button.waitFor();
  if ((await button.count()) !== 1) problems.push(`${await button.count()} buttons offer the same`);
  for (const violation of await violationsOf(page)) problems.push(`the overlay: ${violation}`);
  await tabTo(page, 'Accept what one-to-one-embedded returns');
  await page.keyboard.press('Enter');
  await told.getByText('What one-to-one-embedded returns was accepted').waitFor();
  if (readFileSync(join(source, example), 'utf8') !== before) problems.push('the example is not what it was');
  if (await overlay.count()) problems.push(`what was accepted is still wrong: ${await overlay.innerText()}`);
  const files = await told.getByRole('listitem').allInnerTexts();
  if (files.join() !== example) problems.push(`accepted, and told of ${files.join()}`);
  if ((await told.getByRole('status').count()) !== 1) problems.push('what was accepted is no status');
  for (const violation of await violationsOf(page)) problems.push(`what was accepted: ${violation}`);
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  if (focused !== 'Close') problems.push(`after it was accepted, the focus is on ${focused}`);
  await page.keyboard.press('Enter');
  await told.waitFor({ state: 'detached' });

  edit(guide, '[141 bytes]', '[140 bytes]');
  await button.click();
  await told.getByText(guide).waitFor();
  if (!readFileSync(join(source, guide), 'utf8').includes('[141 bytes]')) problems.push('the number of the page was not written');

  // A page of another origin can't ask for it, nor can one that was told no token.
  edit(guide, '[141 bytes]', '[140 bytes]');
  await button.waitFor();
  const own = new URL(page.url()).origin;
  const refused = await page.evaluate(async (url) => (await fetch(url, { method: 'POST', body: '{"example":"one-to-one-embedded"}' })).status, `${own}/-/accept`);
  if (refused !== 403) problems.push(`without a token: ${refused}`);
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes('403'))); // the browser's own, of that request

  // What can't be accepted is said where it was asked for.
  await page.route('**/-/accept', (route) => route.fulfill({ status: 409, body: 'the disk is full' }));
  await button.click();
  await overlay.getByText('Not accepted: the disk is full').waitFor();
  await page.unroute('**/-/accept');
  problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes('409')));
  edit(guide, '[140 bytes]', '[141 bytes]');
  await overlay.waitFor({ state: 'detached' });
}

/**
 * Presses Tab until a button has the focus.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function tabTo(page, name) {
  await page.evaluate(() => document.getElementById('modelbook-wrong')?.querySelector('h2')?.focus());
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
  }
  problems.push(`Tab does not lead to ${name}`);
}

/**
 * @param {string} file
 * @param {string} old
 * @param {string} text
 */
function edit(file, old, text) {
  const path = join(source, file);
  const content = readFileSync(path, 'utf8');
  if (!content.includes(old)) throw new Error(`${file} does not hold ${old}`);
  writeFileSync(path, content.replace(old, text));
}
