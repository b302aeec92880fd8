// The text that is typed, with the place of the failure marked, and what the table of operations says of the word at the caret.
import { by, make } from "./dom.js";

export class Editor {
  constructor(changed, moved) {
    this.area = by("text");
    this.marks = by("marks");
    this.hints = by("hints");
    this.operations = [];
    this.area.addEventListener("input", () => {
      this.mark([]);
      this.hint();
      changed();
    });
    // The statement with the caret is the one that is drawn.
    for (const name of ["keyup", "click", "focus"]) {
      this.area.addEventListener(name, () => {
        this.hint();
        moved(this.area.selectionStart);
      });
    }
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.mark([]);
    this.hints.replaceChildren();
  }

  place(at, end = at) {
    this.area.focus();
    this.area.setSelectionRange(at, end);
  }

  // Marks places in the text: [from, to, class]. The marks lie behind the text, in the same letters.
  mark(places) {
    const { text } = this;
    const parts = [];
    let done = 0;
    for (const [from, to, name] of [...places].sort((a, b) => a[0] - b[0])) {
      if (from < done) continue;
      const marked = text.slice(from, to);
      parts.push(text.slice(done, from), make("mark", { class: name }, marked.trim() === "" ? "\u00a0" : marked));
      done = from + (marked.trim() === "" ? marked.length : to - from);
    }
    parts.push(text.slice(done), "\n");
    this.marks.replaceChildren(...parts);
  }

  // What is a word at the caret, and where it begins.
  word() {
    const at = this.area.selectionStart;
    const before = this.text.slice(0, at).match(/[A-Za-z_]\w*$/)?.[0] ?? "";
    return { word: before, from: at - before.length, at };
  }

  // The call around the caret, if it is that of an operation.
  call() {
    const before = this.text.slice(0, this.area.selectionStart);
    let open = 0;
    for (let at = before.length - 1; at >= 0 && before[at] !== "\n"; at -= 1) {
      if (before[at] === ")") open += 1;
      else if (before[at] === "(" && open > 0) open -= 1;
      else if (before[at] === "(") {
        const name = before.slice(0, at).match(/[A-Za-z_]\w*$/)?.[0];
        if (this.operations.some((operation) => operation.name === name)) return name;
      }
    }
    return "";
  }

  hint() {
    const { word, from, at } = this.word();
    const found = [];
    if (word.length >= 2) {
      const low = word.toLowerCase();
      const rank = ({ name }) => (name.startsWith(low) ? 0 : name.includes(low) ? 1 : 2);
      found.push(...this.operations.filter((operation) => rank(operation) < 2).sort((a, b) => rank(a) - rank(b) || a.name.length - b.name.length));
    }
    const call = this.call();
    const hinted = found.slice(0, 6).map(({ name, usage, meaning }) => make("button", {
      type: "button",
      class: "hint",
      title: meaning,
      onclick: () => this.complete(name, from, at),
    }, make("code", {}, usage), make("span", {}, meaning)));
    const within = call && this.operations.find((operation) => operation.name === call);
    if (within && !found.includes(within)) {
      hinted.unshift(make("p", { class: "within" }, make("code", {}, within.usage), ` ${within.meaning}`));
    }
    this.hints.replaceChildren(...hinted);
  }

  complete(name, from, at) {
    const opened = this.text[at] === "(" ? "" : "(";
    this.area.focus();
    this.area.setRangeText(`${name}${opened}`, from, at, "end");
    this.area.dispatchEvent(new Event("input"));
  }
}
