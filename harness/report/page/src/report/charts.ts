// Charts: the reader can select one of several, and save each.

import { button, html } from "../dom.ts";

/** Offers a file for download. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Gives each chart a button that saves it as it was drawn: alone, in light colours. */
export function saveButtons(): void {
  for (const figure of document.querySelectorAll<HTMLElement>("figure.chart")) {
    const drawing = figure.querySelector("svg");
    if (!drawing) continue;
    const name = figure.dataset.name ?? "chart";
    const title = figure.querySelector("figcaption")?.textContent ?? name;
    const attributes = {
      class: "save",
      title: `Save this chart as SVG`,
      "aria-label": `Save as SVG: ${title}`,
    };
    const made = button("SVG", attributes, () => {
      save(`${name}.svg`, new XMLSerializer().serializeToString(drawing));
    });
    figure.querySelector("figcaption")?.append(made);
  }
}

/** Shows one of several charts at a time. */
export function choices(box: HTMLElement): void {
  const figures = [...box.querySelectorAll<HTMLElement>(":scope > figure")];
  if (figures.length < 2) return;
  const buttons = figures.map((figure) => {
    const name = figure.querySelector("figcaption")?.textContent ?? "";
    return button(name, { "aria-pressed": "false" }, () => choose(figure));
  });
  const choose = (wanted: HTMLElement) => {
    figures.forEach((figure, i) => {
      figure.hidden = figure !== wanted;
      buttons[i]?.setAttribute("aria-pressed", String(figure === wanted));
    });
  };
  box.prepend(html("div", { class: "choices", role: "group", "aria-label": "Order" }, ...buttons));
  if (figures[0]) choose(figures[0]);
}
