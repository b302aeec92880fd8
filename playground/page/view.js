// The picture of the chosen statement: how it is drawn, its labels, and what is known of a cell.
import { Canvas } from "./canvas.js";
import { by, make, say } from "./dom.js";
import { numbers } from "./geometry.js";
import { instanceOf } from "./instance.js";
import { access } from "./machines.js";
import { keepLink, state } from "./state.js";
import { showTable } from "./table.js";
import { aboutFirst, withoutPicture } from "./words.js";

const name = "main";
// Larger pictures are not arranged anew: more than 20,000 cells.
const mostNarrowed = numbers * 20000;

export class View {
  constructor(engine) {
    this.engine = engine;
    this.canvas = new Canvas(by("picture"), {
      pointed: (at) => this.pointed(at),
      picked: (at) => this.picked(at),
      left: (forget) => this.left(forget),
    });
    this.pinned = null;
    by("closer").addEventListener("click", () => this.canvas.zoomBy(1.3));
    by("farther").addEventListener("click", () => this.canvas.zoomBy(1 / 1.3));
    by("whole").addEventListener("click", () => this.canvas.all());
    by("label").addEventListener("change", () => this.chosen("label"));
    by("by").addEventListener("change", () => this.chosen("by"));
    by("view").addEventListener("change", () => this.chosen("view"));
    by("own").addEventListener("input", () => this.chosen("own"));
    by("of-threads").addEventListener("input", () => this.chosen("tile"));
    by("table").addEventListener("toggle", () => this.table());
  }

  // Colors the cells by a fact: bank, tile, warp and so on in turn; offsets and indices from light to strong.
  async recolor() {
    const fact = by("by").value;
    if (!this.picture) return;
    const asked = this.picture;
    if (fact === "thread" || fact === "value") {
      this.canvas.recolor(null);
      return;
    }
    const { labels } = await this.engine.ask({ do: "labels", picture: name, fact, access: access() });
    if (asked !== this.picture) return;
    const all = labels.map((label) => (label === "" || !Number.isFinite(Number(label)) ? null : Number(label)));
    const most = all.reduce((most, number) => Math.max(most, number ?? 0), 1);
    const shaded = ["offset", "index", "byte", "sector"].includes(fact);
    this.canvas.recolor(all.map((number) => (number === null ? null : shaded ? number / most : ((number % 8) + 8) % 8)), shaded);
  }

  chosen(what) {
    state[what] = by(what === "tile" ? "of-threads" : what).value.trim();
    keepLink();
    by("tile-row").hidden = state.view !== "threads";
    if (what === "by" || what === "view" || what === "tile") this.again?.();
    else this.relabel();
  }

  // Shows what `request` draws for a statement, or in words why there is no picture.
  async show(request, statement, statements = []) {
    let answer = await this.drawn(request);
    // An operation may have nothing to show of its own; then the layout that it gives is drawn.
    if (answer?.cells?.length === 0 && /layout/.test(statement.kind)) answer = await this.drawn({ text: `(${statement.value})`, statement: 0 });
    if (!answer) return;
    const words = withoutPicture(answer, statement);
    // A question is shown with a picture of what it is about, and a layout with symbols with one for numbers.
    const first = words === null ? null : aboutFirst(request, statement);
    const instance = words === null ? null : await instanceOf(this.engine, statements, statement);
    const instead = first ?? instance?.request;
    const about = instead ? await this.drawn(instead) : null;
    if (about?.cells?.length > 0) {
      answer = about;
      words.splice(-1, 1, instance
        ? `The picture is that of ${instance.numbers}, for example.`
        : "The picture is that of the first argument. The steps say where the answer comes from.");
    }
    by("no-picture").hidden = words === null;
    const hasPicture = answer.cells?.length > 0;
    for (const id of ["frame", "facts", "table"]) by(id).hidden = !hasPicture;
    if (words !== null) by("no-picture").replaceChildren(...words);
    this.pinned = null;
    by("facts").replaceChildren(by("facts-hint").content.cloneNode(true));
    if (!hasPicture) {
      this.canvas.show(null);
      this.picture = null;
      return;
    }
    this.picture = answer;
    this.canvas.show(answer);
    if (this.canvas.zoom > 1.01 * this.canvas.least) {
      by("facts").append(make("span", { class: "panel" }, "The picture is larger than its frame: drag it, or press All."));
    }
    this.describe();
    this.choices();
    await Promise.all([this.relabel(), this.recolor()]);
    this.table();
  }

  // Panels stand beside one another where the frame is wide enough, and below one another where that cuts none.
  async drawn(request) {
    this.asked = (this.asked || 0) + 1;
    const { asked } = this;
    const draw = (width) => this.engine.ask({ do: "draw", picture: name, by: this.drawnBy(), width, ...request });
    const whole = await draw();
    const wide = Math.floor(by("frame").parentElement.clientWidth / 8 / 0.8);
    if (asked !== this.asked) return null;
    if (!whole.cells || whole.width <= wide || whole.cells.length > mostNarrowed) return whole;
    // At last as wide as the widest panel.
    const widest = Math.ceil(1.05 * this.widest(whole)) + 8;
    for (const width of [wide, Math.floor(1.4 * wide), widest].filter((width) => width < whole.width)) {
      const narrow = await draw(width);
      if (asked !== this.asked) return null;
      if (narrow.cells?.length === whole.cells.length) return narrow;
    }
    await draw();
    return asked === this.asked ? whole : null;
  }

  // The width of the widest panel of a picture.
  widest({ cells, panels }) {
    const ends = panels.map(() => [Infinity, 0]);
    for (let i = 0; i < cells.length; i += numbers) {
      const end = ends[cells[i + 6]];
      if (end) [end[0], end[1]] = [Math.min(end[0], cells[i]), Math.max(end[1], cells[i] + cells[i + 2])];
    }
    return Math.max(0, ...ends.map(([from, to]) => to - from));
  }

  // What the algebra colors threads and values by.
  drawnBy() {
    return state.by === "value" ? "value" : "thread";
  }

  describe() {
    const { panels } = this.picture;
    by("picture").setAttribute("aria-label",
      `Picture of ${this.canvas.count} cells: ${panels.join("; ")}. Arrow keys go from cell to cell, Enter chooses one; a table is below.`);
  }

  // The labels that this picture can have.
  choices() {
    const { facts } = this.picture;
    const all = [["", "as drawn"]];
    const derived = [];
    if (facts.includes("coordinate")) derived.push("index");
    const { banks, sector } = access();
    if (facts.includes("offset")) derived.push("byte", ...(banks === null ? [] : ["bank"]), ...(sector === null ? [] : ["sector"]));
    if (facts.includes("thread")) derived.push("warp");
    // In linear layouts values are registers.
    const second = facts.includes("register") ? "register" : "value";
    for (const fact of new Set([...facts, ...derived])) all.push([fact, fact]);
    all.push(["thread and value", `thread and ${second}`], ["own", "own text"]);
    const fitting = all.filter(([label]) => label !== "thread and value" || (facts.includes("thread") && facts.includes(second)));
    by("label").replaceChildren(...fitting.map(([value, text]) => make("option", { value }, text)));
    by("label").value = fitting.some(([value]) => value === state.label) ? state.label : "";
    const colors = [["thread", "as drawn"], ...(facts.includes("thread") ? [["value", second]] : [])];
    for (const fact of new Set([...facts, ...derived])) if (!["coordinate", "thread", "value", second].includes(fact)) colors.push([fact, fact]);
    by("by").replaceChildren(...colors.map(([value, text]) => make("option", { value }, text)));
    by("by").value = colors.some(([value]) => value === state.by) ? state.by : "thread";
  }

  async relabel() {
    by("own-row").hidden = by("label").value !== "own";
    if (!this.picture) return;
    const label = by("label").value;
    const asked = this.picture;
    const labels = await this.labels(label);
    if (asked === this.picture) this.canvas.relabel(labels);
  }

  async labels(label) {
    if (label === "") return this.picture.labels;
    const of = async (fact) => (await this.engine.ask({ do: "labels", picture: name, fact, access: access() })).labels;
    if (label === "thread and value") {
      const [threads, values] = [await of("thread"), await of(this.picture.facts.includes("register") ? "register" : "value")];
      return threads.map((thread, at) => (thread === "" ? "" : `T${thread}\nV${values[at]}`));
    }
    if (label !== "own") return of(label);
    // The texts by offset, or by index where a cell has none.
    const texts = by("own").value.split(",").map((text) => text.trim());
    const [offsets, indices] = [await of("offset"), await of("index")];
    return offsets.map((offset, at) => texts[offset === "" ? indices[at] : offset] ?? "");
  }

  async pointed(at) {
    if (this.pinned) return;
    await this.facts(at);
  }

  async picked(at) {
    this.pinned = { at };
    await this.facts(at);
  }

  left(forget) {
    if (this.pinned && !forget) return;
    this.pinned = null;
    this.canvas.outline(new Map());
  }

  async facts(at) {
    this.about = at;
    const { facts, linked = [] } = await this.engine.ask({ do: "facts", picture: name, cell: at, access: access() });
    if (this.about !== at || !this.picture) return;
    const cells = new Map(linked.map((cell) => [cell, "linked"]));
    cells.set(at, "here");
    this.canvas.outline(cells);
    const chips = facts.map(([fact, value]) => make("button", {
      type: "button",
      class: "chip",
      title: `Highlight all with ${fact} ${value}`,
      onclick: () => this.select(fact, value, at),
    }, make("span", {}, fact), make("b", {}, value)));
    const title = this.picture.panels[this.canvas.cell(at).panel] ?? "";
    by("facts").replaceChildren(make("span", { class: "panel" }, title), ...chips);
    say(`${facts.map(([fact, value]) => `${fact} ${value}`).join(", ")}${linked.length ? `, ${linked.length} linked` : ""}`);
  }

  // Highlights all cells with this fact, in every panel.
  async select(fact, value, at) {
    this.pinned = { at };
    const { cells } = await this.engine.ask({ do: "select", picture: name, fact, value, access: access() });
    const outlined = new Map(cells.map((cell) => [cell, "linked"]));
    if (outlined.has(at)) outlined.set(at, "here");
    this.canvas.outline(outlined, true);
    // The same in the pictures below.
    for (const [canvas, picture] of this.others?.() ?? []) {
      if (!canvas.picture) continue;
      const also = await this.engine.ask({ do: "select", picture, fact, value, access: access() });
      if (also.cells) canvas.outline(new Map(also.cells.map((cell) => [cell, "linked"])), true);
    }
    for (const chip of by("facts").querySelectorAll(".chip")) {
      chip.classList.toggle("on", chip.firstChild.textContent === fact);
    }
    say(`${cells.length} cells have ${fact} ${value}`);
  }

  table() {
    if (by("table").open && this.picture) showTable(by("table-of"), this.picture, this.canvas);
  }
}
