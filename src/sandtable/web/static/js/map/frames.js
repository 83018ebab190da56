// @ts-check
/**
 * The frames on a map of points, each with its title in the corner where it is least in the way.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {import("../wire.js").Inset} Inset
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {{inset: Inset, box: Box, letter: number}} Title
 */
import { grow, holds, overlap } from "./geometry.js";
import { SERIF } from "./lettering.js";
import { css } from "./palette.js";
import { pen } from "./relief.js";

const FONT = (/** @type {number} */ size) => `small-caps 700 ${size}px ${SERIF}`;
/** Of a title: its letters, at most and by the height of its frame; the room around them, by letters. */
const [LETTER, SHARE, PAD, OFF] = [0.62, 0.16, 0.5, 0.7];
const MEASURED = 40;

/** Where the titles stand. @param {Geometry} geometry @returns {Title[]} */
export function titlesOf(geometry) {
  const { insets } = geometry.board;
  const context = pen(document.createElement("canvas"));
  context.font = FONT(MEASURED);
  const spaces = geometry.places.map(({ x, y, size }) => grow({ x0: x, y0: y, x1: x, y1: y }, 0.7 * size));
  return insets.map((inset, index) => {
    const letter = Math.min(LETTER, SHARE * (inset.y1 - inset.y0));
    const width = (context.measureText(inset.title).width / MEASURED + 2 * PAD) * letter;
    // Frames that are drawn later lie on this one.
    const taken = [...spaces, ...insets.slice(index + 1).map((later) => grow(later, OFF * letter))];
    const inSheet = (/** @type {Box} */ box) => geometry.sheetBoxes.some((sheet) => holds(grow(sheet, -letter), box));
    const free = corners(inset, width, letter).map((box) => ({ box, hits: hitsOf(box, taken) + (inSheet(box) ? 0 : 9) }));
    return { inset, letter, box: free.reduce((a, b) => (b.hits < a.hits ? b : a)).box };
  });
}

/** Is all of a map in frames? Then what is outside them is paper. @param {Geometry} geometry @param {Place[]} places */
export function isFramed({ board }, places) {
  const inFrame = (/** @type {Place} */ { x, y }) =>
    board.insets.some(({ x0, y0, x1, y1 }) => x > x0 && x < x1 && y > y0 && y < y1);
  return places.length > 0 && places.every(inFrame);
}

/** @param {Box} box @param {Box[]} taken */
const hitsOf = (box, taken) => taken.filter((other) => overlap(grow(box, 0.15), other)).length;

/**
 * In the corners of a frame; above or below it, where the title is wider.
 *
 * @param {Inset} inset @param {number} width @param {number} letter @returns {Box[]}
 */
function corners({ x0, y0, x1, y1 }, width, letter) {
  const [off, height] = [OFF * letter, (1 + PAD) * letter];
  const narrow = x1 - x0 < width + 3 * off;
  const across = narrow ? [(x0 + x1 - width) / 2, x0, x1 - width] : [x0 + off, x1 - off - width, (x0 + x1 - width) / 2];
  return (narrow ? [y0 - height, y1] : [y0 + off, y1 - off - height]).flatMap((top) =>
    across.map((left) => ({ x0: left, y0: top, x1: left + width, y1: top + height })),
  );
}

/** All that is inside a frame. @param {readonly Inset[]} insets @returns {Path2D} */
export function inside(insets) {
  const path = new Path2D();
  for (const { x0, y0, x1, y1 } of insets) path.rect(x0, y0, x1 - x0, y1 - y0);
  return path;
}

/**
 * @param {CanvasRenderingContext2D} context @param {Title[]} titles @param {Box} box @param {number} pixel
 * @param {Inks} inks
 */
export function drawFrames(context, titles, box, pixel, inks) {
  context.lineJoin = "miter";
  context.setLineDash([]);
  for (const { inset } of titles) if (overlap(grow(inset, 0.5), box)) frame(context, inset, pixel, inks);
  for (const title of titles) if (overlap(title.box, box)) cartouche(context, title, pixel, inks);
}

/** @param {CanvasRenderingContext2D} context @param {Inset} inset @param {number} pixel @param {Inks} inks */
function frame(context, { x0, y0, x1, y1 }, pixel, inks) {
  /** @param {number} out @param {number} width @param {string} colour */
  const rule = (out, width, colour) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.strokeRect(x0 - out, y0 - out, x1 - x0 + 2 * out, y1 - y0 + 2 * out);
  };
  const band = Math.max(Math.min(0.2, 0.05 * (y1 - y0)), 4 * pixel);
  rule(0, band, css(inks.paper));
  rule(band / 2, Math.max(0.3 * band, 1.4 * pixel), css(inks.frame));
  rule(-band / 2, Math.max(0.12 * band, 0.8 * pixel), css(inks.frame));
}

/** @param {CanvasRenderingContext2D} context @param {Title} title @param {number} pixel @param {Inks} inks */
function cartouche(context, { inset, box, letter }, pixel, inks) {
  const { x0, y0, x1, y1 } = box;
  context.fillStyle = css(inks.paper, 0.94);
  context.fillRect(x0, y0, x1 - x0, y1 - y0);
  context.strokeStyle = css(inks.frame);
  context.lineWidth = Math.max(0.05, 1.2 * pixel);
  context.strokeRect(x0, y0, x1 - x0, y1 - y0);
  context.lineWidth = Math.max(0.02, 0.7 * pixel);
  const inner = 0.14 * letter;
  context.strokeRect(x0 + inner, y0 + inner, x1 - x0 - 2 * inner, y1 - y0 - 2 * inner);
  context.save();
  context.translate((x0 + x1) / 2, (y0 + y1) / 2);
  // Drawn large and made small: browsers place letters exactly only at their usual sizes.
  context.scale(letter / MEASURED, letter / MEASURED);
  context.font = FONT(MEASURED);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = css(inks.ink);
  context.fillText(inset.title, 0, -0.02 * MEASURED);
  context.restore();
}
