// Walks every way of each path by keyboard to its end: one question at a time, what was
// answered in sight and in the address, which a reload, the back button and a reader
// without scripts understand; what a verdict says of a weighing leads to it. Usage: node path.mjs <built site>
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOf, close, launch, pagesOf, report, siteFolder, violationsOf, whenFree } from './site.mjs';

const folder = siteFolder();
const all = pagesOf(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes('<div class="path"'));
/** @type {string[]} */
const problems = [];
const browser = await launch();
if (!all.some((name) => name.startsWith('en/'))) problems.push('no page in English has a path');
let ends = 0;
await Promise.all(all.flatMap((name) => [() => plain(name), ...(name.startsWith('en/') ? [() => walk(name), () => finds(name)] : []), ...[360, 1280].map((width) => () => shows(name, width))]).map((task) => whenFree(task)));
await close();
report(`path: ${all.length} pages, ${ends} ends`, problems);

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {string} name
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function open(name, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`));
  await page.goto(addressOf(folder, name));
  return page;
}

/**
 * What the page shows of its path: the stops in sight, the answers, where they lead.
 * @param {Page} page
 */
function seen(page) {
  return page.evaluate(() => ({
    stops: [...document.querySelectorAll('.stop')].filter((stop) => stop.getBoundingClientRect().height > 0).map((stop) => stop.querySelector('h3')?.id ?? ''),
    answers: [...document.querySelectorAll('.answered a')].map((link) => [link.getAttribute('href')?.slice(1) ?? '', link.querySelector('b')?.textContent ?? '']),
    tiles: [...document.querySelectorAll('.stop:not([hidden]) .tiles a[href^="#"]')].map((link) => [link.getAttribute('href')?.slice(1) ?? '', link.textContent ?? '']),
    focused: document.activeElement?.id ?? '',
    isInSight: [...document.querySelectorAll('.answered:not([hidden]), .stop:not([hidden]) h3')].every((part) => part.getBoundingClientRect().top >= 0 && part.getBoundingClientRect().top < innerHeight),
    weigh: document.querySelector('.stop:not([hidden]) .weigh-own')?.getAttribute('href') ?? '',
  }));
}

/** Without a script the questions are all there, and answers lead to them. */
async function plain(/** @type {string} */ name) {
  const page = await open(name, { javaScriptEnabled: false });
  const stops = page.locator('.stop');
  for (const stop of await stops.all()) if (!(await stop.isVisible())) problems.push(`${name}: a stop is not shown without a script`);
  const ids = await page.locator('.stop h3').evaluateAll((headings) => headings.map(({ id }) => id));
  for (const href of await page.locator('.path .tiles a[href^="#"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
    if (!ids.includes(href.slice(1))) problems.push(`${name}: the answer ${href} leads to no stop`);
  }
  // What the weighing of a guide comes to leads there.
  const weighings = await page.locator('.weighed a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  if (weighings.length === 0) problems.push(`${name}: no verdict says what the weighing of its guide comes to`);
  for (const href of weighings) {
    const [file = '', id] = href.split('#');
    if (!readFileSync(join(folder, dirname(name), file), 'utf8').includes(` id="${id}"`)) problems.push(`${name}: ${href} is no weighing`);
  }
  await page.context().close();
}

/** All ways from the first question, each by Tab and Enter. */
async function walk(/** @type {string} */ name) {
  const page = await open(name, { viewport: { width: 1280, height: 800 } });
  const start = (await seen(page)).stops.join();
  const ways = await page.evaluate((first) => {
    /** @type {[string, string][][]} the answers of each way */
    const whole = [];
    /** @type {[string, string][][]} of those that are not at an end yet */
    const begun = [[]];
    for (const way of begun) {
      const tiles = [...(document.getElementById(way.at(-1)?.[0] ?? first)?.closest('.stop')?.querySelectorAll('.tiles a[href^="#"]') ?? [])];
      if (tiles.length === 0) whole.push(way);
      for (const tile of tiles) begun.push([...way, [tile.getAttribute('href')?.slice(1) ?? '', tile.textContent ?? '']]);
    }
    return whole;
  }, start);
  ends = ways.length;
  const reached = new Set();
  for (const way of ways) {
    await page.goto('about:blank');
    await page.goto(addressOf(folder, name));
    let shown = await seen(page);
    /** @type {string[][]} */
    const answers = [];
    const where = `${name}: ${way.map(([, answer]) => answer).join(' → ')}`;
    for (const [to, text] of way) {
      answers.push([shown.stops[0] ?? '', text]);
      await press(page, to);
      shown = await seen(page);
      if (shown.stops.join() !== to) problems.push(`${where}: at ${to}, ${shown.stops.join()} is shown`);
      if (shown.focused !== to) problems.push(`${where}: at ${to}, the focus is on ${shown.focused}`);
      if (JSON.stringify(shown.answers) !== JSON.stringify(answers)) problems.push(`${where}: at ${to}, the answers are ${JSON.stringify(shown.answers)}`);
      if (!shown.isInSight) problems.push(`${where}: at ${to}, the answers or the question are out of sight`);
    }
    const end = shown.stops.join();
    if (reached.has(end)) continue;
    reached.add(end);
    await page.reload();
    if (JSON.stringify({ ...(await seen(page)), focused: '', isInSight: true }) !== JSON.stringify({ ...shown, focused: '', isInSight: true })) problems.push(`${where}: the link shows something else`);
    if (shown.weigh.includes('m.')) await weighs(page, shown.weigh, where);
    for (const to of [...way.slice(0, -1).map(([id]) => id).reverse(), start]) {
      await page.goBack();
      await page.waitForFunction((id) => document.getElementById(id)?.closest('.stop:not([hidden])'), to, { timeout: 5000 }).catch(() => problems.push(`${where}: back does not lead to ${to}`));
    }
  }
  // An answer leads back to its question.
  await page.goto(`${addressOf(folder, name)}#${ways.at(-1)?.at(-1)?.[0]}`);
  const { answers } = await seen(page);
  await page.locator('.answered a').first().press('Enter');
  const shown = await seen(page);
  if (shown.stops.join() !== answers[0]?.[0] || shown.answers.length > 0) problems.push(`${name}: the first answer does not lead back to its question`);
  await page.context().close();
}

/**
 * Goes to a tile by Tab and presses Enter.
 * @param {Page} page
 * @param {string} to
 */
async function press(page, to) {
  if (!(await page.evaluate(() => document.activeElement?.closest('.stop')))) await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.stop:not([hidden]) .anchor')).focus());
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((id) => document.activeElement?.matches(`.stop .tiles a[href="#${id}"]`), to)) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction((id) => document.activeElement?.id === id, to, { timeout: 5000 }).catch(() => {}); // which is told
}

/**
 * The form has the sizes that follow from the answers.
 * @param {Page} page
 * @param {string} href
 * @param {string} where
 */
async function weighs(page, href, where) {
  const form = await page.context().newPage();
  await form.goto(new URL(href, page.url()).href);
  await form.locator('.weighing form').waitFor();
  for (const [field, value] of new URL(href, page.url()).searchParams) {
    if (field.startsWith('m.') && (await form.locator(`[name="${field}"]`).inputValue()) !== value) problems.push(`${where}: the form does not begin with ${field} ${value}`);
  }
  await form.close();
}

/** What is searched on the page is shown; paper has it all. */
async function finds(/** @type {string} */ name) {
  const page = await open(name);
  const hidden = await page.locator('.stop[hidden]').evaluateAll((stops) => stops.map((stop) => stop.getAttribute('hidden')));
  if (hidden.length === 0 || hidden.some((value) => value !== 'until-found')) problems.push(`${name}: hidden stops cannot be found on the page`);
  await page.locator('.stop[hidden]').last().dispatchEvent('beforematch');
  const { stops } = await seen(page);
  if (stops.join() !== (await page.locator('.stop h3').last().getAttribute('id'))) problems.push(`${name}: what is found is not shown`);
  await page.emulateMedia({ media: 'print' });
  const low = await page.locator('.stop').evaluateAll((all) => all.filter((stop) => stop.getBoundingClientRect().height < 40).length);
  if (low > 0) problems.push(`${name}: ${low} stops are missing on paper`);
  await page.context().close();
}

/**
 * Nothing scrolls sideways, tiles are large enough, and axe finds nothing.
 * @param {string} name
 * @param {number} width
 */
async function shows(name, width) {
  const page = await open(name, { viewport: { width, height: 780 } });
  for (const end of [false, true]) {
    if (end) await page.goto(`${addressOf(folder, name)}#${await page.locator('.stop.end h3').first().getAttribute('id')}`);
    const where = `${name}, ${width} px${end ? ', a verdict' : ''}`;
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) problems.push(`${where}: scrolls sideways`);
    for (const violation of await violationsOf(page, name.startsWith('en/'))) problems.push(`${where}: ${violation}`);
  }
  await page.context().close();
}
