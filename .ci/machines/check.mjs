// Reads a built site as machines do: its sitemap by the schema of
// sitemaps.org, its feeds by a feed reader, robots.txt by a crawler's parser, the
// list of examples by its JSON schema, Open Graph by a scraper, and every link of
// the Markdown copies. Pages of the slugs named have cards. What JSON-LD says is written to a file of TypeScript, for its compiler to hold
// it to schema.org's types. Usage: node check.mjs <site> <file.ts to write> <slug …>
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import process from 'node:process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAtomFeed } from 'feedsmith';
import { imageSize } from 'image-size';
import openGraph from 'open-graph-scraper';
import robotsParser from 'robots-parser';
import { validateXML } from 'xmllint-wasm';

const address = 'https://example.org/book/';
const [site = '', articles = '', ...carded] = process.argv.slice(2);
const read = (/** @type {string} */ name) => readFileSync(join(site, name), 'utf8');
const languages = readdirSync(join(site, 'search'));
/** @type {string[]} */
const problems = [];

await sitemap();
for (const lang of languages) await feed(lang);
robots();
examples();
await cards();
copies();
linkedData();
for (const problem of problems) console.error(problem);
console.log(`sitemap, feeds, robots.txt, examples, Open Graph, Markdown: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function sitemap() {
  const schema = createRequire(import.meta.url).resolve('sitemap/package.json').replace('package.json', 'schema/sitemap.xsd');
  const { errors } = await validateXML({
    xml: [{ fileName: 'sitemap.xml', contents: read('sitemap.xml') }],
    schema: [readFileSync(new URL('sitemap-with-links.xsd', import.meta.url), 'utf8')],
    preload: [
      { fileName: 'sitemap.xsd', contents: readFileSync(schema, 'utf8') },
      { fileName: 'link.xsd', contents: readFileSync(new URL('link.xsd', import.meta.url), 'utf8') },
    ],
  });
  for (const error of errors) problems.push(`sitemap.xml: ${error.message}`);
}

/** @param {string} lang */
async function feed(lang) {
  const feed = parseAtomFeed(read(`${lang}/feed.xml`));
  if (feed.id !== `${address}${lang}/feed.xml` || !feed.title || !feed.updated || !feed.entries?.length) problems.push(`${lang}/feed.xml: ${JSON.stringify(feed).slice(0, 200)}`);
  for (const entry of feed.entries ?? []) {
    const path = entry.id?.replace(address, '') ?? '';
    if (!entry.title || !entry.updated || !existsSync(join(site, path))) problems.push(`${lang}/feed.xml: ${JSON.stringify(entry)}`);
  }
  const { errors } = await validateXML({ xml: [{ fileName: 'opensearch.xml', contents: read(`${lang}/opensearch.xml`) }], schema: [readFileSync(new URL('opensearch.xsd', import.meta.url), 'utf8')] });
  for (const error of errors) problems.push(`${lang}/opensearch.xml: ${error.message}`);
}

function robots() {
  const rules = robotsParser(`${address}robots.txt`, read('robots.txt'));
  if (rules.isDisallowed(`${address}en/index.html`, 'anyone')) problems.push('robots.txt keeps readers out');
  if (rules.getSitemaps()[0] !== `${address}sitemap.xml`) problems.push(`robots.txt: sitemaps ${rules.getSitemaps()}`);
}

function examples() {
  const list = JSON.parse(read('examples/index.json'));
  const validate = new Ajv2020().compile(JSON.parse(readFileSync(new URL('examples.schema.json', import.meta.url), 'utf8')));
  if (!validate(list)) problems.push(`examples/index.json: ${JSON.stringify(validate.errors)}`);
  for (const example of list.examples) {
    if (!existsSync(join(site, 'examples', example.file))) problems.push(`examples/index.json: no ${example.file}`);
    if (!example.shown.every((/** @type {{ page: string }} */ { page }) => existsSync(join(site, `en/${page}.html`)))) problems.push(`examples/index.json: ${example.name} is shown nowhere`);
  }
}

/** What a preview of a link to a page shows, and that there is an image where there should be one. */
async function cards() {
  for (const lang of languages) {
    for (const name of readdirSync(join(site, lang)).filter((file) => file.endsWith('.html'))) {
      // What the page says itself: without that, a reader may take any of its images.
      const { result } = await openGraph({ html: read(`${lang}/${name}`), onlyGetOpenGraphInfo: true });
      const [image] = result.ogImage ?? [];
      const wanted = carded.includes(name.replace('.html', ''));
      if (wanted !== Boolean(image) || wanted !== (result.twitterCard === 'summary_large_image')) problems.push(`${lang}/${name}: og:image ${image?.url}`);
      if (!image) continue;
      const file = join(site, image.url.replace(address, ''));
      const { type, width, height } = existsSync(file) ? imageSize(readFileSync(file)) : { type: 'none' };
      if (type !== 'png' || width !== 1200 || height !== 630 || Number(image.width) !== width || Number(image.height) !== height) problems.push(`${lang}/${name}: ${image.url}: ${type} ${width} × ${height}`);
      if (!result.ogTitle || !result.ogDescription || !image.alt || !result.ogUrl?.startsWith(address)) problems.push(`${lang}/${name}: ${JSON.stringify(result)}`);
    }
  }
}

/** The links of the Markdown lead to Markdown that is there. */
function copies() {
  for (const lang of languages) {
    for (const name of readdirSync(join(site, lang)).filter((file) => file.endsWith('.md'))) {
      const text = read(`${lang}/${name}`).replace(/```[\s\S]*?```/g, '');
      if (text.includes('](../../')) problems.push(`${lang}/${name}: a link into the source`);
      for (const [, target = ''] of text.matchAll(/\]\(([^)#]+\.md)[^)]*\)/g)) {
        if (!target.startsWith('https://') && !existsSync(normalize(join(site, lang, target)))) problems.push(`${lang}/${name}: no ${target}`);
      }
    }
  }
  for (const [, target = ''] of read('llms.txt').matchAll(/\]\(([^)]+)\)/g)) {
    if (!existsSync(join(site, target.replace(address, '')))) problems.push(`llms.txt: no ${target}`);
  }
}

/** Writes the graph of every page as a value of schema.org's types. */
function linkedData() {
  const lines = ["import type { Graph } from 'schema-dts';"];
  for (const lang of languages) {
    for (const name of readdirSync(join(site, lang)).filter((file) => file.endsWith('.html'))) {
      const [, graph] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(read(`${lang}/${name}`)) ?? [];
      if (graph) lines.push(`/* ${lang}/${name} */ export const _${lines.length}: Graph = ${graph};`);
    }
  }
  if (lines.length < 50) problems.push(`${lines.length} pages with JSON-LD`);
  writeFileSync(articles, `${lines.join('\n')}\n`);
  if (!existsSync(dirname(articles))) problems.push('nothing written');
}
