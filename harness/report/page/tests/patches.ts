// The other half of `apply` in `src/data.ts`: patches from neighbouring values.

import type { Patch } from "../src/types.ts";

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isArray(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

export function diff(before: unknown, after: unknown): Patch {
  if (JSON.stringify(before) === JSON.stringify(after)) return 0;
  if (isArray(before) && isArray(after)) {
    const changed = after.flatMap((value, i) => {
      const patch = i < before.length ? diff(before[i], value) : { "=": value };
      return patch === 0 ? [] : [[String(i), patch] as const];
    });
    return { a: Object.fromEntries(changed), ...(before.length === after.length ? {} : { n: after.length }) };
  }
  if (isObject(before) && isObject(after)) {
    const changed = Object.entries(after).flatMap(([key, value]) => {
      const patch = key in before ? diff(before[key], value) : { "=": value };
      return patch === 0 ? [] : [[key, patch] as const];
    });
    const gone = Object.keys(before).filter((key) => !(key in after));
    return { o: Object.fromEntries(changed), ...(gone.length === 0 ? {} : { "-": gone }) };
  }
  return { "=": after };
}

export function diffs(values: readonly unknown[]): Patch[] {
  return values.slice(1).map((value, i) => diff(values[i], value));
}
