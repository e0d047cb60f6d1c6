// Buttons that copy a text.

import { setText } from "../dom.ts";

const SAID = 2_000;

async function copy(source: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    // Without permission to copy, the text is selected so that the reader can copy it.
    getSelection()?.selectAllChildren(source);
    return false;
  }
}

/** Makes each copy button of the page copy the text that it names. */
export function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copies]")) {
    const source = document.getElementById(button.dataset.copies ?? "");
    if (!source) continue;
    button.hidden = false;
    button.setAttribute("aria-live", "polite");
    const name = button.textContent;
    button.addEventListener("click", () => {
      void copy(source).then((copied) => {
        setText(button, copied ? "Copied" : "Marked");
        setTimeout(() => setText(button, name), SAID);
      });
    });
  }
}
