// How tall guides are, and whether readers see without scrolling what they should
// choose: the paragraph that a guide's first section begins with, its verdict.
// Usage: node heights.mjs <built site>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, close, launch, pagesOf, report, siteFolder, whenFree } from './site.mjs';

// The aim is 12 screens of a laptop and 20 of a phone. Bulgarian does not hold it yet: most
// is what its tallest guide takes, rounded up. It only ever gets less.
const screens = [
  { width: 1280, height: 800, verdict: 720, aim: 12, most: 12.1 },
  { width: 360, height: 780, verdict: 1400, aim: 20, most: 20.9 },
];
const languages = ['en', 'bg', 'zh-CN'];

const folder = siteFolder();
/** @type {string[]} */
const problems = [];
const browser = await launch();
const measured = await Promise.all(languages.map((lang) => whenFree(() => measure(lang))));
await close();

const head = ['guide', ...screens.flatMap(({ width, height, aim }) => [`screens of ${width} × ${height} (aim ${aim})`, 'verdict ends at'])];
for (const row of [head, head.map((_, i) => (i === 0 ? '---' : '--:')), ...measured.flat()]) console.log(`| ${row.join(' | ')} |`);
report(`heights of ${measured.flat().length} guides`, problems);

/**
 * The rows of a language's guides.
 * @param {string} lang
 */
async function measure(lang) {
  const page = await browser.newPage();
  const rows = [];
  for (const name of pagesOf(folder).filter((name) => name.startsWith(`${lang}/`))) {
    if (!readFileSync(join(folder, name), 'utf8').includes('class="proof"')) continue;
    await page.goto(addressOf(folder, name));
    const verdict = page.locator('.proof + .heading + p');
    if ((await verdict.count()) === 0) continue;
    const row = [name];
    for (const screen of screens) {
      await page.setViewportSize(screen);
      const [ends, height] = await verdict.evaluate((element) => [Math.ceil(element.getBoundingClientRect().bottom + scrollY), document.documentElement.scrollHeight]);
      const tall = height / screen.height;
      row.push(tall.toFixed(1), `${ends}`);
      if (ends > screen.verdict) problems.push(`${name}: at a width of ${screen.width} px the verdict ends at ${ends} px, below ${screen.verdict}`);
      const most = lang === 'bg' ? screen.most : screen.aim;
      if (tall > most) problems.push(`${name}: ${tall.toFixed(1)} screens of ${screen.width} × ${screen.height}, more than ${most}`);
    }
    rows.push(row);
  }
  await page.close();
  if (rows.length === 0) problems.push(`${lang}: no guide has a verdict`);
  return rows;
}
