// Tests of the page: main.mjs BROWSER SITE CALCULATOR [PART OF A NAME]
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { Browser } from "./browser.mjs";
import * as answers from "./answers.mjs";
import * as calculator from "./calculator.mjs";
import * as details from "./details.mjs";
import * as pictures from "./pictures.mjs";
import * as ways from "./ways.mjs";

const [, , program, site, calculated, part = ""] = process.argv;

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const name = new URL(request.url, "http://x").pathname;
  try {
    const file = readFileSync(join(site, name === "/" ? "index.html" : name.slice(1)));
    response.writeHead(200, { "Content-Type": types[extname(name === "/" ? ".html" : name)] ?? "text/html" });
    response.end(file);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });

const browser = await Browser.start(program);
const world = {
  browser,
  calculated,
  served: `http://127.0.0.1:${server.address().port}/`,
  single: pathToFileURL(join(site, "tilework.html")).href,
  screenshots: process.env.SCREENSHOTS,
  // A page with this text, ready.
  async opened(text, options = {}, more = {}) {
    const link = text === undefined ? "" : `#${new URLSearchParams({ text, ...more })}`;
    const page = await browser.page(`${options.single ? this.single : this.served}${link}`, options);
    await page.until("document.body.classList.contains('ready')");
    return page;
  },
};

let [passed, failed] = [0, 0];
for (const [name, test] of [answers, calculator, pictures, details, ways].flatMap((module) => Object.entries(module))) {
  if (!name.includes(part)) continue;
  const from = Date.now();
  try {
    await test(world);
    passed += 1;
    console.log(`ok      ${name} (${Date.now() - from} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error.stack}`);
  }
}
await browser.end();
server.close();
console.log(`page: ${passed} tests passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
