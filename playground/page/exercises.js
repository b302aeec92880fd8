// Exercises: a task, a text to begin with, and what the algebra checks of the last value. `X` stands for that value.
import { by, make } from "./dom.js";

// A check is what is said, and an expression that is `true` when it holds.
const tasks = [
  { title: "By rows", task: "Write the 4 x 8 matrix whose rows are contiguous.", start: "(4,8):(1,4)",
    checks: [["it has the shape (4,8)", "shape(X) == (4,8)"], ["coordinate (1,0) is at offset 8, and (0,1) at 1", "same_function(X, (4,8):(8,1))"]] },
  { title: "Transpose", task: "A = (4,8):(8,1) is given. Write a layout of shape (8,4) that reads A transposed: (j,i) is where A has (i,j).", start: "A = (4,8):(8,1)\n",
    checks: [["the offset at (j,i) is 8 i + j", "same_function(X, (8,4):(1,8))"]] },
  { title: "Every other", task: "Change the tiler, so that A o tiler has the even columns of A, which are 0, 2, 4 and 6.", start: "A = (4,8):(8,1)\nA o <4,4:1>",
    checks: [["the columns 0, 2, 4, 6 in each row", "same_function(X, (4,4):(8,2))"]] },
  { title: "Rows in pairs", task: "Write a 4 x 4 layout that stores rows 0 and 1 column by column, and rows 2 and 3 behind them: offset 0 is (0,0), 1 is (1,0), 2 is (0,1), 8 is (2,0).", start: "((2,2),4):((1,1),1)",
    checks: [["all 16 offsets are used once", "is_compact(X)"], ["they come in this order", "same_function(X, ((2,2),4):((1,8),2))"]] },
  { title: "What is left out", task: "The layout 8:2 has the even numbers below 16. Write the layout that, added to it, gives all numbers below 16: its complement.", start: "",
    checks: [["with 8:2 it covers 0..16", "is_compact(concatenate(8:2, X))"], ["it has 2 elements", "size(X) == 2"]] },
  { title: "Tiles", task: "Divide the row-major 8 x 8 matrix into tiles of 2 x 4, so that mode 0 is the tile and mode 1 counts the tiles.", start: "A = (8,8):(8,1)\n",
    checks: [["mode 0 is a tile of 8 elements", "size(mode(X, 0)) == 8"], ["it is the divided matrix", "same_function(X, zipped_divide((8,8):(8,1), <2,4>))"]] },
  { title: "The inverse", task: "A = (4,8):(8,1) takes coordinates to offsets. Write the layout that takes offsets to coordinates.", start: "A = (4,8):(8,1)\n",
    checks: [["A after it is the identity", "same_function((4,8):(8,1) o X, 32:1)"], ["it has all 32 offsets", "size(X) == 32"]] },
  { title: "A bad column", task: "32 threads read a column of a 32 x 32 tile of 4-byte elements: 32:32 has conflicts. Pad the rows: write the column of a padded tile without any.", start: "32:32",
    checks: [["32 threads", "size(X) == 32"], ["each in a row of its own", "is_injective(concatenate(X, 32:1))"], ["no bank conflicts", "bank_conflicts(X, 4) == 0"]] },
  { title: "Swizzle it", task: "Without padding: write a swizzle of (32,32):(32,1), so that neither its rows nor its columns have conflicts.", start: "Sw<2,0,5> o (32,32):(32,1)",
    checks: [["the same 1024 places", "is_compact(X)"], ["columns have no conflicts", "bank_conflicts(X o 32:1, 4) == 0"], ["rows have no conflicts", "bank_conflicts(X o 32:32, 4) == 0"]] },
  { title: "A warp's vectors", task: "Write a thread–value layout (32,4) into the offsets of a row of 128 elements, so that each thread has 4 consecutive ones.", start: "(32,4):(1,32)",
    checks: [["32 threads of 4 values", "shape(X) == (32,4)"], ["the values of a thread are consecutive", "same_function(mode(X, 1), 4:1)"], ["every element once", "is_compact(X)"]] },
];

export class Exercises {
  constructor(engine, use) {
    Object.assign(this, { engine, use });
    this.solved = new Set();
    try {
      this.solved = new Set(JSON.parse(localStorage.getItem("tilework-solved") ?? "[]"));
    } catch {
      // A page from a file may not keep anything.
    }
    this.list();
  }

  list() {
    by("exercise-list").replaceChildren(...tasks.map(({ title }, at) => make("li", {},
      make("button", { type: "button", class: `example${this.solved.has(at) ? " solved" : ""}`, "aria-current": String(at === this.current), onclick: () => this.begin(at) },
        `${at + 1}. ${title}`, this.solved.has(at) ? make("span", { "aria-label": "solved" }, " ✓") : ""))));
  }

  begin(at) {
    this.current = at;
    this.list();
    const { task, start } = tasks[at];
    by("task").textContent = task;
    by("exercise").hidden = false;
    by("done").hidden = true;
    by("checks").replaceChildren();
    this.use(start);
  }

  // Checks the last value of the text.
  async check(statements) {
    if (this.current === undefined) return;
    const at = this.current;
    const last = statements[statements.length - 1];
    const rows = [];
    let all = last?.value !== undefined;
    for (const [said, test] of tasks[at].checks) {
      const call = test.replaceAll("X", `(${last?.value})`);
      const { value } = last?.value === undefined ? {} : await this.engine.value(call);
      if (at !== this.current) return;
      all &&= value === "true";
      rows.push(make("li", { class: value === "true" ? "good" : "bad" }, `${value === "true" ? "✓" : "○"} ${said}`));
    }
    by("checks").replaceChildren(...rows);
    by("done").hidden = !all;
    if (all && !this.solved.has(at)) {
      this.solved.add(at);
      this.list();
      try {
        localStorage.setItem("tilework-solved", JSON.stringify([...this.solved]));
      } catch {
        // See above.
      }
    }
  }
}
