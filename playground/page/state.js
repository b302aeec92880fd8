// What a link holds: the text and what is shown of it.
const standard = {
  text: "# A tile of 2 x 4 in a row-major matrix\nA = (8,16):(16,1)\nA o (2,4):(1,8)",
  statement: "",
  label: "",
  by: "thread",
  view: "",
  tab: "steps",
  bytes: "4",
  vector: "1",
  machine: "nvidia",
  store: "load",
  own: "",
  tile: "",
};

let timer = 0;

export const state = { ...standard };

export function readLink(hash = location.hash) {
  clearTimeout(timer);
  const given = new URLSearchParams(hash.slice(1));
  for (const name of Object.keys(standard)) state[name] = given.get(name) ?? standard[name];
}

export function link() {
  const given = new URLSearchParams();
  for (const name of Object.keys(standard)) {
    if (String(state[name]) !== standard[name]) given.set(name, state[name]);
  }
  return `#${given}`;
}

export function keepLink() {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, "", link()), 150);
}
