// @ts-check
/**
 * What is drawn on the paper beside the frames of a map of points, if they leave room: its title, and a key to its
 * terrains, lines and marks.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {import("./spaces.js").Brush} Brush
 * @typedef {{text: string, draw: (brush: Brush, x: number, y: number) => void}} Entry
 */
import { Place, overlap } from "./geometry.js";
import { SERIF } from "./lettering.js";
import { drawStroke } from "./lines.js";
import { drawOrnament } from "./ornament.js";
import { css } from "./palette.js";
import { OTHER, SIGNS } from "./printed.js";
import { pen } from "./relief.js";
import { drawSpace } from "./spaces.js";
import { WORDS } from "./words.js";

/** The room that paper must have, and a line of the key; how large its letters are. */
const [LEAST, ROW, LETTER] = [6, 1.15, 0.5];
const MEASURED = 40;
const FONT = `600 ${MEASURED}px ${SERIF}`;
/** How wide a sample is, where the words begin, and what is left after them. */
const [SAMPLE, BEFORE, AFTER] = [1.3, 1.65, 0.7];

/** The largest part of a map outside its frames, if it is large enough. @param {Geometry} geometry @param {Box} box @returns {Box | null} */
export function paperOf(geometry, box) {
  const { insets } = geometry.board;
  if (!insets.length) return null;
  const xs = [box.x0, box.x1, ...insets.flatMap(({ x0, x1 }) => [x0, x1])];
  const ys = [box.y0, box.y1, ...insets.flatMap(({ y0, y1 }) => [y0, y1])];
  const spans = (/** @type {number[]} */ all) => all.flatMap((low) => all.map((high) => [low, high]));
  const empty = spans(xs)
    .flatMap(([x0, x1]) => spans(ys).map(([y0, y1]) => ({ x0, y0, x1, y1 })))
    .filter((one) => one.x1 - one.x0 > LEAST && one.y1 - one.y0 > LEAST)
    .filter((one) => !insets.some((inset) => overlap(inset, one)));
  const area = (/** @type {Box} */ one) => (one.x1 - one.x0) * (one.y1 - one.y0);
  return empty.sort((a, b) => area(b) - area(a))[0] ?? null;
}

/** @param {Geometry} geometry @returns {Entry[][]} */
function columnsOf({ board }) {
  const sheet = { id: "", name: "", shape: "points", x: 0, y: 0, scale: 0.82, part_of: "" };
  const terrains = board.terrains.map((terrain) => ({
    text: terrain.name,
    draw: (/** @type {Brush} */ brush, /** @type {number} */ x, /** @type {number} */ y) => {
      const cell = { number: -1, name: "", label: "", terrain: terrain.id, sheet: 0, marks: [] };
      drawSpace(brush, new Place({ ...cell, x: x / 0.82, y: y / 0.82 }, 0, sheet), terrain);
    },
  }));
  const lines = board.lines.map(({ kind, style }) => ({
    text: kind,
    draw: (/** @type {Brush} */ { context, inks, pixel }, /** @type {number} */ x, /** @type {number} */ y) =>
      drawStroke(context, style, { x: x - 0.6, y }, { x: x + 0.6, y }, pixel, inks),
  }));
  const kinds = [...new Set(board.cells.flatMap(({ marks }) => marks.map(({ kind }) => kind)))];
  const marks = kinds.map((kind) => ({
    text: WORDS.marks[kind] ?? kind,
    draw: (/** @type {Brush} */ brush, /** @type {number} */ x, /** @type {number} */ y) => drawSign(brush, kind, x, y),
  }));
  return [terrains, marks, lines];
}

/** @param {Brush} brush @param {string} kind @param {number} x @param {number} y */
function drawSign({ context, inks }, kind, x, y) {
  context.save();
  context.translate(x, y);
  context.scale(0.035, 0.035);
  context.strokeStyle = css(inks.ink);
  context.lineWidth = 1.9;
  context.fillStyle = kind === "points" ? "#f7cf4d" : css(inks.paper);
  const path = new Path2D(SIGNS[kind] ?? OTHER);
  if (kind !== "port") context.fill(path);
  context.stroke(path);
  context.restore();
}

/** The title and the key, laid out in columns: terrains, marks, lines. */
export class MapKey {
  /** @param {Geometry} geometry @param {Box} box */
  constructor(geometry, box) {
    this.box = box;
    this._title = geometry.board.title;
    this._columns = columnsOf(geometry).filter((column) => column.length);
    const context = pen(document.createElement("canvas"));
    context.font = FONT;
    const widths = this._columns.map((column) => {
      const words = column.map(({ text }) => context.measureText(text).width);
      return BEFORE + AFTER + (Math.max(...words) * LETTER) / MEASURED;
    });
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
    const wide = widths.reduce((sum, one) => sum + one, 0);
    const high = ROW * Math.max(...this._columns.map((column) => column.length));
    // The title has at least a quarter of the room, and the key what it needs of the rest.
    const left = Math.max(0.25 * width, width - wide - AFTER);
    this._zoom = Math.min(1, (width - left) / wide, (height - AFTER) / high);
    this._starts = widths.map((_, k) => widths.slice(0, k).reduce((sum, one) => sum + one, 0));
    this._corner = { x: box.x0 + left, y: (box.y0 + box.y1 - high * this._zoom) / 2 };
    const radius = Math.min(0.42 * height, 0.42 * left);
    this._spot = { x: box.x0 + left / 2, y: (box.y0 + box.y1) / 2, radius };
  }

  /** @param {Brush} brush */
  draw(brush) {
    const { context, inks } = brush;
    drawOrnament(context, this._spot, this._title, { ...inks, surf: inks.frame });
    context.save();
    context.translate(this._corner.x, this._corner.y);
    context.scale(this._zoom, this._zoom);
    this._columns.forEach((column, k) => {
      column.forEach(({ text, draw }, row) => {
        const y = (row + 0.5) * ROW;
        draw(brush, this._starts[k] + SAMPLE / 2, y);
        write(context, text, this._starts[k] + BEFORE, y, inks);
      });
    });
    context.restore();
  }
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y @param {Inks} inks */
function write(context, text, x, y, inks) {
  context.save();
  context.translate(x, y);
  context.scale(LETTER / MEASURED, LETTER / MEASURED);
  context.font = FONT;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = css(inks.ink);
  context.fillText(text, 0, 0);
  context.restore();
}
