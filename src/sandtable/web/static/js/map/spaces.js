// @ts-check
/**
 * The spaces of a map of points: a disc in the colour of its terrain with a small drawing in it, and a rim that still
 * tells the terrain when a counter lies on the disc. A box beside the map proper is square.
 *
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {import("./palette.js").Theme} Theme
 * @typedef {import("../wire.js").Terrain} Terrain
 * @typedef {{context: CanvasRenderingContext2D, inks: Inks, theme: Theme, pixel: number}} Brush
 */
import { randomFrom } from "./noise.js";
import { css, lit, mix, parse } from "./palette.js";

/** The middle of the ring that tells who controls a space, and how broad it is; by cells. */
export const RING = { radius: 0.45, width: 0.085 };
/** The corners of a box. */
export const ROUND = 0.14;
const OUTER = RING.radius + RING.width / 2;
const INNER = RING.radius - RING.width / 2;

/** Does a terrain lie beside the map proper? @param {Terrain | undefined} terrain */
export const isBox = (terrain) => terrain?.texture === "box";

/** The outline of a space. @param {boolean} square @param {number} radius @returns {Path2D} */
export function outlineOf(square, radius) {
  const path = new Path2D();
  if (square) path.roundRect(-radius, -radius, 2 * radius, 2 * radius, ROUND);
  else path.arc(0, 0, radius, 0, 2 * Math.PI);
  return path;
}

/** What is drawn around a disc, by texture. @type {Record<string, (brush: Brush, place: Place) => void>} */
const RIMS = { cliff: hachures, rock: hachures, marsh: reeds, salt: reeds };
/** What is drawn in it. @type {Record<string, (brush: Brush) => void>} */
const SIGNS = {
  ...{ cliff: peaks, rock: peaks, marsh: tufts, salt: tufts, woods: palm },
  ...{ village: houses, town: houses, fortress: houses, base: houses },
};

/** @param {Brush} brush @param {Place} place @param {Terrain | undefined} terrain */
export function drawSpace(brush, place, terrain) {
  const { context, inks, theme, pixel } = brush;
  const texture = terrain?.texture ?? "";
  const square = isBox(terrain);
  const colour = lit(parse(terrain?.colour ?? ""), theme);
  context.save();
  context.translate(place.x, place.y);
  context.scale(place.size, place.size);
  context.lineJoin = "round";
  RIMS[texture]?.(brush, place);
  context.save();
  context.translate(0.025, 0.04);
  context.fillStyle = css([20, 12, 4], 0.28);
  context.fill(outlineOf(square, OUTER + 0.015));
  context.restore();
  context.fillStyle = css(inks.paper);
  context.fill(outlineOf(square, OUTER));
  context.fillStyle = css(theme === "light" ? mix(colour, inks.paper, 0.2) : mix(colour, [255, 240, 210], 0.1));
  context.fill(outlineOf(square, INNER));
  context.save();
  context.clip(outlineOf(square, INNER));
  SIGNS[texture]?.(brush);
  context.restore();
  context.strokeStyle = css(inks.frame);
  context.lineWidth = Math.max(0.03, (1.1 * pixel) / place.size);
  context.stroke(outlineOf(square, OUTER));
  context.lineWidth = Math.max(0.015, (0.6 * pixel) / place.size);
  context.stroke(outlineOf(square, INNER));
  context.restore();
}

/** Wedges down all sides of a height; those away from the light are heavy. @param {Brush} brush @param {Place} place */
function hachures({ context, inks, theme }, place) {
  const chance = randomFrom(place.index + 5);
  context.fillStyle = css(theme === "light" ? inks.earth : mix(inks.earth, [210, 170, 120], 0.55), 0.9);
  context.beginPath();
  for (let k = 0; k < 30; k++) {
    const angle = ((k + 0.35 * (chance() - 0.5)) * Math.PI) / 15;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const shaded = (dx + dy) * Math.SQRT1_2;
    const [long, half] = [0.1 + 0.05 * chance() + 0.03 * shaded, 0.016 + 0.01 * Math.max(0, shaded)];
    const from = OUTER - 0.02;
    context.moveTo(dx * from - dy * half, dy * from + dx * half);
    context.lineTo(dx * (OUTER + long), dy * (OUTER + long));
    context.lineTo(dx * from + dy * half, dy * from - dx * half);
  }
  context.fill();
}

/** Dashes of water around the disc, with reeds in them. @param {Brush} brush */
function reeds({ context, inks, pixel }) {
  context.strokeStyle = css(inks.sea, 0.85);
  context.lineWidth = Math.max(0.028, pixel);
  context.setLineDash([0.14, 0.09]);
  for (const off of [0.06, 0.13]) {
    context.lineDashOffset = off;
    context.stroke(outlineOf(false, OUTER + off));
  }
  context.setLineDash([]);
}

/** @param {Brush} brush */
function peaks({ context, inks, theme }) {
  const line = theme === "light" ? css(inks.ink, 0.8) : css(inks.earth, 0.8);
  for (const [x, y, r] of [
    [-0.14, 0.12, 0.2],
    [0.17, 0.14, 0.17],
    [0.03, 0.0, 0.24],
  ]) {
    context.beginPath();
    context.moveTo(x - r, y + 0.62 * r);
    context.lineTo(x, y - 0.75 * r);
    context.lineTo(x + r, y + 0.62 * r);
    context.closePath();
    context.fillStyle = css(lit([226, 208, 180], theme), 0.9);
    context.fill();
    context.beginPath();
    context.moveTo(x, y - 0.75 * r);
    context.lineTo(x + r, y + 0.62 * r);
    context.lineTo(x + 0.15 * r, y + 0.62 * r);
    context.closePath();
    context.fillStyle = css(inks.earth, 0.75);
    context.fill();
    context.strokeStyle = line;
    context.lineWidth = 0.018;
    context.beginPath();
    context.moveTo(x - r, y + 0.62 * r);
    context.lineTo(x, y - 0.75 * r);
    context.lineTo(x + r, y + 0.62 * r);
    context.stroke();
  }
}

/** @param {Brush} brush */
function tufts({ context, inks }) {
  context.strokeStyle = css(inks.sea, 0.9);
  context.lineWidth = 0.028;
  context.beginPath();
  for (const [x, y] of [
    [-0.16, -0.06],
    [0.15, -0.1],
    [0.0, 0.16],
  ]) {
    context.moveTo(x - 0.14, y);
    context.lineTo(x + 0.14, y);
    for (const lean of [-0.07, 0, 0.07]) {
      context.moveTo(x + 0.6 * lean, y - 0.01);
      context.lineTo(x + lean, y - 0.13 + 0.6 * Math.abs(lean));
    }
  }
  context.stroke();
}

/** @param {Brush} brush */
function houses({ context, inks, theme }) {
  context.lineWidth = 0.018;
  context.strokeStyle = css(inks.roadCase);
  for (const [x, y, size] of [
    [-0.2, -0.1, 0.17],
    [0.12, -0.16, 0.2],
    [-0.06, 0.08, 0.22],
    [0.22, 0.12, 0.17],
  ]) {
    context.fillStyle = css(lit([250, 240, 218], theme));
    context.fillRect(x - size / 2, y - size / 2, size, 0.8 * size);
    context.fillStyle = css(lit([186, 98, 62], theme));
    context.fillRect(x - size / 2, y - size / 2, size, 0.36 * size);
    context.strokeRect(x - size / 2, y - size / 2, size, 0.8 * size);
  }
}

/** A palm at a pool. @param {Brush} brush */
function palm({ context, inks, theme }) {
  context.fillStyle = css(lit([92, 150, 182], theme));
  context.beginPath();
  context.ellipse(0.06, 0.2, 0.22, 0.07, 0, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = css(inks.roadCase);
  context.lineWidth = 0.035;
  context.beginPath();
  context.moveTo(-0.06, 0.2);
  context.quadraticCurveTo(-0.07, 0.02, 0.0, -0.12);
  context.stroke();
  context.strokeStyle = css(lit([52, 104, 44], theme));
  context.lineWidth = 0.045;
  context.beginPath();
  for (const [dx, dy] of [
    [-0.22, 0.02],
    [-0.17, -0.13],
    [0.02, -0.2],
    [0.19, -0.1],
    [0.2, 0.05],
  ]) {
    context.moveTo(0, -0.12);
    context.quadraticCurveTo(0.6 * dx, -0.16 + 0.6 * dy, dx, -0.08 + dy);
  }
  context.stroke();
}
