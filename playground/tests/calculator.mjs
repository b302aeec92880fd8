// The page says what the calculator says: values, reasons, source text and pictures.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const vectors = new URL("../../algebra/tests/vectors/papers.jsonl", import.meta.url);

const rows = readFileSync(vectors, "utf8").trim().split("\n").map((row) => JSON.parse(row));

// The worked examples of the papers as calls; those of names that no operation has are errors in both.
function calls() {
  return rows.filter(({ args }) => args.every((arg) => typeof arg === "string"))
    .map(({ op, args }) => (op === "eval" ? `(${args[0]})(${args[1]})` : `${op}(${args.join(", ")})`))
    .filter((call) => !call.includes("\n"));
}

function batch(world, lines) {
  const text = execFileSync(world.calculated, ["--batch"], { input: `${lines.join("\n")}\n`, maxBuffer: 1 << 28 }).toString();
  return text.split("\n").slice(0, -1);
}

export async function values_are_those_of_the_calculator(world) {
  const all = calls();
  assert.ok(all.length > 800, `${all.length} calls`);
  const page = await world.opened("8:1");
  const here = await page.see(`Promise.all(${JSON.stringify(all)}.map((call) => playground.engine.value(call)))`);
  const there = batch(world, all);
  let [results, refusals] = [0, 0];
  all.forEach((call, at) => {
    const { value, reason } = here[at];
    if (value !== undefined) {
      assert.equal(value, there[at], call);
      results += 1;
    } else {
      assert.ok(there[at].startsWith(`error: ${reason}`), `${call}: ${reason} / ${there[at]}`);
      refusals += 1;
    }
  });
  assert.ok(results > 500 && refusals > 10, `${results} results, ${refusals} refusals`);
  await page.close();
}

export async function source_text_is_that_of_the_calculator(world) {
  const layouts = [...new Set(rows.flatMap(({ args }) => args.filter((arg) => /^[\d(),]+:[\d(),]+$/.test(arg))))].slice(0, 200);
  layouts.push("Sw<3,4,3> o (8,64):(64,1)", "(4,8):(e0,e1)", "(4,8):(f1,f5)", "size(8:1)");
  const page = await world.opened("8:1");
  const forms = await page.see("playground.engine.ask({ do: 'export', text: '8:1', statement: 0 }).then(({ forms }) => forms.map(({ name }) => name))");
  assert.ok(["cute", "type", "dsl", "pycute", "c", "rust"].every((form) => forms.includes(form)));
  const here = await page.see(`Promise.all(${JSON.stringify(layouts)}.map((text) => playground.engine.ask({ do: 'export', text, statement: 0 })))`);
  const there = batch(world, layouts.flatMap((layout) => forms.map((form) => `export ${form} ${layout}`)));
  let written = 0;
  layouts.forEach((layout, at) => forms.forEach((form, k) => {
    // Without a value there are no forms.
    const { text, error } = here[at].forms[k] ?? {};
    const line = there[at * forms.length + k];
    written += text === undefined ? 0 : 1;
    if (text !== undefined) assert.equal(text.split("\n").map((part) => part.trim()).join(" | "), line, `${form} ${layout}`);
    else assert.ok(line.startsWith("error: "), `${form} ${layout}: ${error} / ${line}`);
  }));
  assert.ok(written > 500, `${written} texts`);
  await page.close();
}

export async function pictures_are_those_of_the_calculator(world) {
  const page = await world.opened("8:1");
  for (const text of ["(4,2):(2,1) o 4:2", "zipped_divide((4,4):(4,1), <2,2>)", "mma.sync.m16n8k16.f16", "(2,8,8)--(1,0,3)-->(2,4,8)", "Sw<2,0,2> o (4,4):(4,1)"]) {
    await page.see(`playground.engine.ask({ do: "draw", picture: "test", text: ${JSON.stringify(text)}, statement: 0, width: 400 })`);
    for (const [form, command] of [["svg", "svg"]]) {
      const { file } = await page.see(`playground.engine.ask({ do: "file", picture: "test", form: "${form}" })`);
      assert.equal(file, execFileSync(world.calculated, [command, text]).toString(), text);
    }
    const { file } = await page.see("playground.engine.ask({ do: 'file', picture: 'test', form: 'tikz' })");
    assert.ok(execFileSync(world.calculated, ["latex", text]).toString().includes(file), text);
  }
  await page.close();
}
