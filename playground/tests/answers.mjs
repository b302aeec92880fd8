// Typing: values, names, notes, and failures with their place.
import assert from "node:assert/strict";

import { typed, values } from "./typing.mjs";

export async function typing_is_answered(world) {
  const page = await world.opened("8:1");
  await typed(page, "A = (4,6,8):(2,3,5)\nB = (2,12):(2,4)\nA o B\nA((1,2,3))");
  assert.deepEqual(await values(page), ["(4,6,8):(2,3,5)", "(2,12):(2,4)", "(2,(6,2)):(4,(3,5))", "23"]);
  assert.equal(await page.see("document.querySelector('#answers li:last-child .kind').textContent"), "an integer");
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function a_failure_has_place_and_reason(world) {
  const page = await world.opened("8:1");
  await typed(page, "A = 8:1\nzipped_devide(A, <2>)");
  const [, reason] = await values(page);
  assert.match(reason, /nothing has the name `zipped_devide`; did you mean `zipped_divide`\?/);
  assert.equal(await page.see("document.querySelector('.failure pre').textContent"), "zipped_devide(A, <2>)\n^");
  assert.equal(await page.see("document.querySelector('#marks .wrong').textContent"), "zipped_devide");
  // The reason of the algebra, and the place of the operator.
  await typed(page, "(4,6,8):(2,3,5) o 6:3");
  assert.match((await values(page))[0], /^inadmissible .*|composition/);
  assert.equal(await page.see("document.querySelector('#marks .wrong').textContent"), "o");
  assert.match(await page.see("document.getElementById('no-picture').textContent"), /^No picture: /);
  // Letters beyond ASCII before the place.
  await typed(page, "(4,8):(8,1) ∘ ⊘");
  assert.match(await page.see("document.querySelector('.failure pre').textContent"), /\n {14}\^$/);
  // What comes after the failure is answered.
  await typed(page, "A = )\n8:2");
  assert.equal((await values(page))[1], "8:2");
  await page.close();
}

export async function what_is_pasted_is_read(world) {
  const page = await world.opened("8:1");
  await typed(page, "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)");
  const notes = await page.see("[...document.querySelectorAll('.note')].map((note) => note.textContent)");
  assert.deepEqual(notes, [
    "Note: the pointer `smem_ptr[16b](unset)` is dropped",
    "Note: `Sw<3,4,3>` counts bytes: with elements of 16 bits it is `Sw<3,3,3>`",
  ]);
  // Symbols have notes.
  await typed(page, "(16,N):(1,16)");
  assert.match(await page.see("document.querySelector('.note').textContent"), /^Note: `N` is a symbol: any integer from 1/);
  await typed(page, "N >= 2\n(16,N):(1,16)");
  assert.equal(await page.see("document.querySelectorAll('.note').length"), 0);
  // What Triton prints, of several lines without brackets.
  await typed(page, " - register=1 -> (0, 1)\n   register=2 -> (8, 0)\n - lane=1 -> (0, 2)\n   lane=2 -> (0, 4)\n   lane=4 -> (1, 0)\n   lane=8 -> (2, 0)\n   lane=16 -> (4, 0)\n - warp is a size 1 dimension\n - block is a size 1 dimension\nwhere out dims are: [dim0 (size 16), dim1 (size 8)]\n8:1");
  assert.deepEqual(await values(page), ["linear_layout(register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,8))", "8:1"]);
  // Several lines while a bracket is open; comments are none.
  await typed(page, "# printed\nLayout<Shape<_4,_8>,\n  Stride<_8,_1>>\ncute.make_layout((4, 8),\n  stride=(8, 1))\n(2,8)--(1,0)-->(2,4)");
  assert.deepEqual(await values(page), ["(4,8):(8,1)", "(4,8):(8,1)", "(2,8)--(1,0)-->(2,4)"]);
  // What begins with # and a letter is no comment.
  await typed(page, "#ttg.what\n8:1");
  assert.equal((await values(page)).length, 2);
  await page.close();
}

export async function operations_are_completed_from_the_table(world) {
  const page = await world.opened("8:1");
  await page.until("document.querySelectorAll('#operations li').length > 100");
  await typed(page, "zipped_d");
  const hints = await page.see("[...document.querySelectorAll('.hint code')].map((hint) => hint.textContent)");
  assert.deepEqual(hints.slice(0, 2), ["zipped_divide(A, T)", "zipped_divide_ceil(A, T)"]);
  await page.press(".hint");
  await page.until("document.getElementById('text').value === 'zipped_divide('");
  await page.type("(8,8):(8,1), <2,4>)");
  await page.until("document.querySelector('#answers .value')?.textContent === '((2,4),(4,2)):((8,1),(16,4))'");
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function every_key_is_answered(world) {
  const first = [];
  for (let k = 0; k < 5; k += 1) {
    const page = await world.opened("A = (8,16):(16,1)\nA o (2,4):(1,8)", { single: k % 2 === 1 });
    first.push(await page.see("playground.session.firstAnswer"));
    await page.close();
  }
  const page = await world.opened("8:1");
  await page.see("(() => { const area = document.getElementById('text'); area.focus(); area.select(); playground.session.times = []; })()");
  // One key after another, each when the one before is answered, as fast as a person types.
  for (const key of "zipped_divide((8,16):(16,1), <2,4>) o (2,4):(1,8)") {
    await page.type(key);
    await page.until("!playground.session.busy && !playground.session.drawing");
  }
  const times = (await page.see("playground.session.times")).sort((a, b) => a - b);
  assert.ok(times.length > 40, `${times.length} keys`);
  const median = times[times.length >> 1];
  console.log(`        first answer after ${first.map((time) => time.toFixed(0)).join(", ")} ms; a keystroke after ${median.toFixed(1)} ms, at most ${times.at(-1).toFixed(1)} ms`);
  await page.close();
}

export async function hostile_text_is_bounded(world) {
  const page = await world.opened("8:1");
  for (const text of ["(".repeat(5000), "(1000000000,1000000000):(1,1000000000)", "coordinates((100000,100000))", "\u0000\ud800 <", "A = (A,A)", `${"8:1 o ".repeat(3000)}8:1`, "8:1\n".repeat(3000)]) {
    await page.see(`(() => { const area = document.getElementById('text'); area.value = ${JSON.stringify(text)}; area.dispatchEvent(new Event('input')); })()`);
    await page.until("!playground.session.busy && playground.session.text === document.getElementById('text').value");
  }
  await typed(page, "8:3");
  assert.deepEqual(await values(page), ["8:3"]);
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function what_is_slow_can_be_canceled(world) {
  const slow = `size([${Array.from({ length: 400 }, () => "bank_conflicts((2048,2048):(2048,1), 4)").join(", ")}])`;
  const page = await world.opened("8:1");
  await page.see(`(() => { const area = document.getElementById('text'); area.value = ${JSON.stringify(slow)}; area.dispatchEvent(new Event('input')); })()`);
  await page.until("!document.getElementById('slow').hidden");
  await page.press("#stop");
  await page.until("!document.getElementById('refused').hidden");
  await typed(page, "8:3");
  assert.deepEqual(await values(page), ["8:3"]);
  // A search has a worker of its own: the page answers meanwhile.
  await page.press("#tab-banks");
  await page.see(`document.getElementById('others').value = ${JSON.stringify(slow)}`);
  await page.until("!document.getElementById('shared').disabled");
  await page.press("#shared");
  await page.until("!document.getElementById('cancel').hidden");
  await typed(page, "8:5");
  assert.deepEqual(await values(page), ["8:5"]);
  assert.ok(await page.see("document.getElementById('found').textContent.startsWith('Searching')"));
  await page.press("#cancel");
  await page.until("document.getElementById('found').textContent === 'Canceled.'");
  assert.deepEqual(page.errors, []);
  await page.close();
}
