// Elements that are hidden for several reasons, and are seen once no reason is left.

import { setHidden } from "../dom.ts";

type Reason = "filter" | "search";

const reasons = new WeakMap<HTMLElement, Set<Reason>>();

/** Hides an element for a reason, or takes the reason back. */
export function hide(element: HTMLElement, reason: Reason, wanted: boolean): void {
  const own = reasons.get(element) ?? new Set<Reason>();
  reasons.set(element, own);
  if (wanted) own.add(reason);
  else own.delete(reason);
  setHidden(element, own.size > 0);
}
