// @ts-check
/**
 * The names of free points, where `crowd.js` puts them. They are placed anew only when their letters have grown or shrunk
 * by a step, so that they stand still while the map is moved and for most of a zoom.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./crowd.js").Stand} Stand
 * @typedef {import("./lettering.js").Name} Name
 */
import { tabBoxes } from "./control.js";
import { Crowd } from "./crowd.js";
import { titlesOf } from "./frames.js";
import { LARGEST, LINE, SMALLEST, STRONG, WIDE, linesOf, namesOf } from "./lettering.js";
import { polygon, svg } from "./svg.js";
import { chipBoxes } from "./trim.js";

const STEP = 1.07;
/** Letters by cells, where that is legible. */
const SHARE = 0.27;

export class FreeNames {
  /** @param {Geometry} geometry @param {(place: Place) => boolean} isStrong */
  constructor(geometry, isStrong) {
    const places = geometry.places.filter((place) => place.free && place.cell.label);
    // The important ones choose first.
    places.sort((a, b) => Number(isStrong(b)) - Number(isStrong(a)));
    this._geometry = geometry;
    this._names = namesOf(places, isStrong);
    this._size = Math.min(...places.map(({ size }) => size));
    this._crowd = new Crowd(geometry, [...titlesOf(geometry).map(({ box }) => box), ...chipBoxes(geometry)]);
    this._leads = svg("g");
    this._texts = svg("g");
    this.element = svg("g", {}, this._leads, this._texts);
    /** By step, where each name stands. @type {Map<number, (Stand | null)[]>} */
    this._settled = new Map();
    this._step = NaN;
    /** @type {Set<number>} */
    this._out = new Set();
  }

  /** @param {number} scale pixels a unit @param {number} textScale how large the page writes */
  draw(scale, textScale) {
    if (!this._names.length) return;
    const share = SHARE * this._size * scale;
    const letter = (Math.min(LARGEST, Math.max(SMALLEST, share)) * textScale) / scale;
    const step = Math.round(Math.log(letter) / Math.log(STEP));
    if (step === this._step) return;
    this._step = step;
    const size = STEP ** step;
    // The smallest map with letters of this step has the largest tabs.
    const stands = this._settled.get(step) ?? this._settle(size, (scale * letter) / (size * Math.sqrt(STEP)));
    this._settled.set(step, stands);
    this._show(stands, size);
  }

  /** Names of cells that are out of play are written faintly. @param {Set<number>} cells */
  dim(cells) {
    this._out = cells;
    for (const element of [...this._texts.children, ...this._leads.children]) {
      element.classList.toggle("is-out", cells.has(Number(element.getAttribute("data-cell"))));
    }
  }

  /** @param {number} size of a letter @param {number} scale */
  _settle(size, scale) {
    const wants = this._names.map((name) => {
      const [one, two] = [linesOf(name, Infinity, size), linesOf(name, 0, size)];
      const long = one[0].width > WIDE * name.place.size;
      const shapes = one.length === two.length ? [one] : long ? [two, one] : [one, two];
      return { place: name.place, shapes, strong: name.strong, letter: (name.strong ? STRONG : 1) * size };
    });
    return this._crowd.settle(wants, tabBoxes(this._geometry, scale));
  }

  /** @param {(Stand | null)[]} stands @param {number} size */
  _show(stands, size) {
    /** @type {SVGElement[]} */
    const texts = [];
    /** @type {SVGElement[]} */
    const leads = [];
    this._names.forEach((name, k) => {
      const stand = stands[k];
      if (!stand) return;
      texts.push(write(name, stand));
      if (stand.lead) leads.push(leadOf(name.place, stand.lead, size));
    });
    this._texts.setAttribute("font-size", size.toFixed(4));
    this._texts.replaceChildren(...texts);
    this._leads.replaceChildren(...leads);
    this.dim(this._out);
  }
}

/** @param {Name} name @param {Stand} stand */
function write({ element, place }, { lines, box }) {
  const x = (box.x0 + box.x1) / 2;
  element.setAttribute("y", String(box.y0));
  element.dataset.cell = String(place.number);
  element.replaceChildren(
    ...lines.map(({ text }, k) => svg("tspan", { x, dy: `${k ? LINE : 0.79}em` }, text)),
  );
  return element;
}

/** @param {Place} place @param {import("./geometry.js").Point[]} lead @param {number} size */
const leadOf = (place, lead, size) =>
  svg("path", {
    class: "name-lead",
    d: polygon(lead, false),
    "stroke-width": 0.08 * size,
    "data-cell": place.number,
  });
