// @ts-check
/** Randomness that is the same at every drawing: hashes of places, and smooth noise made of them. */

/** A whole number to one of 0 to 1. @param {number} x @param {number} y @param {number} seed */
export function hash(x, y, seed) {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(seed | 0, 2147483629);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2246822519);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** A series of numbers from 0 to 1. @param {number} seed @returns {() => number} */
export function randomFrom(seed) {
  let a = (seed * 2654435761) >>> 0 || 1;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const LATTICE = 256;
const VALUES = Float32Array.from({ length: LATTICE * LATTICE }, (_, k) => hash(k, 0, 1) * 2 - 1);

/** Smooth noise from -1 to 1 with features of size 1. @param {number} x @param {number} y @param {number} seed */
export function noise(x, y, seed) {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const ux = fx * fx * (3 - 2 * fx);
  const uy = fy * fy * (3 - 2 * fy);
  const column = (ix + seed * 37) & 255;
  const beside = (column + 1) & 255;
  const row = ((iy + seed * 91) & 255) << 8;
  const below = (row + 256) & 65535;
  const a = VALUES[row | column];
  const top = a + (VALUES[row | beside] - a) * ux;
  const c = VALUES[below | column];
  return top + (c + (VALUES[below | beside] - c) * ux - top) * uy;
}

/** Noise of several sizes. @param {number} x @param {number} y @param {number} seed @param {number} octaves */
export function cloud(x, y, seed, octaves) {
  let sum = 0;
  let weight = 1;
  let total = 0;
  for (let k = 0; k < octaves; k++) {
    sum += noise(x, y, seed + k * 101) * weight;
    total += weight;
    weight *= 0.5;
    x = x * 2 + 17.3;
    y = y * 2 - 9.1;
  }
  return sum / total;
}
