// @ts-check
/**
 * The ground in colour and shade: a height for every node, lit from the north-west, over the mixed colours of the
 * terrains. Two small pictures, land and water, one pixel a node; they are drawn large and smooth.
 *
 * @typedef {import("./ground.js").Ground} Ground
 * @typedef {import("./contours.js").Grid} Grid
 * @typedef {import("./palette.js").Rgb} Rgb
 * @typedef {import("./palette.js").Theme} Theme
 */
import { cloud, hash, noise } from "./noise.js";
import { INKS, lit, mix, waterTones } from "./palette.js";

/** How high a texture lies, and how rough it is in large and in small. @type {Record<string, [number, number, number]>} */
const HEIGHTS = {
  sand: [0, 0.16, 0.03],
  plain: [0, 0.06, 0.02],
  dunes: [0.08, 0.1, 0.1],
  rock: [0.3, 0.25, 0.3],
  cliff: [0.66, 0.1, 0.34],
  salt: [-0.42, 0.03, 0.04],
  woods: [0.1, 0.2, 0.2],
  field: [0, 0.08, 0.02],
  marsh: [-0.1, 0.03, 0.03],
  water: [-0.12, 0, 0],
};
const SHADE = 0.3;
const BEACH = 0.45;
/** Beyond this distance from the shore no land is ever seen at sea, and no water inland. */
const OFFSHORE = 0.5;

/** @param {number} width @param {number} height @returns {HTMLCanvasElement} */
export function bitmap(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @param {boolean} [opaque] @returns {CanvasRenderingContext2D} */
export function pen(canvas, opaque = false) {
  const context = canvas.getContext("2d", { alpha: !opaque });
  if (!context) throw new Error("no canvas");
  return context;
}

/** @param {Ground} ground */
function heights(ground) {
  const { grid, unit, seed } = ground;
  const height = grid.field();
  const shares = [...ground.shares].map(([name, share]) => ({ share, form: HEIGHTS[name] ?? HEIGHTS.plain }));
  const dunes = ground.share("dunes");
  for (let j = 0; j < grid.height; j++) {
    for (let i = 0; i < grid.width; i++) {
      const at = j * grid.width + i;
      if (ground.shore[at] > OFFSHORE * unit) continue;
      const x = (i * grid.step) / unit;
      const y = (j * grid.step) / unit;
      let base = 0;
      let large = 0;
      let small = 0;
      for (const { share, form } of shares) {
        const part = share[at];
        if (part < 0.01) continue;
        base += part * form[0];
        large += part * form[1];
        small += part * form[2];
      }
      let h = base + (large > 0.005 ? large * cloud(x * 0.45, y * 0.6, seed + 11, 2) : 0);
      if (small > 0.005) h += small * (1 - 2 * Math.abs(noise(x * 2.1, y * 2.1, seed + 23))) * 0.5;
      if (small > 0.1) h += small * 0.6 * (0.5 - Math.abs(noise(x * 2.9 + 0.8 * y, y * 2.9, seed + 29)));
      if (dunes && dunes[at] > 0.05) h += dunes[at] * 0.16 * crest(x, y, seed);
      height[at] = h;
    }
  }
  return height;
}

/** Long dunes across the wind. @param {number} x @param {number} y @param {number} seed */
const crest = (x, y, seed) => Math.sin((x * 0.5 + y) * 6 + 2.4 * noise(x * 0.7, y * 0.7, seed + 41));

/** The land, without its water. @param {Ground} ground @param {Theme} theme */
export function paintLand(ground, theme) {
  const { grid, unit, seed, shore, beyond } = ground;
  const height = heights(ground);
  const [red, green, blue] = ground.colour;
  const slope = (unit / grid.step) * SHADE * (theme === "dark" ? 0.8 : 1);
  const pale = lit([246, 234, 204], theme);
  const veil = mix(INKS[theme].table, INKS[theme].frame, 0.12);
  /** @type {Rgb} */
  const rgb = [0, 0, 0];
  return picture(grid, (data, at, i, j) => {
    if (shore[at] > OFFSHORE * unit) return;
    const right = i + 1 < grid.width ? at + 1 : at;
    const below = j + 1 < grid.height ? at + grid.width : at;
    let shade = (height[right] - height[at] + height[below] - height[at]) * slope;
    shade = Math.max(-0.42, Math.min(theme === "dark" ? 0.16 : 0.34, shade));
    const x = (i * grid.step) / unit;
    const y = (j * grid.step) / unit;
    shade += 0.045 * noise(x * 0.21, y * 0.27, seed + 61) + 0.03 * noise(x * 1.1, y * 1.3, seed + 67);
    shade += 0.035 * (hash(i, j, seed) - 0.5);
    rgb[0] = red[at];
    rgb[1] = green[at];
    rgb[2] = blue[at];
    if (theme === "dark") blend(rgb, lit(rgb, theme), 1);
    const inland = -shore[at] / unit;
    if (inland < BEACH) blend(rgb, pale, 0.5 * (1 - Math.max(inland, 0) / BEACH));
    if (beyond[at] > 0.02) blend(rgb, veil, 0.5 * Math.min(1, beyond[at]));
    put(data, at, rgb, shade);
  });
}

/** The water, from the shallows into the deep. @param {Ground} ground @param {Theme} theme */
export function paintWater(ground, theme) {
  const { grid, unit, seed, shore } = ground;
  const tones = waterTones(ground.waterColour(), theme);
  const depths = [0, 0.4, 1.5, 6.5];
  /** @type {Rgb} */
  const rgb = [0, 0, 0];
  return picture(grid, (data, at, i, j) => {
    const out = shore[at] / unit;
    if (out < -OFFSHORE) return;
    const x = (i * grid.step) / unit;
    const y = (j * grid.step) / unit;
    const swell = 0.5 * cloud(x * 0.35, y * 0.35, seed + 71, 2) * Math.min(1, Math.max(0, out));
    ramp(rgb, tones, depths, Math.max(0, out + swell));
    put(data, at, rgb, 0.025 * noise(x * 0.9, y * 2.6, seed + 73));
  });
}

/**
 * A picture of a grid, one pixel a node.
 *
 * @param {Grid} grid @param {(data: Uint8ClampedArray, at: number, i: number, j: number) => void} each
 */
function picture(grid, each) {
  const canvas = bitmap(grid.width, grid.height);
  const context = pen(canvas);
  const image = context.createImageData(grid.width, grid.height);
  for (let j = 0; j < grid.height; j++) {
    for (let i = 0; i < grid.width; i++) each(image.data, j * grid.width + i, i, j);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Mix in place: these run for every node. @param {Rgb} rgb @param {Rgb} other @param {number} t */
function blend(rgb, other, t) {
  rgb[0] += (other[0] - rgb[0]) * t;
  rgb[1] += (other[1] - rgb[1]) * t;
  rgb[2] += (other[2] - rgb[2]) * t;
}

/** @param {Rgb} rgb @param {Rgb[]} tones @param {number[]} depths @param {number} at */
function ramp(rgb, tones, depths, at) {
  let k = 1;
  while (k < depths.length - 1 && at >= depths[k]) k++;
  blend(rgb, tones[k - 1], 1);
  blend(rgb, tones[k], Math.min(1, (at - depths[k - 1]) / (depths[k] - depths[k - 1])));
}

/** @param {Uint8ClampedArray} data @param {number} at @param {Rgb} rgb @param {number} shade */
function put(data, at, rgb, shade) {
  for (let k = 0; k < 3; k++) {
    data[4 * at + k] = shade > 0 ? rgb[k] + (255 - rgb[k]) * shade : rgb[k] * (1 + shade);
  }
  data[4 * at + 3] = 255;
}

/** A tile of fine grain, laid over everything in pixels of the screen. @returns {HTMLCanvasElement} */
export function grain() {
  const canvas = bitmap(128, 128);
  const context = pen(canvas);
  const image = context.createImageData(128, 128);
  for (let at = 0; at < 128 * 128; at++) {
    const value = hash(at % 128, Math.floor(at / 128), 5);
    const light = value > 0.5 ? 255 : 0;
    image.data.set([light, light, light, Math.round(15 * Math.abs(value - 0.5) ** 1.5 * 2.8)], 4 * at);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
