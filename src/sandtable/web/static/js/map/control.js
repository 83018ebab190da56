// @ts-check
/**
 * Who controls the spaces of a map of points: a ring in the colour of the side around each, under the counters, and a
 * tab with its letters, over them. Tabs are never smaller than one can read, as long as the spaces leave room for that.
 *
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {{place: Place, side: number, letters: string, element: SVGGElement}} Tab
 */
import { outlineOf } from "./counters.js";
import { SIDE_ACCENTS } from "./palette.js";
import { RING } from "./spaces.js";
import { disc, short, svg } from "./svg.js";

/** The middle of a tab, from that of its space; how high it is, by cells and in pixels; how much wider than high. */
const AT = { x: -0.37, y: 0.37 };
const [HEIGHT, LEAST, MOST] = [0.31, 11.5, 0.62];
/** Where spaces are smaller than this, in pixels, the tab takes the place of the disc. */
const TINY = 15;

/** @param {number} side */
const accent = (side) => SIDE_ACCENTS[side % SIDE_ACCENTS.length];

/** How high tabs are, by cells, on a map on which a cell has so many pixels. @param {number} scale */
export const tabHeight = (scale) => (scale < TINY ? 0.82 : Math.min(MOST, Math.max(HEIGHT, LEAST / scale)));

/** @param {string} letters */
const widthOf = (letters) => (letters.length > 1 ? 1.4 : 1);

/** The room a tab takes beside its space. @param {Place} place @param {number} scale @returns {Box} */
export function tabBox({ x, y, size }, scale) {
  const half = (tabHeight(scale * size) / 2) * size;
  const at = middle(scale * size);
  const [cx, cy] = [x + at.x * size, y + at.y * size];
  return { x0: cx - 1.4 * half, x1: cx + 1.4 * half, y0: cy - half, y1: cy + half };
}

/** @param {number} scale */
const middle = (scale) => (scale < TINY ? { x: 0, y: 0 } : AT);

/** The shortest beginnings by which names differ: A and G, or Ax and Al. @param {readonly string[]} names */
export function lettersOf(names) {
  return names.map((name) => {
    for (let length = 1; length < 3; length++) {
      const same = names.filter((other) => other.slice(0, length) === name.slice(0, length));
      if (same.length === 1) return name.slice(0, length);
    }
    return name.slice(0, 2);
  });
}

export class Control {
  constructor() {
    this.rings = svg("g", { class: "control-rings" });
    this.tabs = svg("g", { class: "control-tabs" });
    /** @type {Tab[]} */
    this._tabs = [];
    this._scale = 1;
  }

  /** @param {{place: Place, side: number, letters: string}[]} spaces */
  show(spaces) {
    this.rings.replaceChildren(...spaces.map(({ place, side }) => ringOf(place, side)));
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
      const cell = this._scale * place.size;
      const at = middle(cell);
      const size = tabHeight(cell) * place.size;
      const [x, y] = [place.x + at.x * place.size, place.y + at.y * place.size];
      element.setAttribute("transform", `translate(${short(x)} ${short(y)}) scale(${short(size)})`);
    }
  }
}

/** @param {Place} place @param {number} side */
function ringOf({ x, y, size }, side) {
  const attributes = { stroke: accent(side), "stroke-width": short(RING.width * size) };
  return svg("path", { ...attributes, d: disc(x, y, RING.radius * size) });
}

/** In a square of 1: sides differ in outline, too. @param {number} side @param {string} letters */
function tabOf(side, letters) {
  const wide = widthOf(letters);
  const plate = `translate(${-wide / 2} -0.5) scale(${wide / 100} 0.01)`;
  return svg(
    "g",
    { class: "control-tab", "data-side": side },
    svg("path", { d: outlineOf(side), fill: accent(side), transform: plate }),
    svg("text", { y: 0.27, "font-size": 0.78, "text-anchor": "middle" }, letters),
  );
}
