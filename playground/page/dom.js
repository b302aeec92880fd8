// Elements in one call: make("button", { type: "button" }, "Copy").
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

export function by(id) {
  return document.getElementById(id);
}

// A text that is cut where it becomes too long to read.
export function shortened(text, most) {
  return text.length <= most ? text : `${text.slice(0, most)} …`;
}

export function say(text) {
  by("said").textContent = text;
}

export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const anchor = make("a", { href: url, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export async function copied(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without a secure connection there is no clipboard; the text is selected instead.
    button.textContent = "Select and copy";
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}
