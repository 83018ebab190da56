// @ts-check
/**
 * What stays coloured: cells by the side that controls them, with its letter, and cells that are out of play.
 *
 * @typedef {import("../wire.js").Tint} Tint
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 */
import { rim } from "./geometry.js";
import { SIDE_ACCENTS } from "./palette.js";
import { polygon, short, svg } from "./svg.js";
import { WORDS } from "./words.js";

export const OUT = "out";

/** @param {string} tone */
const accent = (tone) => SIDE_ACCENTS[(Number(tone) || 0) % SIDE_ACCENTS.length];

export class Standing {
  /** @param {Geometry} geometry @param {readonly string[]} sides */
  constructor(geometry, sides) {
    this._geometry = geometry;
    this._sides = sides;
    this.element = svg("g", { class: "map-standing" });
    this.letters = svg("g", { class: "map-control" });
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
    this.element.replaceChildren(...tones.flatMap((tone) => this._tone(tone)));
    this.letters.replaceChildren(...tints.flatMap((tint) => this._letter(tint)));
  }

  /** The cells in which something can happen. @returns {Place[]} */
  inPlay() {
    const out = new Set(this._tints.filter(({ tone }) => tone === OUT).map(({ cell }) => cell));
    return this._geometry.places.filter(({ number }) => number >= 0 && !out.has(number));
  }

  get partly() {
    return this._tints.some(({ tone }) => tone === OUT);
  }

  /** In words. @param {number} cell @returns {string[]} */
  notes(cell) {
    return this._tints.filter((tint) => tint.cell === cell).map(({ tone = "", text = "" }) => {
      if (tone === OUT) return WORDS.out;
      return [WORDS.controlled(this._sides[Number(tone)] ?? tone), text].filter(Boolean).join(", ");
    });
  }

  /** @param {string} tone @returns {SVGElement[]} */
  _tone(tone) {
    const tints = this._tints.filter((tint) => (tint.tone ?? "") === tone);
    const places = tints.flatMap(({ cell }) => this._geometry.place(cell) ?? []);
    const area = places.map((place) => polygon(place.outline(1))).join("");
    if (tone === OUT) return [svg("path", { class: "out-of-play", d: area })];
    const colour = accent(tone);
    const edge = rim(this._geometry, places).map((side) => polygon(side, false)).join("");
    return [
      svg("path", { class: "control-wash", d: area, fill: colour }),
      svg("path", { class: "control-edge", d: edge, stroke: colour }),
    ];
  }

  /** @param {Tint} tint @returns {SVGElement[]} */
  _letter({ cell, text, tone = "" }) {
    const place = this._geometry.place(cell);
    if (!place || tone === OUT) return [];
    const attributes = {
      class: "control-letter",
      x: short(place.x - 0.28 * place.size),
      y: short(place.y - 0.22 * place.size),
      "font-size": short(0.2 * place.size),
      "text-anchor": "middle",
      fill: accent(tone),
    };
    return [svg("text", attributes, text || (this._sides[Number(tone)] ?? "").slice(0, 1))];
  }
}
