// @ts-check
/**
 * Where the things around a free point lie: the tab of the side that controls it, and the chips of its printed marks.
 * All points are alike where they can be; a crowded one has them where they touch no neighbour.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {{tab: Point, chips: Point[]}} Trim from the middle of the point, by cells
 */
import { grow, overlap } from "./geometry.js";

/** Half the width and height of a tab as a rule, and of a chip; half of a point with its ring. */
export const TAB = { width: 0.22, height: 0.16 };
export const CHIP = 0.15;
const RING = 0.5;
/** The corners for a tab, the best first. @type {Point[]} */
const CORNERS = [
  { x: -0.45, y: 0.43 },
  { x: 0.45, y: 0.43 },
  { x: -0.45, y: -0.43 },
];
/** Chips lie on a circle: its radius, and in degrees where they begin and how far they are apart, the best first. */
const CIRCLE = 0.53;
const ARCS = [
  [-20, -36],
  [-56, -36],
  [200, 36],
  [-92, -36],
];

/** @type {WeakMap<Geometry, Map<Place, Trim>>} */
const known = new WeakMap();

/** By free point where its things lie. @param {Geometry} geometry @returns {Map<Place, Trim>} */
export function trimOf(geometry) {
  const found = known.get(geometry) ?? lay(geometry.places.filter(({ free }) => free));
  known.set(geometry, found);
  return found;
}

/** @param {Place[]} places @returns {Map<Place, Trim>} */
function lay(places) {
  const near = new Map(places.map((place) => [place, places.filter((other) => isNear(place, other))]));
  /** @type {Map<Place, Trim>} */
  const trims = new Map();
  for (const place of places) {
    const discs = (near.get(place) ?? []).map((other) => boxAt(other, { x: 0, y: 0 }, RING, RING));
    const tab = best(CORNERS, (corner) => hits(boxAt(place, corner, TAB.width, TAB.height), discs));
    trims.set(place, { tab, chips: [] });
  }
  for (const [place, trim] of trims) {
    const others = (near.get(place) ?? []).flatMap((other) => boxesOf(other, trims.get(other)));
    const own = tabBoxOf(place, trim.tab);
    const arcs = ARCS.map(([from, step]) => place.cell.marks.map((_, k) => onCircle(from + step * k)));
    trim.chips = best(arcs, (arc) => {
      const chips = arc.map((chip) => boxAt(place, chip, CHIP, CHIP));
      return chips.reduce((sum, chip) => sum + hits(chip, [own, ...others]), 0);
    });
  }
  return trims;
}

/** @param {Place} a @param {Place} b */
const isNear = (a, b) => a !== b && Math.hypot(a.x - b.x, a.y - b.y) < a.size + b.size;

/** @param {number} degrees @returns {Point} */
function onCircle(degrees) {
  const angle = (degrees * Math.PI) / 180;
  return { x: CIRCLE * Math.cos(angle), y: CIRCLE * Math.sin(angle) };
}

/** @param {Place} place @param {Point} at @param {number} width @param {number} height halves @returns {Box} */
function boxAt({ x, y, size }, at, width, height) {
  const [cx, cy] = [x + at.x * size, y + at.y * size];
  return { x0: cx - width * size, x1: cx + width * size, y0: cy - height * size, y1: cy + height * size };
}

/** @param {Place} place @param {Point} tab */
const tabBoxOf = (place, tab) => boxAt(place, tab, TAB.width, TAB.height);

/** All that lies at a point, itself included. @param {Place} place @param {Trim} [trim] @returns {Box[]} */
function boxesOf(place, trim) {
  const chips = trim?.chips.map((chip) => boxAt(place, chip, CHIP, CHIP)) ?? [];
  return [boxAt(place, { x: 0, y: 0 }, RING, RING), ...(trim ? [tabBoxOf(place, trim.tab)] : []), ...chips];
}

/** @param {Box} box @param {Box[]} others */
const hits = (box, others) => others.filter((other) => overlap(grow(box, -0.01), other)).length;

/** The first of those that hit least. @template T @param {T[]} all @param {(one: T) => number} cost @returns {T} */
function best(all, cost) {
  const costs = all.map(cost);
  return all[costs.indexOf(Math.min(...costs))];
}

/** The room that the chips of a map take. @param {Geometry} geometry @returns {Box[]} */
export const chipBoxes = (geometry) =>
  [...trimOf(geometry)].flatMap(([place, { chips }]) => chips.map((chip) => boxAt(place, chip, CHIP, CHIP)));
