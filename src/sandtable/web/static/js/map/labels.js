// @ts-check
/**
 * Place names. Each stands directly under its place, or directly above it at a northern coast and where another name
 * is in the way, so that nobody has to guess which place it belongs to. They never make room for counters or choices,
 * so that they stay where they are; they lie over the marks of choices and under the counters. A name that finds no
 * room appears when the map is enlarged.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Box} Box
 *
 * @typedef {object} Name
 * @property {Place} place
 * @property {string[]} words
 * @property {number[]} widths of the words, and of a space, by the size of a letter
 * @property {SVGTextElement} element
 * @property {string} drawn where and how it stands now
 * @property {boolean} strong important
 * @property {SVGPathElement | null} lead the line from a free point to its name
 */
import { tabBoxes } from "./control.js";
import { Crowd } from "./crowd.js";
import { titlesOf } from "./frames.js";
import { overlap } from "./geometry.js";
import { pen } from "./relief.js";
import { polygon, svg } from "./svg.js";
import { chipBoxes } from "./trim.js";

/** As in map.css. */
const SERIF =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Liberation Serif", serif';
const IMPORTANT = new Set(["fortress", "base"]);
/** If more than this share of the cells has a name, names are written smaller. */
const CROWDED = 0.2;
const [SMALLEST, LARGEST] = [10.5, 21];
/** A name of several words that is wider than this many cells is written in two lines. */
const WIDE = 1.2;
/** How far a name stands from the middle of its cell, by cells; lines are this high, by letters. */
const [OFF, LINE] = [0.42, 0.92];
/** A name that finds no room is tried this much smaller. */
const SMALL = 0.85;
const MEASURED = 40;
/** As in map.css. */
const STRONG = 1.12;
/** Names of free points are placed anew when letters have grown or shrunk by so much. */
const STEP = 1.07;
/** The letters of free points, by cells. */
const FREE_SHARE = 0.27;

export class Labels {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this._leads = svg("g");
    this._frees = svg("g");
    this._cells = svg("g");
    this.element = svg("g", { class: "map-labels" }, this._leads, this._frees, this._cells);
    const textures = new Map(geometry.board.terrains.map(({ id, texture }) => [id, texture]));
    /** @param {Place} place */
    const isStrong = ({ cell }) =>
      IMPORTANT.has(textures.get(cell.terrain) ?? "") || cell.marks.some(({ kind }) => kind === "points");
    const named = geometry.places.filter((place) => place.cell.label);
    named.sort((a, b) => Number(isStrong(b)) - Number(isStrong(a)));
    const cells = geometry.places.filter((place) => place.number >= 0).length;
    this._share = named.length > CROWDED * cells ? 0.25 : 0.32;
    this._geometry = geometry;
    this._pen = pen(document.createElement("canvas"));
    const all = named.map((place) => this._name(place, isStrong(place)));
    this._names = all.filter(({ place }) => !place.free);
    this._free = all.filter(({ place }) => place.free);
    const titles = this._free.length ? titlesOf(geometry).map(({ box }) => box) : [];
    this._crowd = new Crowd(geometry, [...titles, ...chipBoxes(geometry)]);
    /** By the size of a letter, where each free name stands. @type {Map<number, (import("./crowd.js").Stand | null)[]>} */
    this._settled = new Map();
    this._made = "";
    this._madeFree = NaN;
    /** @type {Set<number>} */
    this._dimmed = new Set();
    /** How large the page writes, 1 as usual. */
    this.textScale = 1;
  }

  /** @param {Place} place @param {boolean} strong @returns {Name} */
  _name(place, strong) {
    const element = svg("text", { class: strong ? "place-name is-strong" : "place-name" });
    const words = place.cell.label.split(" ");
    const context = this._pen;
    context.font = `small-caps ${strong ? 700 : 600} ${MEASURED}px ${SERIF}`;
    const grown = strong ? STRONG : 1;
    const widths = [...words, " "].map(
      (word) => (context.measureText(word).width / MEASURED + 0.04 * word.length) * grown,
    );
    element.dataset.cell = String(place.number);
    return { place, words, widths, element, drawn: "", strong, lead: null };
  }

  /** Names of cells that are out of play are written faintly. @param {Set<number>} cells */
  dim(cells) {
    this._dimmed = cells;
    for (const { element, lead, place } of [...this._names, ...this._free]) {
      element.classList.toggle("is-out", cells.has(place.number));
      lead?.classList.toggle("is-out", cells.has(place.number));
    }
  }

  /** Write the names for a map on which a cell has this many pixels. @param {number} scale */
  draw(scale) {
    const size = (Math.min(LARGEST, Math.max(SMALLEST, this._share * scale)) * this.textScale) / scale;
    this._drawFree(scale);
    const made = size.toFixed(4);
    if (made === this._made) return;
    this._made = made;
    this._cells.setAttribute("font-size", made);
    /** @type {Box[]} */
    const taken = [];
    const shown = this._names.filter((name) => this._write(name, size, taken));
    this._cells.replaceChildren(...shown.map((name) => name.element));
  }

  /** The names of free points, a step at a time. @param {number} scale */
  _drawFree(scale) {
    if (!this._free.length) return;
    const letter = (Math.min(LARGEST, Math.max(SMALLEST, FREE_SHARE * scale)) * this.textScale) / scale;
    const step = Math.round(Math.log(letter) / Math.log(STEP));
    if (step === this._madeFree) return;
    this._madeFree = step;
    const size = STEP ** step;
    // The smallest map with letters of this step has the largest tabs.
    const stands = this._settled.get(step) ?? this._settle(size, (scale * letter) / (size * Math.sqrt(STEP)));
    this._settled.set(step, stands);
    this._leads.replaceChildren();
    this._frees.setAttribute("font-size", size.toFixed(4));
    this._frees.replaceChildren(
      ...this._free.flatMap((name, k) => {
        const stand = stands[k];
        if (stand) this._put(name, stand, size);
        return stand ? [name.element] : [];
      }),
    );
    this.dim(this._dimmed);
  }

  /** @param {number} size @param {number} scale */
  _settle(size, scale) {
    const wants = this._free.map((name) => {
      const [one, two] = [linesOf(name, Infinity, size), linesOf(name, 0, size)];
      const long = one.length !== two.length && one[0].width > WIDE * name.place.size;
      const shapes = one.length === two.length ? [one] : long ? [two, one] : [one, two];
      return { place: name.place, shapes, strong: name.strong, letter: (name.strong ? STRONG : 1) * size };
    });
    return this._crowd.settle(wants, tabBoxes(this._geometry, scale));
  }

  /** @param {Name} name @param {import("./crowd.js").Stand} stand @param {number} size */
  _put(name, { lines, box, lead }, size) {
    const [x, y] = [(box.x0 + box.x1) / 2, box.y0];
    name.element.setAttribute("y", String(y));
    name.element.replaceChildren(
      ...lines.map(({ text }, k) => svg("tspan", { x, dy: k ? `${LINE}em` : `${0.76 + 0.03}em` }, text)),
    );
    name.lead = lead ? svg("path", { class: "name-lead", d: polygon(lead, false), "stroke-width": 0.08 * size }) : null;
    if (name.lead) this._leads.append(name.lead);
  }

  /** Put a name where there is room; false if there is none. @param {Name} name @param {number} size @param {Box[]} taken */
  _write(name, size, taken) {
    for (const small of [false, true]) {
      const letter = small ? SMALL * size : size;
      for (const { lines, below } of this._ways(name, letter)) {
        const box = boxOf(name, lines, below, letter);
        if (taken.some((other) => overlap(other, box))) continue;
        taken.push(box);
        name.element.classList.toggle("is-small", small);
        write(name, lines, below);
        return true;
      }
    }
    return false;
  }

  /** How a name may be written, the best first. @param {Name} name @param {number} size */
  _ways(name, size) {
    const { place } = name;
    const sides = this._isFree(place, -1) && !this._isFree(place, 1) ? [false, true] : [true, false];
    const [one, two] = [linesOf(name, Infinity, size), linesOf(name, WIDE * place.size, size)];
    const shapes = one.length === two.length ? [one] : [two, one];
    return shapes.flatMap((lines) => sides.map((below) => ({ lines, below })));
  }

  /** Is there nothing to enter on this side of a place? @param {Place} place @param {number} side -1 above, 1 below */
  _isFree({ x, y, size }, side) {
    return [-0.4, 0.4].every((dx) => {
      const there = this._geometry.at(x + dx * size, y + 0.85 * side * size);
      return !there || there.number < 0;
    });
  }
}

/**
 * The words of a name in one line, or in two where it is wide.
 *
 * @param {Name} name @param {number} widest @param {number} size
 */
function linesOf({ words, widths }, widest, size) {
  const space = widths[words.length];
  /** @param {number} from @param {number} to */
  const width = (from, to) =>
    (widths.slice(from, to).reduce((sum, each) => sum + each, 0) + (to - from - 1) * space) * size;
  const whole = [{ text: words.join(" "), width: width(0, words.length) }];
  if (words.length < 2 || whole[0].width <= widest) return whole;
  const cuts = words.slice(1).map((_, k) => [
    { text: words.slice(0, k + 1).join(" "), width: width(0, k + 1) },
    { text: words.slice(k + 1).join(" "), width: width(k + 1, words.length) },
  ]);
  /** @param {{width: number}[]} lines */
  const longest = (lines) => Math.max(...lines.map((line) => line.width));
  return cuts.sort((a, b) => longest(a) - longest(b))[0];
}

/** @param {Name} name @param {{width: number}[]} lines @param {boolean} below @param {number} size @returns {Box} */
function boxOf({ place }, lines, below, size) {
  const width = Math.max(...lines.map((line) => line.width)) + 0.3 * size;
  const height = lines.length * LINE * size;
  const edge = place.y + (below ? 1 : -1) * OFF * place.size;
  return {
    x0: place.x - width / 2,
    x1: place.x + width / 2,
    y0: below ? edge : edge - height,
    y1: below ? edge + height : edge,
  };
}

/** @param {Name} name @param {{text: string}[]} lines @param {boolean} below */
function write(name, lines, below) {
  const drawn = `${below}:${lines.length}`;
  if (drawn === name.drawn) return;
  name.drawn = drawn;
  const { element, place } = name;
  const first = below ? 0.76 : -(lines.length - 1) * LINE - 0.14;
  element.setAttribute("y", String(place.y + (below ? 1 : -1) * OFF * place.size));
  element.dataset.side = below ? "below" : "above";
  element.replaceChildren(
    ...lines.map(({ text }, k) => svg("tspan", { x: place.x, dy: `${k ? LINE : first}em` }, text)),
  );
}
