// Types a reader's own figures into a page that weighs models, and into one with a sketch
// of models: the verdict, the table and the address follow, and come back from the
// address. Usage: node weigh.mjs <built site>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, close, launch, pagesOf, report, siteFolder, violationsOf, whenFree, withClipboard } from './site.mjs';

const folder = siteFolder();
const weighing = pagesOf(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes(' data-weigh='));
// A page in English on which another rate makes another model the best.
const first = weighing.find((name) => name.startsWith('en/') && /<li>[^<]*: with /.test(readFileSync(join(folder, name), 'utf8')));
const sketch = weighing.find((name) => name.startsWith('en/') && readFileSync(join(folder, name), 'utf8').includes('class="sketch"'));
/** @type {string[]} */
const problems = [];
const browser = await launch();
if (!first || !sketch) problems.push('no page in English weighs models between which a rate decides, or none has a sketch');
const tasks = !first || !sketch ? [] : [() => without(first), () => without(sketch), () => sketches(sketch), () => distrusts(sketch), ...[360, 1280].map((width) => () => accessible(sketch, width)), ...weighing.map((name) => () => unchanged(name)), () => withClipboard(() => types(first)), () => link(first), ...[360, 1280].map((width) => () => accessible(first, width))];
await Promise.all(tasks.map((task) => whenFree(task)));
await close();
report(`weigh: ${weighing.length} pages, ${first}`, problems);

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
function shownOn(page) {
  return page.locator('.weighing').evaluate((figure) => [...figure.querySelectorAll('.verdict, .cost, .flips, .waits summary')].map((part) => part.textContent).join('\n'));
}

/** @param {Page} page */
async function bestOn(page) {
  return (await page.locator('.weighing > .wide .best .letter').allTextContents()).join();
}

/**
 * @param {string} name
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @param {string} [query]
 */
async function open(name, options, query = '') {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${name}${query}: ${error.message}`));
  await page.goto(addressOf(folder, name) + query);
  return page;
}

/** Without a script there is the table, and nothing of the form. */
async function without(/** @type {string} */ name) {
  const page = await open(name, { javaScriptEnabled: false });
  if (await page.locator('.weighing :is(.own, form, input, button)').count()) problems.push(`${name}: a form without a script`);
  await page.context().close();
}

/** Opened, the form changes nothing; neither does it on paper, where it is hidden. */
async function unchanged(/** @type {string} */ name) {
  const page = await open(name);
  const before = await shownOn(page);
  await page.locator('.own summary').first().press('Enter');
  await page.locator('.weighing form').waitFor();
  const after = await shownOn(page);
  if (after !== before) problems.push(`${name}: opening the form ${difference(before, after)}`);
  await page.emulateMedia({ media: 'print' });
  if (await page.locator('.weighing form').isVisible()) problems.push(`${name}: the form is printed`);
  await page.context().close();
}

/** Another rate makes another verdict, which is said once; the address keeps it. */
async function types(/** @type {string} */ name) {
  const page = await open(name, { permissions: ['clipboard-read', 'clipboard-write'] });
  const [before, best] = [await shownOn(page), await bestOn(page)];
  const flip = await page.locator('.flips li', { hasText: ': with ' }).first().textContent() ?? '';
  const [question = '', says = ''] = flip.split(': ');
  const rate = Number((/[\d,.]*\d/.exec(says)?.[0] ?? '').replaceAll(',', ''));
  await page.locator('.own summary').first().press('Enter');
  const day = page.getByLabel(`${question}: Times a day`);
  const peak = page.getByLabel(`${question}: Times a second at peak`);
  const [dayBefore, peakBefore] = [Number(await day.inputValue()), Number(await peak.inputValue())];
  await countSaid(page);
  const beyond = says.includes('more than') ? rate * 2 : rate / 2;
  await day.press('ControlOrMeta+a');
  await page.keyboard.type(String(beyond));
  if ((await bestOn(page)) === best) problems.push(`${name}: with ${beyond} a day ${best} stays the best, though: ${flip}`);
  if (!near(Number(await peak.inputValue()), peakBefore * (beyond / dayBefore))) problems.push(`${name}: the peak does not follow: ${await peak.inputValue()}`);
  const output = page.locator('.weighing output[data-said]');
  await output.waitFor({ timeout: 5000 });
  const verdict = await page.locator('.weighing .verdict').textContent();
  if ((await output.textContent()) !== verdict || (await output.getAttribute('data-said')) !== '1') problems.push(`${name}: said ${await output.getAttribute('data-said')} times: ${await output.textContent()}`);
  const [changed, kept] = [await shownOn(page), page.url()];
  await day.fill('-1');
  if ((await shownOn(page)) !== changed) problems.push(`${name}: -1 is taken`);
  if ((await day.getAttribute('aria-invalid')) !== 'true') problems.push(`${name}: -1 is not marked`);
  await page.locator('.own > .copy', { hasText: 'Copy a link' }).press('Enter');
  await page.locator('body > [role=status]', { hasText: /./ }).waitFor({ state: 'attached' });
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  if (copied !== `${kept}#weigh`) problems.push(`${name}: copied ${copied} instead of ${kept}#weigh`);

  await page.goto('about:blank');
  await page.goto(copied);
  await page.locator('.weighing form').waitFor();
  const again = await shownOn(page);
  if (again !== changed) problems.push(`${name}: the link ${difference(changed, again)}`);
  await page.getByText('The page’s figures again').press('Enter');
  const reset = await shownOn(page);
  if (reset !== before) problems.push(`${name}: reset ${difference(before, reset)}`);
  if (new URL(page.url()).search) problems.push(`${name}: reset leaves ${page.url()}`);
  await page.context().close();
}

/** A link with weights opens the page with them; what is no number is passed over. */
async function link(/** @type {string} */ name) {
  const plain = await open(name);
  const before = await shownOn(plain);
  await plain.goto(`${addressOf(folder, name)}?w.command=4000&w.key=many&data=`);
  await plain.getByLabel('a command').waitFor();
  const after = await shownOn(plain);
  if (after === before) problems.push(`${name}: a weight in the address changes nothing`);
  if ((await plain.getByLabel('a command').inputValue()) !== '4000') problems.push(`${name}: the field does not show the weight of the address`);
  await plain.context().close();
}

/** By keys alone: more parts make another model the best and, in the end, one impossible. */
async function sketches(/** @type {string} */ name) {
  const page = await open(name, { viewport: { width: 1280, height: 900 } });
  const [before, best] = [await shownOn(page), await bestOn(page)];
  await page.locator('.own summary').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.weighing form').waitFor();
  await countSaid(page);
  await page.keyboard.press('Tab');
  await type('200');
  if ((await page.getByLabel('Parts of a parent').inputValue()) !== '200') problems.push(`${name}: the first field is not that of parts`);
  if ((await bestOn(page)) === best) problems.push(`${name}: with 200 parts ${best} stays the best`);
  await page.locator('.weighing output[data-said]').waitFor({ state: 'attached', timeout: 5000 });
  const output = page.locator('.weighing output');
  if ((await output.textContent()) !== (await page.locator('.weighing .verdict').textContent()) || (await output.getAttribute('data-said')) !== '1') problems.push(`${name}: said ${await output.getAttribute('data-said')} times: ${await output.textContent()}`);
  const [changed, kept] = [await shownOn(page), page.url()];
  if (new URL(kept).search !== '?m.parts=200') problems.push(`${name}: the address is ${kept}`);
  const parts = page.getByLabel('Parts of a parent');
  for (const wrong of ['1.5', '0', '1000001', '1e9']) {
    await parts.fill(wrong);
    if ((await shownOn(page)) !== changed || (await parts.getAttribute('aria-invalid')) !== 'true') problems.push(`${name}: ${wrong} parts are taken`);
  }
  await parts.fill('');
  if ((await shownOn(page)) !== before) problems.push(`${name}: an emptied field ${difference(before, await shownOn(page))}`);
  await type('200000');
  if (!(await page.locator('.weigh .beyond').first().textContent())?.includes('passes 16')) problems.push(`${name}: 200,000 embedded parts fit into a document`);
  if (/NaN|Infinity|undefined/.test(await shownOn(page))) problems.push(`${name}: no number for an impossible model: ${await shownOn(page)}`);
  // On paper the sizes stand in place of the fields.
  if (await page.locator('.sketch').isVisible()) problems.push(`${name}: the sizes are there twice`);
  await page.emulateMedia({ media: 'print' });
  if ((await page.locator('.sketch dd').allTextContents()).join('; ') !== '200,000; 300; 50; 500; 200,000; 1') problems.push(`${name}: printed with ${await page.locator('.sketch dd').allTextContents()}`);
  if (!(await page.locator('.sketch').isVisible())) problems.push(`${name}: the sizes are not printed`);
  await page.emulateMedia({ media: 'screen' });

  await page.goto('about:blank');
  await page.goto(kept);
  await page.locator('.weighing form').waitFor();
  if ((await shownOn(page)) !== changed) problems.push(`${name}: ${kept} ${difference(changed, await shownOn(page))}`);
  await page.context().close();

  /** @param {string} text */
  async function type(text) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }
}

/** An address that somebody sent: what is no number within the bounds changes nothing. */
async function distrusts(/** @type {string} */ name) {
  const plain = await open(name);
  const before = await shownOn(plain);
  for (const query of ['m.parts=1e400&m.part=-3', 'm.parts=12.5&m.parents=NaN', 'm.sharing=%3Cimg+src=x+onerror=alert(1)%3E', 'm.parents=0&q.change=Infinity&w.page=0x10', 'm.copied=1e7&m.parent=']) {
    await plain.goto(`${addressOf(folder, name)}?${query}`);
    await plain.locator('.weighing form').waitFor();
    const after = await shownOn(plain);
    if (after !== before) problems.push(`${name}?${query} ${difference(before, after)}`);
    if (await plain.locator('.weighing img').count()) problems.push(`${name}?${query} puts HTML into the page`);
  }
  // The largest that may be entered.
  await plain.goto(`${addressOf(folder, name)}?m.parts=1e6&m.part=1e6&m.copied=1e6&m.parent=1e6&m.parents=1e9&m.sharing=1e5&q.change=1e12&w.page=1e12`);
  await plain.locator('.weighing form').waitFor();
  const largest = await shownOn(plain);
  if (largest === before || /NaN|Infinity|undefined/.test(largest)) problems.push(`${name}: with the largest sizes ${largest}`);
  await plain.context().close();
}

/** @param {Page} page */
function countSaid(page) {
  return page.evaluate(() => {
    const output = /** @type {HTMLElement} */ (document.querySelector('.weighing output'));
    new MutationObserver(() => { output.dataset.said = String(Number(output.dataset.said ?? 0) + 1); }).observe(output, { childList: true, characterData: true, subtree: true });
  });
}

/** axe finds nothing wrong with the open form. */
async function accessible(/** @type {string} */ name, /** @type {number} */ width) {
  const page = await open(name, { viewport: { width, height: 900 }, colorScheme: width < 1000 ? 'dark' : 'light' }, '?w.command=50');
  await page.locator('.weighing form').waitFor();
  await page.waitForFunction(() => getComputedStyle(/** @type {Element} */ (document.querySelector('.weighing form'))).maxWidth !== 'none');
  for (const found of await violationsOf(page)) problems.push(`${name}, ${width} px: ${found}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) problems.push(`${name}: with the form open ${wide} px wider than the window of ${width} px`);
  await page.context().close();
}

/** @type {(a: number, b: number) => boolean} */
function near(a, b) {
  return Math.abs(a - b) <= 0.01 * b;
}

/**
 * @param {string} before
 * @param {string} after
 */
function difference(before, after) {
  let i = 0;
  while (before[i] === after[i]) i++;
  return `changes ${JSON.stringify(before.slice(Math.max(0, i - 20), i + 40))} to ${JSON.stringify(after.slice(Math.max(0, i - 20), i + 40))}`;
}
