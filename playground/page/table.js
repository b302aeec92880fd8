// A picture as tables, for readers of screens and for copying.
import { make } from "./dom.js";

const most = 4096;

export function showTable(place, picture, canvas) {
  const panels = picture.panels.length > 0 ? picture.panels : [""];
  const tables = panels.map(() => new Map());
  const cells = Math.min(canvas.count, most);
  for (let at = 0; at < cells; at += 1) {
    const { x, y, panel } = canvas.cell(at);
    const rows = tables[panel];
    if (!rows.has(y)) rows.set(y, []);
    rows.get(y).push([x, at]);
  }
  const parts = tables.map((rows, panel) => {
    const lines = [...rows].sort((a, b) => a[0] - b[0]);
    const columns = Math.max(0, ...lines.map(([, row]) => row.length));
    const head = make("tr", {}, make("td", {}), ...Array.from({ length: columns }, (_, k) => make("th", { scope: "col" }, String(k))));
    const body = lines.map(([, row], k) => make("tr", {}, make("th", { scope: "row" }, String(k)),
      ...row.sort((a, b) => a[0] - b[0]).map(([, at]) => make("td", {}, String(canvas.labels[at] ?? "").replace("\n", " ")))));
    return make("div", { class: "scrolled", tabindex: "0" }, make("table", {}, make("caption", {}, panels[panel]), make("thead", {}, head), make("tbody", {}, ...body)));
  });
  if (canvas.count > most) parts.unshift(make("p", {}, `The first ${most} of ${canvas.count} cells.`));
  place.replaceChildren(...parts);
}
