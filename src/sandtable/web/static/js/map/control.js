// @ts-check
/**
 * Who controls the spaces of a map of points: a ring in the colour of the side around each, under the counters, and a
 * tab with its letters, over them. Tabs are never smaller than one can read, as long as the spaces leave room for that.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{place: Place, side: number, letters: string, element: SVGGElement}} Tab
 */
import { outlineOf } from "./counters.js";
import { SIDE_ACCENTS } from "./palette.js";
import { RING, ROUND, isBox } from "./spaces.js";
import { short, svg } from "./svg.js";
import { TAB, trimOf } from "./trim.js";

/** Tabs are at least this high, in pixels, and at most, by cells. */
const [LEAST, MOST] = [11.5, 0.62];
/** Where spaces are smaller than this, in pixels, the tab takes the place of the disc, and is this high. */
const [TINY, INSTEAD] = [15, 0.82];
const WIDE = TAB.width / TAB.height;

/** @param {number} side */
const accent = (side) => SIDE_ACCENTS[side % SIDE_ACCENTS.length];

/**
 * The middle of a tab and its height, in the plane, on a map on which a unit has so many pixels.
 *
 * @param {Place} place @param {Point} corner @param {number} scale
 */
function laid({ x, y, size }, corner, scale) {
  if (scale * size < TINY) return { x, y, height: INSTEAD * size };
  const height = Math.min(MOST, Math.max(2 * TAB.height, LEAST / scale / size));
  return { x: x + corner.x * size, y: y + corner.y * size, height: height * size };
}

/** The room that tabs take. @param {Geometry} geometry @param {number} scale @returns {Box[]} */
export function tabBoxes(geometry, scale) {
  return [...trimOf(geometry)].map(([place, { tab }]) => {
    const { x, y, height } = laid(place, tab, scale);
    const [w, h] = [(WIDE * height) / 2, height / 2];
    return { x0: x - w, x1: x + w, y0: y - h, y1: y + h };
  });
}

/** The shortest beginnings by which names differ: A and G, or Ax and Al. @param {readonly string[]} names */
export function lettersOf(names) {
  return names.map((name) => {
    const alone = [1, 2].find((length) => {
      const same = names.filter((other) => other.slice(0, length) === name.slice(0, length));
      return same.length === 1;
    });
    return name.slice(0, alone ?? 2);
  });
}

export class Control {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this._trims = trimOf(geometry);
    this._boxes = new Set(geometry.board.terrains.filter(isBox).map(({ id }) => id));
    this.rings = svg("g", { class: "control-rings" });
    this.tabs = svg("g", { class: "control-tabs" });
    /** @type {Tab[]} */
    this._tabs = [];
    this._scale = 1;
  }

  /** @param {{place: Place, side: number, letters: string}[]} spaces */
  show(spaces) {
    this.rings.replaceChildren(...spaces.map(({ place, side }) => ringOf(place, side, this._boxes.has(place.cell.terrain))));
    this._tabs = spaces.map((space) => ({ ...space, element: tabOf(space.side, space.letters) }));
    this.tabs.replaceChildren(...this._tabs.map(({ element }) => element));
    this._lay();
  }

  /** @param {number} scale pixels a unit of the plane */
  draw(scale) {
    if (Math.abs(scale / this._scale - 1) < 0.02) return;
    this._scale = scale;
    this._lay();
  }

  _lay() {
    for (const { place, element } of this._tabs) {
      const { x, y, height } = laid(place, this._trims.get(place)?.tab ?? { x: 0, y: 0 }, this._scale);
      element.setAttribute("transform", `translate(${short(x)} ${short(y)}) scale(${short(height)})`);
    }
  }
}

/** @param {Place} place @param {number} side @param {boolean} square */
function ringOf({ x, y, size, cell }, side, square) {
  const attributes = { stroke: accent(side), "stroke-width": short(RING.width * size), "data-cell": cell.number };
  const r = RING.radius * size;
  if (!square) return svg("circle", { ...attributes, cx: short(x), cy: short(y), r: short(r) });
  const edge = { x: short(x - r), y: short(y - r), width: short(2 * r), height: short(2 * r), rx: short(ROUND * size) };
  return svg("rect", { ...attributes, ...edge });
}

/** In a square of 1: sides differ in outline, too. @param {number} side @param {string} letters */
function tabOf(side, letters) {
  const wide = letters.length > 1 ? WIDE : 1;
  const plate = `translate(${-wide / 2} -0.5) scale(${wide / 100} 0.01)`;
  return svg(
    "g",
    { class: "control-tab", "data-side": side },
    svg("path", { d: outlineOf(side), fill: accent(side), transform: plate }),
    svg("text", { y: 0.27, "font-size": 0.78, "text-anchor": "middle" }, letters),
  );
}
