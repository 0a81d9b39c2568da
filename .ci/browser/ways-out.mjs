/**
 * Tries what a worker could do besides compiling its program, and returns what it may:
 * run text as a script, or ask for anything at these addresses. Runs in the worker, so it
 * uses nothing from around it.
 * @param {string[]} addresses
 * @returns {Promise<string[]>}
 */
export async function waysOut(addresses) {
  await new Promise((done) => setTimeout(done)); // what a debugger evaluates may itself be text
  const scope = /** @type {any} */ (globalThis);
  const answered = (/** @type {any} */ source) => new Promise((opened, failed) => Object.assign(source, { onopen: opened, onmessage: opened, onload: opened, onerror: failed }));
  const module = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  const made = (/** @type {string} */ address) => answered(new Worker(address));
  const asked = (/** @type {string} */ address) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    const answer = answered(request);
    request.send();
    return answer;
  };
  /** @type {Record<string, () => unknown>} */
  const tries = {
    'compile its program': () => WebAssembly.compile(module),
    'eval': () => (0, eval)('1'),
    'make a function of text': () => new Function('return 1')(),
    'run text later': () => new Promise((ran, failed) => { scope.later = ran; setTimeout('later()'); setTimeout(failed, 200); }),
    'run a script of data': () => scope.importScripts('data:text/javascript,1'),
    'start a worker that fetches': () => made(URL.createObjectURL(new Blob([`fetch('${addresses[0]}/inner', { mode: 'no-cors' }).then(() => postMessage(1))`]))),
  };
  for (const address of addresses) {
    tries[`fetch ${address}`] = () => fetch(`${address}/fetch`, { mode: 'no-cors' });
    tries[`request ${address}`] = () => asked(`${address}/request`);
    tries[`run ${address}`] = () => scope.importScripts(`${address}/script`);
    tries[`import ${address}`] = () => import(`${address}/module`);
    tries[`listen to ${address}`] = () => answered(new EventSource(`${address}/events`));
    tries[`talk to ${address}`] = () => answered(new WebSocket(`${address.replace('http', 'ws')}/socket`));
    tries[`start ${address}`] = () => made(`${address}/worker`);
  }
  const went = [];
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      await Promise.race([attempt(), new Promise((_, failed) => setTimeout(failed, 1000))]);
      went.push(name);
    } catch { /* refused */ }
  }
  return went;
}
