// Holds the browser's tokenizer to the generator's: every word of every page,
// in Node.js and in Chromium, and texts of chance. Each word of a page must lead
// to the section in which it stands. Usage: node vectors.mjs <built site>
// <vectors that TestVectors of generator/search wrote>
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { launch, report, siteFolder } from './site.mjs';
import { scriptsThatNeedNoPage, searchOf } from './search-index.mjs';

/**
 * @typedef {{ script?: string, section: number, text: string, words: [string, string][] }} Vector
 * @type {Vector[]}
 */
const vectors = readFileSync(process.argv[3] ?? '', 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const search = searchOf(siteFolder());
/** @type {string[]} */
const problems = [];

for (const vector of vectors) compare(vector, search.wordsOf(vector.text), 'Node.js');
await inChromium();
const words = await lookUp();
report(`vectors: ${vectors.length} texts, ${words} words looked up`, problems.slice(0, 50));

/**
 * @param {Vector} vector
 * @param {{ text: string, kind: string }[]} found
 * @param {string} where
 */
function compare(vector, found, where) {
  const got = JSON.stringify(found.map((word) => [word.text, word.kind]));
  const want = JSON.stringify(vector.words);
  if (got !== want) problems.push(`${where}: ${JSON.stringify(vector.text.slice(0, 80))}: ${difference(got, want)}`);
}

/**
 * @param {string} got
 * @param {string} want
 */
function difference(got, want) {
  let i = 0;
  while (got[i] === want[i]) i++;
  return `${got.slice(Math.max(0, i - 20), i + 60)} instead of ${want.slice(Math.max(0, i - 20), i + 60)}`;
}

async function inChromium() {
  const browser = await launch();
  const page = await browser.newPage();
  await page.addScriptTag({ content: scriptsThatNeedNoPage() });
  const found = await page.evaluate((texts) => texts.map((text) => /** @type {any} */ (globalThis).wordsOf(text)), vectors.map((vector) => vector.text));
  vectors.forEach((vector, i) => compare(vector, found[i], 'Chromium'));
  await browser.close();
}

/** Looks up each word of each page, and gives how many there are. */
async function lookUp() {
  /** @type {Map<string, Promise<Set<number>>>} */
  const sectionsOf = new Map();
  for (const { script, section, words } of vectors) {
    if (!script) continue;
    const [, lang = '', name = ''] = script.split('/');
    const index = search.indexOf(lang);
    const { firsts } = await index.directory();
    const number = firsts[Number(name.replace('page-', ''))] + section;
    for (const [form] of words) {
      const key = `${lang} ${form}`;
      const known = sectionsOf.get(key) ?? search.sectionsOf(index, form);
      sectionsOf.set(key, known);
      if (!(await known).has(number)) problems.push(`${lang}: ${form} does not lead to ${script}, section ${section}`);
    }
  }
  return sectionsOf.size;
}
