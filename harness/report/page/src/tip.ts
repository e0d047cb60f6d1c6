// The known facts about one spot at one moment, as lines of text.

import { type Choice, type Moment, shadingOf } from "./moment.ts";
import { share } from "./text.ts";
import type { Scenery, Spot } from "./types.ts";

export function tipLines(spot: Spot, moment: Moment | undefined, choice: Choice, scenery: Scenery): string[] {
  const what = spot.landmark === undefined ? spot.kind : `${spot.kind}, ${spot.landmark}`;
  const lines = [`${spot.name} (${spot.key}), ${what}`];
  if (!moment) return lines;
  for (const piece of moment.scene.pieces) if (piece.at === spot.key) lines.push(piece.name);
  moment.scene.rows.forEach((cards, i) => {
    for (const card of cards) {
      if (card.at !== spot.key || card.age === undefined) continue;
      const on = card.on?.length ? `, with ${card.on.join(", ")}` : "";
      lines.push(`${scenery.rows[i]?.name ?? "trail"}: ${card.age} ago${on}`);
    }
  });
  const shading = shadingOf(moment, choice);
  const legend = scenery.legends[choice.shading];
  if (shading && legend) lines.push(`${legend.name}: ${share(shading[spot.key] ?? 0)}`);
  for (const note of moment.notes) {
    if ("label" in note && note.label.at === spot.key) lines.push(`Bot: ${note.label.text}`);
    if ("shade" in note && note.shade.at === spot.key) lines.push(`Bot's shade: ${share(note.shade.value)}`);
  }
  return lines;
}
