// @ts-check
/**
 * Marks printed in cells: ports, forts with their strength, victory points, sources of supply, oases, airfields.
 *
 * @typedef {import("../wire.js").Mark} Mark
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Box} Box
 */
import { short, svg } from "./svg.js";
import { WORDS } from "./words.js";

/** Our own drawings, around the middle of a square of 24. @type {Record<string, string>} */
const SIGNS = {
  port: "M0-8a2.4 2.4 0 110 4.8A2.4 2.4 0 010-8zM0-3.2V8M-4-.5H4M-8 2.5C-7 7-3.5 8 0 8s7-1 8-5.5",
  fort: "M-8-7h4v3h2.5v-3h3v3H4v-3h4V8H-8z",
  points: "M0-11L4-6 10-5 8 1 10 7 4 8 0 12-4 8-10 7-8 1-10-5-4-6z",
  source: "M0-8L8 2H3V8H-3V2H-8z",
  oasis: "M0-9C4-3 6.5 0 6.5 3A6.5 6.5 0 01-6.5 3C-6.5 0-4-3 0-9z",
  airfield: "M-1.5-9h3v6.5L9 2v2.5L1.5 2.5V6L4 8v1.5L0 8.5-4 9.5V8L-1.5 6V2.5L-9 4.5V2l7.5-4.5z",
};
/** Signs in which something is written; beside the others it stands at the foot. */
const PLATES = new Set(["fort", "points"]);
const OTHER = "M0-8A8 8 0 110 8 8 8 0 010-8z";
/** A sign is this wide, by cells; signs stand at the upper right, one beside the other. */
const WIDE = 0.25;

/** Around a free point they lie as chips on its ring, from the right upwards: by degrees, and this far out. */
const CHIPS = { from: -14, step: -36, off: 0.52, radius: 0.15 };

/** The marks of all cells: they never change. @param {Geometry} geometry */
export function printedMarks(geometry) {
  return marksOf(geometry.places.filter(({ free }) => !free));
}

/** Those of free points, which lie over the counters. @param {Geometry} geometry */
export function printedChips(geometry) {
  return marksOf(geometry.places.filter(({ free }) => free));
}

/** @param {Place[]} places */
function marksOf(places) {
  const element = svg("g", { class: "map-printed" });
  for (const place of places) element.append(...place.cell.marks.map((mark, index) => sign(place, mark, index)));
  return element;
}

/** The middle of a mark. @param {Place} place @param {number} index */
function spotOf({ x, y, size, free }, index) {
  if (!free) return { x: x + 0.3 * size - 1.15 * index * WIDE * size, y: y - 0.3 * size };
  const angle = ((CHIPS.from + CHIPS.step * index) * Math.PI) / 180;
  return { x: x + CHIPS.off * size * Math.cos(angle), y: y + CHIPS.off * size * Math.sin(angle) };
}

/** The room that the chips of a free point take. @param {Place} place @returns {Box[]} */
export function chipBoxes(place) {
  const half = CHIPS.radius * place.size;
  return place.cell.marks.map((_, index) => {
    const { x, y } = spotOf(place, index);
    return { x0: x - half, y0: y - half, x1: x + half, y1: y + half };
  });
}

/** @param {Place} place @param {Mark} mark @param {number} index */
function sign(place, { kind, text }, index) {
  const size = WIDE * place.size;
  const { x, y } = spotOf(place, index);
  const scale = short(size / 20);
  const drawing = svg("path", { class: `printed-sign is-${kind}`, d: SIGNS[kind] ?? OTHER });
  const group = svg("g", { transform: `translate(${short(x)} ${short(y)}) scale(${scale})` });
  if (place.free && !PLATES.has(kind))
    group.append(svg("circle", { class: `printed-chip is-${kind}`, r: (20 * CHIPS.radius) / WIDE }));
  group.append(drawing);
  group.dataset.mark = kind;
  const [dx, dy, letter] = PLATES.has(kind) ? [0, kind === "fort" ? 6.5 : 5, 13] : [8, 12, 11];
  if (text) {
    const attributes = { class: "printed-text", x: dx, y: dy, "font-size": letter, "text-anchor": "middle" };
    group.append(svg("text", attributes, text));
  }
  return group;
}

/** In words. @param {Mark} mark */
export const markWords = ({ kind, text }) => [WORDS.marks[kind] ?? kind, text].filter(Boolean).join(" ");
