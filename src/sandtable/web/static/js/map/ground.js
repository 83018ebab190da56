// @ts-check
/**
 * The ground of a map as smooth fields: how much of each texture, which colour, how far from the shore. Cells are
 * spread softly, their borders bent by noise, and the land goes on to the edge of the map and between
 * its sheets, so that nothing on the
 * map looks cut out with a hex-shaped cutter.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("../wire.js").Terrain} Terrain
 * @typedef {import("./palette.js").Rgb} Rgb
 */
import { Grid, depths, nearest } from "./contours.js";
import { layLands, patches } from "./lands.js";
import { noise } from "./noise.js";
import { parse } from "./palette.js";

const NODES = 120_000;
/** A map of several sheets is larger, and has as many times the nodes. */
const JOINED = 2;
const FINEST = 12;
const SPREAD = 0.36;
const REACH = 1.05;
const BEND = 0.17;
/** Around a free point its terrain reaches so much farther. */
const WIDER = 2;
const SEA = "#6fa3bd";
/** Far outside the sheets of a map: how much it is veiled, after how many units, and how much it winds. */
const [VEIL, FADE, WIND] = [0.6, 5, 1.2];

/** Textures that are a drawing on the ground around them. */
const DRAWN = new Set(["village", "town", "fortress", "base"]);

/** The textures of a board's terrains. */
export class Textures {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    /** @type {Map<string, Terrain>} */
    this.terrains = new Map(geometry.board.terrains.map((terrain) => [terrain.id, terrain]));
    /** @type {Map<Place, Terrain | undefined>} */
    this._grounds = new Map(geometry.places.map((place) => [place, this._ground(place)]));
  }

  /** @param {Place} place */
  terrain(place) {
    return this.terrains.get(place.cell.terrain);
  }

  /** @param {Place} place */
  texture(place) {
    return this.terrain(place)?.texture ?? "";
  }

  /** The terrain whose ground lies there. @param {Place} place */
  ground(place) {
    return this._grounds.get(place);
  }

  /** Under a town lies what is most about it; so for the edge of the map. @param {Place} place */
  _ground(place) {
    if (!this._borrows(place)) return this.terrain(place);
    /** @type {Map<Terrain, number>} */
    const votes = new Map();
    for (const near of this._around(place)) {
      const terrain = this.terrain(near);
      if (!terrain || terrain.texture === "water" || this._borrows(near)) continue;
      const weight = terrain.texture === "sand" || terrain.texture === "field" ? 3 : 1;
      votes.set(terrain, (votes.get(terrain) ?? 0) + weight);
    }
    const best = [...votes].sort((a, b) => b[1] - a[1])[0];
    return best ? best[0] : this.plainest();
  }

  /** @param {Place} place */
  _borrows(place) {
    const texture = this.texture(place);
    return DRAWN.has(texture) || texture === "edge";
  }

  /** @param {Place} place */
  _around(place) {
    return place.shape.ways.flatMap((_, side) => this.geometry.neighbour(place, side) ?? []);
  }

  /** The terrain where there is no other. */
  plainest() {
    const all = this.geometry.board.terrains;
    return all.find((terrain) => terrain.letter === " ") ?? all.find((terrain) => !DRAWN.has(terrain.texture));
  }
}

/** The fields of one map. */
export class Ground {
  /** @param {Geometry} geometry @param {Textures} textures @param {number} chart which map of the board */
  constructor(geometry, textures, chart) {
    const { box, unit, sheets } = geometry.maps[chart];
    this.unit = unit;
    this.free = geometry.board.sheets[sheets[0]].shape === "points";
    /** A map of points with nothing behind it. */
    this.bare = this.free && !geometry.board.lands.length;
    this.textures = textures;
    this.places = geometry.places.filter((place) => sheets.includes(place.cell.sheet));
    const area = ((box.x1 - box.x0) * (box.y1 - box.y0)) / unit ** 2;
    this._joined = sheets.length > 1;
    const nodes = NODES * (this._joined ? JOINED : 1);
    const fine = Math.min(FINEST, Math.max(4, Math.sqrt(nodes / area)));
    this.grid = new Grid(box, unit / fine);
    this.seed = 7 + sheets[0];
    /** The sizes of its cells. */
    this.sizes = [...new Set(this.places.map((place) => place.size))];
    /** @type {Map<string, Float32Array>} */
    this.shares = new Map();
    this.colour = [this.grid.field(), this.grid.field(), this.grid.field()];
    this.beyond = this.grid.field();
    if (!this.free) this._fill();
    else if (!this.bare) layLands(this, geometry.board.lands);
    this.water = this.shares.get("water") ?? this.grid.field();
    this.hasWater = this.shares.has("water");
    this.shore = this._shore();
  }

  /** How much of a texture is where, 0 to 1. @param {string} texture */
  share(texture) {
    return this.shares.get(texture);
  }

  /** The colour of the water, from the cells that have it. @returns {Rgb} */
  waterColour() {
    const wet = this.places.find((place) => this.textures.texture(place) === "water");
    return parse(wet ? (this.textures.terrain(wet)?.colour ?? "#4080c0") : SEA);
  }

  /** Where pen strokes are drawn, and of which texture. */
  strokes() {
    if (this.bare) return [];
    if (this.free) return patches(this);
    return this.places.map((place) => ({ place, texture: this.textures.ground(place)?.texture || "plain" }));
  }

  _fill() {
    const all = this.spread(this.places);
    const known = nearest(this.grid, (node) => all.weight[node] > 0.02);
    const dry = nearest(this.grid, (node) => all.dry[node] > 0.02);
    const bent = this._bend(all.sizes, all.weight, known);
    for (const [name, sums] of all.textures) this.shares.set(name, this._settle(sums, all.weight, bent, known));
    this.colour = all.colour.map((sums) => this._settle(sums, all.dry, bent, dry));
    for (let node = 0; node < this.grid.size; node++) {
      const from = bent[node];
      this.beyond[node] = known[from] === from ? all.edge[from] / all.weight[from] : this._beyond(from, known[from]);
    }
    this.beyond = soften(this.grid, this.beyond);
  }

  /**
   * How far outside: where several sheets are one map, nothing shows where each of them ends.
   *
   * @param {number} node @param {number} known the nearest that is inside
   */
  _beyond(node, known) {
    if (!this._joined) return 1;
    const { width, step } = this.grid;
    const [di, dj] = [(node % width) - (known % width), ((node / width) | 0) - ((known / width) | 0)];
    return VEIL * Math.min(1, (Math.hypot(di, dj) * step) / (FADE * this.unit));
  }

  /**
   * The mean at each node, taken a little aside and from the nearest node that has one.
   *
   * @param {Float32Array} sums @param {Float32Array} weights @param {Int32Array} bent @param {Int32Array} known
   */
  _settle(sums, weights, bent, known) {
    const field = this.grid.field();
    for (let node = 0; node < field.length; node++) {
      const from = known[bent[node]];
      field[node] = from < 0 ? 0 : sums[from] / weights[from];
    }
    return soften(this.grid, field);
  }

  /** Cells spread softly over the nodes around them. @param {Place[]} places */
  spread(places) {
    const field = () => this.grid.field();
    /** @type {Map<string, Float32Array>} */
    const textures = new Map();
    const sizes = this.sizes.map(field); // how much of the cells around is of each size
    const colour = [field(), field(), field()];
    const sums = { weight: field(), dry: field(), edge: field(), colour, textures, sizes };
    for (const place of places) {
      const ground = this.textures.ground(place);
      const name = ground?.texture || "plain";
      const share = textures.get(name) ?? field();
      textures.set(name, share);
      /** @type {[Float32Array, number][]} */
      const targets = [
        [sums.weight, 1],
        [share, 1],
      ];
      if (sizes.length > 1) targets.push([sizes[this.sizes.indexOf(place.size)], 1]);
      if (this.textures.texture(place) === "edge") targets.push([sums.edge, 1]);
      if (name !== "water") {
        const rgb = parse(ground?.colour ?? "#c8b888");
        targets.push(
          [sums.dry, 1],
          ...sums.colour.map((sum, k) => /** @type {[Float32Array, number]} */ ([sum, rgb[k]])),
        );
      }
      this._splat(place, targets);
    }
    return sums;
  }

  /**
   * Add a soft round spot to each field, multiplied by its strength.
   *
   * @param {Place} place @param {[Float32Array, number][]} targets
   */
  _splat(place, targets) {
    const { grid } = this;
    const unit = place.size;
    const wider = this.free ? WIDER : 1;
    const reach = (REACH * wider * unit) / grid.step;
    const ci = (place.x - grid.box.x0) / grid.step;
    const cj = (place.y - grid.box.y0) / grid.step;
    const narrow = (grid.step / unit) ** 2 / (2 * (SPREAD * wider) ** 2);
    const i0 = Math.max(0, Math.ceil(ci - reach));
    const i1 = Math.min(grid.width - 1, Math.floor(ci + reach));
    const across = new Float32Array(i1 - i0 + 1).map((_, k) => Math.exp(-((i0 + k - ci) ** 2) * narrow));
    for (let j = Math.max(0, Math.ceil(cj - reach)); j <= Math.min(grid.height - 1, cj + reach); j++) {
      const along = Math.exp(-((j - cj) ** 2) * narrow);
      const start = j * grid.width + i0;
      for (const [field, strength] of targets) {
        const strong = along * strength;
        for (let k = 0; k < across.length; k++) field[start + k] += strong * across[k];
      }
    }
  }

  /**
   * The node whose value each node takes, a little aside: further where cells are larger.
   *
   * @param {Float32Array[]} sizes @param {Float32Array} weight @param {Int32Array} known
   */
  _bend(sizes, weight, known) {
    const { grid, seed } = this;
    const bent = new Int32Array(grid.size);
    for (let j = 0; j < grid.height; j++) {
      for (let i = 0; i < grid.width; i++) {
        const at = j * grid.width + i;
        const from = Math.max(0, known[at]);
        let di = 0;
        let dj = 0;
        for (let k = 0; k < sizes.length; k++) {
          const share = sizes.length > 1 ? sizes[k][from] / weight[from] : 1;
          if (share < 0.01) continue;
          const size = this.sizes[k];
          const amount = (share * BEND * size) / grid.step;
          const x = (i * grid.step * 1.7) / size;
          const y = (j * grid.step * 1.7) / size;
          di += amount * (noise(x, y, seed) + 0.5 * noise(x * 2.6, y * 2.6, seed + 2));
          dj += amount * (noise(x + 31.7, y, seed + 1) + 0.5 * noise(x * 2.6, y * 2.6, seed + 3));
        }
        if (this._joined && from !== at) {
          // Far from all sheets, what goes on from their rims winds about.
          const far = Math.min(WIND, this._beyond(at, from) * FADE) * (this.unit / grid.step);
          di += far * noise(i * grid.step * 0.5, j * grid.step * 0.5, seed + 5);
          dj += far * noise(i * grid.step * 0.5 + 17.3, j * grid.step * 0.5, seed + 6);
        }
        const fi = Math.min(grid.width - 1, Math.max(0, Math.round(i + di)));
        const fj = Math.min(grid.height - 1, Math.max(0, Math.round(j + dj)));
        bent[at] = fj * grid.width + fi;
      }
    }
    return bent;
  }

  /** Distance from the shore: positive over water, negative on land. */
  _shore() {
    if (!this.hasWater) return this.grid.field().fill(-1e3);
    const { water } = this;
    return soften(
      this.grid,
      depths(this.grid, (node) => water[node] > 0.5),
    );
  }
}

/** Each node the mean of itself and those around it. @param {Grid} grid @param {Float32Array} field */
function soften({ width, height }, field) {
  const soft = field.slice();
  for (let j = 1; j < height - 1; j++) {
    for (let i = 1; i < width - 1; i++) {
      const at = j * width + i;
      soft[at] =
        (field[at] * 4 +
          2 * (field[at - 1] + field[at + 1] + field[at - width] + field[at + width]) +
          field[at - width - 1] +
          field[at - width + 1] +
          field[at + width - 1] +
          field[at + width + 1]) /
        16;
    }
  }
  return soft;
}
