// Every link of every page must lead to a file and an id that are there, from
// the file system as from a server. A page with its styles and scripts must
// not weigh more than 31.5 kB compressed, nor a weighing on it more than 3 kB, the list of
// all examples more than 2.4 kB, nor its images more than 1.5 MB.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { addressOf, baseOf, launch, pagesOf, report, siteFolder } from './site.mjs';

const heaviest = 31_500;
const heaviestWeighing = 3_000;
const heaviestList = 2_400; // of all examples, in the playground
const heaviestImages = 1_500_000;
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
    // Each image is a list of the files from which a browser takes one.
    const images = [...parsed.querySelectorAll('img')].map((img) => {
      const sets = [img, ...(img.closest('picture')?.querySelectorAll('source') ?? [])].flatMap((of) => (of.getAttribute('srcset') ?? '').split(/,\s+/));
      return [img.getAttribute('src') ?? '', ...sets.map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')].filter(Boolean);
    });
    return {
      images,
      ids: [...parsed.querySelectorAll('[id]')].map((element) => element.id),
      hrefs: [...parsed.querySelectorAll('a[href], link[rel=stylesheet], link[rel=icon], script[src]')].map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
    };
  }, readFileSync(`${folder}/${name}`, 'utf8'));
  ids.set(addressOf(folder, name), new Set(found.ids));
  if (new Set(found.ids).size < found.ids.length) problems.push(`${name}: an id is used twice`);
  for (const href of [...found.hrefs, ...found.images.flat()]) links.push({ from: name, href });
  weigh(name, found.images);
}
await browser.close();
for (const link of links) follow(link);
report(`links: ${links.length} of ${pages.length} pages; heaviest page ${weight.page}, ${weight.bytes} bytes compressed, with its images`, problems);

/**
 * Where a link leads in the file system. The error page is found at any depth, so its
 * links start at the site's root.
 * @param {string} from
 * @param {string} href
 */
function target(from, href) {
  const rooted = href.startsWith('/') ? href.slice(1) : href.startsWith(base) ? href.slice(base.length) : undefined;
  return new URL(rooted ?? href, addressOf(folder, rooted === undefined ? from : 'index.html'));
}

/** @param {{ from: string, href: string }} link */
function follow({ from, href }) {
  const url = target(from, href);
  if (url.protocol !== 'file:') {
    if (!['http:', 'https:'].includes(url.protocol)) problems.push(`${from}: ${href}: not a link for a page`);
    return;
  }
  const id = decodeURIComponent(url.hash.slice(1));
  url.hash = '';
  const path = fileURLToPath(url);
  if (!path.startsWith(folder)) problems.push(`${from}: ${href} leaves the site`);
  else if (!existsSync(path) || !statSync(path).isFile()) problems.push(`${from}: ${href}: there is no such file`);
  else if (id && !ids.get(url.href)?.has(id)) problems.push(`${from}: ${href}: there is no such id`);
}

/**
 * Counts the bytes that a browser fetches for a page. Of each image it takes the largest
 * file, as a browser with a large screen does, and each file once.
 * @param {string} name
 * @param {string[][]} images
 */
function weigh(name, images) {
  const html = readFileSync(`${folder}/${name}`, 'utf8');
  const scripts = [...html.matchAll(/<script src="[^"]*(assets\/[^"]+)"/g)].map((match) => String(match[1]));
  if (scripts.length > 3) problems.push(`${name}: ${scripts.length} scripts; two besides the theme's lines are enough`);
  const styles = [...html.matchAll(/<link rel="stylesheet" href="[^"]*(assets\/[^"]+)"/g)].map((match) => String(match[1]));
  const files = [name, ...styles, ...scripts];
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length, 0);
  const sizeOf = (/** @type {string} */ src) => {
    const url = target(name, src);
    return url.protocol === 'file:' && existsSync(url) ? statSync(url).size : 0;
  };
  const largest = new Set(images.map((candidates) => candidates.reduce((most, src) => (sizeOf(src) > sizeOf(most) ? src : most), candidates[0] ?? '')));
  const imageBytes = [...largest].reduce((sum, src) => sum + sizeOf(src), 0);
  if (imageBytes > heaviestImages) problems.push(`${name}: ${imageBytes} bytes of images, more than ${heaviestImages}`);
  if (/\/search\.html$/.test(name)) return; // its index is all pages
  if (bytes + imageBytes > weight.bytes) weight = { page: name, bytes: bytes + imageBytes };
  const most = heaviest + (html.includes(' data-weigh="') ? heaviestWeighing : 0) + (html.includes(' id="_play"') ? heaviestList : 0);
  if (bytes > most) problems.push(`${name}: ${bytes} bytes compressed with styles and scripts, more than ${most}`);
}
