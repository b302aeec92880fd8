"use strict";
// Runs the algebra away from the page, so that the page never waits. The first message has the code, or where it is; every
// other one is a request with a number, which the answer carries too.
let code = null;

const ready = new Promise((resolve, reject) => {
  self.addEventListener("message", function first(event) {
    self.removeEventListener("message", first);
    const { bytes, url } = event.data;
    const fetched = () => fetch(url).then((response) => {
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return response;
    });
    // A server that does not know the type of the code is asked once more.
    const whole = () => fetched().then((response) => response.arrayBuffer()).then((all) => WebAssembly.instantiate(all, {}));
    const made = bytes ? WebAssembly.instantiate(bytes, {}) : WebAssembly.instantiateStreaming(fetched(), {}).catch(whole);
    made.then(({ instance }) => {
      code = instance.exports;
      resolve();
    }, reject);
    self.addEventListener("message", asked);
  });
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function answered(request) {
  const bytes = encoder.encode(JSON.stringify(request));
  const at = code.allocate(bytes.length);
  new Uint8Array(code.memory.buffer, at, bytes.length).set(bytes);
  code.answer(at, bytes.length);
  const answer = new Uint8Array(code.memory.buffer, code.answer_at(), code.answer_len());
  return JSON.parse(decoder.decode(answer));
}

async function asked(event) {
  const { number, request } = event.data;
  try {
    await ready;
    const answer = answered(request);
    const moved = [];
    if (answer.cells && answer.labels) {
      answer.cells = Int32Array.from(answer.cells);
      moved.push(answer.cells.buffer);
    }
    self.postMessage({ number, answer }, moved);
  } catch (error) {
    // After a trap, such as too little memory, the code cannot go on.
    self.postMessage({ number, answer: { refused: String(error) }, broken: error instanceof WebAssembly.RuntimeError });
  }
}
