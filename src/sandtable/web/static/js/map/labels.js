// @ts-check
/**
 * Place names. They lie over the marks of what can be chosen and under the counters, at a size of their own, each beside
 * its own place, where it covers neither counters nor another name. A name stays where it is as long as it can be read.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./camera.js").Camera} Camera
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {{place: Place, dx: number, dy: number, side: number}} Spot offsets from the middle of the cell, in pixels
 */
import { overlap } from "./geometry.js";
import { css } from "./palette.js";
import { bitmap, pen } from "./relief.js";
import { short, svg } from "./svg.js";

const SERIF =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Liberation Serif", serif';
const IMPORTANT = new Set(["fortress", "base"]);
/** If more than this share of the cells has a name, names are written smaller. */
const CROWDED = 0.2;
/** How much worse than another a place may be before a name leaves it: less than a counter costs. */
const FAITH = 5;
/** Where a name may stand: right and left, above and below, by cells of 1. */
const SIDES = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [0.75, 0.75],
  [-0.75, 0.75],
  [0.75, -0.75],
  [-0.75, -0.75],
];

export class Labels {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this._geometry = geometry;
    const textures = new Map(geometry.board.terrains.map(({ id, texture }) => [id, texture]));
    /** @param {Place} place */
    const rank = (place) => Number(IMPORTANT.has(textures.get(place.cell.terrain) ?? ""));
    this._named = geometry.places.filter((place) => place.cell.label).sort((a, b) => rank(b) - rank(a));
    this._strong = new Set(this._named.filter((place) => rank(place)));
    const cells = geometry.places.filter((place) => place.number >= 0).length;
    this._share = this._named.length > CROWDED * cells ? 0.25 : 0.32;
    this.element = svg("g", { class: "map-labels" });
    this._pen = pen(bitmap(1, 1), true);
    /** @type {Set<number>} */
    this._occupied = new Set();
    /** On which side of its place each name stood last. @type {Map<Place, number>} */
    this._sides = new Map();
    this._made = "";
    /** How large the page writes, 1 as usual. */
    this.textScale = 1;
  }

  /** Cells with counters, which names keep off. @param {Iterable<number>} cells */
  setOccupied(cells) {
    this._occupied = new Set(cells);
    this._made = "";
  }

  /** Write the names, if anything has changed since. @param {Camera} camera @param {Inks} inks */
  write(camera, inks) {
    const size = Math.min(21, Math.max(10.5, this._share * camera.scale)) * this.textScale;
    const made = `${camera.scale.toFixed(2)}:${size}:${inks.ink}`;
    if (made === this._made) return;
    this._made = made;
    const spots = this._choose(camera.scale, size);
    this._sides = new Map(spots.map(({ place, side }) => [place, side]));
    this.element.setAttribute("fill", css(inks.ink));
    this.element.setAttribute("stroke", css(inks.halo, 0.88));
    this.element.replaceChildren(...spots.map((spot) => this._text(spot, camera.scale, size)));
  }

  /** @param {Spot} spot @param {number} scale @param {number} size */
  _text({ place, dx, dy }, scale, size) {
    const strong = this._strong.has(place);
    const attributes = {
      x: short(place.x + dx / scale),
      y: short(place.y + dy / scale),
      "font-size": short((size * (strong ? 1.12 : 1)) / scale),
      "stroke-width": short((0.3 * size) / scale),
      "font-weight": strong ? 700 : 600,
    };
    return svg("text", attributes, place.cell.label);
  }

  /** @param {Place} place @param {number} size */
  _measure(place, size) {
    const strong = this._strong.has(place);
    this._pen.font = `small-caps ${strong ? 700 : 600} ${Math.round(size * (strong ? 1.12 : 1))}px ${SERIF}`;
    if ("letterSpacing" in this._pen) this._pen.letterSpacing = `${(0.04 * size).toFixed(1)}px`;
    return this._pen.measureText(place.cell.label).width;
  }

  /** @param {number} scale @param {number} size @returns {Spot[]} */
  _choose(scale, size) {
    const counters = this._counters(scale);
    /** @type {Box[]} */
    const taken = [];
    return this._named.flatMap((place) => {
      const width = this._measure(place, size);
      const tries = SIDES.map((side) => this._try(place, side, width, size, scale, counters, taken));
      const side = tries.reduce((best, { cost }, index) => (cost < tries[best].cost ? index : best), 0);
      const { cost, box, dx, dy } = tries[side];
      if (cost >= 100) return [];
      taken.push(box);
      return [{ place, dx, dy, side }];
    });
  }

  /** @param {number} scale @returns {Box[]} */
  _counters(scale) {
    return [...this._occupied].flatMap((number) => {
      const place = this._geometry.place(number);
      if (!place) return [];
      const half = 0.4 * place.size;
      return [
        {
          x0: (place.x - half) * scale,
          y0: (place.y - half) * scale,
          x1: (place.x + half) * scale,
          y1: (place.y + half) * scale,
        },
      ];
    });
  }

  /**
   * What it costs to stand on one side; 100 and more is out of the question.
   *
   * @param {Place} place @param {number[]} side @param {number} width @param {number} size @param {number} scale
   * @param {Box[]} counters @param {Box[]} taken
   */
  _try(place, [sx, sy], width, size, scale, counters, taken) {
    const off = 0.56 * place.size * scale;
    const dx = sx * (off * (sy ? 0.7 : 0.95) + (sy ? 0.35 : 0.5) * width);
    const dy = sy * (off + 0.42 * size);
    const [x, y] = [place.x * scale + dx, place.y * scale + dy];
    const box = { x0: x - width / 2 - 2, y0: y - size / 2, x1: x + width / 2 + 2, y1: y + size / 2 };
    const side = SIDES.findIndex(([a, b]) => a === sx && b === sy);
    let cost = 0.4 * side - (this._sides.get(place) === side ? FAITH : 0);
    cost += 6 * counters.filter((counter) => overlap(counter, box)).length;
    cost += 100 * taken.filter((other) => overlap(other, box)).length;
    const { x0, y0, x1, y1 } = this._geometry.box;
    if (box.x0 < x0 * scale || box.x1 > x1 * scale || box.y0 < y0 * scale || box.y1 > y1 * scale) cost += 20;
    for (const part of [0.1, 0.5, 0.9]) {
      const under = this._geometry.at((box.x0 + part * width) / scale, y / scale);
      if (under && under.number < 0) cost -= 0.7;
      if (under?.cell.label && under !== place) cost += 3; // whose name would it be?
    }
    return { cost, box, dx, dy };
  }
}
