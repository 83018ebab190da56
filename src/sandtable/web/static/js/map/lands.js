// @ts-check
/**
 * The ground behind a map of points: land and sea by their rings, and around each space its own terrain, which
 * passes over into that of its neighbours.
 *
 * @typedef {import("../wire.js").Land} Land
 * @typedef {import("./ground.js").Ground} Ground
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {{x: number, y: number, size: number, number: number, index: number}} Patch
 */
import { hash } from "./noise.js";
import { parse } from "./palette.js";
import { bitmap, pen } from "./relief.js";

/** Red where there is land, green where nobody goes. @type {Record<string, string>} */
const INK = { land: "#f00", foreign: "#ff0", sea: "#000", lake: "#000" };
/** How strong plain ground is against the terrain of the spaces. */
const PLAIN = 0.3;
/** Terrains that are no ground: boxes. */
const GROUNDLESS = new Set(["box", "water", ""]);

/** Fill the fields of a ground. @param {Ground} ground @param {readonly Land[]} lands */
export function layLands(ground, lands) {
  const { grid, shares } = ground;
  const { land, foreign } = drawn(ground, lands);
  shares.set(
    "water",
    land.map((share) => 1 - share),
  );
  ground.beyond = foreign;
  const plain = ground.textures.plainest();
  const colour = parse(plain?.colour ?? "#e0cb95");
  const all = ground.spread(ground.places.filter((place) => !GROUNDLESS.has(ground.textures.texture(place))));
  const base = plain?.texture || "plain";
  if (!all.textures.has(base)) all.textures.set(base, grid.field());
  for (const [name, sums] of all.textures) {
    const own = name === base ? PLAIN : 0;
    shares.set(
      name,
      sums.map((sum, node) => (land[node] * (sum + own)) / (all.weight[node] + PLAIN)),
    );
  }
  ground.colour = all.colour.map((sums, k) =>
    sums.map((sum, node) => (sum + PLAIN * colour[k]) / (all.weight[node] + PLAIN)),
  );
}

/** The rings filled, one pixel a node. @param {Ground} ground @param {readonly Land[]} lands */
function drawn({ grid }, lands) {
  const context = pen(bitmap(grid.width, grid.height), true);
  context.setTransform(
    1 / grid.step,
    0,
    0,
    1 / grid.step,
    0.5 - grid.box.x0 / grid.step,
    0.5 - grid.box.y0 / grid.step,
  );
  for (const { kind, ring } of lands) {
    context.fillStyle = INK[kind] ?? INK.land;
    context.beginPath();
    for (const [x, y] of ring) context.lineTo(x, y);
    context.fill();
  }
  const { data } = context.getImageData(0, 0, grid.width, grid.height);
  const channel = (/** @type {number} */ from) => grid.field().map((_, node) => data[4 * node + from] / 255);
  return { land: channel(0), foreign: channel(1) };
}

/** Patches all over the land, for the strokes of the pen, each with its texture. @param {Ground} ground */
export function patches(ground) {
  const { grid, unit } = ground;
  const { x0, y0, x1, y1 } = grid.box;
  /** @type {{place: Patch, texture: string}[]} */
  const all = [];
  for (let j = 0; y0 + j * unit < y1; j++) {
    for (let i = 0; x0 + i * unit < x1; i++) {
      const x = x0 + (i + 0.5 + 0.4 * (hash(i, j, 3) - 0.5)) * unit;
      const y = y0 + (j + 0.5 + 0.4 * (hash(i, j, 4) - 0.5)) * unit;
      const dry = grid.sample(ground.shore, x, y) < -0.35 * unit && grid.sample(ground.beyond, x, y) < 0.5;
      if (dry) all.push({ place: { x, y, size: unit, number: -1, index: 1000 * j + i }, texture: strongest(ground, x, y) });
    }
  }
  return all;
}

/** @param {Ground} ground @param {number} x @param {number} y */
function strongest({ grid, shares }, x, y) {
  let best = "plain";
  let most = 0;
  for (const [name, share] of shares) {
    const here = grid.sample(share, x, y);
    if (here > most) [best, most] = [name, here];
  }
  return best;
}
