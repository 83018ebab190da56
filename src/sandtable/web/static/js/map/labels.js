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
 */
import { overlap } from "./geometry.js";
import { Joins } from "./joins.js";
import { pen } from "./relief.js";
import { svg } from "./svg.js";

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
/** In cells of fewer pixels only what is important has a name. */
const FAR = 4.5;

export class Labels {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.element = svg("g", { class: "map-labels" });
    const textures = new Map(geometry.board.terrains.map(({ id, texture }) => [id, texture]));
    /** @param {Place} place */
    const isStrong = (place) => IMPORTANT.has(textures.get(place.cell.terrain) ?? "");
    const named = geometry.places.filter((place) => place.cell.label);
    named.sort((a, b) => Number(isStrong(b)) - Number(isStrong(a)));
    const cells = geometry.places.filter((place) => place.number >= 0).length;
    this._share = named.length > CROWDED * cells ? 0.25 : 0.32;
    this._geometry = geometry;
    this._joins = new Joins(geometry);
    /** The sizes of cells with names. */
    this._sizes = [...new Set(named.map((place) => place.size))];
    this._names = named.map((place) => this._name(place, isStrong(place)));
    this._made = "";
    /** How large the page writes, 1 as usual. */
    this.textScale = 1;
  }

  /** @param {Place} place @param {boolean} strong @returns {Name} */
  _name(place, strong) {
    const element = svg("text", { class: strong ? "place-name is-strong" : "place-name" });
    const words = place.cell.label.split(" ");
    const context = pen(document.createElement("canvas"));
    context.font = `small-caps ${strong ? 700 : 600} ${MEASURED}px ${SERIF}`;
    const grown = strong ? 1.12 : 1;
    const widths = [...words, " "].map(
      (word) => (context.measureText(word).width / MEASURED + 0.04 * word.length) * grown,
    );
    return { place, words, widths, element, drawn: "", strong };
  }

  /** Write the names for a map on which a cell of size 1 has this many pixels. @param {number} scale */
  draw(scale) {
    const sizes = this._sizes.map((size) => this._letter(size, scale));
    const made = sizes.map((size) => size.toFixed(4)).join(" ");
    if (made === this._made) return;
    this._made = made;
    const taken = this._joins.boxes(1 / scale);
    const shown = this._names.filter(
      (name) =>
        (name.strong || name.place.size * scale >= FAR) &&
        this._write(name, sizes[this._sizes.indexOf(name.place.size)], taken),
    );
    const groups = this._sizes.map((each, k) => {
      const names = shown.filter(({ place }) => place.size === each).map(({ element }) => element);
      return svg("g", { "font-size": sizes[k].toFixed(4) }, ...names);
    });
    this.element.replaceChildren(...groups);
  }

  /** How high letters are on the plane: names of larger cells are larger, sooner. @param {number} size @param {number} scale */
  _letter(size, scale) {
    return (Math.min(LARGEST, Math.max(SMALLEST, this._share * size * scale)) * this.textScale) / scale;
  }

  /** Put a name where there is room; false if there is none. @param {Name} name @param {number} size @param {Box[]} taken */
  _write(name, size, taken) {
    for (const small of [false, true]) {
      const letter = small ? SMALL * size : size;
      for (const { lines, below } of this._ways(name, letter)) {
        const box = this._within(boxOf(name, lines, below, letter));
        if (taken.some((other) => overlap(other, box))) continue;
        taken.push(box);
        name.element.classList.toggle("is-small", small);
        write(name, lines, below, (box.x0 + box.x1) / 2);
        return true;
      }
    }
    return false;
  }

  /** A name at the edge of the map stands a little aside. @param {Box} box @returns {Box} */
  _within(box) {
    const edge = this._geometry.box;
    const by = Math.max(0, edge.x0 - box.x0) - Math.max(0, box.x1 - edge.x1);
    return { ...box, x0: box.x0 + by, x1: box.x1 + by };
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

/** @param {Name} name @param {{text: string}[]} lines @param {boolean} below @param {number} x */
function write(name, lines, below, x) {
  const drawn = `${below}:${lines.length}:${x}`;
  if (drawn === name.drawn) return;
  name.drawn = drawn;
  const { element, place } = name;
  const first = below ? 0.76 : -(lines.length - 1) * LINE - 0.14;
  element.setAttribute("y", String(place.y + (below ? 1 : -1) * OFF * place.size));
  element.dataset.side = below ? "below" : "above";
  element.replaceChildren(
    ...lines.map(({ text }, k) => svg("tspan", { x, dy: `${k ? LINE : first}em` }, text)),
  );
}
