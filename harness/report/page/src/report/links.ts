// Links to folded parts of the page.

/** The element that an address names. */
function target(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.replace(/^#/, "")));
  } catch {
    return null; // not an address that this page has
  }
}

/** Opens the element that an address names, and everything that it is folded into. */
export function opener(): (hash: string) => void {
  return (hash) => {
    const element = target(hash);
    if (!element) return;
    let closed = false;
    for (let up: HTMLElement | null = element; up; up = up.parentElement) {
      if (up instanceof HTMLDetailsElement && !up.open) {
        up.open = true;
        closed = true;
      }
    }
    if (closed) element.scrollIntoView();
  };
}
