"use strict";
// Pointing at a cell shows it, and the cells that it is linked with, in all panels.
const facts = ["coordinate", "offset", "thread", "value", "tile", "bank", "phase", "entry", "extent", "stride"];
const shown = 4;

function links(cell) {
  return cell.dataset.links === "" ? [] : cell.dataset.links.split(" ");
}

// Per picture, the cells by number.
const byLink = new Map();
for (const figure of document.querySelectorAll("figure")) {
  const cells = new Map();
  for (const cell of figure.querySelectorAll(".cell")) {
    cell.tabIndex = 0;
    for (const link of links(cell)) {
      if (!cells.has(link)) cells.set(link, []);
      cells.get(link).push(cell);
    }
  }
  byLink.set(figure.dataset.scene, cells);
}

function written(cell) {
  return facts
    .filter((name) => name in cell.dataset)
    .map((name) => `${name} ${cell.dataset[name]}`)
    .join("   ");
}

// An outline on top of all cells, as those that come later would hide a part of a border.
function outline(cell, name) {
  const rect = cell.querySelector("rect").cloneNode();
  rect.removeAttribute("fill");
  rect.removeAttribute("stroke");
  rect.classList.add("outline", name);
  cell.ownerSVGElement.append(rect);
  cell.classList.add(name);
}

function clear() {
  for (const rect of document.querySelectorAll(".outline")) rect.remove();
  for (const cell of document.querySelectorAll(".cell.here, .cell.linked")) {
    cell.classList.remove("here", "linked");
  }
  for (const data of document.querySelectorAll("td")) data.textContent = "";
}

function show(cell) {
  clear();
  const scene = cell.closest("figure").dataset.scene;
  const found = new Map([[cell.dataset.panel, [cell]]]);
  const seen = new Set([cell]);
  for (const link of links(cell)) {
    for (const other of byLink.get(scene).get(link)) {
      // In its own panel a cell is shown with those that have all in common.
      const same = other.dataset.panel === cell.dataset.panel;
      if (seen.has(other) || (same && other.dataset.links !== cell.dataset.links)) continue;
      seen.add(other);
      if (!found.has(other.dataset.panel)) found.set(other.dataset.panel, []);
      found.get(other.dataset.panel).push(other);
    }
  }
  seen.delete(cell);
  for (const other of seen) outline(other, "linked");
  outline(cell, "here");
  for (const [panel, cells] of found) {
    const row = document.querySelector(`tr[data-scene="${scene}"][data-panel="${panel}"] td`);
    const lines = cells.slice(0, shown).map(written);
    if (cells.length > shown) lines.push(`and ${cells.length - shown} more`);
    row.textContent = lines.join("\n");
  }
}

function pointed(event) {
  const cell = event.target.closest ? event.target.closest(".cell") : null;
  if (cell) show(cell);
}
document.addEventListener("pointerover", pointed);
document.addEventListener("focusin", pointed);

// The steps, one after the other, each with its picture.
const steps = [...document.querySelectorAll("li")];
let current = null;

function scene(number) {
  for (const part of document.querySelectorAll("figure, tr")) {
    part.hidden = part.dataset.scene !== String(number);
  }
  clear();
}

function step(to) {
  current = Math.min(Math.max(to, 0), steps.length - 1);
  steps.forEach((line, at) => {
    line.classList.toggle("current", at === current);
    line.classList.toggle("later", at > current);
  });
  document.getElementById("count").textContent = `${current + 1} of ${steps.length}`;
  scene(steps[current].dataset.scene);
}

if (steps.length > 0) {
  document.getElementById("next").addEventListener("click", () => step(current === null ? 0 : current + 1));
  document.getElementById("back").addEventListener("click", () => step(current === null ? 0 : current - 1));
  steps.forEach((line, at) => line.addEventListener("click", () => step(at)));
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") step(current === null ? 0 : current + 1);
    if (event.key === "ArrowLeft") step(current === null ? 0 : current - 1);
  });
}
