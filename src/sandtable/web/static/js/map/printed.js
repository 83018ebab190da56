// @ts-check
/**
 * Marks printed in cells: ports, forts with their strength, victory points, sources of supply, oases, airfields.
 *
 * @typedef {import("../wire.js").Mark} Mark
 * @typedef {import("./geometry.js").Geometry} Geometry
 */
import { short, svg } from "./svg.js";
import { CHIP, trimOf } from "./trim.js";
import { WORDS } from "./words.js";

/** Our own drawings, around the middle of a square of 24. @type {Record<string, string>} */
export const SIGNS = {
  port: "M0-8a2.4 2.4 0 110 4.8A2.4 2.4 0 010-8zM0-3.2V8M-4-.5H4M-8 2.5C-7 7-3.5 8 0 8s7-1 8-5.5",
  fort: "M-8-7h4v3h2.5v-3h3v3H4v-3h4V8H-8z",
  points: "M0-11L4-6 10-5 8 1 10 7 4 8 0 12-4 8-10 7-8 1-10-5-4-6z",
  source: "M0-8L8 2H3V8H-3V2H-8z",
  oasis: "M0-9C4-3 6.5 0 6.5 3A6.5 6.5 0 01-6.5 3C-6.5 0-4-3 0-9z",
  airfield: "M-1.5-9h3v6.5L9 2v2.5L1.5 2.5V6L4 8v1.5L0 8.5-4 9.5V8L-1.5 6V2.5L-9 4.5V2l7.5-4.5z",
};
/** Signs in which something is written; beside the others it stands at the foot. */
const PLATES = new Set(["fort", "points"]);
export const OTHER = "M0-8A8 8 0 110 8 8 8 0 010-8z";
/** A sign is this wide, by cells; signs stand at the upper right, one beside the other. */
const WIDE = 0.25;

/** The marks of all cells: they never change. @param {Geometry} geometry */
export function printedMarks(geometry) {
  const element = svg("g", { class: "map-printed" });
  for (const { cell, x, y, size, free } of geometry.places) {
    if (free) continue;
    const signs = cell.marks.map((mark, index) =>
      sign(mark, x + (0.3 - 1.15 * WIDE * index) * size, y - 0.3 * size, size, false),
    );
    element.append(...signs);
  }
  return element;
}

/** Those of free points, which lie over the counters as chips on their rings. @param {Geometry} geometry */
export function printedChips(geometry) {
  const element = svg("g", { class: "map-printed" });
  for (const [place, { chips }] of trimOf(geometry)) {
    element.append(
      ...place.cell.marks.map((mark, index) => {
        const { x, y } = chips[index];
        const chip = sign(mark, place.x + x * place.size, place.y + y * place.size, place.size, true);
        chip.dataset.cell = String(place.number);
        return chip;
      }),
    );
  }
  return element;
}

/** @param {Mark} mark @param {number} x its middle @param {number} y @param {number} cell @param {boolean} chip */
function sign({ kind, text }, x, y, cell, chip) {
  const scale = short((WIDE * cell) / 20);
  const group = svg("g", { transform: `translate(${short(x)} ${short(y)}) scale(${scale})`, "data-mark": kind });
  if (chip && !PLATES.has(kind)) {
    group.append(svg("circle", { class: `printed-chip is-${kind}`, r: (20 * CHIP) / WIDE }));
  }
  group.append(svg("path", { class: `printed-sign is-${kind}`, d: SIGNS[kind] ?? OTHER }));
  if (text) group.append(svg("text", { class: "printed-text", ...letters(kind), "text-anchor": "middle" }, text));
  return group;
}

/** In a sign, or at its foot. @param {string} kind @returns {Record<string, number>} */
const letters = (kind) =>
  PLATES.has(kind) ? { y: kind === "fort" ? 6.5 : 5, "font-size": 13 } : { x: 8, y: 12, "font-size": 11 };

/** In words. @param {Mark} mark */
export function markWords({ kind, text }) {
  const name = WORDS.marks[kind] ?? kind;
  if (kind === "points") return text === "1" ? WORDS.point : `${text} ${name}`.trim();
  return !text ? name : PLATES.has(kind) ? `${name} ${text}` : `${name} (${text})`;
}
