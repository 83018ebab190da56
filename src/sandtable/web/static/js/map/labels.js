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
 * @typedef {import("./lettering.js").Name} Name
 */
import { FreeNames } from "./freenames.js";
import { overlap } from "./geometry.js";
import { Joins } from "./joins.js";
import { LARGEST, LINE, SMALLEST, WIDE, linesOf, namesOf } from "./lettering.js";
import { svg } from "./svg.js";

const IMPORTANT = new Set(["fortress", "base"]);
/** If more than this share of the cells has a name, names are written smaller. */
const CROWDED = 0.2;
/** How far a name stands from the middle of its cell, by cells. */
const OFF = 0.5;
/** A name that finds no room is tried this much smaller. */
const SMALL = 0.85;
/** In cells of fewer pixels only what is important has a name. */
const FAR = 4.5;

export class Labels {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    const textures = new Map(geometry.board.terrains.map(({ id, texture }) => [id, texture]));
    /** @param {Place} place */
    const isStrong = ({ cell }) =>
      IMPORTANT.has(textures.get(cell.terrain) ?? "") || cell.marks.some(({ kind }) => kind === "points");
    const named = geometry.places.filter((place) => place.cell.label && !place.free);
    named.sort((a, b) => Number(isStrong(b)) - Number(isStrong(a)));
    const cells = geometry.places.filter((place) => place.number >= 0).length;
    this._share = named.length > CROWDED * cells ? 0.25 : 0.32;
    this._geometry = geometry;
    this._joins = new Joins(geometry);
    /** The sizes of cells with names. */
    this._sizes = [...new Set(named.map((place) => place.size))];
    this._names = namesOf(named, isStrong);
    this._free = new FreeNames(geometry, isStrong);
    this._cells = svg("g");
    this.element = svg("g", { class: "map-labels" }, this._free.element, this._cells);
    this._made = "";
    /** How large the page writes, 1 as usual. */
    this.textScale = 1;
  }

  /** Names of cells that are out of play are written faintly. @param {Set<number>} cells */
  dim(cells) {
    this._free.dim(cells);
    for (const { element, place } of this._names) element.classList.toggle("is-out", cells.has(place.number));
  }

  /** Write the names for a map on which a cell of size 1 has this many pixels. @param {number} scale */
  draw(scale) {
    this._free.draw(scale, this.textScale);
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
    this._cells.replaceChildren(...groups);
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
