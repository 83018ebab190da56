// @ts-check
/**
 * Answers laid over the map: tinted cells with what is written in them, and ways. Each tone has its colour and its
 * hatching; several overlays at once are hatched differently.
 *
 * @typedef {import("../wire.js").Answer} Answer
 * @typedef {import("../wire.js").Tint} Tint
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {{name: string, tone: string, text: string, colour: string, hatch: string}} LegendLine
 */
import { rim } from "./geometry.js";
import { SIDE_ACCENTS } from "./palette.js";
import { polygon, short, svg } from "./svg.js";
import { WORDS } from "./words.js";

/** @type {Record<string, string>} */
const TONES = { good: "#1f7a43", bad: "#b3261e", warn: "#b06a00", "": "#3b4fa0" };

/** Hatchings, in a square of 10. @type {[string, string][]} */
const HATCHES = [
  ["rising", "M-2.5 2.5L2.5-2.5M0 10L10 0M7.5 12.5L12.5 7.5"],
  ["falling", "M-2.5 7.5L2.5 12.5M0 0L10 10M7.5-2.5L12.5 2.5"],
  ["dotted", "M2.5 2.5h.01M7.5 7.5h.01"],
  ["upright", "M2.5 0V10M7.5 0V10"],
  ["level", "M0 2.5H10M0 7.5H10"],
  ["crossed", "M0 0L10 10M0 10L10 0"],
];
const HATCH_SIZE = 0.26;
let made = 0;

/** @param {string} tone */
const colourOf = (tone) => TONES[tone] ?? SIDE_ACCENTS[(parseInt(tone, 10) || 0) % SIDE_ACCENTS.length];

/** Tones in a lasting order, so that each keeps its hatching. @param {string} tone */
const rankOf = (tone) => {
  const rank = ["0", "1", "good", "bad", "warn", ""].indexOf(tone);
  return rank < 0 ? 6 + (parseInt(tone, 10) || 0) : rank;
};

export class Overlays {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this._geometry = geometry;
    this._id = `map-hatch-${made++}`;
    this.tints = svg("g", { class: "map-tints" });
    this.texts = svg("g", { class: "map-texts" });
    this.ways = svg("g", { class: "map-ways" });
    this.defs = svg("defs");
    /** @type {Map<string, Answer>} */
    this._answers = new Map();
    /** @type {readonly string[]} */
    this.sides = [];
    /** @type {{has(cell: number): boolean}} */
    this._occupied = new Set();
  }

  /** Cells with counters: there words stand below. @param {{has(cell: number): boolean}} cells */
  setOccupied(cells) {
    this._occupied = cells;
    this._write();
  }

  /** @param {number} cell */
  isWritten(cell) {
    return [...this._answers.values()].some((answer) =>
      answer.cells.some((tint) => tint.cell === cell && tint.text),
    );
  }

  /** The cells in reach of what is in hand. @returns {number[]} */
  reached() {
    return this._answers.get("selection")?.cells.map(({ cell }) => cell) ?? [];
  }

  /** @param {string} name @param {Answer | null} answer */
  set(name, answer) {
    const known = this._answers.delete(name);
    if (answer) this._answers.set(name, answer);
    if (known || answer) this._draw();
  }

  /** What is written in a cell, for screen readers. @param {number} cell @returns {string[]} */
  notes(cell) {
    return [...this._answers].flatMap(([name, answer]) =>
      answer.cells
        .filter((tint) => tint.cell === cell)
        .map(({ tone = "", text = "" }) => this._note(name, answer, tone, text)),
    );
  }

  /** @param {string} name @param {Answer} answer @param {string} tone @param {string} text */
  _note(name, answer, tone, text) {
    const plain = tone === "good" && text;
    const words = [WORDS.overlays[name] ?? name, plain ? "" : this._toneWords(answer, tone), text];
    return words.filter(Boolean).join(" ");
  }

  /** @returns {LegendLine[]} */
  legend() {
    return [...this._answers].flatMap(([name, answer], index) =>
      [...byTone(answer.cells).keys()].map((tone) => ({
        name,
        tone,
        text: this._toneWords(answer, tone),
        colour: colourOf(tone),
        hatch: hatchOf(tone, index)[0],
      })),
    );
  }

  /** What a tone means: in the words of the game, or in general. @param {Answer} answer @param {string} tone */
  _toneWords(answer, tone) {
    const said = answer.legend.find((shade) => shade.tone === tone)?.text;
    return said ?? WORDS.tones[tone] ?? this.sides[parseInt(tone, 10)] ?? tone;
  }

  _draw() {
    this.defs.replaceChildren();
    this.tints.replaceChildren();
    this.ways.replaceChildren();
    [...this._answers.values()].forEach((answer, index) => {
      for (const [tone, tints] of byTone(answer.cells)) this._drawTone(tone, tints, index);
      for (const way of answer.ways) this._drawWay(way);
    });
    this._write();
  }

  _write() {
    const all = [...this._answers.values()];
    this.texts.replaceChildren(
      ...all.flatMap((answer, index) => answer.cells.flatMap((tint) => this._text(tint, index))),
    );
  }

  /** @param {string} tone @param {Tint[]} tints @param {number} index */
  _drawTone(tone, tints, index) {
    const places = tints.flatMap(({ cell }) => this._geometry.place(cell) ?? []);
    if (!places.length) return;
    const colour = colourOf(tone);
    const id = `${this._id}-${index}-${rankOf(tone)}`;
    this.defs.append(hatch(id, hatchOf(tone, index)[1], colour));
    const area = places.map((place) => polygon(place.outline(1))).join("");
    const edge = rim(this._geometry, places)
      .map((side) => polygon(side, false))
      .join("");
    this.tints.append(
      svg("path", { class: "tint-wash", d: area, fill: colour }),
      svg("path", { d: area, fill: `url(#${id})` }),
      svg("path", { class: "tint-edge-under", d: edge }),
      svg("path", { class: "tint-edge", d: edge, stroke: colour }),
    );
  }

  /** @param {Tint} tint @param {number} index @returns {SVGTextElement[]} */
  _text({ cell, text = "", tone = "" }, index) {
    const place = this._geometry.place(cell);
    if (!place || !text) return [];
    const covered = this._occupied.has(cell);
    const size = (covered || text.length > 4 ? 0.25 : 0.32) * place.size;
    // Under a free point stands its name, perhaps: there words stand on the rim of the disc.
    const [aside, below] = place.free ? [0.3, 0.47] : [0, 0.53];
    const x = place.x + (covered ? aside : 0) * place.size;
    const y = place.y + (covered ? below : 0.12 + 0.24 * (index % 2)) * place.size;
    const attributes = {
      x: short(x),
      y: short(y),
      "font-size": short(size),
      "text-anchor": "middle",
      fill: colourOf(tone),
    };
    return [svg("text", attributes, text)];
  }

  /** A dashed line with an arrow at its end. @param {readonly number[]} way */
  _drawWay(way) {
    const places = way.flatMap((number) => this._geometry.place(number) ?? []);
    if (places.length < 2) return;
    const points = places.flatMap((place, k) => (k ? this._geometry.between(places[k - 1], place).slice(1) : [place]));
    const last = points[points.length - 1];
    const before = points[points.length - 2];
    const long = Math.hypot(last.x - before.x, last.y - before.y) || 1;
    const [dx, dy] = [(last.x - before.x) / long, (last.y - before.y) / long];
    const tip = { x: last.x, y: last.y };
    const neck = { x: tip.x - 0.24 * dx, y: tip.y - 0.24 * dy };
    const line = polygon([...points.slice(0, -1), neck], false);
    const head = polygon([
      tip,
      { x: neck.x - 0.13 * dy, y: neck.y + 0.13 * dx },
      { x: neck.x + 0.13 * dy, y: neck.y - 0.13 * dx },
    ]);
    this.ways.append(
      svg("path", { class: "way-under", d: line + head }),
      svg("path", { class: "way-line", d: line }),
      svg("path", { class: "way-head", d: head }),
    );
  }
}

/** @param {readonly Tint[]} tints @returns {Map<string, Tint[]>} */
function byTone(tints) {
  /** @type {Map<string, Tint[]>} */
  const tones = new Map();
  for (const tint of tints) {
    const tone = tint.tone ?? "";
    tones.set(tone, [...(tones.get(tone) ?? []), tint]);
  }
  return tones;
}

/** @param {string} tone @param {number} index of the overlay */
const hatchOf = (tone, index) => HATCHES[(rankOf(tone) + 2 * index) % HATCHES.length];

/** @param {string} id @param {string} d @param {string} colour */
function hatch(id, d, colour) {
  const scale = HATCH_SIZE / 10;
  return svg(
    "pattern",
    { id, width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: `scale(${scale})` },
    svg("path", {
      d,
      stroke: colour,
      "stroke-width": d.includes("h.01") ? 2.6 : 1.4,
      "stroke-linecap": "round",
      fill: "none",
      "stroke-opacity": 0.6,
    }),
  );
}
