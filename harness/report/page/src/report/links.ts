// Links to what is folded away.

/** The element that an address names. */
function target(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.replace(/^#/, "")));
  } catch {
    return null; // not an address that this page has
  }
}

/** What opens the element that an address names, and all that it is folded into. */
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
