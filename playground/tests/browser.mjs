// A Chromium that is driven by the DevTools protocol over a pipe, with nothing but Node.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Browser {
  static async start(program) {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "tilework-playground-"));
    browser.child = spawn(program, [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--hide-scrollbars",
      "--disable-dev-shm-usage", "--remote-debugging-pipe", `--user-data-dir=${browser.folder}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.number = 0;
    browser.waiting = new Map();
    browser.listeners = new Set();
    let rest = "";
    browser.child.stdio[4].setEncoding("utf8");
    browser.child.stdio[4].on("data", (part) => {
      rest += part;
      const messages = rest.split("\0");
      rest = messages.pop();
      for (const message of messages) browser.received(JSON.parse(message));
    });
    browser.child.on("exit", () => {
      for (const { reject } of browser.waiting.values()) reject(new Error("the browser has ended"));
    });
    return browser;
  }

  received(message) {
    if (message.id === undefined) {
      for (const listener of this.listeners) listener(message);
      return;
    }
    const { resolve, reject, method } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(`${method}: ${message.error.message}`));
    else resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, method });
      this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  // A page of this size; errors of its scripts are collected.
  async page(url, { width = 1280, height = 900, dark = false, mobile = false } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    for (const domain of ["Page", "Runtime", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: mobile ? 2 : 1, mobile });
    if (mobile) await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await page.open(url);
    return page;
  }

  async end() {
    await this.send("Browser.close").catch(() => {});
    await new Promise((resolve) => {
      this.child.on("exit", resolve);
      setTimeout(() => { this.child.kill(); resolve(); }, 3000);
    });
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Page {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target, errors: [], requests: [] });
    browser.listeners.add(({ method, params, sessionId }) => {
      if (sessionId !== session) return;
      if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Runtime.consoleAPICalled" && params.type === "error") this.errors.push(params.args.map((arg) => arg.value).join(" "));
      if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    });
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async open(url) {
    await this.send("Page.navigate", { url });
    await this.until("document.readyState === 'complete'");
  }

  // The value of an expression in the page.
  async see(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  async until(expression, seconds = 60) {
    const end = Date.now() + 1000 * seconds;
    for (;;) {
      const value = await this.see(expression).catch((error) => {
        if (/navigat|context/i.test(error.message)) return false;
        throw error;
      });
      if (value) return value;
      if (Date.now() > end) throw new Error(`never true: ${expression}`);
      await new Promise((resolve) => { setTimeout(resolve, 15); });
    }
  }

  async type(text) {
    for (const char of text) {
      if (char === "\n") await this.key("Enter");
      else await this.send("Input.insertText", { text: char });
    }
  }

  async key(key, modifiers = 0) {
    const codes = { Enter: 13, Tab: 9, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35, Backspace: 8, " ": 32, a: 65 };
    const text = key === "Enter" ? "\r" : key.length === 1 && modifiers === 0 ? key : undefined;
    const all = { key, modifiers, windowsVirtualKeyCode: codes[key] ?? key.charCodeAt(0), code: key.length === 1 ? undefined : key };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...all });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...all });
  }

  async mouse(type, x, y, more = {}) {
    await this.send("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" && !more.buttons ? "none" : "left", clickCount: 1, ...more });
  }

  async click(x, y) {
    await this.mouse("mouseMoved", x, y);
    await this.mouse("mousePressed", x, y);
    await this.mouse("mouseReleased", x, y);
  }

  // Clicks the middle of an element.
  async press(selector) {
    const at = await this.see(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (!element) return null;
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
    if (!at) throw new Error(`there is no ${selector}`);
    await this.click(at.x, at.y);
  }

  async picture(file, whole = false) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: whole });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  async close() {
    await this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}
