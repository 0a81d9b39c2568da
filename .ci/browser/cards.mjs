// Makes the images by which previews of links show the pages of a built site, in
// Chromium: title, question, and of a guide with models their diagrams and what
// the first row of their costs says. The site must have an address; build it anew
// with `--cards <folder>`, and its pages name their images. A second run with the
// same fonts gives the same bytes. Usage: node cards.mjs <site> <folder> [slug …]
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { addressOf, launch, pagesOf, report, siteFolder } from './site.mjs';

const folder = siteFolder();
const [, , , into, ...slugs] = process.argv;
if (!into) {
  console.error('usage: node cards.mjs <site> <folder> [slug …]');
  process.exit(2);
}
const style = readFileSync(new URL('cards.css', import.meta.url), 'utf8');
/** @type {string[]} */
const problems = [];
let made = 0;
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1200, height: 630 }, colorScheme: 'light', bypassCSP: true });
const page = await context.newPage();
for (const name of pagesOf(folder)) {
  const shown = shownBy(name);
  if (shown) await make(name, shown);
}
await browser.close();
if (made === 0) problems.push(`${folder}: no page of the site names its address`);
report(`${made} cards`, problems);

/** @typedef {{ title: string, line: string, hash: string }} Shown */

/**
 * What the card of a page shows, null for a page that has none: one that stands in
 * for a translation has that of the English page. The hash is what generator/page
 * holds the image to.
 * @param {string} name
 * @returns {Shown | null}
 */
function shownBy(name) {
  const html = readFileSync(join(folder, name), 'utf8');
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const slug = name.replace(/^.*\/|\.html$/g, '');
  if (!data || !/<body class="(guide|part|home)">/.test(html) || !name.includes('/') || (slugs.length > 0 && !slugs.includes(slug))) return null;
  const about = JSON.parse(data)['@graph'][0];
  if (!about.url.endsWith(`/${name}`) && !about.url.endsWith(`/${name.replace(/(index)?\.html$/, '')}`)) return null;
  const title = about.headline ?? about.name;
  const line = about.alternativeHeadline ?? about.description ?? '';
  const [models = ''] = /<ul class="cards">.*?<\/table>/s.exec(html) ?? [];
  const text = [title, line, models.replace(/<[^>]*>/g, '')].join('\n');
  return { title, line, hash: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}

/**
 * @param {string} name
 * @param {Shown} shown
 */
async function make(name, { title, line, hash }) {
  await page.goto(addressOf(folder, name));
  await page.addStyleTag({ content: style });
  const cut = await page.evaluate(draw, { title, line });
  if (cut) problems.push(`${name}: ${cut} does not fit`);
  const file = resolve(into ?? '', name.replace(/\.html$/, `.${hash}.png`));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await page.screenshot({ animations: 'disabled' }));
  made++;
}

/**
 * Leaves nothing of a page but its card. Runs in the page.
 * @param {{ title: string, line: string }} shown
 */
async function draw({ title, line }) {
  const models = document.querySelector('article .cards');
  const costs = models?.parentElement?.querySelector('.cards ~ .table table');
  const brand = document.querySelector('.brand');
  /** @type {(name: string, content: string | Element) => HTMLElement} */
  const element = (name, content) => {
    const made = document.createElement(name);
    made.append(content);
    return made;
  };
  const card = document.createElement('main');
  const heading = element('h1', title);
  card.append(heading, element('p', line));
  if (models && costs) {
    const [head, row] = costs.querySelectorAll('tr');
    const said = (/** @type {Element | undefined} */ cell) => cell?.textContent ?? '';
    const figure = element('p', [said(head?.cells[0]), said(row?.cells[0])].join(' · '));
    figure.className = 'figure';
    for (const model of models.children) {
      model.querySelectorAll('.when, .decides, .strip, .drawn > :not(svg)').forEach((each) => each.remove());
      const letter = said(model.querySelector('.letter') ?? undefined);
      const column = [...(head?.cells ?? [])].findIndex((cell, i) => i > 0 && (cell.querySelector('.letter') ?? cell).textContent === letter);
      const cell = row?.cells[column];
      cell?.querySelector('.times')?.remove();
      if (cell) model.append(element('b', said(cell).trim()));
    }
    models.querySelectorAll('svg').forEach((drawn) => drawn.setAttribute('preserveAspectRatio', 'xMinYMid'));
    card.append(figure, models);
  } else {
    heading.className = 'alone';
  }
  if (brand) card.append(brand);
  document.body.className = 'sharing';
  document.body.replaceChildren(card);
  await document.fonts.ready;
  const edge = card.getBoundingClientRect();
  const outside = [...card.querySelectorAll('*')].find((each) => {
    const { right, bottom } = each.getBoundingClientRect();
    return right > edge.right || bottom > edge.bottom;
  });
  return outside ? outside.textContent || outside.tagName : '';
}
