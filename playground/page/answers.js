// The value of each statement, or why it has none.
import { by, make, shortened } from "./dom.js";

// The most answers that are shown.
const mostAnswers = 200;

// Shows the answers; `chosen` is the statement that is drawn, and `choose` is called with another one.
export function showAnswers(statements, chosen, choose) {
  const rows = statements.slice(0, mostAnswers).map((statement, at) => {
    const current = at === chosen;
    const head = make("button", {
      type: "button",
      class: "statement",
      "aria-pressed": String(current),
      title: "Draw this",
      onclick: () => choose(at),
    }, make("code", {}, shortened(statement.text.replace(/\s+/g, " "), 120)));
    const body = [];
    if (statement.failure) body.push(failure(statement));
    else if (statement.value !== undefined) {
      body.push(make("output", { class: "value" }, shortened(inLines(statement), 1500)));
      body.push(make("span", { class: "kind" }, statement.kind));
    } else body.push(make("span", { class: "kind" }, `${statement.kind}: it has a picture`));
    for (const note of statement.notes ?? []) body.push(make("p", { class: "note" }, `Note: ${note.text}`));
    return make("li", { class: current ? "current" : "" }, head, ...body);
  });
  if (statements.length > mostAnswers) rows.push(make("li", { class: "kind" }, `and ${statements.length - mostAnswers} more`));
  by("answers").replaceChildren(...rows);
}

// A line for each case.
function inLines({ value, kind }) {
  return /cases/.test(kind) ? value.replaceAll("; ", ";\n") : value;
}

// The reason in one line, and the text with a caret under the place. Reasons say what to write instead where there is such.
function failure({ failure: { reason, shown } }) {
  const lines = shown.split("\n").slice(1).map((line) => line.replace(/^ {2}/, "")).join("\n");
  return make("div", { class: "failure" }, make("p", {}, reason), make("pre", {}, lines));
}
