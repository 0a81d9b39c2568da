// The playground's worker: runs the program, whose script by Go stands above.
// The first message holds the compiled program, each further one a request.
'use strict';

(() => {
  const worker = /** @type {any} */ (globalThis);
  const go = new worker.Go();
  worker.ready = () => worker.postMessage({ ready: true });
  worker.onmessage = (/** @type {MessageEvent} */ event) => {
    if (event.data.module) {
      WebAssembly.instantiate(event.data.module, go.importObject)
        .then((instance) => go.run(instance))
        .then(() => worker.postMessage({ gone: true }), () => worker.postMessage({ gone: true }));
      return;
    }
    try {
      worker.postMessage({ reply: worker.modelbook(event.data) });
    } catch {
      worker.postMessage({ gone: true }); // the program has ended: it had no memory left
    }
  };
})();
