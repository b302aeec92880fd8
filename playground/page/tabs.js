// Tabs: one panel is shown; the arrow keys go from tab to tab.
import { by } from "./dom.js";
import { keepLink, state } from "./state.js";

export function startTabs(changed) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const select = (tab) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      by(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    state.tab = tab.id.slice(4);
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => {
      select(tab);
      keepLink();
      changed();
    });
    tab.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      const next = tabs[(at + way + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  }
  select(by(`tab-${state.tab}`) ?? tabs[0]);
}
