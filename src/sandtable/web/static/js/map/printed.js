// @ts-check
/**
 * Marks printed in cells: ports, forts with their strength, victory points, sources of supply, oases, airfields.
 *
 * @typedef {import("../wire.js").Mark} Mark
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
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
const OTHER = "M0-8A8 8 0 110 8 8 8 0 010-8z";
/** A sign is this wide, by cells; signs stand at the upper right, one beside the other. */
const WIDE = 0.25;

/** The marks of all cells: they never change. @param {Geometry} geometry */
export function printedMarks(geometry) {
  const element = svg("g", { class: "map-printed" });
  for (const place of geometry.places)
    element.append(...place.cell.marks.map((mark, index) => sign(place, mark, index)));
  return element;
}

/** @param {Place} place @param {Mark} mark @param {number} index */
function sign(place, { kind, text }, index) {
  const size = WIDE * place.size;
  const x = place.x + 0.3 * place.size - 1.15 * index * size;
  const y = place.y - 0.3 * place.size;
  const scale = short(size / 20);
  const drawing = svg("path", { class: `printed-sign is-${kind}`, d: SIGNS[kind] ?? OTHER });
  const group = svg("g", { transform: `translate(${short(x)} ${short(y)}) scale(${scale})` });
  group.append(drawing);
  if (text) group.append(svg("text", { class: "printed-text", y: 5, "font-size": 13, "text-anchor": "middle" }, text));
  return group;
}

/** In words. @param {Mark} mark */
export const markWords = ({ kind, text }) => [WORDS.marks[kind] ?? kind, text].filter(Boolean).join(" ");
