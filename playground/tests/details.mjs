// The parts below the picture: steps, banks, comparisons, exports; and the exercises.
import assert from "node:assert/strict";

import { typed, values } from "./typing.mjs";

export async function steps_can_be_clicked(world) {
  const page = await world.opened("A = 8:1 o 4:2\nA / 2:1");
  await page.until("document.querySelectorAll('#steps li').length > 3");
  assert.equal(await page.see("document.querySelector('#steps .operation').textContent"), "logical_divide(4:2, 2:1)");
  await page.press("#steps .operation");
  await page.until("!document.getElementById('step-frame').hidden && playground.parts.steps.canvas.picture");
  assert.match((await page.see("playground.parts.steps.canvas.picture.panels")).join(" "), /4:2/);
  assert.equal(await page.see("document.querySelector('#marks .place').textContent"), "/");
  // What is highlighted in the picture is highlighted in that of the step.
  await page.see("playground.view.select('offset', '4', 2)");
  assert.ok(await page.see("playground.parts.steps.canvas.outlined.size") > 0);
  await page.press("#step-next");
  assert.match(await page.see("document.getElementById('step-count').textContent"), /^2 of \d+$/);
  // Why there is no result.
  await typed(page, "complement(4:2, 20)");
  await page.until("document.querySelector('#steps .refused')");
  assert.match(await page.see("document.querySelector('#steps .refused').textContent"), /^no result: /);
  assert.deepEqual(page.errors, []);
  await page.close();
}

// The machines are those of the algebra. What it has no figure for is refused, and not offered as a label.
export async function machines_have_names(world) {
  const page = await world.opened("(16,4):(8,1)", {}, { tab: "banks", bytes: "16", machine: "cdna3" });
  const set = (id, value) => page.see(`(() => { const field = document.getElementById("${id}"); field.value = "${value}"; field.dispatchEvent(new Event("change")); })()`);
  const labels = () => page.see("[...document.getElementById('label').options].map(({ value }) => value)");
  const names = await page.see("[...document.getElementById('machine').options].map(({ value }) => value)");
  assert.deepEqual(names, ["nvidia", "cdna2", "cdna3", "cdna4", "rdna3", "rdna4", "xe"]);
  assert.equal(await page.see("document.getElementById('machine').value"), "cdna3");
  assert.equal(await page.see("document.getElementById('figures').textContent"), "Warps of 64 threads, 32 banks of 4 bytes, loads of 16 bytes by 8 threads together.");
  await page.until("document.querySelector('#costs b')?.textContent === '24'");
  assert.ok((await labels()).includes("bank") && !(await labels()).includes("sector"), String(await labels()));
  await set("store", "store");
  await page.until("document.querySelector('#costs b')?.textContent === '56'");
  await set("machine", "rdna3");
  await page.until("/public sources/.test(document.querySelector('#costs b')?.textContent)");
  await page.until("![...document.getElementById('label').options].some(({ value }) => value === 'bank')");
  await set("machine", "cdna2");
  await set("store", "load");
  await set("bytes", "4");
  await typed(page, "64:16");
  await page.until("document.querySelectorAll('#costs b')[1]?.textContent === '[64, 4]'");
  assert.ok((await labels()).includes("sector"));
  assert.deepEqual(page.errors, []);
  await page.close();
}

// A vector is given to `coalescing` as a number.
export async function vectors_are_counted(world) {
  const page = await world.opened("32:4", {}, { tab: "banks", bytes: "4", vector: "4" });
  await page.until("document.querySelectorAll('#costs .call')[1]?.textContent === 'coalescing(32:4, 4, 4)'");
  assert.deepEqual(await costs(page), ["0", "[16, 16]"]);
  await page.close();
}

const costs = (page) => page.see("[...document.querySelectorAll('#costs b')].map((cost) => cost.textContent)");

export async function banks_are_counted_and_made_better(world) {
  const page = await world.opened("32:32", {}, { tab: "banks" });
  await page.until("document.querySelectorAll('#costs b').length === 2");
  // One bank for all 32 threads: 31 conflicts. Each thread in a sector of its own.
  assert.deepEqual(await costs(page), ["31", "[32, 4]"]);
  await page.press("#better");
  await page.until("document.querySelector('#found .good')");
  assert.equal(await page.see("document.querySelector('#found .good').textContent"), "Sw<5,0,5>");
  await page.see("document.querySelector('#found button').click()");
  await page.until("document.querySelectorAll('#answers li').length === 2");
  await page.until("document.querySelector('#costs b')?.textContent === '0'");
  // A layout for several accesses, and another machine.
  await page.see("(() => { document.getElementById('tile').value = '(32,32)'; document.getElementById('others').value = '(32,32):(1,32), (32,32):(32,1)'; })()");
  await page.press("#shared");
  await page.until("document.querySelector('#found .good')?.textContent.includes('f1')");
  await typed(page, "64:1");
  await page.see("(() => { const field = document.getElementById('machine'); field.value = 'cdna3'; field.dispatchEvent(new Event('change')); })()");
  await page.until("[...document.querySelectorAll('#costs .call')].some((call) => call.textContent.includes('machine=cdna3'))");
  assert.equal((await costs(page))[0], "0");
  assert.match(await page.see("location.hash"), /machine=cdna3|tab=banks/);
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function two_layouts_are_compared(world) {
  const page = await world.opened("(4,8):(8,1)\n(4,8):(1,4)", {}, { tab: "compare" });
  await page.until("/differ/.test(document.getElementById('verdict').textContent)");
  assert.equal(await page.see("document.getElementById('verdict').textContent"), "They differ first at 1: A(1) = 8, B(1) = 1.");
  // The cell of index 1 is (1,0), the ninth of each picture.
  await page.until("playground.parts.compare.canvases.every((canvas) => canvas.outlined.size === 1)");
  assert.deepEqual(await page.see("playground.parts.compare.canvases.map((canvas) => [...canvas.outlined.keys()])"), [[8], [8]]);
  await page.see("(() => { const field = document.getElementById('right'); field.value = '(4,(2,4)):(8,(1,2))'; field.dispatchEvent(new Event('input')); })()");
  await page.until("/same function/.test(document.getElementById('verdict').textContent)");
  // The fields know the names of the text.
  await typed(page, "Rows = (4,8):(8,1)\n(4,8):(1,4)");
  await page.see("(() => { const field = document.getElementById('right'); field.value = 'Rows o (4,8):(1,4)'; field.dispatchEvent(new Event('input')); })()");
  await page.until("/differ first at 1: A\\(1\\) = 8|same function/.test(document.getElementById('verdict').textContent)");
  assert.ok(await page.see("playground.parts.compare.canvases.every((canvas) => canvas.picture)"));
  // What the value has, or why there is none.
  await page.until("[...document.querySelectorAll('#questions output')].every((output) => output.textContent.trim() !== '')");
  const found = await page.see("[...document.querySelectorAll('#questions output')].map((output) => output.textContent)");
  assert.match(found[1], /^\(8,4\):\(4,1\)|^32:1/);
  await typed(page, "4:2");
  await page.until("/complement/.test(document.querySelector('#questions output').textContent)");
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function source_text_and_files(world) {
  const page = await world.opened("(4,8):(8,1)", {}, { tab: "export" });
  await page.until("document.querySelectorAll('.form pre').length >= 6");
  assert.equal(await page.see("document.querySelector('[data-form=dsl] pre').textContent"), "cute.make_layout((4, 8), stride=(8, 1))");
  assert.equal(await page.see("document.querySelector('[data-form=rust] pre').textContent"), "layout!((4,8):(8,1))");
  // What would be saved.
  await page.see("(() => { globalThis.saved = []; URL.createObjectURL = (blob) => { saved.push(blob); return 'about:blank#'; }; HTMLAnchorElement.prototype.click = () => {}; })()");
  for (const id of ["svg", "png", "tikz", "html", "plain"]) await page.see(`document.getElementById("save-${id}").click()`);
  await page.until("saved.length === 5");
  const types = await page.see("saved.map(({ type, size }) => [type, size > 200])");
  assert.deepEqual(types.sort(), [["image/png", true], ["image/svg+xml", true], ["text/html", true], ["text/plain", true], ["text/x-tex", true]]);
  assert.deepEqual(page.errors, []);
  await page.close();
}

// A solution of each exercise, in order.
const solutions = [
  "(4,8):(8,1)", "(8,4):(1,8)", "A = (4,8):(8,1)\nA o <4,4:2>", "((2,2),4):((1,8),2)", "complement(8:2, 16)",
  "zipped_divide((8,8):(8,1), <2,4>)", "right_inverse((4,8):(8,1))", "32:33", "Sw<5,0,5> o (32,32):(32,1)", "(32,4):(4,1)",
];

export async function exercises_are_checked(world) {
  const page = await world.opened("8:1");
  assert.equal(await page.see("document.querySelectorAll('#exercise-list button').length"), solutions.length);
  for (const [at, solution] of solutions.entries()) {
    await page.see(`document.querySelectorAll('#exercise-list button')[${at}].click()`);
    await page.until("document.querySelectorAll('#checks li').length > 0 || playground.session.statements.length === 0");
    assert.ok(await page.see("document.getElementById('done').hidden"), `exercise ${at + 1} begins solved`);
    await typed(page, solution);
    await page.until("!document.getElementById('done').hidden").catch(async () => {
      assert.fail(`exercise ${at + 1}: ${await page.see("document.getElementById('checks').innerText")} ${await values(page)}`);
    });
  }
  assert.equal(await page.see("document.querySelectorAll('.solved').length"), solutions.length);
  assert.deepEqual(page.errors, []);
  await page.close();
}
