// @ts-check
/**
 * Place names. They are drawn over the painted map at every frame, at a size of their own, each where it covers
 * neither counters nor another name.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./camera.js").Camera} Camera
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {{place: Place, dx: number, dy: number, width: number}} Spot offsets from the middle of the cell, in pixels
 */
import { overlap } from "./geometry.js";
import { css } from "./palette.js";

const SERIF =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Liberation Serif", serif';
const IMPORTANT = new Set(["fortress", "base"]);
/** If more than this share of the cells has a name, names are written smaller. */
const CROWDED = 0.2;
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
    /** @type {Set<number>} */
    this._occupied = new Set();
    /** @type {Spot[]} */
    this._spots = [];
    this._made = "";
    /** How large the page writes, 1 as usual. */
    this.textScale = 1;
  }

  /** Cells with counters, which names keep off. @param {Iterable<number>} cells */
  setOccupied(cells) {
    this._occupied = new Set(cells);
    this._made = "";
  }

  /** @param {CanvasRenderingContext2D} context @param {Camera} camera @param {Inks} inks */
  draw(context, camera, inks) {
    const size = Math.min(21, Math.max(10.5, this._share * camera.scale)) * camera.ratio * this.textScale;
    const made = `${camera.pixelScale.toFixed(2)}:${size}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    if (made !== this._made) this._choose(context, camera, size);
    this._made = made;
    for (const { place, dx, dy } of this._spots) {
      const at = camera.toPixels(place.x, place.y);
      if (at.x < -200 || at.y < -50 || at.x > camera.pixelWidth + 200 || at.y > camera.pixelHeight + 50) continue;
      this._style(context, place, size);
      context.strokeStyle = css(inks.halo, 0.88);
      context.lineWidth = 0.3 * size;
      context.strokeText(place.cell.label, at.x + dx, at.y + dy);
      context.fillStyle = css(inks.ink);
      context.fillText(place.cell.label, at.x + dx, at.y + dy);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Place} place @param {number} size */
  _style(context, place, size) {
    const strong = this._strong.has(place);
    context.font = `small-caps ${strong ? 700 : 600} ${Math.round(size * (strong ? 1.12 : 1))}px ${SERIF}`;
    if ("letterSpacing" in context) context.letterSpacing = `${(0.04 * size).toFixed(1)}px`;
  }

  /** @param {CanvasRenderingContext2D} context @param {Camera} camera @param {number} size */
  _choose(context, camera, size) {
    const scale = camera.pixelScale;
    const counters = this._counters(scale);
    /** @type {Box[]} */
    const taken = [];
    this._spots = [];
    for (const place of this._named) {
      this._style(context, place, size);
      const width = context.measureText(place.cell.label).width;
      const best = SIDES.map((side) => this._try(place, side, width, size, scale, counters, taken)).sort(
        (a, b) => a.cost - b.cost,
      )[0];
      if (best.cost >= 100) continue;
      taken.push(best.box);
      this._spots.push({ place, dx: best.dx, dy: best.dy, width });
    }
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
    let cost = SIDES.findIndex(([a, b]) => a === sx && b === sy) * 0.4;
    cost += 6 * counters.filter((counter) => overlap(counter, box)).length;
    cost += 100 * taken.filter((other) => overlap(other, box)).length;
    const { x0, y0, x1, y1 } = this._geometry.box;
    if (box.x0 < x0 * scale || box.x1 > x1 * scale || box.y0 < y0 * scale || box.y1 > y1 * scale) cost += 20;
    for (const part of [0.1, 0.5, 0.9]) {
      const under = this._geometry.at((box.x0 + part * width) / scale, y / scale);
      if (under && under.number < 0) cost -= 0.7;
      if (under?.cell.label && under !== place) cost += 2;
    }
    return { cost, box, dx, dy };
  }
}
