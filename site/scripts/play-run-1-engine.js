// The database: fetched when it is first needed, compiled once, run in a worker,
// so that the page never hangs and a run can be ended.
'use strict';

/** @typedef {{ failed?: string, unedited?: boolean, mistakes?: any[], statements?: any[], order?: { outcome: string, frames: Frame[] }, documents?: Documents[], memory: number }} Reply What came, and the bytes that the program uses */

const cacheName = 'modelbook-play';

/**
 * Fetches a file, and tells how many bytes of it have come.
 * @param {Response} response
 * @param {(loaded: number) => void} progress
 */
async function read(response, progress) {
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const chunks = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    progress((loaded += part.value.length));
  }
  return new Blob(chunks);
}

/**
 * Fetches the program. A host that does not compress it sends the form that is
 * compressed already.
 * @param {(loaded: number, total: number) => void} progress
 * @returns {Promise<ArrayBuffer>}
 */
async function fetchProgram(progress) {
  const address = holder.dataset.module ?? '';
  const kept = 'caches' in globalThis ? await caches.open(cacheName) : undefined;
  const known = await kept?.match(address);
  if (known) return known.arrayBuffer();
  const asking = new AbortController();
  let response = await fetch(address, { signal: asking.signal });
  let total = Number(holder.dataset.size); // of which less comes over the network
  if (response.ok && !response.headers.get('content-encoding')) {
    asking.abort();
    response = await fetch(address.replace('.wasm', '.wasm.gz'));
    total = Number(holder.dataset.packed);
  }
  const blob = await read(response, (loaded) => progress(Math.min(loaded, total), total));
  const start = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const packed = start[0] === 0x1f && start[1] === 0x8b;
  const program = await (packed ? new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))) : blob).arrayBuffer();
  if (kept) {
    for (const old of await kept.keys()) await kept.delete(old);
    await kept.put(address, new Response(program, { headers: { 'content-type': 'application/wasm' } }));
  }
  return program;
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** What the database says of a request that it can't take. */
class Refusal extends Error {}

/** @type {Promise<() => Worker> | undefined} */
let workers;

/**
 * Fetches the worker's script, and returns what makes a worker of it, also
 * without the network. Policies come with a response of a host, which sends none
 * for scripts, or from the document that makes a worker of a blob: here one
 * that adds to the page's policy that nothing is fetched.
 */
async function findWorkers() {
  const response = await fetch((holder.dataset.module ?? '').replace('play.wasm', 'play-worker.js'));
  if (!response.ok) throw new Error(`${response.status}`);
  const script = URL.createObjectURL(await response.blob());
  const frame = element('iframe');
  frame.hidden = true;
  await new Promise((done) => {
    frame.addEventListener('load', done, { once: true });
    document.body.append(frame);
  });
  const inside = /** @type {Window & typeof globalThis} */ (frame.contentWindow);
  const policy = inside.document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src blob:";
  inside.document.head.append(policy);
  return () => new inside.Worker(script);
}

/** @typedef {(loaded: number, total: number) => void} Progress */

/** A database in a worker of its own, which starts when it is first asked. */
class Engine {
  constructor() {
    /** @type {Promise<Worker> | undefined} */
    this.working = undefined;
    /** @type {{ done: (reply: Reply) => void, gone: () => void } | undefined} */
    this.waiting = undefined;
    this.memory = 0; // bytes that the program used when it last answered
  }

  /** @param {Progress} progress */
  start(progress) {
    compiled ??= fetchProgram(progress).then((program) => WebAssembly.compile(program));
    compiled.then(() => (state.loaded = true), () => (compiled = undefined));
    workers ??= findWorkers();
    workers.catch(() => (workers = undefined));
    this.working ??= Promise.all([compiled, workers]).then(([module, makeWorker]) => new Promise((ready, failed) => {
      const worker = makeWorker();
      worker.onerror = () => {
        failed(new Error('worker'));
        this.end();
      };
      worker.onmessage = ({ data }) => {
        if (data.ready) ready(worker);
        else if (data.gone) this.end();
        else this.waiting?.done(data.reply);
      };
      worker.postMessage({ module });
    }));
    this.working.catch(() => (this.working = undefined));
    return this.working;
  }

  /** Ends the worker and what runs in it. */
  end() {
    this.working?.then((worker) => worker.terminate());
    this.working = undefined;
    this.waiting?.gone();
  }

  /**
   * Sends a request; it fails if the worker ends meanwhile, or if the database can't take it.
   * @param {Record<string, unknown>} request
   * @param {Progress} progress
   * @returns {Promise<Reply>}
   */
  async ask(request, progress) {
    const worker = await this.start(progress);
    const reply = await new Promise((/** @type {(reply: Reply) => void} */ done, failed) => {
      this.waiting = { done, gone: () => failed(new Error('gone')) };
      worker.postMessage(request);
    });
    this.memory = reply.memory;
    if (reply.failed) throw new Refusal(reply.failed);
    return reply;
  }
}
