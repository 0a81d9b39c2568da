// Runs axe (WCAG 2.2, A and AA) on every page: all languages in light on a
// narrow phone, the English ones once more in dark on a wide screen. A page
// must also not scroll sideways, log an error, break its own
// Content-Security-Policy, or ask for anything outside the site.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { baseOf, launch, pagesOf, report, serve, siteFolder } from './site.mjs';

const folder = siteFolder();
const pages = pagesOf(folder);
const base = baseOf(folder);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** @type {string[]} */
const problems = [];
const browser = await launch();
const english = pages.filter((name) => name.startsWith('en/'));
await look(pages, 'light', 320);
await look(english, 'dark', 1280);
await browser.close();
report(`axe: ${pages.length} pages at 320 px in light, ${english.length} at 1280 px in dark`, problems);

/**
 * @param {string[]} names
 * @param {'light' | 'dark'} colorScheme
 * @param {number} width
 */
async function look(names, colorScheme, width) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await serve(context, folder, base, (url) => problems.push(`${url} is not in the site`));
  const rest = [...names];
  await Promise.all([1, 2].map(async () => {
    const page = await context.newPage();
    for (let name = rest.shift(); name; name = rest.shift()) await check(page, name, `${name} ${width} ${colorScheme}`);
  }));
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
  await page.evaluate(axe);
  const { violations } = await page.evaluate((tags) => /** @type {any} */ (globalThis).axe.run({ runOnly: tags }), rules);
  for (const violation of violations) {
    for (const node of violation.nodes) {
      problems.push(`${where}: ${violation.id}: ${node.target.join(' ')}: ${violation.help}`);
    }
  }
  page.off('console', onConsole);
}
