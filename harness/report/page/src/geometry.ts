// The places of spots: from a scene's coordinates to a plane with y downwards.

import type { Board, Shape, SpotKey } from "./types.ts";

export type Point = readonly [number, number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** True if a box lies within another. */
export function within(box: Box, { left, top, right, bottom }: Box): boolean {
  return box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom;
}

/** The Mercator projection, in degrees at the equator. */
function mercator(latitude: number): number {
  const bounded = Math.max(-85, Math.min(85, latitude));
  return (Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) * 180) / Math.PI;
}

export function project(shape: Shape, [x, y]: readonly [number, number]): Point {
  switch (shape) {
    case "globe":
      return [x / 100, -mercator(y / 100)];
    case "plane":
      return [x, -y];
    case "grid":
      return [x, y];
    case "line":
      return [x, 0];
  }
}

/** True if spots are cells that touch, rather than points on a map. */
export function isCells(shape: Shape): boolean {
  return shape === "grid" || shape === "line";
}

/** A board's spots on the plane, and the frame around them. */
export class Ground {
  readonly points: Map<SpotKey, Point>;
  readonly frame: Box;

  constructor(readonly board: Board) {
    this.points = new Map(board.spots.map((spot) => [spot.key, project(board.shape, spot.at)]));
    const xs = [...this.points.values()].map(([x]) => x);
    const ys = [...this.points.values()].map(([, y]) => y);
    if (this.points.size === 0) xs.push(0);
    if (this.points.size === 0) ys.push(0);
    const reach = isCells(board.shape) ? 0.5 : 0;
    this.frame = {
      left: Math.min(...xs) - reach,
      right: Math.max(...xs) + reach,
      top: Math.min(...ys) - reach,
      bottom: Math.max(...ys) + reach,
    };
  }

  get width(): number {
    return this.frame.right - this.frame.left || 1;
  }

  get height(): number {
    return this.frame.bottom - this.frame.top || 1;
  }

  /** The distance between a typical spot and its nearest neighbour. */
  spacing(): number {
    const all = [...this.points.values()];
    const nearest = all.map((a) =>
      Math.min(...all.map((b) => (a === b ? Infinity : Math.hypot(a[0] - b[0], a[1] - b[1])))),
    );
    const known = nearest.filter((gap) => Number.isFinite(gap) && gap > 0).sort((a, b) => a - b);
    return known[Math.floor(known.length / 2)] ?? 1;
  }
}

/** The way in which a ground fills a window: pixels = (point - origin) * scale + margin. */
export interface Fit {
  scale: number;
  left: number;
  top: number;
}

export function fit(ground: Ground, width: number, height: number, margin: readonly [number, number]): Fit {
  const [aside, above] = margin;
  const scale = Math.min((width - 2 * aside) / ground.width, (height - 2 * above) / ground.height);
  return {
    scale,
    left: (width - ground.width * scale) / 2 - ground.frame.left * scale,
    top: (height - ground.height * scale) / 2 - ground.frame.top * scale,
  };
}

/** Places around the origin for a number of pieces that share a spot. */
export function fan(count: number, radius: number): Point[] {
  if (count === 1) return [[0, 0]];
  const ring = Math.max(radius * 1.05, (radius * 1.05) / Math.sin(Math.PI / count));
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2 + (count === 2 ? Math.PI / 2 : 0);
    return [ring * Math.cos(angle), ring * Math.sin(angle)];
  });
}
