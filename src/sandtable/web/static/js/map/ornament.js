// @ts-check
/**
 * If the map has a large stretch of water that no piece ever enters, its title and a compass rose are drawn there.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./ground.js").Ground} Ground
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {{x: number, y: number, radius: number}} Spot
 */
import { SERIF } from "./lettering.js";
import { css, mix } from "./palette.js";

const LEAST = 2.3;
const MOST = 3.6;

/** The middle of the largest empty stretch, if it is large enough. @param {Geometry} geometry @param {Ground} ground */
export function emptyWater(geometry, ground) {
  const { grid, shore, unit } = ground;
  /** @type {Spot | null} */
  let best = null;
  for (let j = 0; j < grid.height; j += 5) {
    for (let i = 0; i < grid.width; i += 5) {
      const [x, y] = [grid.x(i), grid.y(j)];
      const { x0, y0, x1, y1 } = grid.box;
      const margin = Math.min(x - x0, x1 - x, (y - y0) * 1.25, (y1 - y) * 1.25) - 0.4 * unit;
      const radius = Math.min(shore[j * grid.width + i], margin);
      if (radius > (best?.radius ?? LEAST * unit) && isEmpty(geometry, x, y, radius)) best = { x, y, radius };
    }
  }
  return best && { ...best, radius: Math.min(best.radius, MOST * unit) };
}

/** @param {Geometry} geometry @param {number} x @param {number} y @param {number} radius */
function isEmpty(geometry, x, y, radius) {
  for (let k = 0; k < 16; k++) {
    const [dx, dy] = [Math.cos((k * Math.PI) / 8) * radius, Math.sin((k * Math.PI) / 8) * radius];
    for (const part of [0, 0.5, 0.95]) {
      const place = geometry.at(x + dx * part, y + dy * part);
      if (place && (place.number >= 0 || place.cell.label)) return false;
    }
  }
  return true;
}

/** @param {CanvasRenderingContext2D} context @param {Spot} spot @param {string} title @param {Inks} inks */
export function drawOrnament(context, { x, y, radius }, title, inks) {
  context.save();
  context.translate(x, y);
  context.scale(radius, radius);
  const ink = css(mix(inks.surf, [10, 40, 66], 0.12), 0.85);
  rose(context, ink);
  context.fillStyle = ink;
  context.textAlign = "center";
  context.textBaseline = "middle";
  // Drawn in a space of 100, where browsers place letters exactly.
  context.scale(0.01, 0.01);
  context.font = `italic 600 30px ${SERIF}`;
  const wide = context.measureText(title).width;
  const fit = Math.min(1, 175 / wide);
  context.scale(fit, fit);
  context.fillText(title, 0, 62 / fit);
  context.fillRect(-60 / fit, 83 / fit, 120 / fit, 1.2 / fit);
  context.restore();
}

/** Eight points, the northern one named. @param {CanvasRenderingContext2D} context @param {string} ink */
function rose(context, ink) {
  context.save();
  context.translate(0, -0.18);
  context.strokeStyle = ink;
  context.lineWidth = 0.012;
  for (const r of [0.27, 0.31]) {
    context.beginPath();
    context.arc(0, 0, r, 0, 2 * Math.PI);
    context.stroke();
  }
  for (let k = 0; k < 8; k++) {
    context.save();
    context.rotate(((k * 2 + (k < 4 ? 1 : 0)) * Math.PI) / 4);
    point(context, k < 4 ? 0.3 : 0.46, ink);
    context.restore();
  }
  context.fillStyle = ink;
  context.textAlign = "center";
  context.scale(0.01, 0.01);
  context.font = `600 15px ${SERIF}`;
  context.fillText("N", 0, -49);
  context.restore();
}

/**
 * One point of the rose: half of it filled.
 *
 * @param {CanvasRenderingContext2D} context @param {number} long @param {string} ink
 */
function point(context, long, ink) {
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.lineWidth = 0.01;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(0, -long);
    context.lineTo(side * 0.065, -0.065);
    context.closePath();
    if (side > 0) context.fill();
    context.stroke();
  }
}
