// Searches by keyboard, with an input method, on a phone and without scripts,
// on pages opened from the file system. Lists that are open pass axe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { addressOf, close, launch, pagesOf, report, siteFolder, whenFree } from './site.mjs';

const folder = siteFolder();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** @type {string[]} */
const problems = [];
const browser = await launch();

await Promise.all([keyboard, composition, phone, nothingFound, withoutScripts].map((task) => whenFree(task)));
await close();
report('search: keyboard, input method, phone, nothing found, no scripts', problems);

/**
 * @param {boolean} holds
 * @param {string} otherwise
 */
function expect(holds, otherwise) {
  if (!holds) problems.push(otherwise);
}

/**
 * @param {string} path
 * @param {object} [options]
 */
async function open(path, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${path}: console: ${message.text()}`);
  });
  await page.goto(addressOf(folder, path));
  return page;
}

/** The combobox of the header, as the ARIA Authoring Practices describe one. */
async function keyboard() {
  const page = await open('en/one-to-one.html');
  const field = page.locator('#_search');
  const options = page.locator('[role=option]');
  const active = () => field.getAttribute('aria-activedescendant');
  const expanded = async () => (await field.getAttribute('aria-expanded')) === 'true' && await page.locator('[role=listbox]').isVisible();

  await page.keyboard.press('Control+k');
  expect(await field.evaluate((input) => input === document.activeElement), 'Ctrl K does not lead to the field');
  await page.keyboard.type('unique index');
  await options.first().waitFor();
  expect(await expanded(), 'the list is not said to be open');
  expect(!(await active()), 'an option is chosen before a key chooses it');
  const said = page.locator('form [role=status]');
  expect((await said.textContent()) === '', 'what was found is said with each key');
  await page.waitForFunction(() => document.querySelector('form [role=status]')?.textContent);
  expect(/^\d+ results? for “unique index”$/.test(await said.textContent() ?? ''), `said: ${await said.textContent()}`);
  await check(page, 'open list');

  await page.keyboard.press('ArrowDown');
  expect((await active()) === '_found-0', `↓ chooses ${await active()}`);
  await page.keyboard.press('ArrowUp');
  expect(!(await active()), '↑ from the first does not lead to none');
  await page.keyboard.press('ArrowUp');
  expect((await active()) === `_found-${await options.count() - 1}`, `↑ from none chooses ${await active()}`);
  await page.keyboard.press('ArrowDown');
  expect(!(await active()), '↓ from the last does not lead to none');
  await page.keyboard.press('Home');
  expect(await field.evaluate((input) => /** @type {HTMLInputElement} */ (input).selectionStart) === 0, 'Home does not belong to the text');

  await page.keyboard.press('Escape');
  expect(!(await expanded()), 'Esc does not close the list');
  expect((await field.inputValue()) === 'unique index', 'Esc forgets the query');
  await page.keyboard.press('ArrowDown');
  expect(await expanded(), '↓ does not open the list again');
  await page.keyboard.press('Tab');
  expect(!(await expanded()), 'Tab leaves the list open');
  expect(!(await page.locator('[role=option]:focus').count()), 'Tab goes into the list');

  await field.focus();
  await page.keyboard.press('ArrowDown');
  const href = await options.first().getAttribute('href');
  const [apart] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await apart.waitForLoadState();
  expect(apart.url() === href, `Ctrl Enter opens ${apart.url()}, not ${href}`);
  await apart.close();
  await Promise.all([page.waitForURL((url) => url.href === href), page.keyboard.press('Enter')]);
  expect(page.url() === href, `Enter leads to ${page.url()}, not to ${href}`);

  await page.locator('#_search').fill('stale');
  await Promise.all([page.waitForURL('**/search.html?q=stale'), page.keyboard.press('Enter')]);
  await page.locator('.hits').waitFor();
  expect((await page.locator('#_search').inputValue()) === 'stale', 'the search page forgets the query');
  expect(await page.locator('#_index').isHidden(), 'the index stands below the results');
  await check(page, 'results');
  await page.keyboard.press('Control+k');
  expect(await page.locator('#_search').evaluate((input) => input === document.activeElement), 'Ctrl K does not lead to the field of the search page');
  await page.context().close();
}

/** While pinyin is composed no key is the page's, and nothing is searched. */
async function composition() {
  const page = await open('zh-CN/one-to-one.html');
  const field = page.locator('#_search');
  await field.focus();
  await page.waitForFunction(() => document.querySelector('#_search')?.getAttribute('role') === 'combobox');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'qian', selectionStart: 4, selectionEnd: 4 });
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(200);
  expect(await page.locator('[role=listbox]').isHidden(), 'letters that are being composed are searched for');
  expect(page.url().endsWith('one-to-one.html'), 'a key of the input method leads away');
  await session.send('Input.insertText', { text: '嵌入' });
  await page.locator('[role=option] mark').first().waitFor();
  expect((await field.inputValue()) === '嵌入', `the field holds ${await field.inputValue()}`);
  await page.context().close();
}

async function phone() {
  const page = await open('bg/one-to-one.html', { viewport: { width: 360, height: 740 } });
  expect(await page.locator('#_search').isHidden(), 'phone: the field takes the header');
  await Promise.all([page.waitForURL('**/bg/search.html'), page.locator('.lens').click()]);
  await page.locator('#_search').fill('вградени документи');
  await page.locator('.hits mark').first().waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide <= 0, `phone: the results are ${wide} px wider than the window`);
  await check(page, 'phone: results');
  await page.context().close();
}

/** The nearest word, what English pages have, and the index. */
async function nothingFound() {
  const page = await open('bg/search.html');
  await page.locator('#_search').fill('коленопреклонение');
  await page.locator('.said').waitFor();
  expect(await page.locator('.meant a').count() === 1, 'nothing found: no nearest word');
  expect(await page.locator('#_index').isVisible(), 'nothing found: no index');
  await page.locator('#_search').fill('insurer');
  await page.locator('.english').waitFor();
  expect((await page.locator('.hits').getAttribute('lang')) === 'en', 'English results are not marked');
  expect(/\/en\//.test(await page.locator('.hits a').first().getAttribute('href') ?? ''), 'English results lead elsewhere');
  await check(page, 'nothing found');
  await page.goto(addressOf(folder, 'bg/one-to-one.html'));
  await page.locator('#_search').fill('ццщщ $$');
  await page.locator('p.found').waitFor();
  expect(/„ццщщ \$\$“/.test(await page.locator('p.found').textContent() ?? ''), `nothing found says ${await page.locator('p.found').textContent()}`);
  expect((await page.locator('#_search').getAttribute('aria-expanded')) === 'false', 'nothing found: a list without options is said to be open');
  await check(page, 'nothing found in the header');
  await page.keyboard.press('Escape');
  expect(await page.locator('p.found').isHidden(), 'Esc does not close what says that nothing was found');
  await page.context().close();
}

/** Without scripts the page is the index of all pages and headings. */
async function withoutScripts() {
  const page = await open('bg/one-to-one.html', { javaScriptEnabled: false });
  await page.locator('#_search').fill('индекс');
  await Promise.all([page.waitForURL('**/bg/search.html?q=*'), page.keyboard.press('Enter')]);
  const hrefs = new Set(await page.locator('#_index a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))));
  for (const name of pagesOf(folder).filter((name) => name.startsWith('bg/') && !/\/(404|play|search|translation-status)\.html/.test(name))) {
    const html = readFileSync(`${folder}/${name}`, 'utf8');
    if (html.includes('<article lang="en">')) continue; // It is found in English.
    expect(hrefs.has(name.slice(3)), `the index lacks ${name}`);
    const ids = [...html.matchAll(/<h[2-4] id="([a-z0-9-]+)"/g)].map((match) => match[1]);
    if (/(?:index|part-[^/]*)\.html/.test(name)) continue;
    for (const id of ids) expect(hrefs.has(`${name.slice(3)}#${id}`), `the index lacks ${name}#${id}`);
  }
  await page.context().close();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} where
 */
async function check(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((tags) => /** @type {any} */ (globalThis).axe.run({ runOnly: tags, preload: false }), rules);
  for (const violation of violations) {
    for (const node of violation.nodes) problems.push(`${where}: ${violation.id}: ${node.target.join(' ')}: ${violation.help}`);
  }
}
