// Elements: made from plain text, and changed only where something differs.

import { plain } from "./text.ts";

type Child = Node | string;
type Attributes = Record<string, string | number | boolean | undefined>;

const SVG = "http://www.w3.org/2000/svg";

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : plain(String(value)));
  }
  element.append(...children.map((child) => (typeof child === "string" ? plain(child) : child)));
  return element;
}

/** An element of HTML. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function button(label: string, attributes: Attributes, click: () => void): HTMLButtonElement {
  const made = html("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", click);
  return made;
}

/** Sets an element's text, if it differs. */
export function setText(element: Element, text: string): void {
  const safe = plain(text);
  if (element.textContent !== safe) element.textContent = safe;
}

/** Sets an attribute, or removes it if the value is undefined; does nothing if that changes nothing. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  const safe = value === undefined ? null : plain(value);
  if (element.getAttribute(name) === safe) return;
  if (safe === null) element.removeAttribute(name);
  else element.setAttribute(name, safe);
}

export function setHidden(element: HTMLElement, hidden: boolean): void {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/** Children of one parent that stand for items: kept by key, added and removed together with items. */
export class Keyed<Item, E extends Element> {
  readonly #elements = new Map<string, E>();

  constructor(
    readonly parent: Element,
    readonly create: (item: Item) => E,
    readonly update: (element: E, item: Item, place: number) => void,
  ) {}

  show(items: readonly Item[], key: (item: Item, place: number) => string): void {
    const gone = new Set(this.#elements.keys());
    items.forEach((item, place) => {
      const name = key(item, place);
      gone.delete(name);
      const element = this.#elements.get(name) ?? this.#add(name, item);
      if (this.parent.children[place] !== element) {
        this.parent.insertBefore(element, this.parent.children[place] ?? null);
      }
      this.update(element, item, place);
    });
    for (const name of gone) {
      this.#elements.get(name)?.remove();
      this.#elements.delete(name);
    }
  }

  #add(name: string, item: Item): E {
    const element = this.create(item);
    this.#elements.set(name, element);
    return element;
  }
}
