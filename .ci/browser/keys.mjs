// Walks a guide by keyboard alone, on a phone and with room, and checks what only a
// script makes: themes, Copy, where the reader is, the language of a page that was
// not found.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, baseOf, close, launch, pagesOf, report, serve, siteFolder, whenFree, withClipboard } from './site.mjs';

const folder = siteFolder();
const pages = pagesOf(folder);
/** @type {string[]} */
const problems = [];
const browser = await launch();

const guide = 'en/one-to-few.html'; // it has all that a guide can have in its header
const fewest = 70; // stops of Tab that no guide reaches
const most = { name: '', stops: 0 };
const largestShift = 0.02;
const controls = {
  360: ['a.skip', 'a.brand', '[popovertarget=_sections]', 'a.to-cost', 'a.lens', '[popovertarget=tree]'],
  800: ['a.skip', 'a.brand', '[popovertarget=_sections]', '#_search', '[popovertarget=languages]', '[popovertarget=tree]'],
};
/** @type {(() => Promise<void>)[]} */
const walks = [true, false].flatMap((javaScriptEnabled) => Object.entries(controls).map(([width, expected]) => async () => {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: Number(width), height: 800 } });
  const page = await context.newPage();
  await page.goto(addressOf(folder, guide));
  await walk(page, expected, `${guide}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} scripts`);
  await context.close();
}));
await Promise.all([...walks, phone, place, themes, () => withClipboard(copy), drivers, tables, touched, lost, stops, joined, folds, lights, linked, shifts].map((task) => whenFree(task)));
await close();
report(`keys: ${guide}, at most ${most.stops} stops of Tab in ${most.name}`, problems);

/**
 * The header's controls in their order; each popover opens, takes the next Tab,
 * closes on Escape and gives the focus back.
 * @param {import('playwright-core').Page} page
 * @param {string[]} expected
 * @param {string} where
 */
async function walk(page, expected, where) {
  for (const selector of expected) {
    await page.keyboard.press('Tab');
    await focused(page, selector, where);
    if (!selector.startsWith('[popovertarget')) continue;
    const list = page.locator(`#${selector.slice('[popovertarget='.length, -1)}`);
    await page.keyboard.press('Enter');
    if (!(await list.isVisible())) problems.push(`${where}: Enter on ${selector} opens nothing`);
    await page.keyboard.press('Tab');
    if (!(await list.locator(':focus').count())) problems.push(`${where}: Tab does not go into what ${selector} opened`);
    await page.keyboard.press('Escape');
    if (await list.isVisible()) problems.push(`${where}: Escape does not close what ${selector} opened`);
    await focused(page, selector, where);
  }
  await page.goto(page.url().split('#')[0] ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  if (!(await page.locator('main :focus').count())) problems.push(`${where}: the skip link does not lead to the text`);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 * @param {string} where
 */
async function focused(page, selector, where) {
  if (!(await page.locator(`${selector}:focus`).count())) problems.push(`${where}: the focus is not on ${selector}`);
}

/** On a phone the menu ends with the languages, and the costs are one tap away. */
async function phone() {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await page.goto(addressOf(folder, guide));
  await page.click('[popovertarget=tree]');
  await page.click('.tree .tongue');
  if (!(await page.locator('#languages').isVisible())) problems.push('phone: the menu leads to no languages');
  await page.goto(addressOf(folder, guide));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.click('a.to-cost');
  if (!page.url().endsWith('#cost')) problems.push('phone: costs are not one tap away at the end of the page');
  await context.close();
}

/** The header says which section is read, and other languages open there. */
async function place() {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await page.goto(addressOf(folder, guide));
  const word = await page.locator('.section').textContent();
  const heading = page.locator('article > .heading > h2').nth(2);
  await heading.evaluate((h) => h.scrollIntoView());
  const title = (await heading.textContent()) ?? '';
  const id = await heading.getAttribute('id');
  await page.waitForFunction((text) => document.querySelector('.section')?.textContent === text, title, { timeout: 60_000 }).catch(() => {});
  const said = await page.locator('.section').textContent();
  if (said !== title) problems.push(`place: the header says ${said} in ${title}`);
  const name = await page.locator('.section').getAttribute('aria-label');
  if (name !== `${word}: ${title}`) problems.push(`place: the button is named ${name}`);
  const link = page.locator('#languages a').last();
  await link.evaluate((a) => a.addEventListener('click', (event) => event.preventDefault()));
  await link.evaluate((a) => /** @type {HTMLAnchorElement} */ (a).click());
  const href = (await link.getAttribute('href')) ?? '';
  if (!href.endsWith(`#${id}`)) problems.push(`place: another language opens at ${href}, not at #${id}`);
  await context.close();
}

/** A table that no longer scrolls, as when a narrower font comes late, takes the focus no more. */
async function tables() {
  const context = await browser.newContext({ viewport: { width: 320, height: 800 } });
  const page = await context.newPage();
  await page.goto(addressOf(folder, 'en/copies.html'));
  const scrolling = () => page.locator('[role=region][tabindex]:visible').count(); // none that is folded
  const before = await scrolling();
  await page.locator('[role=region][tabindex] > *').evaluateAll((all) => {
    for (const table of /** @type {HTMLElement[]} */ (all)) {
      const { height } = table.getBoundingClientRect();
      for (const [name, value] of Object.entries({ display: 'block', overflow: 'hidden', width: '9rem', 'min-width': '0', height: `${height}px` })) table.style.setProperty(name, value, 'important');
    }
  });
  await page.waitForFunction(() => ![...document.querySelectorAll('[role=region][tabindex]')].some((table) => table.checkVisibility()), null, { timeout: 5000 }).catch(() => {});
  const after = await scrolling();
  if (!before || after) problems.push(`tables: ${before} scrolled, and ${after} take the focus now that none does`);
  await context.close();
}

/** The code of a chosen driver takes the place of the shell's, also on the next page, from a file, and in another language. */
async function drivers() {
  const context = await browser.newContext();
  const page = await context.newPage();
  const shown = () => page.locator('.step pre:visible').first().innerText();
  for (const address of [addressOf(folder, guide), `file://${join(folder, guide)}`, addressOf(folder, guide.replace('en/', 'zh-CN/'))]) {
    await page.goto(address);
    const shell = await shown();
    await page.focus('.drivers input:checked');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.step pre[hidden]', { state: 'attached', timeout: 5000 }).catch(() => problems.push(`drivers: ${address}: the shell's code stays`));
    if (!(await shown()).includes('await db')) problems.push(`drivers: ${address}: ${shell} became ${await shown()}`);
    const chosen = await page.locator('.drivers label:has(:checked)').innerText();
    const scripts = await page.locator('.scripts a:visible').evaluateAll((links) => links.map((link) => link.ariaLabel));
    if (!scripts.length || scripts.some((name) => name !== chosen)) problems.push(`drivers: ${address}: ${chosen} is chosen, the scripts are for ${scripts.join(', ')}`);
    const strange = await page.locator('.listing:not([hidden]), .example:has([data-step])').evaluateAll((all) => {
      let connected = '';
      return all.flatMap((one) => {
        const example = one.querySelector('option')?.value.match(/([^/]+)\.mongosh\.js$/)?.[1];
        connected = example ? connected : (one.textContent ?? '');
        return example && !connected.includes(`client.db('${example}')`) ? [example] : [];
      });
    });
    if (strange.length) problems.push(`drivers: ${address}: no connection of its own above ${strange.join(', ')}`);
    await page.reload();
    await page.waitForSelector('.step pre[hidden]', { state: 'attached', timeout: 5000 }).catch(() => problems.push(`drivers: ${address}: the choice is lost`));
    if (!(await page.locator('.drivers label:nth-of-type(2) input').isChecked())) problems.push(`drivers: ${address}: the control does not show the choice`);
    const list = page.locator('.scripts select:visible').last();
    if ((await list.locator(':checked').innerText()) !== chosen) problems.push(`drivers: ${address}: the last example's list does not show the choice`);
    await list.selectOption({ index: 0 });
    if ((await shown()) !== shell) problems.push(`drivers: ${address}: the shell's code does not come back`);
  }
  await context.close();
}

/** A chosen theme holds on the next page. */
async function themes() {
  const context = await browser.newContext({ colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(addressOf(folder, guide));
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.click('[popovertarget=languages]');
  await page.focus('.themes input');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  if ((await paper()) === light) problems.push('themes: Dark changes nothing');
  await page.goto(addressOf(folder, existsSync(join(folder, 'bg/index.html')) ? 'bg/index.html' : 'index.html'));
  if ((await paper()) === light) problems.push('themes: the choice is lost on the next page');
  if (!(await page.locator('.themes label:last-child input').isChecked())) problems.push('themes: the control does not show the choice');
  await context.close();
}

/** Copy takes the code of its own step, and says so. */
async function copy() {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const name = pages.find((candidate) => candidate.startsWith('en/one-to-one')) ?? guide;
  await page.goto(addressOf(folder, name));
  const button = page.locator('.step .copy').first();
  if (!(await button.count())) {
    await context.close();
    return;
  }
  // Of long code the end is folded.
  const code = (await page.locator('.step').filter({ has: page.locator('.copy') }).first().locator('pre code').allTextContents()).join('');
  const word = await button.textContent();
  await button.press('Enter');
  await page.waitForFunction((before) => document.querySelector('.step .copy')?.textContent !== before, word);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  if (copied !== code.trimEnd()) problems.push(`copy: ${JSON.stringify(copied)} instead of ${JSON.stringify(code)}`);
  if (!(await page.locator('body > [role=status]').textContent())) problems.push('copy: nothing is said aloud');
  await context.close();
}

/** Keys choose what operation a map shows, without a script; paper shows all. */
async function touched() {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const name = 'en/index.html';
  await page.goto(addressOf(folder, name));
  if (!(await page.locator('.choice input').count())) problems.push(`touched: ${name} has no map with operations to choose from`);
  else {
    const [all, models] = [await page.locator('.fields p.hit').count(), await page.locator('.fields > div').count()];
    const read = () => page.locator('.fields p.hit:visible').first().innerText();
    const before = await read();
    await page.focus('.choice input:checked');
    await page.keyboard.press('ArrowRight');
    if ((await read()) === before) problems.push(`touched: another operation shows ${before} too`);
    if (!(await page.locator('.map .hit2 path').first().isVisible()) || (await page.locator('.map .hit1 path').first().isVisible())) problems.push('touched: the drawing does not follow');
    if ((await page.locator('.fields p.hit:visible').count()) !== models) problems.push('touched: the counts of more than one operation are seen');
    await page.emulateMedia({ media: 'print' });
    if ((await page.locator('.fields p.hit:visible').count()) !== all) problems.push('touched: not all counts are printed');
  }
  await context.close();
}

/** A wrong address is answered in its language, with the nearest right one. */
async function lost() {
  const context = await browser.newContext({ locale: 'en-US' });
  const base = baseOf(folder);
  await serve(context, folder, base, (url) => problems.push(`lost: asks for ${url}`));
  await context.route(`${base}**/*typo*`, (route) => route.fulfill({ status: 404, path: join(folder, '404.html') }));
  const page = await context.newPage();
  const home = (/** @type {string} */ lang) => `${base}${lang}/index.html`;
  for (const lang of ['en', 'bg'].filter((name) => pages.includes(`${name}/404.html`))) {
    await page.goto(`${base}${lang}/one-to-on?typo`);
    if (await page.locator('.other').count()) problems.push(`lost: ${lang}: other languages are left`);
    if ((await page.locator('html').getAttribute('lang')) !== lang) problems.push(`lost: ${lang}: the page is in another language`);
    if ((await page.locator('.brand').getAttribute('href'))?.replace(/^\//, base) !== home(lang)) problems.push(`lost: ${lang}: the mark leads elsewhere`);
    const nearest = await page.locator('#nearest a').evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href);
    if (nearest !== `${base}${lang}/one-to-one.html`) problems.push(`lost: ${lang}: offers ${nearest}`);
  }
  await context.close();
}

/** No guide is a long way for who goes by Tab: each is counted, and the longest is walked. */
async function stops() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  for (const name of pages.filter((candidate) => candidate.startsWith('en/'))) {
    await page.goto(addressOf(folder, name), { waitUntil: 'domcontentloaded' });
    if (!(await page.locator('.guide .example .bar a').count())) continue;
    await readStops(page);
    const count = await page.evaluate(() => {
      const found = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('a[href], button, input, select, summary, [tabindex]'));
      const groups = [...found].filter((one) => one.tabIndex >= 0 && one.checkVisibility()).map((one) => (one instanceof HTMLInputElement && one.type === 'radio' ? one.name : one));
      return new Set(groups).size;
    });
    if (count > most.stops) Object.assign(most, { name, stops: count });
    if (count >= fewest) problems.push(`stops: ${name}: ${count} stops of Tab; fewer than ${fewest} are enough`);
  }
  await page.goto(addressOf(folder, most.name));
  await readStops(page);
  let walked = 1;
  for (; walked <= most.stops; walked++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement === document.body || document.activeElement?.matches('a.skip'))) break;
  }
  if (walked !== most.stops) problems.push(`stops: ${most.name}: Tab stops ${walked} times, not ${most.stops}`);
  await context.close();
}

/**
 * Presses Tab, for which the page reads a script.
 * @param {import('playwright-core').Page} page
 */
async function readStops(page) {
  await page.keyboard.press('Tab');
  await page.waitForSelector('.example [tabindex="0"]', { timeout: 5000 }).catch(() => problems.push(`stops: ${page.url()}: Tab reads no script`));
}

/** Arrows reach each control of an example, open a step on the way, and Tab comes back to where it left. */
async function joined() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(addressOf(folder, guide));
  await readStops(page);
  const block = page.locator('.example:has(.fold)').first();
  const focus = () => block.locator(':focus').evaluateAll(([one]) => one && [...document.querySelectorAll('*')].indexOf(one));
  await block.locator('.run').focus();
  const reached = new Set();
  for (let own = await focus(); !reached.has(own); own = await focus()) {
    reached.add(own);
    if (await block.locator('.fold:not([open]) > summary:focus').count()) await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
  }
  const controls = await block.locator('a[href], button, select, summary').filter({ visible: true }).count();
  if (reached.size !== controls) problems.push(`joined: arrows reach ${reached.size} of ${controls} controls of an example`);
  const last = await focus();
  await page.keyboard.press('Tab');
  if ((await focus()) !== undefined) problems.push('joined: Tab does not leave the example');
  await page.keyboard.press('Shift+Tab');
  if ((await focus()) !== last) problems.push('joined: Tab does not come back to the control that it left');
  await block.locator('.fold').evaluateAll((steps) => steps.forEach((step) => /** @type {HTMLDetailsElement} */ (step).removeAttribute('open')));
  await page.waitForFunction((one) => [...one?.querySelectorAll('[tabindex="0"]') ?? []].some((stop) => stop.checkVisibility()), await block.elementHandle(), { timeout: 5000 }).catch(() => problems.push('joined: no control of a folded example is a stop'));
  await context.close();
}

/** Opens the English pages until one is found, and returns its name.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<boolean>} isFound
 */
async function open(page, isFound) {
  for (const name of pages.filter((candidate) => candidate.startsWith('en/'))) {
    await page.goto(addressOf(folder, name));
    if (await isFound()) return name;
  }
  return undefined;
}

/** A link into what is folded opens it, one button opens the rest but answers, and paper shows all. */
async function folds() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  let target = '';
  const name = await open(page, async () => {
    target = await page.evaluate(() => {
      const step = document.querySelector('.fold.example:not([open]) [data-step]');
      const script = step?.closest('.example')?.querySelector('.scripts :is(option[value$=".mongosh.js"], a[href$=".mongosh.js"])');
      const example = (script?.getAttribute('value') ?? script?.getAttribute('href'))?.match(/([^/]+)\.mongosh\.js$/)?.[1];
      return example ? `${example}_${step?.getAttribute('data-step')}` : '';
    });
    return target !== '';
  });
  if (!name) {
    problems.push('folds: no page folds an example');
    return;
  }
  await page.goto(`${addressOf(folder, name)}?linked#${target}`);
  const step = page.locator(`[id="${target}"]`);
  await step.waitFor({ timeout: 5000 }).catch(() => problems.push(`folds: ${name}#${target} is folded`));
  await page.locator('.all-steps').click();
  if (await page.locator('.fold:not([open])').count()) problems.push(`folds: ${name}: the button leaves something folded`);
  await page.locator('.all-steps').click();
  await page.emulateMedia({ media: 'print' });
  if (!(await step.isVisible())) problems.push(`folds: ${name}: paper lacks what is folded`);
  if (await page.locator('.answer').count()) await page.locator('.answer > p').first().waitFor({ timeout: 5000 }).catch(() => problems.push(`folds: ${name}: paper lacks the answer`));
  await context.close();
}

/** The documents that a step touches light up while it is pointed at or focused. */
async function lights() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const block = page.locator('.example:has(details:not([open]) [data-by])').first();
  const name = await open(page, async () => (await block.count()) > 0);
  if (!name) {
    problems.push('lights: no page folds a document that a step touches');
    return;
  }
  const number = (await block.locator('details:not([open]) [data-by]').first().getAttribute('data-by'))?.split(' ')[0];
  const lit = block.locator('.sheet:is(.lit, .lit-2)');
  await block.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 10);
  await page.waitForSelector('script[src$="place.js"]', { state: 'attached' });
  const step = block.locator(`[data-step="${number}"]`);
  if (!(await step.isVisible())) await block.locator(`.fold:has([data-step="${number}"]) > summary`).click();
  for (let tries = 0; tries < 20 && !(await lit.count()); tries++) {
    await block.locator('.bar').first().hover();
    await step.hover();
    await page.waitForTimeout(100);
  }
  if (!(await lit.count())) problems.push(`lights: no document of step ${number} lights up`);
  const folded = await lit.evaluateAll((sheets) => sheets.filter((sheet) => !sheet.checkVisibility() && !sheet.closest('details')?.querySelector('summary:is(.lit, .lit-2)')).length);
  if (folded) problems.push(`lights: nothing says that ${folded} documents are lit where they are folded`);
  await page.locator('h1').hover();
  if (await page.locator('.example :is(.lit, .lit-2)').count()) problems.push('lights: a document stays lit');
  await page.mouse.move(5, 5); // where no step comes when the focus scrolls the page
  await step.locator('.copy').focus();
  if (!(await lit.count())) problems.push(`lights: no document of step ${number} lights up for the keyboard`);
  await context.close();
}

/** A link to a step, folded or not, opens it and lights up the documents that it touches, and so does one to the next. */
async function linked() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.mouse.move(5, 5); // over no step
  /** @type {{ id: string, number: string | null, touched: number, isFolded: boolean }[]} */
  let links = [];
  const name = await open(page, async () => {
    links = await page.locator('.example').evaluateAll((blocks) => blocks.flatMap((block) => {
      const example = block.querySelector('.scripts select option')?.getAttribute('value')?.match(/([^/]+)\.mongosh\.js$/)?.[1];
      return [...block.querySelectorAll('[data-step]')].flatMap((step) => {
        const number = step.getAttribute('data-step');
        const touched = block.querySelectorAll(`.sheet[data-by~="${number}"]`).length;
        return touched ? [{ id: `${example}_${number}`, number, touched, isFolded: !!step.closest('.fold:not(.example)') }] : [];
      });
    }));
    return new Set(links.map(({ isFolded }) => isFolded)).size === 2;
  });
  if (!name) {
    problems.push('linked: no page has a folded and an open step that touch documents');
    return;
  }
  const address = addressOf(folder, name);
  const asked = [true, false].flatMap((folded) => links.find(({ isFolded }) => isFolded === folded) ?? []);
  const lit = page.locator('.sheet:is(.lit, .lit-2)');
  for (const [i, link] of asked.entries()) {
    if (i === 0) await page.goto(`${address}?linked#${link.id}`);
    else await page.evaluate((id) => { location.hash = id; }, link.id);
    const step = page.locator(`[data-step="${link.number}"]:is(:target, .fold:target *)`);
    await step.waitFor({ timeout: 5000 }).catch(() => problems.push(`linked: #${link.id} is not the page's target, or folded`));
    await page.waitForFunction(({ number, touched }) => {
      const all = [...document.querySelectorAll('.sheet:is(.lit, .lit-2)')];
      return all.length === touched && all.every((sheet) => sheet.checkVisibility() && sheet.matches(`[data-by~="${number}"]`));
    }, link, { timeout: 5000 }).catch(async () => problems.push(`linked: #${link.id} lights up ${await lit.count()} documents, not the ${link.touched} that its step touches`));
    if (!(await step.count())) continue;
    const top = await page.locator(':target').evaluate((own) => own.getBoundingClientRect().top);
    if (top < 56 || top > 800) problems.push(`linked: #${link.id} stands at ${Math.round(top)} px of the window, or under its header`);
  }
  await context.close();
}

/** What a reader came to by a link stays in its place, whatever code was chosen. */
async function shifts() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(() => {
    localStorage.setItem('driver', 'Python');
    /** @type {any} */ (window).shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) /** @type {any} */ (window).shifted += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  for (const link of ['en/one-to-squillions.html#cost', 'en/transactions.html#your-turn', 'en/trees.html#cost'].filter((to) => pages.includes(to.split('#')[0] ?? ''))) {
    const [name = '', id] = link.split('#');
    await page.goto(`${addressOf(folder, name)}#${id}`);
    await page.waitForSelector('.step pre[hidden]', { state: 'attached', timeout: 5000 }).catch(() => problems.push(`shifts: ${link}: the driver's code is not shown`));
    await page.waitForTimeout(300); // what comes late
    const shifted = await page.evaluate(() => /** @type {any} */ (window).shifted);
    if (shifted >= largestShift) problems.push(`shifts: ${link}: ${shifted} while the page loads, not under ${largestShift}`);
  }
  await context.close();
}
