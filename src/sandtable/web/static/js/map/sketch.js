// @ts-check
/**
 * Many small marks of one kind, kept as one path for each patch of the map: a part of the map draws only the
 * patches that touch it.
 *
 * @typedef {import("./geometry.js").Box} Box
 */
import { overlap } from "./geometry.js";

const PATCH = 6;
const OVERHANG = 0.8;

export class Sketch {
  constructor() {
    /** @type {Map<string, Map<number, {path: Path2D, box: Box}>>} */
    this._layers = new Map();
  }

  /** The path that marks near a point belong to. @param {string} layer @param {number} x @param {number} y */
  path(layer, x, y) {
    let patches = this._layers.get(layer);
    if (!patches) this._layers.set(layer, (patches = new Map()));
    const i = Math.floor(x / PATCH);
    const j = Math.floor(y / PATCH);
    const key = i * 65536 + j;
    let patch = patches.get(key);
    if (!patch) {
      const box = { x0: i * PATCH, y0: j * PATCH, x1: (i + 1) * PATCH, y1: (j + 1) * PATCH };
      patch = { path: new Path2D(), box };
      patches.set(key, patch);
    }
    return patch.path;
  }

  /** @param {CanvasRenderingContext2D} context @param {string} layer @param {Box} box @param {string} colour */
  fill(context, layer, box, colour) {
    context.fillStyle = colour;
    this._each(layer, box, (path) => context.fill(path));
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {string} layer @param {Box} box @param {string} colour
   * @param {number} width
   */
  stroke(context, layer, box, colour, width) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    this._each(layer, box, (path) => context.stroke(path));
  }

  /** @param {string} layer @param {Box} box @param {(path: Path2D) => void} draw */
  _each(layer, box, draw) {
    for (const patch of this._layers.get(layer)?.values() ?? []) {
      const { x0, y0, x1, y1 } = patch.box;
      if (overlap(box, { x0: x0 - OVERHANG, y0: y0 - OVERHANG, x1: x1 + OVERHANG, y1: y1 + OVERHANG })) {
        draw(patch.path);
      }
    }
  }
}
