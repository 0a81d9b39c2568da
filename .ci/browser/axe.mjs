// Runs axe (WCAG 2.2, A and AA) on every page: all languages in light on a
// narrow phone, of texts that several languages have in the original one in each, those of the first language once more in dark on a wide screen, and one of
// each kind in forced colors and as it is printed. Colors are the same in all
// translations, so their contrast is measured in one of them. A page must also not
// scroll sideways, log an error, break its own Content-Security-Policy, or ask for
// anything outside the site; nothing takes the focus but to scroll, and what can be
// scrolled takes it. No word of a table is broken in two, and no button that copies
// lies on words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseOf, close, launch, pagesOf, report, serve, siteFolder, violationsOf, whenFree } from './site.mjs';

const folder = siteFolder();
const pages = pagesOf(folder);
const base = baseOf(folder);

/** @type {string[]} */
const problems = [];
const browser = await launch();
const first = /<html lang="([^"]+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1] ?? '';
const originals = pages.filter((name) => name.startsWith(`${first}/`));
/** @type {Map<string, string>} */
const ofEachKind = new Map();
for (const name of originals) ofEachKind.set(/<body class="(\w+)"/.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? '', name);
const kinds = [...ofEachKind.values()];
const distinct = withoutRepeated(pages);
await Promise.all([
  look(distinct, 320, { colorScheme: 'light' }),
  look(originals, 1280, { colorScheme: 'dark' }),
  ...(/** @type {const} */ (['light', 'dark'])).map((colorScheme) => look(kinds, 768, { colorScheme, forcedColors: 'active' })),
  look(kinds, 700, {}, 'print'),
]);
await close();
report(`axe: ${distinct.length} of ${pages.length} pages at 320 px in light, ${originals.length} at 1280 px in dark, ${kinds.length} in forced colors and printed`, problems);

/**
 * Leaves out pages whose text is byte for byte that of the original, but for one of each
 * language: around it they have what that one has.
 * @param {string[]} names
 */
function withoutRepeated(names) {
  const textOf = (/** @type {string} */ name) => /<article( lang=)?[^>]*>(.*)<\/article>/s.exec(readFileSync(join(folder, name), 'utf8'));
  const known = new Set(originals.map((name) => textOf(name)?.[2]));
  const seen = new Set();
  return names.filter((name) => {
    const [, isOriginal, text] = textOf(name) ?? [];
    if (!isOriginal || !known.has(text)) return true;
    const [lang] = name.split('/');
    return !seen.has(lang) && seen.add(lang);
  });
}

/**
 * @param {string[]} names
 * @param {number} width
 * @param {import('playwright-core').BrowserContextOptions} options
 * @param {'screen' | 'print'} media
 */
async function look(names, width, options, media = 'screen') {
  const context = await browser.newContext({ ...options, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await serve(context, folder, base, (url) => problems.push(`${url} is not in the site`));
  /** @type {import('playwright-core').Page[]} */
  const idle = [];
  await Promise.all(names.map((name) => whenFree(async () => {
    const page = idle.pop() ?? await context.newPage();
    await page.emulateMedia({ media });
    await check(page, name, `${name} ${width} ${media} ${Object.values(options).join(' ')}`);
    idle.push(page);
  }, 'short')));
  await context.close();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @param {string} where
 */
async function check(page, name, where) {
  /** @param {import('playwright-core').ConsoleMessage} message */
  const onConsole = (message) => {
    if (message.type() === 'error') problems.push(`${where}: console: ${message.text()}`);
  };
  page.on('console', onConsole);
  await page.goto(base + name);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) problems.push(`${where}: ${wide} px wider than the window`);
  for (const found of await page.evaluate(focusable)) problems.push(`${where}: ${found}`);
  for (const found of await page.evaluate(unreadable)) problems.push(`${where}: ${found}`);
  for (const found of await violationsOf(page, /^[^/]+$/.test(name) || [first, 'bg'].some((tag) => name.startsWith(`${tag}/`)))) problems.push(`${where}: ${found}`);
  page.off('console', onConsole);
}

/** What takes the focus without scrolling, or scrolls without taking it: asked again for
 * a while, since a busy machine is late to tell the page what scrolls. */
async function focusable() {
  /** @type {string[]} */
  let found = [];
  for (let tries = 0; tries < 20; tries++) {
    await new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), tries && 100));
    found = [];
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main :is(div, pre, table, ul, ol)'))) {
      if (!element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const scrolls = /auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth;
      const taking = element.getAttribute('tabindex') === '0';
      if (scrolls !== taking) found.push(`${element.tagName} ${element.className} ${scrolls ? 'scrolls and takes no focus' : 'takes the focus for nothing'}`);
    }
    if (!found.length) break;
  }
  return found;
}

/** Words of tables that stand on two lines, and words that a button covers. */
function unreadable() {
  const found = [];
  const range = document.createRange();
  /** @param {Node} inside */
  function* textsOf(inside) {
    const walker = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (text.parentElement?.checkVisibility() && getComputedStyle(text.parentElement).position !== 'absolute') yield /** @type {Text} */ (text);
    }
  }
  /** @param {Text} text @param {number} start @param {number} end */
  const rectsOf = (text, start, end) => {
    range.setStart(text, start);
    range.setEnd(text, end);
    return [...range.getClientRects()];
  };
  for (const cell of document.querySelectorAll('main :is(th, td)')) {
    for (const text of textsOf(cell)) {
      if (text.parentElement?.closest('code') || rectsOf(text, 0, text.length).length < 2) continue;
      for (const { 0: word, index } of text.data.matchAll(/\d+(?:[.,\u00a0]\d+)*|[\p{L}\p{M}]+/gu)) {
        if (/\p{Script=Han}/u.test(word)) continue;
        if (new Set(rectsOf(text, index, index + word.length).map(({ top }) => Math.round(top))).size > 1) found.push(`${word} is broken in a table`);
      }
    }
  }
  for (const button of document.querySelectorAll('.copy')) {
    if (!button.checkVisibility() || !button.parentElement) continue;
    const box = button.getBoundingClientRect();
    for (const text of textsOf(button.parentElement)) {
      if (button.contains(text)) continue;
      const covered = rectsOf(text, 0, text.length).some((rect) => Math.min(box.right, rect.right) - Math.max(box.left, rect.left) > 1 && Math.min(box.bottom, rect.bottom) - Math.max(box.top, rect.top) > 2);
      if (covered) found.push(`${button.textContent} lies on ${text.data.trim()}`);
    }
  }
  return found;
}
