// The playground's worker: runs the program, whose script by Go stands above.
// The first message holds the compiled program, each further one a request.
'use strict';

(() => {
  const worker = /** @type {any} */ (globalThis);
  const go = new worker.Go();
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  worker.ready = () => worker.postMessage({ ready: true });
  worker.onmessage = (/** @type {MessageEvent} */ event) => {
    if (event.data.module) {
      WebAssembly.instantiate(event.data.module, go.importObject)
        .then((/** @type {any} */ instance) => {
          memory = instance.exports.mem;
          return go.run(instance);
        })
        .then(() => worker.postMessage({ gone: true }), () => worker.postMessage({ gone: true }));
      return;
    }
    try {
      worker.modelbook(event.data, (/** @type {object} */ reply) => worker.postMessage({ reply: { ...reply, memory: memory?.buffer.byteLength } }));
    } catch {
      worker.postMessage({ gone: true }); // the program has ended: it had no memory left
    }
  };
})();
