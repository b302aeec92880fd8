// What is read, drawn and explained now. Only the newest text counts: while an answer is under way, later ones wait.
import { by } from "./dom.js";
import { showAnswers } from "./answers.js";
import { conflictsOf, access } from "./machines.js";
import { keepLink, state } from "./state.js";

export class Answers {
  constructor(engine) {
    this.engine = engine;
    this.statements = [];
    this.times = [];
  }

  // Reads the text; what was `typed` chooses the statement with the caret.
  async read(text, typed = false) {
    const from = performance.now();
    this.typed = typed;
    this.text = text;
    state.text = text;
    keepLink();
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    const slow = setTimeout(() => { by("slow").hidden = false; }, 400);
    const { statements, refused } = await this.engine.ask({ do: "read", text });
    clearTimeout(slow);
    by("slow").hidden = true;
    this.busy = false;
    if (this.again) {
      this.again = false;
      await this.read(this.text, this.typed);
      return;
    }
    by("refused").hidden = !refused;
    by("refused").textContent = refused ? `No answer: ${refused}` : "";
    this.statements = statements ?? [];
    if (this.typed) this.follow(this.editor.area.selectionStart);
    this.show();
    this.times.push(performance.now() - from);
    this.firstAnswer ??= performance.now();
    await this.draw();
    this.exercises.check(this.statements);
  }

  // The statement that is drawn: the one that was chosen, or the last.
  get chosen() {
    const chosen = state.statement === "" ? this.statements.length - 1 : Number(state.statement);
    return Math.min(Math.max(chosen, 0), this.statements.length - 1);
  }

  show() {
    showAnswers(this.statements, this.chosen, (at) => this.choose(at));
    const failed = this.statements.filter((statement) => statement.failure);
    this.editor.mark(failed.map(({ failure: { at }, from, to }) => {
      // At the end of a statement there is nothing to mark but its last letter.
      const place = Math.max(from, Math.min(at, to - 1));
      return [place, place + (this.text.slice(place).match(/^\w+/)?.[0].length || 1), "wrong"];
    }));
  }

  choose(at) {
    state.statement = at === this.statements.length - 1 ? "" : String(at);
    keepLink();
    this.show();
    this.draw();
  }

  caret(at) {
    // An answer that is under way follows the caret itself.
    if (this.busy) return;
    const found = this.statements.findIndex(({ from, to }) => from <= at && at <= to);
    if (found >= 0 && found !== this.chosen) this.choose(found);
  }

  // Chooses the statement with the caret, or the last one.
  follow(at) {
    const found = this.statements.findIndex(({ from, to }) => from <= at && at <= to);
    state.statement = found < 0 || found === this.statements.length - 1 ? "" : String(found);
  }

  // What the parts ask about: the chosen statement of the text, or the value of it seen in another way.
  request() {
    return { text: this.text, statement: this.chosen };
  }

  async seen() {
    const { value, kind } = this.statements[this.chosen] ?? {};
    const isLayout = /layout/.test(kind ?? "") && !/coordinates|symbols/.test(kind);
    if (state.view === "banks" && isLayout) return { text: conflictsOf(value, access()), statement: 0 };
    if (state.view === "value" && value !== undefined && !/symbols|cases|a fact/.test(kind)) return { text: `(${value})`, statement: 0 };
    if (state.view === "threads" && isLayout) {
      // The elements of the tile are counted column by column, as CuTe does.
      const { value: size } = state.tile === "" ? await this.engine.value(`cosize(${value})`) : {};
      const tile = state.tile === "" ? `(1,${size})` : state.tile;
      return { text: `partition(${tile}, ${tile}, ${value})`, statement: 0 };
    }
    return this.request();
  }

  // Draws what is chosen. While a picture is under way, the newest request waits and those between are left out.
  async draw() {
    this.wanted = true;
    this.drawing ??= (async () => {
      try {
        while (this.wanted) {
          this.wanted = false;
          await this.drawNow();
        }
      } finally {
        this.drawing = null;
      }
    })();
    await this.drawing;
  }

  async drawNow() {
    if (this.statements.length === 0) {
      by("frame").hidden = true;
      by("no-picture").hidden = false;
      by("no-picture").textContent = "Write a layout, such as (4,8):(8,1), or choose an example.";
      return;
    }
    await this.parts.banks.offered;
    const chosen = this.statements[this.chosen] ?? {};
    // A statement that fails has no picture, and its steps say why.
    if (chosen.failure) await this.view.show({ text: this.text, statement: this.chosen }, chosen);
    else await this.view.show(await this.seen(), chosen, this.statements);
    await this.tab();
  }

  async tab() {
    if (this.statements.length === 0) return;
    const { value, kind = "", text } = this.statements[this.chosen];
    const isLayout = /layout/.test(kind);
    const { steps, banks, compare } = this.parts;
    if (state.tab === "steps") await steps.show(this.request(), kind);
    if (state.tab === "banks") banks.show(value, isLayout && !/coordinates|symbols/.test(kind), this.text);
    if (state.tab === "compare") compare.show(this.statements, isLayout ? value : null, this.text);
    if (state.tab === "export") await this.parts.export.show(this.request(), text);
  }

  stop() {
    this.engine.stop();
    by("slow").hidden = true;
  }
}
