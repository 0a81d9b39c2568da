// Runs axe (WCAG 2.2, A and AA) on every page, in light and dark, on a phone
// and on a wide screen. A page must also not scroll sideways, log an error,
// break its own Content-Security-Policy, or ask for anything outside the site.
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
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [360, 1280]) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await serve(context, folder, base, (url) => problems.push(`${url} is not in the site`));
    const page = await context.newPage();
    for (const name of pages) await check(page, name, `${name} ${width} ${colorScheme}`);
    await context.close();
  }
}
await browser.close();
report(`axe: ${pages.length} pages, light and dark, 360 and 1280 px`, problems);

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
