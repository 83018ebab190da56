// @ts-check
/**
 * Colours. A board names the colour of each terrain; everything else is mixed from it, for daylight or for night.
 *
 * @typedef {[number, number, number]} Rgb
 * @typedef {"light" | "dark"} Theme
 */

/** @param {string} text as #rrggbb or #rgb @returns {Rgb} */
export function parse(text) {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short) return [17 * parseInt(short[1], 16), 17 * parseInt(short[2], 16), 17 * parseInt(short[3], 16)];
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  return long ? [parseInt(long[1], 16), parseInt(long[2], 16), parseInt(long[3], 16)] : [200, 190, 160];
}

/** @param {Rgb} rgb @param {number} [alpha] */
export const css = ([r, g, b], alpha = 1) =>
  `rgb(${Math.round(r)} ${Math.round(g)} ${Math.round(b)}${alpha < 1 ? ` / ${alpha}` : ""})`;

/** @param {Rgb} a @param {Rgb} b @param {number} t @returns {Rgb} */
export const mix = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];

/** @param {Rgb} rgb */
export const brightness = ([r, g, b]) => (0.299 * r + 0.587 * g + 0.114 * b) / 255;

/** @type {Rgb} */
const WHITE = [255, 255, 255];
/** @type {Rgb} */
const NIGHT = [20, 17, 20];

/** A colour by day, or the same seen at night. @param {Rgb} rgb @param {Theme} theme @returns {Rgb} */
export function lit(rgb, theme) {
  if (theme === "light") return rgb;
  const grey = brightness(rgb) * 255;
  return mix(mix(rgb, [grey, grey, grey], -0.12), NIGHT, 0.57);
}

/**
 * What is drawn over the ground, by theme.
 *
 * @typedef {object} Inks
 * @property {Rgb} table what lies around the map
 * @property {Rgb} paper the ground of free points, the frame
 * @property {Rgb} frame lines of the frame
 * @property {Rgb} grid
 * @property {number} gridAlpha
 * @property {Rgb} ink names, numbers
 * @property {Rgb} halo around names
 * @property {Rgb} earth hachures, stipple
 * @property {Rgb} closed hexsides that nothing crosses
 * @property {Rgb} surf
 * @property {Rgb} roadCase
 * @property {Rgb} roadCore
 * @property {Rgb} track unpaved ways
 * @property {Rgb} sea links over water
 */

/** @type {Record<Theme, Inks>} */
export const INKS = {
  light: {
    table: [228, 220, 202],
    paper: [244, 234, 210],
    frame: [74, 58, 40],
    grid: [70, 48, 24],
    gridAlpha: 0.26,
    ink: [48, 34, 22],
    halo: [252, 245, 226],
    earth: [92, 54, 26],
    closed: [150, 32, 20],
    surf: [255, 255, 250],
    roadCase: [88, 42, 26],
    roadCore: [250, 214, 138],
    track: [88, 42, 26],
    sea: [18, 62, 104],
  },
  dark: {
    table: [15, 18, 24],
    paper: [48, 44, 38],
    frame: [150, 134, 104],
    grid: [255, 236, 200],
    gridAlpha: 0.14,
    ink: [240, 228, 200],
    halo: [16, 17, 20],
    earth: [22, 14, 9],
    closed: [226, 92, 66],
    surf: [168, 196, 204],
    roadCase: [20, 14, 12],
    roadCore: [184, 148, 92],
    track: [196, 166, 112],
    sea: [164, 208, 228],
  },
};

/** The tones of water from the shore outwards. @param {Rgb} water @param {Theme} theme @returns {Rgb[]} */
export function waterTones(water, theme) {
  const shallow = mix(mix(water, [150, 214, 204], 0.62), WHITE, 0.12);
  const near = mix(water, [104, 182, 196], 0.4);
  const deep = mix(water, [18, 52, 92], 0.42);
  return [shallow, near, water, deep].map((tone) => lit(/** @type {Rgb} */ (tone), theme));
}

/** Colours of sides that bring no nation: ground and ink. @type {[string, string][]} */
export const SIDE_COLOURS = [
  ["#c9b27c", "#2a2013"],
  ["#8fb0c9", "#122536"],
  ["#a9bf8f", "#1c2b12"],
  ["#cf9fae", "#3a1220"],
];

/** Strong colours of sides, for overlays, markers and rings. @type {string[]} */
export const SIDE_ACCENTS = ["#a34a12", "#1c5f9e", "#3d7a2e", "#93347a"];

/** @param {number} side */
export const accentOf = (side) => (side >= 0 ? SIDE_ACCENTS[side % SIDE_ACCENTS.length] : "#5b5348");
