// What the shown access costs: conflicts of banks, sectors of global memory, and a search for a layout without conflicts.
import { by, make } from "./dom.js";
import { Engine } from "./engine.js";
import { access, chooseMachine, conflictsOf, figures, offerMachines, sectorsOf, widths } from "./machines.js";
import { keepLink, state } from "./state.js";

export class Banks {
  // `insert` puts a line into the text; `changed` is called when the access is another one.
  constructor(engine, insert, changed) {
    Object.assign(this, { engine, insert });
    this.offered = offerMachines(engine).then(() => this.fill());
    for (const id of ["machine", "bytes", "vector", "store"]) {
      by(id).addEventListener("change", () => {
        state[id] = by(id).value;
        keepLink();
        this.describe();
        this.count();
        changed();
      });
    }
    by("load").addEventListener("change", () => {
      const { bytes } = access();
      const vector = Math.max(1, Number(by("load").value) / bytes);
      if (by("load").value === "") return;
      by("vector").value = String(vector);
      by("vector").dispatchEvent(new Event("change"));
    });
    by("better").addEventListener("click", () => this.search(this.swizzle()));
    by("shared").addEventListener("click", () => this.search(this.shared()));
    by("cancel").addEventListener("click", () => this.cancel());
  }

  fill() {
    for (const id of ["bytes", "vector", "store"]) by(id).value = state[id];
    chooseMachine(state.machine);
    this.describe();
  }

  // What is known of the machine, and the accesses that it has figures for.
  describe() {
    const { text, sources } = figures();
    by("figures").textContent = text;
    by("sources").textContent = sources;
    by("load").replaceChildren(make("option", { value: "" }, "by these numbers"), ...widths().map(([value, title]) => make("option", { value }, title)));
    by("load").value = "";
    // Searches count 32 banks of 4 bytes for neighbors.
    const searched = (access().name ?? "nvidia") === "nvidia";
    by("better-rows").hidden = !searched;
    by("better-none").hidden = searched;
  }

  show(value, isLayout, text) {
    this.text = text;
    this.value = isLayout ? value : null;
    this.count();
  }

  async count() {
    const found = by("costs");
    by("better").disabled = by("shared").disabled = !this.value;
    if (!this.value) {
      found.replaceChildren(make("li", {}, "Conflicts and sectors are counted of a layout: its coordinates are the threads, its offsets are what they access."));
      return;
    }
    this.asked = (this.asked || 0) + 1;
    const { asked } = this;
    const of = access();
    const { value: size } = await this.engine.value(`size(${this.value})`);
    const first = Number(size) > of.warp ? `${this.value} o ${of.warp}:1` : this.value;
    const calls = [
      ["Bank conflicts", conflictsOf(this.value, of)],
      [`Sectors of ${of.warp} threads, and the fewest`, sectorsOf(first, of)],
    ];
    const answers = await Promise.all(calls.map(([, call]) => this.engine.value(call)));
    if (asked !== this.asked) return;
    found.replaceChildren(...calls.map(([title, call], at) => {
      const { value, reason } = answers[at];
      const [sectors, fewest] = (value ?? "").slice(1, -1).split(",").map(Number);
      const good = title.startsWith("Bank") ? value === "0" : sectors === fewest;
      return make("li", {},
        make("span", { class: "title" }, title),
        make("b", { class: reason ? "refused" : good ? "good" : "bad" }, reason ?? value),
        make("button", { type: "button", class: "call", title: "Add this call to the text", onclick: () => this.insert(call) }, make("code", {}, call)));
    }));
  }

  swizzle() {
    const { bytes, vector } = access();
    return { call: `conflict_free_swizzle(${bytes}, ${vector}, ${this.value})`, line: (found) => `${found} o ${this.value}` };
  }

  shared() {
    const { bytes } = access();
    const others = by("others").value.trim();
    const tile = by("tile").value.trim() || `shape(${this.value})`;
    const call = `shared(${tile}, ${bytes}, ${others || this.value})`;
    return { call, line: () => call };
  }

  // Searches in a worker of its own, so that the page answers meanwhile.
  async search({ call, line }) {
    this.cancel();
    const engine = new Engine();
    this.searching = engine;
    by("cancel").hidden = false;
    const out = by("found");
    out.replaceChildren("Searching: ", make("code", {}, call));
    const from = performance.now();
    const { value, reason } = await engine.value(call, this.text);
    if (this.searching !== engine) return;
    this.done();
    const time = `${((performance.now() - from) / 1000).toFixed(2)} s`;
    if (reason) {
      out.replaceChildren(make("p", { class: "refused" }, reason), make("code", {}, call));
      return;
    }
    const better = line(value);
    out.replaceChildren(make("p", {}, "Found in ", time, ": ", make("b", { class: "good" }, value)),
      make("button", { type: "button", onclick: () => this.insert(better) }, "Add to the text"));
  }

  done() {
    this.searching?.end();
    this.searching = null;
    by("cancel").hidden = true;
  }

  cancel() {
    if (!this.searching) return;
    this.done();
    by("found").textContent = "Canceled.";
  }
}
