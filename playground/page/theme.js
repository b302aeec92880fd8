// Dark and light: as the system says, until the button says otherwise.
import { isDark } from "./colors.js";
import { by } from "./dom.js";

export function startTheme(changed) {
  const root = document.documentElement;
  const button = by("theme");
  const show = () => {
    button.setAttribute("aria-label", isDark() ? "Light colors" : "Dark colors");
    button.textContent = isDark() ? "☀" : "☾";
    changed();
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("tilework-theme", root.dataset.theme);
    } catch {
      // A page from a file may not keep anything.
    }
    show();
  });
  try {
    const kept = localStorage.getItem("tilework-theme");
    if (kept) root.dataset.theme = kept;
  } catch {
    // See above.
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}
