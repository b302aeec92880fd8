// Menus: one is open at a time, and Escape or a click elsewhere closes it.
export function startMenus() {
  const menus = [...document.querySelectorAll("details.menu")];
  const close = (but) => {
    for (const menu of menus) if (menu !== but) menu.open = false;
  };
  for (const menu of menus) menu.addEventListener("toggle", () => menu.open && close(menu));
  document.addEventListener("pointerdown", (event) => close(event.target.closest("details.menu")));
  document.addEventListener("keydown", (event) => {
    const open = menus.find((menu) => menu.open);
    if (event.key !== "Escape" || !open) return;
    open.open = false;
    open.firstElementChild.focus();
  });
}
