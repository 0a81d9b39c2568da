// Runs an example in the playground in Firefox, from FIREFOX or where Debian puts it, and
// tries there what the worker must not do: browsers differ in whose policy a worker has.
// Speaks Marionette, Firefox's own protocol, as Playwright wants a Firefox of its own.
// Usage: node firefox.mjs <built site>; PICTURES=<folder> takes pictures of pages as well.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import process from 'node:process';
import { report, siteFolder } from './site.mjs';
import { waysOut } from './ways-out.mjs';

const folder = siteFolder();
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
/** @type {string[]} */
const problems = [];
/** @type {string[]} What was asked for that no page has a use for. */
const escaped = [];
const server = createServer((request, response) => {
  if (request.url?.includes('escaped')) escaped.push(request.url);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  if (pathname === '/framed') {
    response.writeHead(200, { 'content-type': types['.html'] }).end(`<!doctype html><body style="margin: 0"><iframe src="${searchParams.get('page')}" width="${searchParams.get('width')}" height="900" frameborder="0"></iframe>`);
    return;
  }
  const path = join(folder, decodeURIComponent(pathname));
  if (!existsSync(path)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': types[/** @type {keyof typeof types} */ (extname(path))] ?? 'application/octet-stream' });
  response.end(path.endsWith('play-worker.js') ? `${readFileSync(path, 'utf8')}\n${probe()}` : readFileSync(path));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
server.on('upgrade', (request, socket) => {
  escaped.push(String(request.url));
  socket.destroy();
});
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

/** What is added to the worker's script: it tries the ways out when the page asks for it. */
function probe() {
  const addresses = JSON.stringify([`http://127.0.0.1:${port}/escaped`, `http://localhost:${port}/escaped`]);
  return `{ const channel = new BroadcastChannel('probe'); channel.onmessage = async ({ data }) => { if (data === 'try') channel.postMessage(await (${waysOut})(${addresses})); }; }`;
}

const profile = mkdtempSync(join(tmpdir(), 'modelbook-firefox-'));
writeFileSync(join(profile, 'user.js'), [
  ['marionette.port', 0], ['app.update.enabled', false], ['app.normandy.enabled', false], ['browser.shell.checkDefaultBrowser', false], ['datareporting.policy.dataSubmissionEnabled', false],
  ['browser.startup.page', 0], ['network.captive-portal-service.enabled', false], ['network.connectivity-service.enabled', false], ['toolkit.telemetry.server', ''],
].map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
const firefox = spawn(process.env.FIREFOX ?? '/usr/bin/firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore', env: { ...process.env, HOME: profile } });
const gone = new Promise((done) => firefox.once('exit', done));
try {
  const send = await attached();
  await playground(send);
  if (process.env.PICTURES) await pictures(send, process.env.PICTURES);
} finally {
  firefox.kill();
  await gone;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  server.closeAllConnections();
  server.close();
}
report('firefox: an example runs, and its worker does nothing else', problems);

/**
 * Connects to the browser once it listens.
 * @returns {Promise<(name: string, parameters?: object) => Promise<any>>}
 */
async function attached() {
  const file = join(profile, 'MarionetteActivePort');
  for (const end = Date.now() + 60_000; !existsSync(file) || !readFileSync(file, 'utf8'); await new Promise((done) => setTimeout(done, 100))) {
    if (Date.now() > end || firefox.exitCode !== null) throw new Error('Firefox does not start');
  }
  const socket = connect(Number(readFileSync(file, 'utf8')), '127.0.0.1');
  /** @type {Map<number, { done: (value: any) => void, failed: (error: Error) => void }>} */
  const waiting = new Map();
  let received = Buffer.alloc(0);
  let commands = 0;
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    for (;;) { // each message is its length, a colon and JSON
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      if (!Array.isArray(message)) continue; // its greeting
      const [, id, error, value] = message;
      if (error) waiting.get(id)?.failed(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.done(value?.value ?? value);
      waiting.delete(id);
    }
  });
  const send = (/** @type {string} */ name, parameters = {}) => new Promise((done, failed) => {
    const text = JSON.stringify([0, ++commands, `WebDriver:${name}`, parameters]);
    waiting.set(commands, { done, failed });
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  await send('NewSession', {});
  await send('SetTimeouts', { script: 60_000, pageLoad: 60_000 });
  return send;
}

/**
 * Runs an async function in the page, and returns what it returns.
 * @param {(name: string, parameters?: object) => Promise<any>} send
 * @param {(...args: any[]) => Promise<any>} script
 * @param {any[]} args
 */
function evaluate(send, script, ...args) {
  return send('ExecuteAsyncScript', { script: `const done = arguments[arguments.length - 1]; (${script})(...arguments).then(done, (error) => done({ failed: String(error) }));`, args });
}

/** @param {(name: string, parameters?: object) => Promise<any>} send */
async function playground(send) {
  await send('Navigate', { url: `http://127.0.0.1:${port}/en/play.html` });
  const told = await evaluate(send, async () => {
    const until = async (/** @type {() => unknown} */ holds) => {
      for (const end = Date.now() + 50_000; !holds(); await new Promise((done) => setTimeout(done, 20))) if (Date.now() > end) throw new Error('nothing happens any more');
    };
    const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'));
    await until(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('_source'))?.value);
    (field ?? document.getElementById('_source')).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }));
    await until(() => document.querySelector('#_outcome table') && !document.querySelector('#_outcome')?.hasAttribute('aria-busy'));
    return { said: document.querySelector('.said')?.textContent, errors: document.querySelectorAll('#_outcome .error').length, notice: document.querySelector('#_play .notice')?.textContent };
  });
  if (told.said !== 'Done.' || told.errors || told.notice) problems.push(`an example does not run: ${JSON.stringify(told)}`);
  const went = await evaluate(send, () => new Promise((done) => {
    const channel = new BroadcastChannel('probe');
    channel.onmessage = ({ data }) => done(data);
    channel.postMessage('try');
  }));
  if (String(went) !== 'compile its program') problems.push(`a worker may ${JSON.stringify(went)}`);
  for (const address of escaped) problems.push(`a worker asked for ${address}`);
}

/**
 * Takes pictures of a guide and the playground, on a phone and on a desk, and finds what
 * is wider than that. A window of Firefox is never as narrow as a phone, a frame is.
 * @param {(name: string, parameters?: object) => Promise<any>} send
 * @param {string} into
 */
async function pictures(send, into) {
  await send('SetWindowRect', { width: 1400, height: 1000 });
  for (const width of [360, 1280]) {
    for (const page of ['one-to-one', 'play', 'index']) {
      await send('Navigate', { url: `http://127.0.0.1:${port}/framed?width=${width}&page=/en/${page}.html` });
      const wide = await evaluate(send, async () => {
        const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
        const inside = /** @type {Window} */ (frame.contentWindow);
        if (inside.document.readyState !== 'complete') await new Promise((done) => frame.addEventListener('load', done));
        await new Promise((done) => setTimeout(done, 500));
        frame.height = String(inside.document.documentElement.scrollHeight);
        return inside.document.documentElement.scrollWidth - inside.innerWidth;
      });
      if (wide > 0) problems.push(`${page} is ${wide} px wider than ${width}`);
      writeFileSync(join(into, `firefox-${page}-${width}.png`), Buffer.from(await send('TakeScreenshot', { full: true }), 'base64'));
    }
  }
}
