// Help: the notation in short, and all operations of the table, with a field to find one.
import { by, make } from "./dom.js";

export function showHelp(sections, insert) {
  const rows = [];
  const list = sections.map(({ title, operations }) => {
    const items = operations.map(({ name, usage, meaning }) => {
      const row = make("li", {}, make("button", { type: "button", class: "call", title: "Put it into the text", onclick: () => insert(name) }, make("code", {}, usage)), make("span", {}, meaning));
      rows.push([row, `${usage} ${meaning}`.toLowerCase()]);
      return row;
    });
    return make("section", {}, make("h4", {}, title), make("ul", { class: "operations" }, ...items));
  });
  by("operations").replaceChildren(...list);
  by("find").addEventListener("input", () => {
    const word = by("find").value.trim().toLowerCase();
    for (const [row, text] of rows) row.hidden = !text.includes(word);
    for (const section of list) section.hidden = [...section.querySelectorAll("li")].every((row) => row.hidden);
  });
}
