// What a search costs its reader, compressed: the script, the directory, the
// shards of the words and the texts of the first six results. Queries are two
// words of a title, as they are typed: a hundred titles of each language.
// Usage: node budget.mjs <built site>
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { report, siteFolder } from './site.mjs';
import { searchOf } from './search-index.mjs';

const most = 56_000;
const folder = siteFolder();
/** @type {string[]} */
const problems = [];
const weigh = (/** @type {string | Buffer} */ content) => gzipSync(content, { level: 9 }).length;
const script = weigh(readFileSync(`${folder}/assets/search.js`));
console.log(`assets/search.js: ${script} bytes compressed`);
for (const lang of readdirSync(`${folder}/search`)) await language(lang);
report('budget of the search', problems);

/** @param {string} lang */
async function language(lang) {
  const files = readdirSync(`${folder}/search/${lang}`);
  const shards = files.filter((name) => !name.startsWith('page-'));
  const sizes = shards.map((name) => weigh(readFileSync(`${folder}/search/${lang}/${name}`)));
  const pages = files.filter((name) => name.startsWith('page-'));
  /** @type {number[]} */
  const costs = [];
  for (let i = 0; i < pages.length; i += Math.ceil(pages.length / 100)) {
    costs.push(await cost(lang, titleOf(readFileSync(`${folder}/search/${lang}/${pages[i]}`, 'utf8'))));
  }
  costs.sort((a, b) => a - b);
  const median = costs[costs.length >> 1] ?? 0;
  const highest = costs.at(-1) ?? 0;
  console.log(`${lang}: index ${sizes.reduce((sum, size) => sum + size, 0)} bytes in ${shards.length - 1} shards, to the first results ${median}, at most ${highest}`);
  if (highest > most) problems.push(`${lang}: a search costs ${highest} bytes, more than ${most}`);
}

/** @param {string} page */
function titleOf(page) {
  const [, list = ''] = /\(".*?",(\[".*?",".*?")/.exec(page) ?? [];
  return String(JSON.parse(`${list}]`)[1]);
}

/**
 * @param {string} lang
 * @param {string} title
 */
async function cost(lang, title) {
  const search = searchOf(folder);
  const index = search.indexOf(lang);
  const [first = '', second = ''] = title.split(/[ ：:]+/);
  const { hits } = await index.find(lang.startsWith('zh') ? title.slice(0, 4) : `${first} ${second}`);
  await Promise.all(hits.slice(0, 6).map((/** @type {{ page: number }} */ hit) => index.page(hit.page)));
  return script + [...search.read.values()].reduce((sum, content) => sum + weigh(content), 0);
}
