// A writer's session in the browser: a page is edited, broken and mended while
// it is open. Usage: node serve.mjs <the modelbook program> <repository>
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { launch, report } from './site.mjs';

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
report('serve: edit, mistake, mended', problems);

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
