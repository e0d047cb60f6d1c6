// Values as a page holds them.

import { deflateRawSync } from "node:zlib";

/** The JSON of a value, compressed, in base64. */
export function packed(value: unknown): string {
  return deflateRawSync(JSON.stringify(value), { level: 9 }).toString("base64");
}
