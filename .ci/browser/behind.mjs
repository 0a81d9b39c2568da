// What readers see while a translation is behind: a page, a block, a caption that
// is missing, one that is stale, one that misleads; in Bulgarian and Chinese, on
// a phone and a wide screen, light and dark. Axe reads the page with English
// blocks; those that are missing it reads in the built site, axe.mjs.
// Usage: node behind.mjs <the modelbook program> <repository> [folder for pictures]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { addressOf, launch, report, violationsOf } from './site.mjs';

const [program, repository, pictures] = process.argv.slice(2);
if (!program || !repository) {
  console.error('usage: node behind.mjs <program> <repository> [folder for pictures]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'modelbook-behind-'));
const source = join(folder, 'source');
const site = join(folder, 'site');
const translated = { bg: ['Едно обръщение към сървъра', 'грешка 121'], 'zh-CN': ['一次往返', '错误 121'] };
/** @type {string[]} */
const problems = [];

english();
const built = spawnSync(program, ['build', '--source', source, '--output', site], { encoding: 'utf8' });
if (built.status !== 0) {
  console.error(built.stdout + built.stderr);
  process.exit(1);
}
const browser = await launch();
for (const lang of /** @type {(keyof typeof translated)[]} */ (Object.keys(translated))) {
  for (const width of [360, 1280]) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const where = `${lang} ${width} ${colorScheme}`;
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' });
      await page.goto(addressOf(site, `${lang}/one-to-two.html`));
      await missingPage(page, where);
      await page.goto(addressOf(site, `${lang}/one-to-one.html`));
      await blocks(page, lang, where);
      await page.close();
    }
  }
}
await browser.close();
rmSync(folder, { recursive: true });
report('behind: page, block, caption, stale, misleading', problems);

/** English goes on: a page, a paragraph and a figure are new, a sentence is reworded, a number changes. */
function english() {
  cpSync(join(repository ?? '', 'generator/testdata/handbook'), source, { recursive: true });
  cpSync(join(repository ?? '', 'generator/testdata/chinese'), source, { recursive: true });
  const guide = join(source, 'content/en/one-to-one.md');
  let text = readFileSync(guide, 'utf8');
  for (const [from, to] of [
    ['A round trip is one command sent', 'By a round trip we mean one command that is sent'],
    ['error 121', 'error 122'],
    ['\n## Beside the owner, with its', '\nThe captain keeps a copy on board.\n\n[No ferry has expired papers](../../examples/one-to-one-embedded.json#steps/find-expired)\n\n## Beside the owner, with its'],
  ]) {
    if (!text.includes(String(from))) throw new Error(`${guide} does not say ${from}`);
    text = text.replace(String(from), String(to));
  }
  writeFileSync(guide, text);
  writeFileSync(join(source, 'content/en/one-to-two.md'), text.replace('order: 1\n', 'order: 9\n'));
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} where
 */
async function missingPage(page, where) {
  await expect(page, where, 'main > .notice', 1);
  await expect(page, where, 'article[lang=en] > h1', 1);
  await expect(page, where, 'article .not-translated, article .sign', 0);
  await readable(page, `${where} missing page`);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {keyof typeof translated} lang
 * @param {string} where
 */
async function blocks(page, lang, where) {
  const [stale, misleading] = translated[lang];
  await expect(page, where, 'main > .notice', 1);
  await expect(page, where, 'article:not([lang]) > h1', 1);
  await expect(page, where, '.not-translated + .in-english[lang=en] > p:text("The captain keeps a copy on board.")', 1);
  await expect(page, where, '.caption > [lang=en]:text("No ferry has expired papers") + .sign:visible', 1);
  await expect(page, where, `article > p:has-text("${stale}")`, 1);
  await expect(page, where, 'article :text("By a round trip we mean")', 0);
  await expect(page, where, '.not-translated + .in-english[lang=en]:has-text("error 122") + details.before:not([open])', 1);
  await expect(page, where, `details.before > p:has-text("${misleading}"):visible`, 0);
  await page.locator('details.before > summary').press('Enter');
  await expect(page, where, `details.before > p:has-text("${misleading}"):visible`, 1);
  await readable(page, `${where} blocks`);
  for (const found of await violationsOf(page)) problems.push(`${where} blocks: ${found}`);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} where
 * @param {string} selector
 * @param {number} count
 */
async function expect(page, where, selector, count) {
  const found = await page.locator(selector).count();
  if (found !== count) problems.push(`${where}: ${found} of ${selector}, not ${count}`);
}

/**
 * Nothing is wider than the window or the column.
 * @param {import('playwright-core').Page} page
 * @param {string} where
 */
async function readable(page, where) {
  const wide = await page.evaluate(() => {
    const column = document.querySelector('article > p')?.getBoundingClientRect().right ?? 0;
    const blocks = [...document.querySelectorAll('.in-english > p, details.before')];
    return document.documentElement.scrollWidth > innerWidth || blocks.some((block) => block.getBoundingClientRect().right > column + 1);
  });
  if (wide) problems.push(`${where}: wider than the column`);
  if (pictures) await page.screenshot({ path: join(pictures, `${where.replaceAll(' ', '-')}.png`), fullPage: true });
}
