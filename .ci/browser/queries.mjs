// Holds the search to what readers look for: queries/<language>.txt says where
// each query must lead. With --browser the queries are typed into the page's
// own field, in Chromium, from the file system; else Node.js runs the scripts.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { addressOf, close, launch, report, siteFolder, whenFree } from './site.mjs';
import { searchOf } from './search-index.mjs';

const least = 0.95;
const leastJudged = 20;
const folder = siteFolder();
const inBrowser = process.argv.includes('--browser');
const tables = new URL('queries/', import.meta.url);
/** @type {string[]} */
const problems = [];

/**
 * @typedef {{ rank: number, query: string, targets: string[] }} Expected
 * @param {string} lang
 * @returns {Expected[]}
 */
function read(lang) {
  return readFileSync(new URL(`${lang}.txt`, tables), 'utf8').split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [rank = '', query = '', targets = ''] = line.split(' | ');
      return { rank: Number(rank), query, targets: targets.split(', ') };
    });
}

/**
 * The pages that a language is searched in: a page without a translation is not
 * among them.
 * @param {string} lang
 */
function pagesIn(lang) {
  const [, index = ''] = readFileSync(join(folder, lang, 'search.html'), 'utf8').split('class="index"');
  return new Set([...index.matchAll(/ href="([^"#]+)\.html/g)].map(([, slug = '']) => slug));
}

/**
 * Finds by the scripts alone.
 * @param {string} lang
 */
function byScript(lang) {
  const index = searchOf(folder).indexOf(lang);
  return async (/** @type {string} */ query) => {
    const { hits } = await index.find(query);
    return Promise.all(hits.slice(0, 3).map(async (/** @type {{ page: number, section: number }} */ hit) => {
      const page = await index.page(hit.page);
      const id = page.sections[hit.section][0];
      return id ? `${page.slug}#${id}` : page.slug;
    }));
  };
}

/**
 * Types into the field of the search page.
 * @param {string} lang
 */
async function byPage(lang) {
  const page = await browser?.newPage();
  await page?.goto(addressOf(folder, `${lang}/search.html`));
  return async (/** @type {string} */ query) => {
    if (!page) return [];
    await page.fill('#_search', query);
    await page.waitForFunction((wanted) => document.querySelector('#_results')?.getAttribute('data-query') === wanted, query);
    const hrefs = await page.locator('#_results [data-rank]').evaluateAll((links) => links
      .sort((a, b) => Number(a.getAttribute('data-rank')) - Number(b.getAttribute('data-rank')))
      .slice(0, 3).map((link) => link.getAttribute('href')?.replace(/^.*\//, '') ?? ''));
    return hrefs.map((href) => href.replace('.html', ''));
  };
}

/** @param {string} target */
const pageOf = (target) => target.replace(/#.*/, '');

const english = pagesIn('en');
const browser = inBrowser ? await launch() : undefined;
const languages = readdirSync(tables).filter((name) => name.endsWith('.txt')).map((name) => name.replace('.txt', ''));
const shares = await Promise.all(languages.map((lang) => whenFree(() => judge(lang))));
if (browser) await close();
console.log(shares.join('\n'));
report(`queries ${inBrowser ? 'in the browser' : 'in Node.js'}`, problems);

/**
 * Holds one language to its queries, and returns its shares in words.
 * @param {string} lang
 */
async function judge(lang) {
  const find = inBrowser ? await byPage(lang) : byScript(lang);
  const pages = pagesIn(lang);
  const rows = read(lang);
  for (const target of rows.flatMap((row) => row.targets)) {
    if (!english.has(pageOf(target))) problems.push(`${lang}: there is no page ${target}`);
  }
  const expected = rows.filter((row) => pages.has(pageOf(row.targets[0] ?? '')));
  const waiting = rows.filter((row) => !expected.includes(row));
  for (const { query, targets } of waiting) console.log(`${lang}: ${query}: waiting for the translation of ${targets.join(', ')}`);
  let [first, three] = [0, 0];
  for (const { rank, query, targets } of expected) {
    const found = await find(query);
    const at = found.findIndex((/** @type {string} */ target) => targets.includes(target));
    if (at === 0) first++;
    if (at >= 0) three++;
    if (at < 0 || at >= rank) console.log(`${lang}: ${query}: ${found.join(', ') || 'nothing'} instead of ${targets.join(', ')}`);
  }
  if (rows.length < 30) problems.push(`${lang}: only ${rows.length} queries`);
  if (expected.length < leastJudged) problems.push(`${lang}: only ${expected.length} of the queries lead to a page that is there, less than ${leastJudged}`);
  if (three / expected.length < least) problems.push(`${lang}: ${percent(three / expected.length)} are among the first three, less than ${percent(least)}`);
  return `${lang} ${percent(first / expected.length)} first, ${percent(three / expected.length)} in three, of ${expected.length}; ${waiting.length} waiting for a translation`;
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
