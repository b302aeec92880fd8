// The algebra in a worker: requests and answers.
export class Engine {
  constructor() {
    this.waiting = new Map();
    this.number = 0;
    this.start();
  }

  start() {
    const packed = globalThis.PACKED;
    if (packed) {
      const text = new Blob([atob(packed.worker)], { type: "text/javascript" });
      const url = URL.createObjectURL(text);
      this.worker = new Worker(url);
      const bytes = Uint8Array.from(atob(packed.code), (c) => c.charCodeAt(0)).buffer;
      this.worker.postMessage({ bytes }, [bytes]);
    } else {
      this.worker = new Worker("worker.js");
      this.worker.postMessage({ url: new URL("tilework.wasm", location.href).href });
    }
    this.worker.addEventListener("message", ({ data }) => {
      const resolve = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (data.broken) this.stop();
      if (resolve) resolve(data.answer);
    });
    this.worker.addEventListener("error", (event) => this.fail(event.message || "the worker does not start"));
  }

  ask(request) {
    this.number += 1;
    const number = this.number;
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      this.worker.postMessage({ number, request });
    });
  }

  fail(reason) {
    for (const resolve of this.waiting.values()) resolve({ refused: reason });
    this.waiting.clear();
  }

  // Ends what is under way; pictures are forgotten.
  stop() {
    this.worker.terminate();
    this.fail("stopped");
    this.start();
  }

  end() {
    this.worker.terminate();
    this.fail("stopped");
  }

  // The value of one expression as text, or the reason why it has none. It may have the names of the text `before`.
  async value(text, before = "") {
    const { statements = [], refused } = await this.ask({ do: "read", text: `${before}\n\n${text.replace(/\s+/g, " ")}` });
    const last = statements[statements.length - 1];
    if (refused || !last) return { reason: refused || "there is no expression" };
    return last.failure ? { reason: last.failure.reason } : { value: last.value, kind: last.kind };
  }
}
