// What the checks share: the pages of a built site, a browser to open them in, and
// the processors, when several checks run in one process (together.mjs).
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/** The folder named on the command line. */
export function siteFolder() {
  const folder = process.argv[2];
  if (!folder) {
    console.error(`usage: node ${process.argv[1]} <folder of the built site>`);
    process.exit(2);
  }
  return resolve(folder);
}

/**
 * All pages of a site, sorted, as paths inside its folder.
 * @param {string} folder
 */
export function pagesOf(folder) {
  const pages = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  if (pages.length === 0) {
    console.error(`${folder}: no pages`);
    process.exit(2);
  }
  return pages;
}

/**
 * A page's address in the file system.
 * @param {string} folder
 * @param {string} page
 */
export const addressOf = (folder, page) => pathToFileURL(join(folder, page)).href;

/**
 * The address that the error page's links begin with: the site's own, or the
 * root of any server.
 * @param {string} folder
 */
export function baseOf(folder) {
  const lost = join(folder, '404.html');
  const own = existsSync(lost) && /href="(https?:[^"]*\/)assets\/site\.css"/.exec(readFileSync(lost, 'utf8'));
  return own ? String(own[1]) : 'http://localhost/';
}

/**
 * Serves a folder at an address, without a server, to all pages of a context.
 * Any other request is reported.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} folder
 * @param {string} base
 * @param {(url: string) => void} leaves
 */
export async function serve(context, folder, base, leaves) {
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    const path = join(folder, decodeURIComponent(new URL(url).pathname.slice(new URL(base).pathname.length)));
    if (url.startsWith(base) && existsSync(path)) return route.fulfill({ path });
    leaves(url);
    return route.abort();
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds wrong with a page as it is, by WCAG 2.2, A and AA.
 * @param {import('playwright-core').Page} page
 * @param {boolean} contrast whether the contrast of colors is measured, which takes most of the time
 * @returns {Promise<string[]>}
 */
export async function violationsOf(page, contrast = true) {
  await page.evaluate(axe);
  const violations = await page.evaluate(async ({ tags, enabled }) => {
    const found = await /** @type {any} */ (globalThis).axe.run({ runOnly: tags, resultTypes: ['violations'], rules: { 'color-contrast': { enabled } } });
    return found.violations;
  }, { tags: rules, enabled: contrast });
  return violations.flatMap((/** @type {any} */ { id, help, nodes }) => nodes.map((/** @type {any} */ { target }) => `${id}: ${target.join(' ')}: ${help}`));
}

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let browser;
let users = 0;

/** Chromium, from CHROMIUM or where Debian puts it: one for all checks of a process. */
export function launch() {
  users++;
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  return browser;
}

/** Closes the browser once each check that launched it is done with it. */
export async function close() {
  if (--users > 0) return;
  const last = browser;
  browser = undefined;
  await (await last)?.close();
}

let free = availableParallelism();
/** @type {{ long: (() => void)[], short: (() => void)[] }} */
const waiting = { long: [], short: [] };

/**
 * Runs a task when a processor is free for it: as many run at once as there are. Of
 * those that wait the long ones begin first, so that none is left for the end.
 * @template T
 * @param {() => Promise<T>} task
 * @param {keyof typeof waiting} length
 */
export async function whenFree(task, length = 'long') {
  if (free > 0) free--;
  else await new Promise((begin) => waiting[length].push(() => begin(undefined)));
  try {
    return await task();
  } finally {
    const next = waiting.long.shift() ?? waiting.short.shift();
    if (next) next();
    else free++;
  }
}

/** @type {Promise<unknown>} */
let clipboard = Promise.resolve();

/**
 * Runs what writes to the clipboard and reads it again: a browser has one for all pages.
 * @param {() => Promise<void>} task
 */
export function withClipboard(task) {
  const done = clipboard.then(task);
  clipboard = done.catch(() => {}); // whose task it is will hear of it
  return done;
}

/**
 * Prints what was found; the process ends with 1 if it is anything.
 * @param {string} what
 * @param {string[]} problems
 */
export function report(what, problems) {
  for (const problem of problems) console.error(problem);
  console.log(`${what}: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}`);
  if (problems.length > 0) process.exitCode = 1; // another check of this process may have set it
}
