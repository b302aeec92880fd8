// Ways to the page: links, one file without a server, the keyboard alone, a phone, the dark, readers of screens.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

import { typed, values } from "./typing.mjs";

export async function links_hold_the_state(world) {
  const page = await world.opened("A = (4,8):(8,1)\nA o <2,4>", {}, { statement: "0", label: "coordinate", tab: "banks", bytes: "2" });
  assert.equal(await page.see("document.querySelector('#answers .current .statement').textContent"), "A = (4,8):(8,1)");
  assert.equal(await page.see("document.getElementById('label').value"), "coordinate");
  assert.equal(await page.see("document.querySelector('[role=tab][aria-selected=true]').textContent"), "Banks");
  assert.equal(await page.see("document.getElementById('bytes').value"), "2");
  await typed(page, "8:3 o 2:1");
  await page.until("new URLSearchParams(location.hash.slice(1)).get('text') === '8:3 o 2:1'");
  const again = await world.browser.page(await page.see("location.href"));
  await again.until("document.body.classList.contains('ready')");
  assert.deepEqual(await values(again), ["2:3"]);
  assert.equal(await again.see("document.getElementById('bytes').value"), "2");
  // Another link in the same page.
  await again.see("location.hash = 'text=16%3A1'");
  await again.until("document.querySelector('#answers .value')?.textContent === '16:1'");
  await page.close();
  await again.close();
}

export async function the_links_of_the_guide_are_answered(world) {
  const guide = new URL("../../src/guide/", import.meta.url);
  const page = await world.opened("8:1");
  let links = 0;
  for (const file of readdirSync(guide)) {
    const whole = readFileSync(new URL(file, guide), "utf8");
    // A block of the calculator, and the link below it, whose address is at the end of the file.
    for (const [, block, name] of whole.matchAll(/```text\n((?:(?!```)[^])*)```\n\[Play with this\]\[(play-\d+)\]/g)) {
      const hash = whole.match(new RegExp(`^\\[${name}\\]: [^#]*(#text=\\S+)$`, "m"))[1];
      const text = new URLSearchParams(hash.slice(1)).get("text");
      await page.see(`location.hash = ${JSON.stringify(hash)}`);
      await page.until(`playground.session.text === ${JSON.stringify(text)} && !playground.session.busy`);
      const statements = await page.see("playground.session.statements");
      assert.equal(statements.length, text.split("\n").length, `${file}: ${text}`);
      // Where the guide shows no refusal, there is none.
      const refusals = block.match(/^error: |no result: /gm)?.length ?? 0;
      assert.ok(statements.filter(({ failure }) => failure).length <= refusals, `${file}: ${text}`);
      links += 1;
    }
  }
  assert.ok(links > 20, `${links} links`);
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function one_file_works_without_a_server(world) {
  const page = await world.opened("(4,8):(8,1) / <2,4>", { single: true });
  assert.equal((await values(page)).length, 1);
  assert.ok((await values(page))[0].startsWith("((2,2),(4,2))"));
  await page.press("#tab-export");
  await page.until("document.querySelectorAll('.form pre').length >= 6");
  const others = page.requests.filter((url) => !/^(data|blob|file):/.test(url));
  assert.deepEqual(others, []);
  assert.equal(page.requests.filter((url) => url.startsWith("file:")).length, 1);
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function the_page_says_its_commit(world) {
  const page = await world.opened("8:1");
  const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: new URL(".", import.meta.url) }).toString().trim();
  assert.ok((await page.see("document.getElementById('commit').textContent")).startsWith(commit));
  await page.close();
}

const focused = (page) => page.see("(() => { const { activeElement: at } = document; return at.id || at.className || at.textContent; })()");

export async function the_keyboard_is_enough(world) {
  const page = await world.opened("8:1");
  await page.see("document.body.focus()");
  const tabTo = async (id) => {
    for (let k = 0; k < 60; k += 1) {
      if (await focused(page) === id) return;
      await page.key("Tab");
    }
    assert.fail(`Tab does not reach ${id}`);
  };
  await page.key("Tab");
  assert.equal(await focused(page), "skip");
  await page.key("Enter");
  assert.equal(await focused(page), "text");
  assert.equal(await page.see("document.getElementById('text').value"), "8:1");
  await page.key("a", 2);
  await page.type("(2,4):(4,1)");
  await page.until("document.querySelector('#answers .value')?.textContent === '(2,4):(4,1)'");
  await page.see("new Promise((resolve) => setTimeout(resolve, 100))");
  await tabTo("picture");
  await page.key("ArrowRight");
  await page.key("ArrowRight");
  await page.key("ArrowDown");
  await page.until("document.getElementById('said').textContent.startsWith('coordinate (1,1), offset 5')");
  await page.key("Enter");
  await page.until("playground.view.pinned?.at === 5");
  // A fact, by Tab and Enter.
  await page.key("Tab");
  await page.key("Enter");
  await page.until("/cells have coordinate/.test(document.getElementById('said').textContent)");
  await tabTo("tab-steps");
  await page.key("ArrowRight");
  assert.equal(await focused(page), "tab-banks");
  assert.ok(await page.see("!document.getElementById('panel-banks').hidden"));
  // A menu closes by Escape.
  await page.see("document.querySelector('.menu summary').focus()");
  await page.key("Enter");
  await page.until("document.querySelector('.menu').open");
  await page.key("Escape");
  await page.until("!document.querySelector('.menu').open");
  assert.deepEqual(page.errors, []);
  await page.close();
}

export async function everything_has_a_name(world) {
  for (const tab of ["steps", "banks", "compare", "export"]) {
    const page = await world.opened("(4,8):(8,1) o (2,2):(1,8)", {}, { tab });
    await page.send("Accessibility.enable");
    const { nodes } = await page.send("Accessibility.getFullAXTree");
    const roles = ["button", "textbox", "combobox", "tab", "spinbutton", "searchbox", "application", "img", "link"];
    const nameless = nodes.filter((node) => !node.ignored && roles.includes(node.role?.value) && !node.name?.value?.trim());
    assert.deepEqual(nameless.map((node) => node.role.value), [], tab);
    assert.match(nodes.find((node) => node.role?.value === "application").name.value, /^Picture of 40 cells|^Picture of \d+ cells/);
    await page.close();
  }
}

export async function a_phone_is_wide_enough(world) {
  for (const [text, tab] of [["A = (8,16):(16,1)\nA o (2,4):(1,8)", "steps"], ["mma.sync.m16n8k16.f16", "export"], ["Sw<5,0,5> o (32,32):(32,1)", "banks"], ["(4,8):(8,1)\n(4,8):(1,4)", "compare"]]) {
    const page = await world.opened(text, { width: 360, height: 760, mobile: true }, { tab });
    await page.see("new Promise((resolve) => setTimeout(resolve, 200))");
    const wide = await page.see("[document.documentElement.scrollWidth, [...document.querySelectorAll('body *')].filter((e) => e.getClientRects().length && e.getBoundingClientRect().right > 361 && !e.closest('.scrolled, pre, .failure')).map((e) => e.id || e.className || e.tagName)]");
    assert.ok(wide[0] <= 360, `${tab}: ${wide}`);
    // Touching a cell shows its facts.
    await page.see("playground.view.canvas.reveal(0)");
    const at = await page.see("(() => { const { canvas } = playground.view; canvas.element.scrollIntoView({ block: 'center' }); const { x, y, width, height } = canvas.cell(0); const box = canvas.element.getBoundingClientRect(); return [box.left + ((x + width / 2 + 0.5) * 8 + 10) * canvas.zoom + canvas.x, box.top + ((y + height / 2 + 0.5) * 15 + 10) * canvas.zoom + canvas.y]; })()");
    await page.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: at[0], y: at[1] }] });
    await page.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.until("document.querySelectorAll('.chip').length > 0");
    assert.deepEqual(page.errors, []);
    await page.close();
  }
}

export async function dark_and_light(world) {
  const ground = (page) => page.see("getComputedStyle(document.body).backgroundColor");
  const page = await world.opened("(4,8):(8,1)", { dark: true });
  assert.equal(await ground(page), "rgb(15, 17, 20)");
  await page.press("#theme");
  assert.equal(await ground(page), "rgb(245, 246, 248)");
  await page.press("#theme");
  assert.equal(await ground(page), "rgb(15, 17, 20)");
  await page.see("localStorage.clear()");
  await page.close();
}

// Pictures of the page, for people.
export async function screenshots(world) {
  if (!world.screenshots) return;
  const shots = [
    ["composition", "# A tile of 2 x 4 in a row-major matrix\nA = (8,16):(16,1)\nA o (2,4):(1,8)", {}],
    ["banks", "A = (32,32):(32,1)\nSw<5,0,5> o A", { tab: "banks", view: "banks" }],
    ["failure", "A = (4,6,8):(2,3,5)\nA o 6:3", {}],
    ["mma", "mma.sync.m16n8k16.f16", { tab: "export" }],
    ["compare", "(4,8):(8,1)\n(4,8):(1,4)", { tab: "compare" }],
    ["large", "(256,256):(256,1)", {}],
    ["triton", "#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>\ntensor<32x16xf32, #mma>", {}],
    ["mfma", "v_mfma_f32_32x32x8_f16", {}],
    ["machine", "# 64 threads, 16 bytes each, in 16 rows of 128 bytes\nA = (16,4):(8,1)\nbank_conflicts(A, 16, machine=cdna3)\nA", { tab: "banks", bytes: "16", machine: "cdna3" }],
    ["symbols", "M % 128 = 0\nA = (M,K):(K,1)\nzipped_divide(A, <128,64>)", {}],
    ["question", "is_injective((4,4):(2,3))", {}],
  ];
  for (const [name, text, more] of shots) {
    for (const [kind, options] of [["light", { width: 1400, height: 1000 }], ["dark", { width: 1400, height: 1000, dark: true }], ["phone", { width: 390, height: 844, mobile: true }], ["phone-dark", { width: 390, height: 844, mobile: true, dark: true }]]) {
      const page = await world.opened(text, options, more);
      await page.see("new Promise((resolve) => setTimeout(resolve, 400))");
      await page.picture(`${world.screenshots}/${name}-${kind}.png`, kind.startsWith("phone"));
      await page.close();
    }
  }
}
