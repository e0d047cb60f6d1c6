// Light or dark: the system's setting, unless the reader selects one.

import { button, setText } from "./dom.ts";

const STORE = "stoker-theme";

function stored(): string | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null; // a page on disk may have no storage
  }
}

function store(theme: string): void {
  try {
    localStorage.setItem(STORE, theme);
  } catch {
    // Without storage, the choice only lasts for this visit.
  }
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
}

/** The switch between light and dark. */
export function themeSwitch(): HTMLButtonElement {
  const root = document.documentElement;
  const known = stored();
  if (known === "light" || known === "dark") root.dataset.theme = known;
  const made = button("", { class: "theme" }, () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    store(root.dataset.theme);
    name();
  });
  const name = () => setText(made, isDark() ? "Light" : "Dark");
  name();
  return made;
}
