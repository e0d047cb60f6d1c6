// Makes bots/src/course/coastline.json: the outlines of Europe's land behind the course's map.
//
// Source: Natural Earth 1:50m land (public domain), from the npm package `world-atlas`.
// Run: npm run coastline
//
// The outlines are cut to a frame around the map's places, wide enough that the frame's edges stay
// out of sight at the usual shapes of a window, simplified, and rounded to hundredths of a degree.
import { readFileSync, writeFileSync } from "node:fs";
import { feature } from "topojson-client";

const FRAME = { west: -25, east: 44, south: 28, north: 65 };
const TOLERANCE = 0.045; // degrees: how far a dropped point may lie off the simplified line
const SMALLEST = 0.06; // square degrees: smaller islands are left out
const OUT = new URL("../../../../bots/src/course/coastline.json", import.meta.url);
const LAND = new URL("../node_modules/world-atlas/land-50m.json", import.meta.url);

/** The part of a ring on one side of a line (Sutherland and Hodgman's algorithm). */
function cut(ring, axis, limit, sign) {
  const inside = (point) => sign * (point[axis] - limit) <= 0;
  return ring.flatMap((point, i) => {
    const before = ring[(i + ring.length - 1) % ring.length];
    const crossing = inside(point) !== inside(before);
    const share = crossing ? (limit - before[axis]) / (point[axis] - before[axis]) : 0;
    const met = before.map((value, a) => (a === axis ? limit : value + share * (point[a] - value)));
    return [...(crossing ? [met] : []), ...(inside(point) ? [point] : [])];
  });
}

function clip(ring) {
  const edges = [
    [0, FRAME.west, -1],
    [0, FRAME.east, 1],
    [1, FRAME.south, -1],
    [1, FRAME.north, 1],
  ];
  return edges.reduce((rest, [axis, limit, sign]) => cut(rest, axis, limit, sign), ring);
}

function area(ring) {
  return Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length];
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );
}

function distance([x, y], [ax, ay], [bx, by]) {
  const scale = Math.cos((y * Math.PI) / 180); // a degree of longitude is shorter in the north
  const [dx, dy, px, py] = [(bx - ax) * scale, by - ay, (x - ax) * scale, y - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return Math.hypot(px - t * dx, py - t * dy);
}

/** An open line without the points that lie within the tolerance (Douglas and Peucker's algorithm). */
function simplify(line) {
  const [first, last] = [line[0], line.at(-1)];
  let [farthest, reach] = [0, TOLERANCE];
  for (let i = 1; i < line.length - 1; i += 1) {
    const off = distance(line[i], first, last);
    if (off > reach) [farthest, reach] = [i, off];
  }
  if (farthest === 0) return [first, last];
  return [...simplify(line.slice(0, farthest + 1)).slice(0, -1), ...simplify(line.slice(farthest))];
}

function simplifyRing(ring) {
  const half = Math.floor(ring.length / 2);
  const there = simplify(ring.slice(0, half + 1));
  const back = simplify([...ring.slice(half), ring[0]]);
  return [...there.slice(0, -1), ...back.slice(0, -1)];
}

const topology = JSON.parse(readFileSync(LAND, "utf8"));
const land = feature(topology, topology.objects.land);
const polygons = land.features.flatMap(({ geometry }) =>
  geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
);
const outlines = polygons
  .map(([outer]) => clip(outer.slice(0, -1)))
  .filter((ring) => ring.length > 2 && area(ring) >= SMALLEST)
  .sort((a, b) => area(b) - area(a))
  .map(simplifyRing)
  .filter((ring) => ring.length > 2)
  .map((ring) => ring.map((point) => point.map((degrees) => Math.round(degrees * 100))));

const source = "Natural Earth, 1:50m land (public domain), simplified";
const lines = outlines.map((ring) => JSON.stringify(ring)).join(",\n");
const text = `{"source":${JSON.stringify(source)},"outlines":[\n${lines}\n]}\n`;
writeFileSync(OUT, text);
const points = outlines.reduce((sum, ring) => sum + ring.length, 0);
console.log(`${outlines.length} outlines, ${points} points, ${text.length} bytes`);
