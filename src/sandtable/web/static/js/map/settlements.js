// @ts-check
/**
 * What people built: houses, walls, depots. It stands around the middle of its cell, so that it still shows when a
 * counter lies there.
 *
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {import("./palette.js").Rgb} Rgb
 * @typedef {import("./palette.js").Theme} Theme
 */
import { randomFrom } from "./noise.js";
import { INKS, css, lit, mix, parse } from "./palette.js";

/** @typedef {{context: CanvasRenderingContext2D, wall: Rgb, inks: Inks, theme: Theme}} Brush */

/**
 * Draw what stands in a cell; a place with a name and no drawing of its own is a town.
 *
 * @param {CanvasRenderingContext2D} context in units of the plane @param {Place} place @param {string} texture
 * @param {string} colour of the terrain @param {Theme} theme
 */
export function drawSettlement(context, place, texture, colour, theme) {
  const inks = INKS[theme];
  const own = ["fortress", "base", "town", "village"].includes(texture);
  if (!own && !(place.cell.label && place.number >= 0)) return;
  const brush = {
    context,
    inks,
    theme,
    wall: own ? mix(lit(parse(colour), theme), parse(colour), 0.35) : inks.roadCase,
  };
  context.save();
  context.translate(place.x, place.y);
  context.scale(place.size, place.size);
  context.lineJoin = "round";
  if (texture === "fortress") drawFortress(brush, place);
  else if (texture === "base") drawBase(brush);
  else if (texture === "village") drawTown(brush, place, 4, 0.17);
  else drawTown(brush, place, texture === "town" ? 12 : 7);
  context.restore();
}

/** @param {Brush} brush @param {number} x @param {number} y @param {number} size @param {number} turn */
function house({ context, inks, theme }, x, y, size, turn) {
  context.save();
  context.translate(x, y);
  context.rotate(turn);
  context.fillStyle = css(inks.roadCase, 0.35);
  context.fillRect(-size / 2 + 0.014, -size / 2 + 0.018, size, size * 0.8);
  context.fillStyle = css(theme === "light" ? [250, 240, 218] : [150, 128, 98]);
  context.fillRect(-size / 2, -size / 2, size, size * 0.8);
  context.fillStyle = css(theme === "light" ? [186, 98, 62] : [112, 62, 44]);
  context.fillRect(-size / 2, -size / 2, size, size * 0.36);
  context.strokeStyle = css(inks.roadCase, 0.85);
  context.lineWidth = 0.012;
  context.strokeRect(-size / 2, -size / 2, size, size * 0.8);
  context.restore();
}

/** @param {Brush} brush @param {Place} place @param {number} count @param {number} [radius] */
function drawTown(brush, place, count, radius = 0.3) {
  const chance = randomFrom(place.index + 77);
  const spots = Array.from({ length: count }, (_, k) => {
    const angle = (k / count) * 2 * Math.PI + 0.7 * chance();
    const r = radius * (k % 3 === 0 ? 0.35 : 0.75 + 0.3 * chance());
    return { x: r * Math.cos(angle), y: 0.8 * r * Math.sin(angle) };
  });
  for (const spot of spots.sort((a, b) => a.y - b.y)) {
    house(brush, spot.x, spot.y, 0.1 + 0.04 * chance(), 0.3 * (chance() - 0.5));
  }
}

/** Walls with a bastion at each corner, and the town inside. @param {Brush} brush @param {Place} place */
function drawFortress(brush, place) {
  const { context, wall, inks, theme } = brush;
  const corners = place.shape.corners.map(({ x, y }) => ({ x: x * 0.9, y: y * 0.9 }));
  const ring = new Path2D();
  corners.forEach(({ x, y }, k) => (k ? ring.lineTo(x, y) : ring.moveTo(x, y)));
  ring.closePath();
  context.fillStyle = css(mix(inks.paper, wall, 0.22), 0.75);
  context.fill(ring);
  drawTown(brush, place, 10, 0.29);
  for (const [colour, width] of /** @type {[Rgb, number][]} */ ([
    [inks.roadCase, 0.12],
    [wall, 0.075],
  ])) {
    context.strokeStyle = css(colour);
    context.lineWidth = width;
    context.stroke(ring);
  }
  context.strokeStyle = css(mix(wall, [255, 255, 255], theme === "light" ? 0.55 : 0.25));
  context.lineWidth = 0.02;
  context.setLineDash([0.05, 0.04]);
  context.stroke(ring);
  context.setLineDash([]);
  for (const { x, y } of corners) bastion(brush, x, y);
}

/** @param {Brush} brush @param {number} x @param {number} y */
function bastion({ context, wall, inks }, x, y) {
  context.save();
  context.translate(x, y);
  context.rotate(Math.atan2(y, x));
  context.beginPath();
  context.moveTo(0.1, 0);
  context.lineTo(0.02, 0.085);
  context.lineTo(-0.06, 0.05);
  context.lineTo(-0.06, -0.05);
  context.lineTo(0.02, -0.085);
  context.closePath();
  context.fillStyle = css(wall);
  context.strokeStyle = css(inks.roadCase);
  context.lineWidth = 0.022;
  context.fill();
  context.stroke();
  context.restore();
}

/** A camp: a palisade, tents, and a flag. @param {Brush} brush */
function drawBase(brush) {
  const { context, wall, inks } = brush;
  context.beginPath();
  context.arc(0, 0, 0.46, 0, 2 * Math.PI);
  context.fillStyle = css(mix(inks.paper, wall, 0.2), 0.7);
  context.fill();
  for (const [colour, width] of /** @type {[Rgb, number][]} */ ([
    [inks.roadCase, 0.09],
    [wall, 0.055],
  ])) {
    context.strokeStyle = css(colour);
    context.lineWidth = width;
    context.setLineDash([0.22, 0.069]);
    context.stroke();
  }
  context.setLineDash([]);
  for (const [x, y] of [
    [-0.2, -0.12],
    [0.2, -0.12],
    [-0.22, 0.14],
    [0.22, 0.14],
    [0, 0.24],
  ])
    tent(brush, x, y);
  flag(brush);
}

/** @param {Brush} brush @param {number} x @param {number} y */
function tent({ context, inks, theme }, x, y) {
  context.beginPath();
  context.moveTo(x - 0.085, y + 0.06);
  context.lineTo(x, y - 0.07);
  context.lineTo(x + 0.085, y + 0.06);
  context.closePath();
  context.fillStyle = css(theme === "light" ? [252, 244, 224] : [150, 132, 104]);
  context.strokeStyle = css(inks.roadCase);
  context.lineWidth = 0.018;
  context.fill();
  context.stroke();
}

/** @param {Brush} brush */
function flag({ context, wall, inks }) {
  context.beginPath();
  context.moveTo(-0.01, 0.12);
  context.lineTo(-0.01, -0.3);
  context.strokeStyle = css(inks.roadCase);
  context.lineWidth = 0.025;
  context.stroke();
  context.beginPath();
  context.moveTo(0, -0.3);
  context.lineTo(0.17, -0.23);
  context.lineTo(0, -0.16);
  context.closePath();
  context.fillStyle = css(wall);
  context.fill();
  context.stroke();
}
