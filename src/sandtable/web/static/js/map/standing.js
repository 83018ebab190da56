// @ts-check
/**
 * What stays coloured: cells by the side that controls them, with its letter, and cells that are out of play.
 *
 * @typedef {import("../wire.js").Tint} Tint
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Point} Point
 */
import { Control, lettersOf } from "./control.js";
import { rim } from "./geometry.js";
import { SIDE_ACCENTS } from "./palette.js";
import { disc, polygon, short, svg } from "./svg.js";
import { WORDS } from "./words.js";

export const OUT = "out";

/** A point on the way to another that far before it. @param {Point} from @param {Point} to @param {number} before */
function shortOf(from, to, before) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.max(0, 1 - before / long);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** @param {string} tone */
const accent = (tone) => SIDE_ACCENTS[(Number(tone) || 0) % SIDE_ACCENTS.length];

/** Who controls a cell, or that it is out of play. @param {readonly Tint[]} tints @param {number} cell @param {readonly string[]} sides */
export function standingWords(tints, cell, sides) {
  const here = tints.filter((tint) => tint.cell === cell);
  return here.map(({ tone = "", text = "" }) => {
    if (tone === OUT) return WORDS.out;
    return [WORDS.controlled(sides[Number(tone)] ?? tone), text].filter(Boolean).join(", ");
  });
}

export class Standing {
  /** @param {Geometry} geometry @param {readonly string[]} sides */
  constructor(geometry, sides) {
    this._geometry = geometry;
    this._sides = sides;
    this.element = svg("g", { class: "map-standing" });
    this.letters = svg("g", { class: "map-control" });
    this.control = new Control(geometry);
    this._codes = lettersOf(sides);
    /** @type {readonly Tint[]} */
    this._tints = [];
    this._drawn = "[]";
  }

  /** @param {readonly Tint[]} tints */
  show(tints) {
    const wanted = JSON.stringify(tints);
    if (wanted === this._drawn) return;
    this._drawn = wanted;
    this._tints = tints;
    const tones = [...new Set(tints.map(({ tone = "" }) => tone))];
    this.element.replaceChildren(...tones.flatMap((tone) => this._tone(tone)), this.control.rings);
    this.letters.replaceChildren(...tints.flatMap((tint) => this._letter(tint)));
    this.control.show(tints.flatMap((tint) => this._space(tint)));
  }

  /** The cells in which something can happen. @returns {Place[]} */
  inPlay() {
    const out = this.out();
    return this._geometry.places.filter(({ number }) => number >= 0 && !out.has(number));
  }

  /** The cells that are out of play. */
  out() {
    return new Set(this._tints.filter(({ tone }) => tone === OUT).map(({ cell }) => cell));
  }

  get partly() {
    return this._tints.some(({ tone }) => tone === OUT);
  }

  /** In words. @param {number} cell @returns {string[]} */
  notes(cell) {
    return standingWords(this._tints, cell, this._sides);
  }

  /** @param {string} tone @returns {SVGElement[]} */
  _tone(tone) {
    const tints = this._tints.filter((tint) => (tint.tone ?? "") === tone);
    const all = tints.flatMap(({ cell }) => this._geometry.place(cell) ?? []);
    const places = all.filter(({ free }) => !free);
    const area = places.map((place) => polygon(place.outline(1))).join("");
    if (tone === OUT) return [svg("path", { class: "out-of-play", d: area }), this._veil(all)];
    const colour = accent(tone);
    const edge = rim(this._geometry, places).map((side) => polygon(side, false)).join("");
    return [
      svg("path", { class: "control-wash", d: area, fill: colour }),
      svg("path", { class: "control-edge", d: edge, stroke: colour }),
    ];
  }

  /** Free points that are out of play lie under a veil, together with the links that lead there. @param {Place[]} all */
  _veil(all) {
    const closed = new Set(all.filter(({ free }) => free));
    const veil = svg("g", { class: "out-of-play-points" });
    for (const { pairs, style } of this._geometry.board.lines) {
      if (!style.endsWith("link")) continue;
      for (const [a, b] of pairs) {
        const ends = [a, b].flatMap((number) => this._geometry.place(number) ?? []);
        const out = ends.filter((place) => closed.has(place));
        if (ends.length < 2 || !out.length) continue;
        const [from, to] = closed.has(ends[0]) ? ends : [ends[1], ends[0]];
        const way = this._geometry.between(from, to);
        // A link that leads into play ends before the space there.
        if (out.length < 2) way[way.length - 1] = shortOf(way[way.length - 2], to, 0.75 * to.size);
        veil.append(svg("path", { d: polygon(way, false), "stroke-width": out.length > 1 ? 1.5 : 0.5 }));
      }
    }
    const spots = [...closed].map(({ x, y, size }) => disc(x, y, 0.8 * size)).join("");
    veil.append(svg("path", { class: "out-of-play-space", d: spots }));
    return veil;
  }

  /** A free point and who controls it. @param {Tint} tint */
  _space({ cell, text, tone = "" }) {
    const place = this._geometry.place(cell);
    if (!place?.free || tone === OUT || !(Number(tone) >= 0)) return [];
    return [{ place, side: Number(tone), letters: text || this._codes[Number(tone)] || tone }];
  }

  /** @param {Tint} tint @returns {SVGElement[]} */
  _letter({ cell, text, tone = "" }) {
    const place = this._geometry.place(cell);
    if (!place || place.free || tone === OUT) return [];
    const attributes = {
      class: "control-letter",
      x: short(place.x - 0.28 * place.size),
      y: short(place.y - 0.22 * place.size),
      "font-size": short(0.2 * place.size),
      "text-anchor": "middle",
      fill: accent(tone),
    };
    return [svg("text", attributes, text || (this._codes[Number(tone)] ?? ""))];
  }
}
