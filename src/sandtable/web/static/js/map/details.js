// @ts-check
/**
 * The pen strokes of the terrain: hachures down an escarpment, stipple in a salt pan, dunes, stones, trees, tufts.
 * They are laid out once, in the units of the plane, and drawn at any size.
 *
 * @typedef {import("./ground.js").Ground} Ground
 * @typedef {import("./lands.js").Patch} Place a cell, or a patch of ground
 * @typedef {import("./contours.js").Loop} Loop
 * @typedef {() => number} Chance
 */
import { contours } from "./contours.js";
import { noise, randomFrom } from "./noise.js";
import { Sketch } from "./sketch.js";

const HACHURES = 0.07;

/** Who draws the marks of a texture. @type {Record<string, (pens: Pens, place: Place, chance: Chance) => void>} */
const MARKS = {
  sand: drawSand,
  plain: drawSand,
  dunes: drawDunes,
  rock: drawRock,
  cliff: drawCrags,
  salt: drawSalt,
  woods: drawWoods,
  field: drawField,
  marsh: drawMarsh,
};

/** @typedef {{sketch: Sketch, ground: Ground}} Pens */

/** Textures with a rim: a height, or a depression. @type {[string, 1 | -1][]} */
const RIMS = [
  ["cliff", 1],
  ["salt", -1],
];

/** All marks of a sheet, and the rims of its heights and depressions. @param {Ground} ground */
export function details(ground) {
  const sketch = new Sketch();
  /** @type {Map<string, Loop[]>} */
  const rims = new Map();
  if (ground.bare) return { sketch, rims };
  const pens = { sketch, ground };
  for (const { place, texture } of ground.strokes()) {
    const mark = MARKS[texture];
    if (mark) mark(pens, place, randomFrom(place.index + 1));
  }
  for (const [texture, out] of RIMS) {
    const share = ground.share(texture);
    const loops = share ? contours(ground.grid, share, 0.5) : [];
    rims.set(texture, loops);
    slopes(pens, texture, loops, out);
  }
  return { sketch, rims };
}

/**
 * Wedges along the rim of a texture, pointing down the slope: outwards from a height, inwards into a depression.
 * Those away from the light are heavy, those towards it fine.
 *
 * @param {Pens} pens @param {string} texture @param {Loop[]} rim @param {1 | -1} out
 */
function slopes(pens, texture, rim, out) {
  const { ground } = pens;
  const chance = randomFrom(texture.length * 31);
  const gap = HACHURES * ground.unit;
  for (const loop of rim) {
    let ahead = gap;
    for (let k = 0; k < loop.length; k++) {
      const a = loop[k];
      const b = loop[(k + 1) % loop.length];
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1e-6;
      // What is above the level lies on the right of the loop: its left is downhill of a height.
      const down = { x: ((b.y - a.y) / length) * out, y: (-(b.x - a.x) / length) * out };
      for (; ahead < length; ahead += gap * (0.8 + 0.4 * chance())) {
        const at = { x: a.x + ((b.x - a.x) * ahead) / length, y: a.y + ((b.y - a.y) * ahead) / length };
        if (ground.grid.sample(ground.water, at.x, at.y) < 0.3) wedge(pens, texture, at, down, chance);
      }
      ahead -= length;
    }
  }
}

/**
 * @param {Pens} pens @param {string} texture @param {{x: number, y: number}} at @param {{x: number, y: number}} down
 * @param {Chance} chance
 */
function wedge({ sketch, ground }, texture, at, down, chance) {
  const shaded = (down.x + down.y) * Math.SQRT1_2;
  const swing = 0.5 + 0.5 * noise((at.x / ground.unit) * 0.9, (at.y / ground.unit) * 0.9, 83);
  const height = texture === "cliff" ? 1 : 0.5;
  const length = ground.unit * height * (0.1 + 0.13 * swing + 0.05 * chance() + 0.05 * Math.max(0, shaded));
  const half = ground.unit * height * (shaded > 0 ? 0.015 + 0.012 * shaded : 0.009);
  const back = ground.unit * 0.07 * height;
  const path = sketch.path(`${texture}-${shaded > 0 ? "dark" : "light"}`, at.x, at.y);
  const x = at.x - down.x * back;
  const y = at.y - down.y * back;
  path.moveTo(x - down.y * half, y + down.x * half);
  path.lineTo(x + down.x * length, y + down.y * length);
  path.lineTo(x + down.y * half, y - down.x * half);
  path.closePath();
}

/** A point of a cell at random. @param {Place} place @param {Chance} chance @param {number} [radius] */
function within(place, chance, radius = 0.52) {
  const angle = chance() * 2 * Math.PI;
  const r = radius * place.size * Math.sqrt(chance());
  return { x: place.x + r * Math.cos(angle), y: place.y + r * Math.sin(angle) };
}

/** @param {Path2D} path @param {number} x @param {number} y @param {number} r */
function dot(path, x, y, r) {
  path.moveTo(x + r, y);
  path.arc(x, y, r, 0, 2 * Math.PI);
}

/**
 * Stones here and there; where the sand drifts, the backs of small dunes.
 *
 * @param {Pens} pens @param {Place} place @param {Chance} chance
 */
function drawSand({ sketch, ground }, place, chance) {
  const u = place.size;
  for (let k = 0; k < 4; k++) {
    const { x, y } = within(place, chance);
    if (ground.grid.sample(ground.shore, x, y) > -0.05 * u) continue;
    dot(sketch.path("pebbles", x, y), x, y, u * (0.008 + 0.008 * chance()));
  }
  const drift = noise((place.x / u) * 0.13, (place.y / u) * 0.19, 51);
  if (drift < 0.08) return;
  for (let k = 0; k < 1 + 3 * drift; k++) {
    const { x, y } = within(place, chance, 0.48);
    if (ground.grid.sample(ground.shore, x, y) < -0.3 * u)
      crescent(sketch, x, y, u * (0.1 + 0.12 * chance()), chance);
  }
}

/** @param {Sketch} sketch @param {number} x @param {number} y @param {number} r @param {Chance} chance */
function crescent(sketch, x, y, r, chance) {
  const tilt = 0.25 * (chance() - 0.5);
  const path = sketch.path("dune-shade", x, y);
  path.moveTo(x - r, y + r * tilt);
  path.quadraticCurveTo(x + 0.1 * r, y - 0.95 * r, x + r, y - r * tilt);
  path.quadraticCurveTo(x + 0.15 * r, y - 0.45 * r, x - r, y + r * tilt);
  path.closePath();
}

/** @param {Pens} pens @param {Place} place @param {Chance} chance */
function drawDunes({ sketch }, place, chance) {
  for (let k = 0; k < 5; k++) {
    const { x, y } = within(place, chance, 0.45);
    crescent(sketch, x, y, place.size * (0.12 + 0.14 * chance()), chance);
  }
}

/** @param {Pens} pens @param {Place} place @param {Chance} chance */
function drawRock({ sketch }, place, chance) {
  for (let k = 0; k < 9; k++) {
    const { x, y } = within(place, chance, 0.48);
    const r = place.size * (0.025 + 0.04 * chance());
    const path = sketch.path("stones", x, y);
    path.moveTo(x - r, y + 0.5 * r);
    path.lineTo(x - 0.3 * r, y - 0.8 * r);
    path.lineTo(x + 0.6 * r, y - 0.5 * r);
    path.lineTo(x + r, y + 0.5 * r);
    path.closePath();
  }
}

/**
 * Broken rock on top of an escarpment: short ledges, each with its shadow.
 *
 * @param {Pens} pens @param {Place} place @param {Chance} chance
 */
function drawCrags({ sketch, ground }, place, chance) {
  const share = ground.share("cliff");
  for (let k = 0; k < 16; k++) {
    const { x, y } = within(place, chance, 0.5);
    const [length, rise] = [0.06 + 0.09 * chance(), 0.5 * (chance() - 0.5)];
    if (!share || ground.grid.sample(share, x, y) < 0.66) continue;
    const r = place.size * length;
    const path = sketch.path("crags", x, y);
    path.moveTo(x - r, y + rise * r);
    path.lineTo(x - 0.35 * r, y - 0.32 * r);
    path.lineTo(x + 0.3 * r, y - 0.1 * r - rise * r);
    path.lineTo(x + r, y - rise * r);
    path.lineTo(x + 0.4 * r, y + 0.3 * r);
    path.lineTo(x - 0.3 * r, y + 0.22 * r);
    path.closePath();
  }
}

/** @param {Pens} pens @param {Place} place @param {Chance} chance */
function drawSalt({ sketch, ground }, place, chance) {
  const share = ground.share("salt");
  const dense = place.number < 0 ? 46 : 18;
  for (let k = 0; k < dense; k++) {
    const { x, y } = within(place, chance, 0.56);
    if (!share || ground.grid.sample(share, x, y) < 0.55) continue;
    dot(sketch.path("stipple", x, y), x, y, place.size * (0.009 + 0.011 * chance()));
  }
}

/** @param {Pens} pens @param {Place} place @param {Chance} chance */
function drawWoods({ sketch }, place, chance) {
  const trees = Array.from({ length: 15 }, () => within(place, chance, 0.46)).sort((a, b) => a.y - b.y);
  for (const { x, y } of trees) {
    const r = place.size * (0.06 + 0.035 * chance());
    dot(sketch.path("tree-shade", x, y), x + 0.35 * r, y + 0.45 * r, r);
    dot(sketch.path("trees", x, y), x, y, r);
    dot(sketch.path("tree-light", x, y), x - 0.3 * r, y - 0.3 * r, 0.45 * r);
  }
}

/** Furrows, each cell its own way. @param {Pens} pens @param {Place} place @param {Chance} chance */
function drawField({ sketch }, place, chance) {
  const angle = Math.floor(chance() * 4) * 0.8 + 0.2;
  const c = Math.cos(angle) * place.size;
  const s = Math.sin(angle) * place.size;
  const path = sketch.path("furrows", place.x, place.y);
  for (let k = -4; k <= 4; k++) {
    const off = k * 0.095;
    const half = Math.sqrt(Math.max(0, 0.18 - off * off)) * (0.7 + 0.3 * chance());
    path.moveTo(place.x - s * off - c * half, place.y + c * off - s * half);
    path.lineTo(place.x - s * off + c * half, place.y + c * off + s * half);
  }
}

/** @param {Pens} pens @param {Place} place @param {Chance} chance */
function drawMarsh({ sketch }, place, chance) {
  for (let k = 0; k < 8; k++) {
    const { x, y } = within(place, chance, 0.45);
    const r = place.size * (0.05 + 0.03 * chance());
    const path = sketch.path("tufts", x, y);
    path.moveTo(x - 1.6 * r, y);
    path.lineTo(x + 1.6 * r, y);
    for (const lean of [-0.7, 0, 0.7]) {
      path.moveTo(x + 0.5 * lean * r, y);
      path.lineTo(x + lean * r, y - (1.5 - Math.abs(lean)) * r);
    }
  }
}
