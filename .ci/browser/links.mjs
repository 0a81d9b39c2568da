// Every link of every page must lead to a file and an id that are there, from
// the file system as from a server. A page with its styles and scripts must
// not weigh more than 30 kB compressed.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { addressOf, baseOf, launch, pagesOf, report, siteFolder } from './site.mjs';

const heaviest = 30_000;
const folder = siteFolder();
const pages = pagesOf(folder);
const base = baseOf(folder);

/** @type {string[]} */
const problems = [];
/** @type {Map<string, Set<string>>} ids of the pages, by address */
const ids = new Map();
/** @type {{ from: string, href: string }[]} */
const links = [];
let weight = { page: '', bytes: 0 };

const browser = await launch();
const page = await browser.newPage();
for (const name of pages) {
  const found = await page.evaluate((html) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    return {
      ids: [...parsed.querySelectorAll('[id]')].map((element) => element.id),
      hrefs: [...parsed.querySelectorAll('a[href], link[rel=stylesheet], link[rel=icon], script[src], img[src]')].map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
    };
  }, readFileSync(`${folder}/${name}`, 'utf8'));
  ids.set(addressOf(folder, name), new Set(found.ids));
  if (new Set(found.ids).size < found.ids.length) problems.push(`${name}: an id is used twice`);
  for (const href of found.hrefs) links.push({ from: name, href });
  weigh(name);
}
await browser.close();
for (const link of links) follow(link);
report(`links: ${links.length} of ${pages.length} pages; heaviest page ${weight.page}, ${weight.bytes} bytes compressed`, problems);

/**
 * The error page is found at any depth, so its links start at the site's root.
 * @param {{ from: string, href: string }} link
 */
function follow({ from, href }) {
  const rooted = href.startsWith('/') ? href.slice(1) : href.startsWith(base) ? href.slice(base.length) : undefined;
  const url = new URL(rooted ?? href, addressOf(folder, rooted === undefined ? from : 'index.html'));
  if (url.protocol !== 'file:') {
    if (!['http:', 'https:'].includes(url.protocol)) problems.push(`${from}: ${href}: not a link for a page`);
    return;
  }
  const target = decodeURIComponent(url.hash.slice(1));
  url.hash = '';
  const path = fileURLToPath(url);
  if (!path.startsWith(folder)) problems.push(`${from}: ${href} leaves the site`);
  else if (!existsSync(path) || !statSync(path).isFile()) problems.push(`${from}: ${href}: there is no such file`);
  else if (target && !ids.get(url.href)?.has(target)) problems.push(`${from}: ${href}: there is no such id`);
}

/** @param {string} name */
function weigh(name) {
  const scripts = [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/<script src="[^"]*(assets\/[^"]+)"/g)].map((match) => String(match[1]));
  if (scripts.length > 3) problems.push(`${name}: ${scripts.length} scripts; two besides the theme's lines are enough`);
  const styles = [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/<link rel="stylesheet" href="[^"]*(assets\/[^"]+)"/g)].map((match) => String(match[1]));
  const files = [name, ...styles, ...scripts];
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length, 0);
  if (/\/search\.html$/.test(name)) return; // its index is all pages
  if (bytes > weight.bytes) weight = { page: name, bytes };
  if (bytes > heaviest) problems.push(`${name}: ${bytes} bytes compressed with styles and scripts, more than ${heaviest}`);
}
