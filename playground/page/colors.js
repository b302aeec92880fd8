// The colors of pictures, in the light and in the dark. The light ones are those of the algebra's own pictures.
const light = {
  paper: "#ffffff",
  ink: "#1a1a1a",
  quiet: "#5b6168",
  border: "#9aa0a6",
  alarm: "#c04000",
  here: "#0b57d0",
  linked: "#7a3fd1",
  faint: "#eeeeee",
  tints: ["#92cef1", "#efc15a", "#cdece3", "#e7a36d", "#6aadd2", "#f0e546", "#e2b4ce", "#a5a5a5"],
};
const dark = {
  paper: "#16191d",
  ink: "#e7e9ec",
  quiet: "#9aa3ad",
  border: "#4a525b",
  alarm: "#ff7a45",
  here: "#7db4ff",
  linked: "#c39bff",
  faint: "#262b31",
  tints: ["#1f5878", "#735618", "#2d5a4d", "#7a431b", "#0f3f5e", "#5f5d0e", "#6a3f59", "#4b5157"],
};

// Mixes two colors, each [red, green, blue].
function mixed(from, to) {
  return Array.from({ length: 32 }, (_, k) => `rgb(${from.map((part, at) => Math.round(part + ((to[at] - part) * k) / 31)).join(" ")})`);
}
light.shades = mixed([240, 247, 253], [112, 176, 224]);
dark.shades = mixed([24, 32, 42], [32, 96, 150]);

export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function colors() {
  const of = isDark() ? dark : light;
  return {
    ...of,
    // The colors of a cell: -1 is none, -2 faint, else a tint.
    fill: (number) => (number === -1 ? of.paper : number === -2 ? of.faint : of.tints[number]),
    // From light to strong, in 32 steps.
    shade: (part) => of.shades[Math.min(31, Math.max(0, Math.floor(32 * part)))],
    on: (number) => (number === -2 ? of.quiet : of.ink),
  };
}
