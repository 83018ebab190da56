// @ts-check
/**
 * Numbers on a fine grid, and the lines of equal value through them: coasts, rims and the lines of the surf.
 *
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {{x: number, y: number}[]} Loop a closed line, what is above the level on its right
 */

/** A grid of nodes over a box of the plane, `step` apart. */
export class Grid {
  /** @param {Box} box @param {number} step */
  constructor(box, step) {
    this.box = box;
    this.step = step;
    this.width = Math.ceil((box.x1 - box.x0) / step) + 1;
    this.height = Math.ceil((box.y1 - box.y0) / step) + 1;
    this.size = this.width * this.height;
  }

  /** @param {number} i */
  x(i) {
    return this.box.x0 + i * this.step;
  }

  /** @param {number} j */
  y(j) {
    return this.box.y0 + j * this.step;
  }

  field() {
    return new Float32Array(this.size);
  }

  /** The value between nodes. @param {Float32Array} field @param {number} x @param {number} y */
  sample(field, x, y) {
    const u = Math.min(Math.max((x - this.box.x0) / this.step, 0), this.width - 1.001);
    const v = Math.min(Math.max((y - this.box.y0) / this.step, 0), this.height - 1.001);
    const i = Math.floor(u);
    const j = Math.floor(v);
    const at = j * this.width + i;
    const top = field[at] + (field[at + 1] - field[at]) * (u - i);
    const below = field[at + this.width] + (field[at + this.width + 1] - field[at + this.width]) * (u - i);
    return top + (below - top) * (v - j);
  }
}

/**
 * For every node the nearest one of a set, by passing it on from neighbour to neighbour, forth and back.
 *
 * @param {Grid} grid @param {(node: number) => boolean} isSource @returns {Int32Array} -1 where there is none
 */
export function nearest(grid, isSource) {
  const { width, height, size } = grid;
  const source = new Int32Array(size);
  for (let node = 0; node < size; node++) source[node] = isSource(node) ? node : -1;
  const before = [-1, -width, -width - 1, -width + 1];
  const after = [1, width, width + 1, width - 1];
  for (let j = 1; j < height; j++) {
    for (let i = 1; i < width - 1; i++) hand(source, width, i, j, before);
  }
  for (let j = height - 2; j >= 0; j--) {
    for (let i = width - 2; i > 0; i--) hand(source, width, i, j, after);
  }
  for (let j = 0; j < height; j++) {
    const row = j * width;
    if (source[row] !== row) source[row] = source[row + 1];
    if (source[row + width - 1] !== row + width - 1) source[row + width - 1] = source[row + width - 2];
  }
  return source;
}

/**
 * Take the nearest source that a neighbour knows.
 *
 * @param {Int32Array} source @param {number} width @param {number} i @param {number} j @param {number[]} around
 */
function hand(source, width, i, j, around) {
  const node = j * width + i;
  if (source[node] === node) return;
  let best = source[node];
  let least = best < 0 ? Infinity : (i - (best % width)) ** 2 + (j - ((best / width) | 0)) ** 2;
  for (let k = 0; k < 4; k++) {
    const from = source[node + around[k]];
    if (from < 0 || from === best) continue;
    const di = i - (from % width);
    const dj = j - ((from / width) | 0);
    const d = di * di + dj * dj;
    if (d < least) {
      least = d;
      best = from;
    }
  }
  source[node] = best;
}

/**
 * How far each node is from the border of a set: positive inside, negative outside.
 *
 * @param {Grid} grid @param {(node: number) => boolean} isInside
 */
export function depths(grid, isInside) {
  const { width, step, size } = grid;
  const inside = new Uint8Array(size);
  for (let node = 0; node < size; node++) inside[node] = isInside(node) ? 1 : 0;
  const border = nearest(
    grid,
    (node) => inside[node] !== inside[node + 1] || inside[node] !== inside[node + width],
  );
  const depth = grid.field();
  for (let node = 0; node < size; node++) {
    const from = border[node];
    const dx = (node % width) - (from % width);
    const dy = ((node / width) | 0) - ((from / width) | 0);
    const far = from < 0 ? 1e3 : step * Math.sqrt(dx * dx + dy * dy);
    depth[node] = inside[node] ? far : -far;
  }
  return depth;
}

const TOP = 0;
const RIGHT = 1;
const BOTTOM = 2;
const LEFT = 3;

/** From which side of a square to which, by its corners above the level (8 top left, 4, 2, 1 clockwise). */
const STEPS = [
  [],
  [LEFT, BOTTOM],
  [BOTTOM, RIGHT],
  [LEFT, RIGHT],
  [RIGHT, TOP],
  [LEFT, BOTTOM, RIGHT, TOP],
  [BOTTOM, TOP],
  [LEFT, TOP],
  [TOP, LEFT],
  [TOP, BOTTOM],
  [TOP, LEFT, BOTTOM, RIGHT],
  [TOP, RIGHT],
  [RIGHT, LEFT],
  [RIGHT, BOTTOM],
  [BOTTOM, LEFT],
  [],
];

/**
 * The lines at a level, closed; the border of the grid counts as below it.
 *
 * @param {Grid} grid @param {Float32Array} field @param {number} level @returns {Loop[]}
 */
export function contours(grid, field, level) {
  const edge = borderless(grid, field, level);
  const { next, starts } = links(grid, edge, level);
  const loops = [];
  for (const start of starts) {
    if (next[start] < 0) continue;
    /** @type {Loop} */
    const loop = [];
    for (let at = start; next[at] >= 0;) {
      loop.push(crossing(grid, edge, level, at));
      const to = next[at];
      next[at] = -1;
      at = to;
    }
    if (loop.length > 5) loops.push(loop);
  }
  return loops;
}

/** @param {Grid} grid @param {Float32Array} field @param {number} level */
function borderless({ width, height }, field, level) {
  const copy = field.slice();
  for (let i = 0; i < width; i++) copy[i] = copy[(height - 1) * width + i] = level - 1;
  for (let j = 0; j < height; j++) copy[j * width] = copy[j * width + width - 1] = level - 1;
  return copy;
}

/**
 * From crossing to crossing; a crossing is twice its node, plus one on the way down.
 *
 * @param {Grid} grid @param {Float32Array} field @param {number} level
 */
function links({ width, height }, field, level) {
  const next = new Int32Array(2 * width * height).fill(-1);
  /** @type {number[]} */
  const starts = [];
  for (let j = 0; j < height - 1; j++) {
    for (let i = 0; i < width - 1; i++) {
      const at = j * width + i;
      const corners =
        (field[at] > level ? 8 : 0) |
        (field[at + 1] > level ? 4 : 0) |
        (field[at + width + 1] > level ? 2 : 0) |
        (field[at + width] > level ? 1 : 0);
      if (corners === 0 || corners === 15) continue;
      const sides = [2 * at, 2 * (at + 1) + 1, 2 * (at + width), 2 * at + 1];
      const steps = STEPS[corners];
      for (let k = 0; k < steps.length; k += 2) {
        next[sides[steps[k]]] = sides[steps[k + 1]];
        starts.push(sides[steps[k]]);
      }
    }
  }
  return { next, starts };
}

/** @param {Grid} grid @param {Float32Array} field @param {number} level @param {number} code */
function crossing(grid, field, level, code) {
  const node = code >> 1;
  const down = code & 1;
  const other = node + (down ? grid.width : 1);
  const t = Math.min(Math.max((level - field[node]) / (field[other] - field[node]), 0.02), 0.98);
  const i = node % grid.width;
  const j = Math.floor(node / grid.width);
  return { x: grid.x(i + (down ? 0 : t)), y: grid.y(j + (down ? t : 0)) };
}

/** A loop as a smooth path. @param {Path2D} path @param {Loop} loop */
export function trace(path, loop) {
  const last = loop[loop.length - 1];
  path.moveTo((last.x + loop[0].x) / 2, (last.y + loop[0].y) / 2);
  for (let k = 0; k < loop.length; k++) {
    const a = loop[k];
    const b = loop[(k + 1) % loop.length];
    path.quadraticCurveTo(a.x, a.y, (a.x + b.x) / 2, (a.y + b.y) / 2);
  }
  path.closePath();
}

/**
 * Loops cut into short strokes, so that a part of the map draws only what touches it.
 *
 * @param {Loop[]} loops @param {number} [length] @returns {{path: Path2D, box: Box}[]}
 */
export function strokes(loops, length = 40) {
  const made = [];
  for (const loop of loops) {
    for (let from = 0; from < loop.length; from += length) {
      const part = [];
      for (let k = from; k <= Math.min(from + length, loop.length); k++) part.push(loop[k % loop.length]);
      made.push(stroke(part, loop[(from + part.length) % loop.length]));
    }
  }
  return made;
}

/** @param {Loop} part @param {{x: number, y: number}} after @returns {{path: Path2D, box: Box}} */
function stroke(part, after) {
  const path = new Path2D();
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  part.forEach((a, k) => {
    const b = part[k + 1] ?? after;
    box.x0 = Math.min(box.x0, a.x);
    box.x1 = Math.max(box.x1, a.x);
    box.y0 = Math.min(box.y0, a.y);
    box.y1 = Math.max(box.y1, a.y);
    if (k === 0) path.moveTo((a.x + b.x) / 2, (a.y + b.y) / 2);
    else path.quadraticCurveTo(a.x, a.y, (a.x + b.x) / 2, (a.y + b.y) / 2);
  });
  return { path, box };
}
