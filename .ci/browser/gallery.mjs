// Compares pictures of every kind of figure, in every state, with reviewed ones.
// The figures are those of the handbook in .ci/gallery, which is never published;
// the references lie beside it, a picture and the measures of its boxes each. The
// measures say in words what moved; the picture shows what has another color.
// Usage: node gallery.mjs <the modelbook program> [--update]
// Look at the pictures that --update wrote before they are committed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { distance, indexed, readPNG, writePNG } from './png.mjs';
import { addressOf, launch, report } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ page: string, lang?: string, width: number, media?: Parameters<Page['emulateMedia']>[0], act?: (page: Page) => Promise<void> }} Shot */

/** Opens all that is folded; the reader's own numbers are put there by a script.
 * @type {(page: Page) => Promise<void>} */
const unfold = async (page) => {
  await page.evaluate(() => document.querySelectorAll('main details').forEach((each) => each.setAttribute('open', '')));
  await page.waitForFunction(() => Array.from(document.querySelectorAll('details.own')).every((own) => own.querySelector('output')));
};

/** @type {(page: Page) => Promise<void>} */
const followCopy = (page) => page.locator('a.copies').first().click();

/** @type {(page: Page) => Promise<void>} */
const writeGo = async (page) => {
  await page.evaluate(() => document.querySelector('.drivers input[value="Go"]')?.dispatchEvent(new MouseEvent('click')));
  await page.getByText('bson.D').first().waitFor({ state: 'attached' });
};

/** @type {(page: Page) => Promise<void>} */
const reckon = async (page) => {
  await page.locator('details.own > summary').click();
  await page.locator('details.own output').waitFor();
};

/** Opens the form and its weights, and asks a question a hundred times as often. @type {(page: Page) => Promise<void>} */
const weighAlong = async (page) => {
  await page.locator('.own > summary').click();
  await page.locator('.weighing form summary').click();
  await page.locator('.weighing form input').nth(2).fill('3000');
  await page.locator('.weighing output', { hasText: /./ }).waitFor();
};

/** Opens the form, and enters so many parts that one model is impossible. @type {(page: Page) => Promise<void>} */
const sketchAlong = async (page) => {
  await page.locator('.own > summary').click();
  await page.locator('.weighing form input').first().fill('200000');
  await page.locator('.weighing .beyond', { hasText: 'passes' }).waitFor();
};

/** @type {Record<string, Shot>} */
const shots = {
  'home-wide': { page: 'index', width: 1280 },
  'home-phone-dark': { page: 'index', width: 360, media: { colorScheme: 'dark' } },
  'home-forced': { page: 'index', width: 1280, media: { forcedColors: 'active' } },
  'models-wide': { page: 'models', width: 1280 },
  'models-phone-dark': { page: 'models', width: 360, media: { colorScheme: 'dark' } },
  'models-printed': { page: 'models', width: 700, media: { media: 'print' } },
  'documents-wide-dark': { page: 'documents', width: 1280, media: { colorScheme: 'dark' } },
  'documents-phone': { page: 'documents', width: 360, act: followCopy },
  'steps-wide': { page: 'steps', width: 1280 },
  'steps-phone-dark': { page: 'steps', width: 360, media: { colorScheme: 'dark' } },
  'costs-wide': { page: 'costs', width: 1280 },
  'costs-phone-dark': { page: 'costs', width: 360, media: { colorScheme: 'dark' } },
  'costs-forced': { page: 'costs', width: 768, media: { forcedColors: 'active' }, act: unfold },
  'steps-go': { page: 'steps', width: 768, act: writeGo },
  'operations-wide': { page: 'operations', width: 1280, act: reckon },
  'operations-bulgarian-phone-dark': { page: 'operations', lang: 'bg', width: 360, media: { colorScheme: 'dark' } },
  'operations-chinese': { page: 'operations', lang: 'zh-CN', width: 768 },
  'weighing-wide': { page: 'weighing', width: 1280 },
  'weighing-phone-dark': { page: 'weighing', width: 360, media: { colorScheme: 'dark' }, act: weighAlong },
  'weighing-forced': { page: 'weighing', width: 768, media: { forcedColors: 'active' } },
  'weighing-printed': { page: 'weighing', width: 700, media: { media: 'print' } },
  'sketch-wide': { page: 'sketch', width: 1280 },
  'sketch-phone-dark': { page: 'sketch', width: 360, media: { colorScheme: 'dark' }, act: sketchAlong },
  'orders-wide': { page: 'orders', width: 1280 },
  'orders-phone-dark': { page: 'orders', width: 360, media: { colorScheme: 'dark' } },
  'orders-forced': { page: 'orders', width: 768, media: { forcedColors: 'active' } },
  'orders-printed': { page: 'orders', width: 700, media: { media: 'print' } },
  'trees-wide': { page: 'trees', width: 1280 },
  'trees-phone-dark': { page: 'trees', width: 360, media: { colorScheme: 'dark' } },
  'trees-forced': { page: 'trees', width: 768, media: { forcedColors: 'active' } },
  'trees-printed': { page: 'trees', width: 700, media: { media: 'print' } },
  'scans-wide': { page: 'scans', width: 1280 },
  'scans-phone-dark': { page: 'scans', width: 360, media: { colorScheme: 'dark' } },
  'scans-forced': { page: 'scans', width: 768, media: { forcedColors: 'active' } },
  'scans-printed': { page: 'scans', width: 700, media: { media: 'print' } },
  'prose-tablet': { page: 'prose', width: 768 },
};

// Letters that another Chromium draws a little otherwise are no difference: drawn with
// other hinting, contrast and gamma, no pixel of theirs, read as the nearest of its
// reference's colors, was as far apart as this. One line of a diagram in another
// color has 246 such pixels.
const farApart = 160;
const mayDiffer = 100;
const moves = 1; // px, for boxes that are rounded either way

// The same letters on every machine: one font of the theme, two of Debian's that
// .ci/run installs.
/** @type {(script: string) => string} */
const sofia = (script) => `url(data:font/woff2;base64,${readFileSync(new URL(`../../site/fonts/sofia-sans-${script}.woff2`, import.meta.url)).toString('base64')})`;
const fonts = `
@font-face { font-family: "Gallery Sans"; font-weight: 400 700; src: ${sofia('latin')}; unicode-range: U+0-3FF, U+1E00-FFFF; }
@font-face { font-family: "Gallery Sans"; font-weight: 400 700; src: ${sofia('cyrillic')}; unicode-range: U+400-52F; }
@font-face { font-family: "Gallery Mono"; font-weight: 400; src: local("DejaVu Sans Mono"); }
@font-face { font-family: "Gallery Mono"; font-weight: 700; src: local("DejaVu Sans Mono Bold"); }
@font-face { font-family: "Gallery Chinese"; src: local("Noto Sans CJK SC"); }
:root:root { --sans: "Gallery Sans", "Gallery Chinese"; --mono: "Gallery Mono", "Gallery Chinese"; }`;

const [program, update] = process.argv.slice(2);
if (!program || (update && update !== '--update')) {
  console.error('usage: node gallery.mjs <program> [--update]');
  process.exit(2);
}
const source = new URL('../gallery/', import.meta.url).pathname;
const references = join(source, 'references');
const folder = mkdtempSync(join(tmpdir(), 'modelbook-gallery-'));
const site = join(folder, 'site');
/** @type {string[]} */
const problems = [];
for (const args of [['fmt', '--check'], ['build', '--output', site]]) {
  const ran = spawnSync(program, [...args, '--source', source], { encoding: 'utf8' });
  if (ran.status !== 0) {
    console.error(ran.stdout + ran.stderr);
    process.exit(1);
  }
}
mkdirSync(references, { recursive: true });
const browser = await launch();
// Another Chromium may lay out text otherwise, which is nobody's mistake here.
const madeWith = join(references, 'chromium.txt');
const version = String(browser.version().split('.')[0]);
if (update) writeFileSync(madeWith, `${version}\n`);
else if (readFileSync(madeWith, 'utf8').trim() !== version) {
  console.log(`NOT COMPARED: the pictures were made with Chromium ${readFileSync(madeWith, 'utf8').trim()}, and this is ${version}; look at them and write them anew with --update`);
  process.exit(0);
}
for (const [name, shot] of Object.entries(shots)) await look(name, shot);
await browser.close();
if (problems.length === 0) rmSync(folder, { recursive: true });
else problems.push(`the pictures that differ lie in ${folder}; if they are right, add --update`);
report(`gallery: ${Object.keys(shots).length} pictures`, problems);

/**
 * @param {string} name
 * @param {Shot} shot
 */
async function look(name, { page: slug, lang = 'en', width, media, act }) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce', bypassCSP: true });
  if (media) await page.emulateMedia(media);
  await page.goto(addressOf(site, `${lang}/${slug}.html`));
  await page.addStyleTag({ content: fonts });
  for (const missing of await page.evaluate(loadFonts)) problems.push(`${name}: the font ${missing} is not installed`);
  await page.evaluate(layOutAnew);
  await act?.(page);
  const measures = (await page.evaluate(measure)).join('\n') + '\n';
  // Nothing sticks or scrolls in a window that is as high as the page.
  await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
  const shown = await page.locator('article').screenshot({ animations: 'disabled' });
  await page.close();
  const [picture, text] = ['png', 'txt'].map((ending) => join(references, `${name}.${ending}`));
  if (update) {
    writeFileSync(String(picture), writePNG(readPNG(shown)));
    writeFileSync(String(text), measures);
    return;
  }
  if (!existsSync(String(picture)) || !existsSync(String(text))) {
    problems.push(`${name}: no reference`);
    return;
  }
  const found = [...moved(readFileSync(String(text), 'utf8'), measures), ...differs(readPNG(readFileSync(String(picture))), readPNG(shown))];
  if (found.length > 0) writeFileSync(join(folder, `${name}.png`), shown);
  for (const each of found) problems.push(`${name}: ${each}`);
}

/**
 * What lies elsewhere than it did, or is larger or smaller.
 * @param {string} reference
 * @param {string} measures
 */
function moved(reference, measures) {
  const [before, now] = [reference, measures].map((text) => text.trimEnd().split('\n'));
  const [lines, words] = [/** @type {string[]} */ (before), /** @type {string[]} */ (now)];
  /** @type {(line: string) => string} */
  const named = (line) => line.replace(/(-?\d+ ){4}/, '');
  const other = lines.findIndex((line, i) => named(line) !== named(words[i] ?? ''));
  if (other >= 0 || lines.length !== words.length) {
    const at = other < 0 ? lines.length : other;
    return [`line ${at + 1} was ${lines[at] ?? 'not there'}\n${' '.repeat(12)}and is ${words[at] ?? 'not there'}`];
  }
  /** @type {(line: string) => number[]} */
  const numbers = (line) => (/(-?\d+ ){4}/.exec(line)?.[0] ?? '').trim().split(' ').map(Number);
  const found = lines.flatMap((line, i) => {
    const is = numbers(String(words[i]));
    return numbers(line).some((n, k) => Math.abs(n - Number(is[k])) > moves) ? [`line ${i + 1} was ${line.trim()}, and is ${is.join(' ')}`] : [];
  });
  return found.length > 8 ? [...found.slice(0, 8), `and ${found.length - 8} more boxes moved`] : found;
}

/**
 * Whether more pixels differ than may, and where.
 * @param {ReturnType<typeof readPNG>} before
 * @param {import('./png.mjs').Picture} now
 */
function differs(before, now) {
  const { width, height, palette } = before;
  if (width !== now.width || height !== now.height) return [`was ${width} × ${height} px, and is ${now.width} × ${now.height}`];
  const [was, is] = [indexed(before, palette), indexed(now, palette)];
  /** @type {number[]} */
  const rows = [];
  was.forEach((index, i) => {
    if (index !== is[i] && distance(Number(palette[index]), Number(palette[Number(is[i])])) > farApart) rows.push(Math.floor(i / width));
  });
  return rows.length > mayDiffer ? [`${rows.length} pixels differ, from ${rows[0]} to ${rows.at(-1)} px`] : [];
}

/**
 * The boxes of the page's figures and text, each a line: how far to the right of
 * the box around it, how far below what stands before it, width, height, what it
 * is. So what grows is one line, and not all that follow. Runs in the page.
 */
function measure() {
  const boxes = 'h1, h2, h3, p, ol, ul, li, figure, figcaption, table, tr, th, td, pre, details, summary, svg, aside, blockquote, [class]:is(div, section, span.bytes, span.letter, a.copies)';
  /** @type {string[]} */
  const lines = [];
  /** @type {(element: Element, depth: number, left: number, top: number) => number} */
  const walk = (element, depth, left, top) => {
    for (const child of element.children) {
      if (!child.checkVisibility() || child.matches('.spoken')) continue;
      const { x, y, width, height, bottom } = child.getBoundingClientRect();
      if (!child.matches(boxes)) {
        if (!child.closest('svg')) top = walk(child, depth, left, top);
        continue;
      }
      const numbers = [x - left, y - top, width, height].map((n) => Math.round(n) + 0);
      const words = child.querySelector(boxes) || child.matches('svg') ? '' : ` ${(child.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 30)}`;
      lines.push(`${'  '.repeat(depth)}${numbers.join(' ')} ${[child.localName, ...child.classList].join('.')}${words}`.trimEnd());
      walk(child, depth + 1, x, y);
      top = bottom;
    }
    return top;
  };
  const article = document.querySelector('article');
  const { x, y } = article?.getBoundingClientRect() ?? { x: 0, y: 0 };
  if (article) walk(article, 0, x, y);
  return lines;
}

/**
 * A list of choices that was laid out before the fonts came keeps its old baseline,
 * half a pixel off; whether it was is chance. Runs in the page.
 */
function layOutAnew() {
  document.body.style.display = 'none';
  document.body.getBoundingClientRect();
  document.body.style.display = '';
}

/** The names of the gallery's fonts that this machine lacks. Runs in the page. */
async function loadFonts() {
  const faces = [...document.fonts].filter(({ family }) => family.startsWith('Gallery'));
  await Promise.allSettled(faces.map((face) => face.load()));
  await document.fonts.ready;
  return faces.filter(({ status }) => status !== 'loaded').map(({ family, weight }) => `${family} ${weight}`);
}
