// Holds the search to what readers look for: queries/<language>.txt says where
// each query must lead. With --browser the queries are typed into the page's
// own field, in Chromium, from the file system; else Node.js runs the scripts.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { addressOf, close, launch, report, siteFolder, whenFree } from './site.mjs';
import { searchOf } from './search-index.mjs';

const least = 0.95;
// A reader's question leads to a guide, whichever of its sections is found: to
// the right one first in so many of them, and among the first three in all.
const leastQuestions = 40;
const leastFirst = 0.85;
const folder = siteFolder();
const inBrowser = process.argv.includes('--browser');
const tables = new URL('queries/', import.meta.url);
/** @type {string[]} */
const problems = [];

/**
 * @typedef {{ rank: string, query: string, targets: string[] }} Expected
 * @param {string} lang
 * @returns {Expected[]}
 */
function read(lang) {
  return readFileSync(new URL(`${lang}.txt`, tables), 'utf8').split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [rank = '', query = '', targets = ''] = line.split(' | ');
      return { rank, query, targets: targets.split(', ') };
    });
}

/** The slugs of all pages, which are those that are written in English. */
function pages() {
  const [, index = ''] = readFileSync(join(folder, 'en', 'search.html'), 'utf8').split('class="index"');
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

const known = pages();
const browser = inBrowser ? await launch() : undefined;
const languages = readdirSync(tables).filter((name) => name.endsWith('.txt')).map((name) => name.replace('.txt', ''));
const shares = await Promise.all(languages.map((lang) => whenFree(() => judge(lang))));
if (browser) await close();
console.table(Object.fromEntries(shares.map((share, i) => [languages[i], share])));
report(`queries ${inBrowser ? 'in the browser' : 'in Node.js'}`, problems);

/**
 * Holds one language to its queries, and returns its row of the table.
 * @param {string} lang
 */
async function judge(lang) {
  const find = inBrowser ? await byPage(lang) : byScript(lang);
  const rows = read(lang);
  for (const target of rows.flatMap((row) => row.targets)) {
    if (!known.has(pageOf(target))) problems.push(`${lang}: there is no page ${target}`);
  }
  const questions = rows.filter((row) => row.rank === 'guide');
  const asked = await placesOf(questions, async (query) => (await find(query)).map(pageOf), 1);
  const queries = rows.filter((row) => row.rank !== 'guide');
  const found = await placesOf(queries, find);
  if (questions.length < leastQuestions) problems.push(`${lang}: only ${questions.length} questions`);
  if (asked.first / questions.length < leastFirst) problems.push(`${lang}: ${asked.first} of ${questions.length} questions lead to their guide first, less than ${percent(leastFirst)}`);
  if (asked.three < questions.length) problems.push(`${lang}: ${questions.length - asked.three} questions don't lead to their guide among the first three`);
  if (queries.length < 30) problems.push(`${lang}: only ${queries.length} queries`);
  if (found.three / queries.length < least) problems.push(`${lang}: ${percent(found.three / queries.length)} are among the first three, less than ${percent(least)}`);
  return {
    questions: questions.length, 'guide first': asked.first, 'guide in three': asked.three,
    queries: queries.length, first: percent(found.first / queries.length), 'in three': percent(found.three / queries.length),
  };

  /**
   * How many queries lead to a target first, and among the first three. It
   * prints those that don't lead there as far up as they must.
   * @param {Expected[]} of
   * @param {(query: string) => Promise<string[]>} places
   * @param {number} [wanted] the rank that all are held to
   */
  async function placesOf(of, places, wanted) {
    let [first, three] = [0, 0];
    for (const { rank, query, targets } of of) {
      const found = await places(query);
      const at = found.findIndex((target) => targets.includes(target));
      if (at === 0) first++;
      if (at >= 0) three++;
      if (at < 0 || at >= (wanted ?? Number(rank))) console.log(`${lang}: ${query}: ${found.join(', ') || 'nothing'} instead of ${targets.join(', ')}`);
    }
    return { first, three };
  }
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
