// The page: what is typed is read, and every part shows what it says of the chosen statement.
import { Answers } from "./session.js";
import { Banks } from "./banks.js";
import { Compare } from "./compare.js";
import { by, copied } from "./dom.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { showExamples } from "./examples.js";
import { Exercises } from "./exercises.js";
import { Export } from "./export.js";
import { showHelp } from "./help.js";
import { access } from "./machines.js";
import { startMenus } from "./menus.js";
import { keepLink, link, readLink, state } from "./state.js";
import { Steps } from "./steps.js";
import { startTabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { View } from "./view.js";

readLink();
const engine = new Engine();
const session = new Answers(engine);
const editor = new Editor(() => session.read(editor.text, true), (at) => session.caret(at));

function insert(line) {
  editor.text = `${editor.text.replace(/\s+$/, "")}\n${line}`;
  state.statement = "";
  session.read(editor.text);
  editor.place(editor.text.length);
}

function use(text) {
  editor.text = text;
  state.statement = "";
  state.view = "";
  by("view").value = "";
  session.read(text);
  document.querySelector("details.menu[open]")?.removeAttribute("open");
}

const view = new View(engine);
const parts = {
  steps: new Steps(engine, editor),
  banks: new Banks(engine, insert, () => session.draw()),
  compare: new Compare(engine, insert),
  export: new Export(engine, view),
};
const exercises = new Exercises(engine, use);
Object.assign(session, { editor, view, parts, exercises });
view.again = () => session.draw();
view.others = () => [[parts.steps.canvas, parts.steps.picture], ...parts.compare.canvases.map((canvas, at) => [canvas, `compared-${at}`])];

startTheme(() => {
  for (const canvas of [view.canvas, parts.steps.canvas, ...parts.compare.canvases]) canvas.stale();
});
startTabs(() => session.tab());
startMenus();
showExamples(by("examples"), use);

by("share").addEventListener("click", () => {
  history.replaceState(null, "", link());
  copied(location.href, by("share"));
});
by("stop").addEventListener("click", () => session.stop());

function start() {
  for (const id of ["view", "own"]) by(id).value = state[id];
  by("of-threads").value = state.tile;
  by("tile-row").hidden = state.view !== "threads";
  parts.banks.fill();
  editor.text = state.text;
  return session.read(state.text);
}

// The address holds the state, so this link must not change it.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  editor.area.focus();
});

// The address may have been written again since; the event has the one that was asked for.
addEventListener("hashchange", ({ newURL }) => {
  readLink(new URL(newURL).hash);
  start();
});

engine.ask({ do: "help" }).then(({ sections }) => {
  editor.operations = sections.flatMap(({ operations }) => operations);
  showHelp(sections, (name) => {
    editor.area.setRangeText(`${name}(`, editor.area.selectionStart, editor.area.selectionEnd, "end");
    editor.area.dispatchEvent(new Event("input"));
    editor.area.focus();
  });
});
start().then(() => document.body.classList.add("ready"));
// For the tests, and for whoever looks behind the page.
globalThis.playground = { session, view, engine, parts, access };
