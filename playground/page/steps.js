// The steps of explain: operations can be clicked, and show their picture and their place in the text.
import { Canvas } from "./canvas.js";
import { by, make, shortened } from "./dom.js";
import { state } from "./state.js";

export class Steps {
  constructor(engine, editor) {
    Object.assign(this, { engine, editor });
    this.canvas = new Canvas(by("step-picture"));
    by("step-back").addEventListener("click", () => this.go(this.current - 1));
    by("step-next").addEventListener("click", () => this.go(this.current + 1));
  }

  async show(request, kind) {
    this.asked = (this.asked || 0) + 1;
    const { asked } = this;
    const answer = await this.engine.ask({ do: "explain", by: state.by, width: 120, ...request });
    if (asked !== this.asked) return;
    this.steps = answer.steps ?? [];
    this.current = -1;
    by("step-frame").hidden = true;
    by("steps-empty").hidden = this.steps.length > 0;
    by("steps-empty").textContent = answer.failure
      ? `No steps: ${answer.failure.reason}`
      : /symbols|cases/.test(kind) ? "Operations with symbols have no steps." : "There are no steps: no operation is in it.";
    by("step-bar").hidden = this.steps.length === 0;
    by("step-count").textContent = `${this.steps.length} lines`;
    const first = this.steps.map(({ text, indent }, at) => {
      const mood = text.startsWith("no result") ? "refused" : text.startsWith("= ") ? "result" : "";
      return make("li", { style: `--indent:${indent}`, class: mood },
        make("button", { type: "button", class: indent === 0 ? "operation" : "step", onclick: () => this.go(at) }, shortened(text, 400)));
    });
    by("steps").replaceChildren(...first);
  }

  async go(to) {
    if (this.steps.length === 0) return;
    this.current = Math.min(Math.max(to, 0), this.steps.length - 1);
    const { picture, at } = this.steps[this.current];
    [...by("steps").children].forEach((line, k) => {
      line.classList.toggle("current", k === this.current);
      if (k === this.current) line.scrollIntoView({ block: "nearest" });
      line.firstChild.setAttribute("aria-current", k === this.current ? "step" : "false");
    });
    by("step-count").textContent = `${this.current + 1} of ${this.steps.length}`;
    if (at != null) {
      const word = this.editor.text.slice(at).match(/^\w+/)?.[0] ?? " ";
      this.editor.mark([[at, at + word.length, "place"]]);
    }
    by("step-frame").hidden = !picture;
    if (!picture) return;
    const drawn = await this.engine.ask({ do: "shown", picture });
    this.picture = picture;
    if (drawn.cells) this.canvas.show(drawn);
  }
}
