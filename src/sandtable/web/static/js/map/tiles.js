// @ts-check
/**
 * The painted map as squares of pixels, kept at the size they are shown in. Moving the map only copies squares;
 * after zooming the old ones are stretched until new ones are painted, one by one, nearest to the middle first.
 *
 * @typedef {import("./painter.js").Painter} Painter
 * @typedef {import("./camera.js").Camera} Camera
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {{scale: number, squares: Map<string, HTMLCanvasElement>}} Level
 */
import { bitmap, pen } from "./relief.js";

const SQUARE = 256;
const MOST = 260;
const OVERVIEW = { scale: 12, pixels: 900 };

export class Tiles {
  /** @param {Painter} painter @param {boolean} numbers */
  constructor(painter, numbers) {
    this._painter = painter;
    this._numbers = numbers;
    this._box = painter.geometry.box;
    /** @type {Level} */
    this._level = { scale: 0, squares: new Map() };
    /** @type {Level | null} */
    this._before = null;
    /** @type {HTMLCanvasElement[]} */
    this._spare = [];
    this.overview = this._paintOverview();
  }

  _paintOverview() {
    const { x0, y0, x1, y1 } = this._box;
    const scale = Math.min(OVERVIEW.scale, OVERVIEW.pixels / (x1 - x0), OVERVIEW.pixels / (y1 - y0));
    const canvas = bitmap((x1 - x0) * scale, (y1 - y0) * scale);
    this._painter.paint(pen(canvas, true), this._box, scale, { numbers: false });
    return canvas;
  }

  /** Numbers are painted into the squares. @param {boolean} numbers */
  setNumbers(numbers) {
    if (numbers === this._numbers) return;
    this._numbers = numbers;
    this._before = this._level;
    this._level = { scale: this._level.scale, squares: new Map() };
  }

  /** @param {CanvasRenderingContext2D} context @param {Camera} camera */
  draw(context, camera) {
    if (!this._covers(camera, this._level)) {
      if (!this._before || !this._covers(camera, this._before)) this._drawOverview(context, camera);
      if (this._before) this._drawLevel(context, camera, this._before);
    }
    this._drawLevel(context, camera, this._level);
  }

  /** Is everything in sight painted at this level? @param {Camera} camera @param {Level} level */
  _covers(camera, level) {
    const { i0, j0, i1, j1 } = this._inSight(camera, level.scale, 0);
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) if (!level.squares.has(`${i}:${j}`)) return false;
    }
    return level.scale > 0;
  }

  /**
   * The squares in sight, and as many pixels around it.
   *
   * @param {Camera} camera @param {number} scale @param {number} margin
   */
  _inSight(camera, scale, margin) {
    const { x0, y0, x1, y1 } = this._box;
    const origin = camera.toPixels(x0, y0);
    const side = (SQUARE * camera.pixelScale) / (scale || 1);
    const last = scale / SQUARE;
    return {
      i0: Math.max(0, Math.floor((-margin - origin.x) / side)),
      j0: Math.max(0, Math.floor((-margin - origin.y) / side)),
      i1: Math.min(Math.floor((x1 - x0) * last), Math.ceil((camera.pixelWidth + margin - origin.x) / side) - 1),
      j1: Math.min(Math.floor((y1 - y0) * last), Math.ceil((camera.pixelHeight + margin - origin.y) / side) - 1),
    };
  }

  /** @param {CanvasRenderingContext2D} context @param {Camera} camera */
  _drawOverview(context, camera) {
    const { x0, y0, x1, y1 } = this._box;
    const at = camera.toPixels(x0, y0);
    context.drawImage(this.overview, at.x, at.y, (x1 - x0) * camera.pixelScale, (y1 - y0) * camera.pixelScale);
  }

  /** @param {CanvasRenderingContext2D} context @param {Camera} camera @param {Level} level */
  _drawLevel(context, camera, level) {
    if (!level.scale) return;
    const zoom = camera.pixelScale / level.scale;
    const origin = camera.toPixels(this._box.x0, this._box.y0);
    const side = SQUARE * zoom;
    for (const [key, square] of level.squares) {
      const [i, j] = key.split(":").map(Number);
      const [x, y] = [origin.x + i * side, origin.y + j * side];
      if (x > camera.pixelWidth || y > camera.pixelHeight || x + side < 0 || y + side < 0) continue;
      if (zoom === 1) context.drawImage(square, x, y);
      else context.drawImage(square, x, y, side + 0.5, side + 0.5);
    }
  }

  /**
   * Squares in sight that are not painted yet, the middle first.
   *
   * @param {Camera} camera @param {number} [margin]
   */
  _missing(camera, margin = 0) {
    const origin = camera.toPixels(this._box.x0, this._box.y0);
    const { i0, j0, i1, j1 } = this._inSight(camera, this._level.scale, margin);
    const found = [];
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        if (this._level.squares.has(`${i}:${j}`)) continue;
        const x = (i + 0.5) * SQUARE + origin.x - camera.pixelWidth / 2;
        const y = (j + 0.5) * SQUARE + origin.y - camera.pixelHeight / 2;
        found.push({ i, j, far: Math.hypot(x, y) });
      }
    }
    return found.sort((a, b) => a.far - b.far);
  }

  /**
   * Paint some of what is missing.
   *
   * @param {Camera} camera @param {number} budget milliseconds; at least one square is painted
   * @param {boolean} ahead also what is just out of sight @returns {boolean} whether anything was painted
   */
  work(camera, budget, ahead) {
    if (this._level.scale !== camera.pixelScale) this._begin(camera.pixelScale);
    let missing = this._missing(camera);
    if (!missing.length) {
      if (this._before) this._drop();
      missing = ahead ? this._missing(camera, SQUARE).slice(0, 1) : [];
    }
    const start = performance.now();
    for (const { i, j } of missing) {
      this._level.squares.set(`${i}:${j}`, this._paint(i, j));
      if (performance.now() - start > budget) break;
    }
    if (this._level.squares.size > MOST) this._forget(camera);
    return missing.length > 0;
  }

  /** @param {number} scale */
  _begin(scale) {
    if (!this._before || this._level.squares.size > 6) {
      if (this._before) this._drop();
      this._before = this._level;
    } else {
      this._spare.push(...this._level.squares.values());
    }
    this._level = { scale, squares: new Map() };
  }

  _drop() {
    this._spare.push(...(this._before?.squares.values() ?? []));
    this._spare.length = Math.min(this._spare.length, MOST);
    this._before = null;
  }

  /** @param {number} i @param {number} j */
  _paint(i, j) {
    const canvas = this._spare.pop() ?? bitmap(SQUARE, SQUARE);
    const { scale } = this._level;
    const x0 = this._box.x0 + (i * SQUARE) / scale;
    const y0 = this._box.y0 + (j * SQUARE) / scale;
    const box = { x0, y0, x1: x0 + SQUARE / scale, y1: y0 + SQUARE / scale };
    this._painter.paint(pen(canvas, true), box, scale, { numbers: this._numbers });
    return canvas;
  }

  /** The squares farthest off go first. @param {Camera} camera */
  _forget(camera) {
    const origin = camera.toPixels(this._box.x0, this._box.y0);
    const far = [...this._level.squares.keys()].map((key) => {
      const [i, j] = key.split(":").map(Number);
      const x = (i + 0.5) * SQUARE + origin.x - camera.pixelWidth / 2;
      const y = (j + 0.5) * SQUARE + origin.y - camera.pixelHeight / 2;
      return { key, far: Math.hypot(x, y) };
    });
    far.sort((a, b) => b.far - a.far);
    for (const { key } of far.slice(0, this._level.squares.size - MOST + 20)) {
      const square = this._level.squares.get(key);
      if (square) this._spare.push(square);
      this._level.squares.delete(key);
    }
  }
}
