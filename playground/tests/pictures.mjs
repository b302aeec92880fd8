// Pictures: cells, facts, highlights, labels, the table, and 65,536 cells.
import assert from "node:assert/strict";

import { typed } from "./typing.mjs";

// The middle of a cell on the screen.
const middle = (page, at) => page.see(`(() => {
  const { canvas } = playground.view;
  canvas.element.scrollIntoView({ block: "center" });
  const { x, y, width, height } = canvas.cell(${at});
  const box = canvas.element.getBoundingClientRect();
  return [box.left + ((x + width / 2 + 0.5) * 8 + 10) * canvas.zoom + canvas.x, box.top + ((y + height / 2 + 0.5) * 15 + 10) * canvas.zoom + canvas.y];
})()`);
const facts = (page) => page.see("[...document.querySelectorAll('.chip')].map((chip) => `${chip.firstChild.textContent} ${chip.lastChild.textContent}`)");
const outlined = (page) => page.see("[...playground.view.canvas.outlined].sort((a, b) => a[0] - b[0])");

export async function a_cell_is_linked_in_all_panels(world) {
  const page = await world.opened("(8,8):(8,1) o (4,2):(2,24)");
  // Row 2 of the result is row 2 of B and row 4 of A: 8 * 4 + 3 = 35 at (2,1).
  await page.mouse("mouseMoved", ...await middle(page, 64 + 8 + 5));
  await page.until("document.querySelectorAll('.chip').length > 0");
  const all = await facts(page);
  assert.ok(all.includes("coordinate (2,1)") && all.includes("offset 35") && all.includes("index 6"), String(all));
  assert.ok(all.includes("bank 3") && all.includes("sector 4"), String(all));
  assert.deepEqual((await outlined(page)).map(([at]) => at), [8 * 4 + 3, 64 + 5, 64 + 8 + 5]);
  await page.close();
}

export async function a_fact_is_highlighted_everywhere(world) {
  const page = await world.opened("mma.sync.m16n8k8.f16");
  await page.click(...await middle(page, 8 + 2));
  await page.until("document.querySelectorAll('.chip').length > 0");
  const all = await facts(page);
  assert.ok(all.includes("thread 5") && all.includes("warp 0"), String(all));
  await page.see("[...document.querySelectorAll('.chip')].find((chip) => chip.firstChild.textContent === 'thread').click()");
  await page.until("playground.view.canvas.faded");
  // Thread 5 has four elements of A, two of B and four of C.
  const panels = await page.see("[...playground.view.canvas.outlined.keys()].map((at) => playground.view.canvas.cell(at).panel)");
  assert.deepEqual([0, 1, 2].map((panel) => panels.filter((of) => of === panel).length).sort(), [2, 4, 4]);
  await page.key("Escape");
  await page.close();
}

export async function labels_are_by_choice(world) {
  const page = await world.opened("((2,2),4):((1,8),2)", {}, { label: "coordinate" });
  const labels = () => page.see("playground.view.canvas.labels.slice(0, 5)");
  assert.deepEqual(await labels(), ["((0,0),0)", "((0,0),1)", "((0,0),2)", "((0,0),3)", "((1,0),0)"]);
  const choose = async (id, value) => {
    await page.see(`(() => { const field = document.getElementById("${id}"); field.value = "${value}"; field.dispatchEvent(new Event("change")); field.dispatchEvent(new Event("input")); })()`);
    await page.see("new Promise((resolve) => setTimeout(resolve, 50))");
  };
  for (const [label, expected] of [["index", ["0", "4", "8", "12", "1"]], ["offset", ["0", "2", "4", "6", "1"]], ["bank", ["0", "2", "4", "6", "1"]], ["byte", ["0", "8", "16", "24", "4"]], ["", ["0", "2", "4", "6", "1"]]]) {
    await choose("label", label);
    assert.deepEqual(await labels(), expected, label);
  }
  await choose("label", "own");
  await choose("own", "a, b, c");
  assert.deepEqual(await labels(), ["a", "c", "", "", "b"]);
  await page.close();
}

export async function a_layout_is_drawn_in_other_ways(world) {
  const page = await world.opened("32:32");
  const marks = () => page.see("playground.view.picture.cells.filter((_, i) => i % 7 === 5 && playground.view.picture.cells[i] === 2).length");
  assert.equal(await marks(), 0);
  await page.see("(() => { const field = document.getElementById('view'); field.value = 'banks'; field.dispatchEvent(new Event('change')); })()");
  await page.until("playground.view.picture?.facts.includes('phase')");
  assert.equal(await marks(), 32);
  assert.match(await page.see("playground.view.picture.panels[0]"), /32:32/);
  await typed(page, "(4,2):(2,1)");
  await page.see("(() => { const field = document.getElementById('view'); field.value = 'threads'; field.dispatchEvent(new Event('change')); })()");
  // A tile of one row, as nothing else is said; then one of two rows, whose columns are contiguous.
  await page.until("playground.view.picture?.panels[0] === 'tile (1,8): (4,2):(2,1)'");
  assert.deepEqual(await page.see("playground.view.canvas.labels.slice(0, 4)"), ["T0\nV0", "T0\nV1", "T1\nV0", "T1\nV1"]);
  await page.see("(() => { const field = document.getElementById('of-threads'); field.value = '(2,4)'; field.dispatchEvent(new Event('input')); })()");
  await page.until("playground.view.picture?.panels[0] === 'tile (2,4): (4,2):(2,1)'");
  assert.deepEqual(await page.see("playground.view.canvas.labels.slice(0, 8)"), ["T0\nV0", "T1\nV0", "T2\nV0", "T3\nV0", "T0\nV1", "T1\nV1", "T2\nV1", "T3\nV1"]);
  await page.close();
}

export async function no_panel_is_cut(world) {
  for (const [text, count] of [["mma.sync.m16n8k16.f16", 16 * 16 + 2 * 8 * 16], ["(2,3,4,3):(36,12,3,1)", 72], ["(16,32):(32,1) o <4,8>", 16 * 32 + 32]]) {
    for (const width of [1280, 420]) {
      const page = await world.opened(text, { width });
      assert.ok(await page.see("playground.view.canvas.count") >= count, text);
      assert.deepEqual(await page.see("playground.view.picture.texts.filter((text) => text[5].endsWith(' columns are drawn'))"), []);
      await page.close();
    }
  }
}

export async function cells_are_colored_by_choice(world) {
  const page = await world.opened("(2,4):(4,1)", {}, { by: "offset", bytes: "4" });
  assert.deepEqual(await page.see("[...playground.view.canvas.fills]"), [0, 1, 2, 3, 4, 5, 6, 7].map((offset) => offset / 7));
  await page.see("(() => { const field = document.getElementById('by'); field.value = 'bank'; field.dispatchEvent(new Event('change')); })()");
  await page.until("playground.view.canvas.fills?.[7] === 7");
  assert.equal(await page.see("playground.view.canvas.shaded"), false);
  await page.close();
}

export async function a_table_has_the_picture(world) {
  const page = await world.opened("(2,4):(4,1) o (2,2):(1,2)");
  await page.press("#table summary");
  await page.until("document.querySelectorAll('#table-of table').length === 3");
  const rows = await page.see("[...document.querySelectorAll('#table-of table:first-of-type')][0].innerText.split('\\n').map((row) => row.trim())");
  assert.deepEqual(rows.filter((row) => /^\d\t/.test(row)), ["0\t1\t2\t3", "0\t0\t1\t2\t3", "1\t4\t5\t6\t7"]);
  await page.close();
}

export async function many_cells_are_dragged(world) {
  const page = await world.opened("(256,256):(256,1)");
  assert.equal(await page.see("playground.view.canvas.count"), 65536);
  const report = [];
  for (const zoom of [0, 0.15, 0.5, 1.2]) {
    // Drags the picture by pointer events, one a frame, and takes the time from frame to frame.
    const times = await page.see(`(async () => {
      const { canvas } = playground.view;
      canvas.all();
      if (${zoom} > 0) canvas.zoomBy(${zoom} / canvas.zoom, 0, 0);
      const box = canvas.element.getBoundingClientRect();
      const event = (type, x, y) => canvas.element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, buttons: 1, clientX: box.left + x, clientY: box.top + y }));
      canvas.element.setPointerCapture = () => {};
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      event("pointerdown", 500, 300);
      const times = [];
      let before = await frame();
      const painted = canvas.painted;
      for (let k = 1; k <= 40; k += 1) {
        event("pointermove", 500 - 9 * k, 300 - 5 * k);
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      event("pointerup", 140, 100);
      return { times, painted: canvas.painted - painted };
    })()`);
    const mean = times.times.reduce((sum, time) => sum + time, 0) / times.times.length;
    report.push(`${zoom || "all"}: ${(1000 / mean).toFixed(0)}`);
    assert.ok(times.painted >= 35, `${times.painted} frames were painted`);
  }
  console.log(`        frames a second of 65,536 cells while dragged, by zoom: ${report.join(", ")}`);
  // The cell that is pointed at is the right one, wherever the picture stands.
  await page.see("playground.view.canvas.reveal(256 * 40 + 30)");
  await page.click(...await middle(page, 256 * 40 + 30));
  await page.until("document.querySelectorAll('.chip').length > 0");
  assert.ok((await facts(page)).includes("coordinate (40,30)"), String(await facts(page)));
  await page.close();
}

export async function every_example_is_answered(world) {
  const page = await world.opened("8:1");
  const texts = await page.see("[...document.querySelectorAll('#examples .example')].map((example) => example.dataset.text)");
  assert.ok(texts.length >= 30, `${texts.length} examples`);
  for (const [at, text] of texts.entries()) {
    await page.see(`document.querySelectorAll('#examples .example')[${at}].click()`);
    await page.until(`playground.session.text === ${JSON.stringify(text)} && !playground.session.busy && playground.session.statements.length > 0`);
    await page.see("playground.session.draw()");
    const statements = await page.see("playground.session.statements");
    const fails = statements.some(({ failure }) => failure);
    const expected = await page.see(`document.querySelectorAll('#examples .example')[${at}].closest("section").querySelector("h4").textContent === "Frequent mistakes"`);
    assert.ok(!fails || expected, `${text}: ${JSON.stringify(statements)}`);
    if (!fails && !expected) {
      // Without a picture there are words: of truth values, lists, and what has symbols.
      const shown = await page.see("!document.getElementById('frame').hidden || /truth value|list|symbols|cases/.test(playground.session.statements.at(-1).kind)");
      const words = await page.see("document.getElementById('no-picture').hidden ? '' : document.getElementById('no-picture').textContent");
      assert.ok(shown && !/^No picture/.test(words), `${text} has no picture: ${words}`);
    }
  }
  assert.deepEqual(page.errors, []);
  await page.close();
}

const triton = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>(32,8)";

export async function both_views_of_a_linear_layout_are_linked(world) {
  const page = await world.opened(triton);
  assert.deepEqual(await page.see("playground.view.picture.panels.length"), 2);
  // Row 25, column 3 of the tensor: thread 32 + 5, register 3.
  const at = 25 * 8 + 3;
  await page.see(`playground.view.canvas.reveal(${at})`);
  await page.click(...await middle(page, at));
  await page.until("document.querySelectorAll('.chip').length > 0");
  assert.deepEqual((await facts(page)).filter((fact) => /^(thread|register|lane|warp) /.test(fact)).sort(), ["lane 5", "register 3", "thread 37", "warp 1"]);
  // The other view has the element once, with the same facts.
  const [[first], [other], ...more] = await outlined(page);
  assert.deepEqual([first, more], [at, []]);
  assert.equal(await page.see(`playground.view.canvas.cell(${other}).panel`), 1);
  assert.equal(await page.see(`playground.view.canvas.labels[${other}]`), "25,3");
  // A warp has half of the elements in each view, a thread 4, a register 64.
  for (const [fact, count] of [["warp", 128], ["thread", 4], ["register", 64]]) {
    await page.see(`[...document.querySelectorAll('.chip')].find((chip) => chip.firstChild.textContent === '${fact}').click()`);
    await page.until(`playground.view.canvas.faded && playground.view.canvas.outlined.size === ${2 * count}`);
    const panels = await page.see("[...playground.view.canvas.outlined.keys()].map((at) => playground.view.canvas.cell(at).panel)");
    assert.equal(panels.filter((panel) => panel === 1).length, count, fact);
  }
  for (const label of ["lane", "register", "warp", "thread and value"]) {
    assert.ok(await page.see(`[...document.getElementById('label').options].some(({ value }) => value === '${label}')`), label);
  }
  // Offsets of shared memory are linked too.
  await typed(page, "swizzled_shared(2, 1, 4, [1,0])(4,8)");
  await page.until("playground.view.picture?.facts.includes('offset')");
  await page.click(...await middle(page, 8 + 3));
  await page.until("document.querySelectorAll('.chip').length > 0");
  assert.ok((await facts(page)).includes("offset 9"), String(await facts(page)));
  assert.deepEqual((await outlined(page)).map(([cell]) => cell), [8 + 3, 32 + 9]);
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function words_stand_for_missing_pictures(world) {
  const page = await world.opened("8:1");
  const words = () => page.see("document.getElementById('no-picture').hidden ? '' : document.getElementById('no-picture').textContent");
  const picture = () => page.see("document.getElementById('frame').hidden ? '' : playground.view.picture.panels[0]");
  for (const [text, expected, drawn] of [
    ["(16,N):(1,16)", /^\(16,N\):\(1,16\)The picture is that of N = 2, for example.$/, "(16,2):(1,16)"],
    ["N % 16 = 0\nA = (K,N):(N,1)\nA / <2,_>", /The picture is that of K = 8, N = 16, for example.$/, "A = (8,16):(16,1)"],
    ["N >= 6\nM > N\n(N,M):(M,1)", /The picture is that of N = 8, M = 16, for example.$/, "(8,16):(16,1)"],
    ["(?,4):(1,?)", /A layout with symbols has no picture. It is drawn where/, ""],
    ["M % 8 = 0", /A fact has no picture. It holds for the lines below/, ""],
    ["zipped_divide((M,K):(K,1), <128,64>)", /^The picture is that of M = 128, K = 256, for example.$/, "A = (128,256):(256,1)"],
    ["same_function((M,K):(S,1), (M,K):(K,1))", /An answer by cases has no picture. Facts decide/, ""],
    ["0:0", /^There are no elements/, ""],
    ["blocked([1,4], [8,4], [4,1], [1,0])", /An encoding, which takes a shape/, ""],
    ["A = (4,4):(2,3)\nis_injective(A)", /^falseThe picture is that of the first argument./, "(4,4):(2,3)"],
    ["first_difference((4,8):(8,1), (4,8):(1,4))", /^\[1, 8, 1\]The picture is that of the first/, "(4,8):(8,1)"],
    ["(16,N):(1,16)\nN = 8\n(16,N):(1,16)", /^$/, "(16,8):(1,16)"],
  ]) {
    await typed(page, text);
    await page.see("playground.session.draw()");
    const said = await words();
    assert.ok(expected.test(said), `${text}: ${said}`);
    assert.equal(await picture(), drawn, text);
  }
  // Such views do not hold for what has no numbers.
  for (const view of ["banks", "threads", "value"]) {
    const other = await world.opened("(16,N):(1,16)", {}, { view });
    assert.match(await other.see("document.getElementById('no-picture').textContent"), /The picture is that of N = 2/, view);
    await other.close();
  }
  assert.deepEqual(page.errors, []);
  await page.close();
}
