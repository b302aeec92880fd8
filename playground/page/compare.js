// Two layouts side by side: the same function? If not, the first coordinate at which they differ. And what a value is.
import { Canvas } from "./canvas.js";
import { by, make, shortened } from "./dom.js";

// What is asked about a value, with a field for what else the operation takes.
const questions = [
  ["Complement in", "complement", "size of the whole", "cosize"],
  ["Right inverse", "right_inverse", "", ""],
  ["Left inverse", "left_inverse", "", ""],
  ["Composed with", "composition", "a layout or a tiler", "2:1"],
  ["Divided by", "logical_divide", "a layout or a tiler", "2:1"],
];

export class Compare {
  constructor(engine, insert) {
    Object.assign(this, { engine, insert });
    this.canvases = ["left", "right"].map((side) => new Canvas(by(`${side}-picture`)));
    for (const id of ["left", "right"]) by(id).addEventListener("input", () => this.compare());
    by("swap").addEventListener("click", () => {
      [by("left").value, by("right").value] = [by("right").value, by("left").value];
      this.compare();
    });
    this.fields = questions.map(([title, name, what, standard]) => {
      const field = what === "" ? null : make("input", { "aria-label": what, placeholder: what, value: standard, oninput: () => this.ask() });
      const answer = make("output", {});
      by("questions").append(make("li", {}, make("span", { class: "title" }, title), field ?? "", answer));
      return { name, field, answer };
    });
  }

  // Fills the fields with the last two layouts of the text, unless something was typed there.
  show(statements, value, text) {
    this.value = value;
    // What is typed in the fields may have the names of the text.
    Object.assign(this, { text, count: statements.length });
    const layouts = statements.filter((statement) => /layout/.test(statement.kind ?? "")).map((statement) => statement.value);
    const [a, b] = layouts.slice(-2);
    this.offered ??= ["", ""];
    [["left", a], ["right", b ?? a]].forEach(([id, offered], at) => {
      if (by(id).value === "" || by(id).value === this.offered[at]) by(id).value = this.offered[at] = offered ?? "";
    });
    this.compare();
    this.ask();
  }

  async compare() {
    const [a, b] = [by("left").value, by("right").value];
    this.asked = (this.asked || 0) + 1;
    const { asked } = this;
    const verdict = by("verdict");
    if (a.trim() === "" || b.trim() === "") {
      verdict.textContent = "Two layouts can be compared.";
      return;
    }
    const same = await this.engine.value(`same_function(${a}, ${b})`, this.text);
    const difference = same.value === "false" ? await this.engine.value(`first_difference(${a}, ${b})`, this.text) : {};
    const drawn = [];
    for (const [at, text] of [a, b].entries()) drawn.push(await this.engine.ask({ do: "draw", picture: `compared-${at}`, text: `${this.text}\n\n(${text})`, statement: this.count }));
    if (asked !== this.asked) return;
    verdict.className = same.reason ? "refused" : same.value === "true" ? "good" : "bad";
    if (same.reason) verdict.textContent = same.reason;
    else if (same.value === "true") verdict.textContent = "The same function: the same size, and the same offset at every coordinate.";
    else {
      const [at, of_a, of_b] = (difference.value ?? "[]").slice(1, -1).split(/,\s*(?![^(]*\))/);
      verdict.textContent = difference.reason ?? `They differ first at ${at}: A(${at}) = ${of_a}, B(${at}) = ${of_b}.`;
      this.difference = at;
    }
    for (const [at, picture] of drawn.entries()) {
      this.canvases[at].element.parentElement.hidden = !picture.cells;
      this.canvases[at].show(picture.cells ? picture : null);
      if (picture.cells && same.value === "false") {
        const { cells } = await this.engine.ask({ do: "select", picture: `compared-${at}`, fact: "index", value: this.difference });
        if (asked === this.asked) this.canvases[at].outline(new Map(cells.map((cell) => [cell, "here"])), true);
      }
    }
  }

  async ask() {
    const { value } = this;
    for (const { name, field, answer } of this.fields) {
      if (value == null) {
        answer.textContent = "";
        continue;
      }
      const given = field?.value === "cosize" ? `cosize(${value})` : field?.value;
      const call = given === undefined ? `${name}(${value})` : `${name}(${value}, ${given})`;
      const { value: found, reason } = await this.engine.value(call, this.text);
      if (value !== this.value) return;
      answer.className = reason ? "refused" : "";
      answer.replaceChildren(shortened(reason ?? found, 300), " ",
        reason ? "" : make("button", { type: "button", class: "small", title: "Add this call to the text", onclick: () => this.insert(call) }, "add"));
    }
  }
}
