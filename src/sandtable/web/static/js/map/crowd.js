// @ts-check
/**
 * Where the names of free points stand. Each has many places beside its space, from good to poor, and in a crowd places
 * farther off, with a line that leads to the space. None may touch a space, its marks or another name; they lie on as
 * few links as they can. All look for the best place by turns until nobody finds a better one; whoever is still in the way
 * then is left out, the unimportant first.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {{text: string, width: number}[]} Lines
 *
 * @typedef {object} Want
 * @property {Place} place
 * @property {Lines[]} shapes the ways to break its words, the best first; widths in the plane
 * @property {boolean} strong important
 * @property {number} letter how high its letters are, in the plane
 *
 * @typedef {object} Stand
 * @property {Lines} lines
 * @property {Box} box
 * @property {[Point, Point] | null} lead the line to its space
 * @property {number} cost
 */
import { grow, holds, overlap, unite } from "./geometry.js";
import { LINE } from "./lettering.js";

/** Half of the room that a space takes with the counters on it. */
const HALF = 0.5;
const GAP = 0.04;
/** What it costs to break the words otherwise, to stand on a link, to be led, to stand in another's way. */
const COSTS = { shape: 0.25, link: 0.9, other: 0.7, lead: 2.2, far: 0.9, clash: 40, most: 8 };
/** A name is taken for that of a space this near. */
const NEXT = 0.14;
const TURNS = 8;
/** Names may leave a frame that is not as wide as this. */
const ROOMY = 5;
/** How many move for one that found no place. */
const YIELDING = 2;
/** How far off a name may stand, by letters; one that is not important also by cells. */
const FAR = [0, 1.2, 2.6, 4.2];
const [OFF, LIMIT] = [0.9, 1.75];

/** Everything that stands still on a map, and where. */
export class Crowd {
  /** @param {Geometry} geometry @param {Box[]} taken beside the spaces */
  constructor(geometry, taken) {
    const spaces = geometry.places.filter(({ free }) => free);
    this._spaces = spaces.map(({ x, y, size }) => grow({ x0: x, y0: y, x1: x, y1: y }, HALF * size));
    this._fixed = [...this._spaces, ...taken];
    this._links = linksOf(geometry);
    this._sheets = geometry.sheetBoxes;
    this._insets = geometry.board.insets;
  }

  /** A place for each name that finds one. @param {Want[]} wants @param {Box[]} moving what else is taken at this size */
  settle(wants, moving) {
    const fixed = [...this._fixed, ...moving];
    const all = wants.map((want) => this._stands(want, fixed));
    const near = neighbours(all);
    const chosen = all.map((stands) => (stands.length ? 0 : -1));
    for (let turn = 0; turn < TURNS; turn++) if (!improve(all, near, chosen)) break;
    leaveOut(wants, all, near, chosen);
    return chosen.map((choice, k) => (choice < 0 ? null : all[k][choice]));
  }

  /** Where a name may stand, the best first. @param {Want} want @param {Box[]} fixed @returns {Stand[]} */
  _stands(want, fixed) {
    const { place } = want;
    const stands = want.shapes.flatMap((lines, k) => candidates(want, lines, k * COSTS.shape));
    const window = grow(unite(stands.map(({ box }) => box)), place.size);
    const { rooms, shut } = this._frames(place);
    const around = [...fixed, ...shut].filter((box) => overlap(box, window));
    const spaces = this._spaces.filter((box) => overlap(box, window));
    const links = this._links.filter(({ box }) => overlap(box, window));
    return stands
      .filter(({ box }) => rooms.every((room) => holds(room, box)) && !around.some((other) => overlap(other, box)))
      .filter(({ lead }) => !lead || !spaces.some((box) => crosses(lead, box)))
      .map((stand) => ({ ...stand, cost: stand.cost + priceOf(stand, place, links, spaces) }))
      .filter(({ cost }) => cost < COSTS.most)
      .sort((a, b) => a.cost - b.cost);
  }

  /** What a name must stay in, its sheet and the frame of its space, if roomy, and frames that lie on that. @param {Place} place */
  _frames({ x, y, cell }) {
    const own = this._insets.findLastIndex(({ x0, y0, x1, y1 }) => x > x0 && x < x1 && y > y0 && y < y1);
    const wide = own >= 0 && this._insets[own].x1 - this._insets[own].x0 > ROOMY;
    const frames = wide ? [grow(this._insets[own], -0.12)] : [];
    return { rooms: [this._sheets[cell.sheet], ...frames], shut: this._insets.slice(own + 1).map((one) => grow(one, 0.12)) };
  }
}

/**
 * What it costs to stand on links, and so near to another space that the name could be taken for its own.
 *
 * @param {Stand} stand @param {Place} place @param {{ends: [Point, Point], box: Box}[]} links @param {Box[]} spaces
 */
function priceOf(stand, place, links, spaces) {
  const close = grow(stand.box, NEXT * place.size);
  const others = spaces.filter((box) => overlap(box, close)).length - (stand.lead ? 0 : 1);
  return COSTS.link * crossings(stand, links) + COSTS.other * Math.max(0, others);
}

/** All lines between spaces, piece by piece. @param {Geometry} geometry */
function linksOf(geometry) {
  const pairs = geometry.board.lines.flatMap((line) => (line.along_sides ? [] : line.pairs));
  return pairs.flatMap(([a, b]) => {
    const [from, to] = [geometry.place(a), geometry.place(b)];
    if (!from?.free || !to?.free) return [];
    const way = geometry.between(from, to);
    return way.slice(1).map((end, k) => ({ ends: /** @type {[Point, Point]} */ ([way[k], end]), box: span(way[k], end) }));
  });
}

/** @param {Point} a @param {Point} b @returns {Box} */
const span = (a, b) => ({
  x0: Math.min(a.x, b.x),
  y0: Math.min(a.y, b.y),
  x1: Math.max(a.x, b.x),
  y1: Math.max(a.y, b.y),
});

/**
 * The places of one way to write a name: below, above, beside, at the corners, and farther off.
 *
 * @param {Want} want @param {Lines} lines @param {number} cost @returns {Stand[]}
 */
function candidates({ place, letter, strong }, lines, cost) {
  const { x, y, size } = place;
  const width = Math.max(...lines.map((line) => line.width)) + 0.25 * letter;
  const height = (lines.length * LINE + 0.06) * letter;
  const off = HALF * size + GAP;
  const [dx, dy] = [off + width / 2, off + height / 2];
  /** @type {Stand[]} */
  const made = [];
  /** @param {number} cx @param {number} cy @param {number} more @param {[Point, Point] | null} [lead] */
  const add = (cx, cy, more, lead = null) => {
    const box = { x0: cx - width / 2, x1: cx + width / 2, y0: cy - height / 2, y1: cy + height / 2 };
    made.push({ lines, box, lead, cost: cost + more });
  };
  for (const [aside, more] of [[0, 0], [0.25, 0.25], [-0.25, 0.25], [0.6, 0.6], [-0.6, 0.6]]) {
    add(x + aside * width, y + dy, more);
    add(x + aside * width, y - dy, more + 0.3);
  }
  for (const [down, more] of [[0, 0.2], [0.3, 0.45], [-0.3, 0.45], [0.5, 0.6], [-0.5, 0.6]]) {
    add(x + dx, y + down * size, more);
    add(x - dx, y + down * size, more + 0.15);
  }
  for (const letters of FAR) {
    const far = OFF + (letters * letter) / size;
    if (far > LIMIT && !strong) break;
    for (let k = 0; k < 16; k++) {
      const [ux, uy] = [Math.cos((k * Math.PI) / 8), Math.sin((k * Math.PI) / 8)];
      // The middle of the box, so that its nearest side is that far off.
      const reach = far * size + Math.min(width / 2 / (Math.abs(ux) || 1e-9), height / 2 / (Math.abs(uy) || 1e-9));
      const lead = /** @type {[Point, Point]} */ ([
        { x: x + HALF * size * ux, y: y + HALF * size * uy },
        { x: x + (far - 0.02) * size * ux, y: y + (far - 0.02) * size * uy },
      ]);
      add(x + reach * ux, y + reach * uy, COSTS.lead + COSTS.far * far, lead);
    }
  }
  return made;
}

/** How much of a name lies on links, by its height. @param {Stand} stand @param {{ends: [Point, Point], box: Box}[]} links */
function crossings({ box, lead }, links) {
  const inner = grow(box, -0.02);
  const under = links.filter((link) => overlap(link.box, inner) && crosses(link.ends, inner)).length;
  const cut = lead ? links.filter(({ ends }) => meet(lead, ends)).length : 0;
  return under + 0.5 * cut;
}

/** Does a straight line pass through a box? @param {[Point, Point]} line @param {Box} box */
function crosses([a, b], { x0, y0, x1, y1 }) {
  let [from, to] = [0, 1];
  for (const [start, way, low, high] of [
    [a.x, b.x - a.x, x0, x1],
    [a.y, b.y - a.y, y0, y1],
  ]) {
    if (Math.abs(way) < 1e-12) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [s, t] = [(low - start) / way, (high - start) / way];
    from = Math.max(from, Math.min(s, t));
    to = Math.min(to, Math.max(s, t));
  }
  return to - from > 1e-6;
}

/** Do two straight lines meet? @param {[Point, Point]} one @param {[Point, Point]} other */
function meet([a, b], [c, d]) {
  const side = (/** @type {Point} */ p, /** @type {Point} */ q, /** @type {Point} */ r) =>
    (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Names that could come into each other's way. @param {Stand[][]} all @returns {number[][]} */
function neighbours(all) {
  const reaches = all.map((stands) => unite(stands.map(({ box }) => box)));
  return reaches.map((reach, k) =>
    reaches.flatMap((other, n) => (n !== k && overlap(reach, other) ? [n] : [])),
  );
}

/** Do two names touch each other, or the line that leads to one of them? @param {Stand} a @param {Stand} b */
function clash(a, b) {
  if (overlap(a.box, b.box)) return true;
  if (a.lead && (crosses(a.lead, b.box) || (b.lead && meet(a.lead, b.lead)))) return true;
  return b.lead ? crosses(b.lead, a.box) : false;
}

/** How many others are in the way. @param {Stand} stand @param {number[]} near @param {Stand[][]} all @param {number[]} chosen */
const clashes = (stand, near, all, chosen) =>
  near.filter((n) => chosen[n] >= 0 && clash(stand, all[n][chosen[n]])).length;

/** One turn: everybody looks for a better place. @param {Stand[][]} all @param {number[][]} near @param {number[]} chosen */
function improve(all, near, chosen) {
  let moved = false;
  all.forEach((stands, k) => {
    let best = chosen[k];
    let least = Infinity;
    for (let n = 0; n < stands.length && stands[n].cost < least; n++) {
      const cost = stands[n].cost + COSTS.clash * clashes(stands[n], near[k], all, chosen);
      if (cost < least) [best, least] = [n, cost];
    }
    moved ||= best !== chosen[k];
    chosen[k] = best;
  });
  return moved;
}

/**
 * Whoever is still in the way is left out, those in the way of most others first. Each then tries to come back, and one
 * or two others move for it if they can.
 *
 * @param {Want[]} wants @param {Stand[][]} all @param {number[][]} near @param {number[]} chosen
 */
function leaveOut(wants, all, near, chosen) {
  const out = [];
  for (;;) {
    const hits = chosen.map((choice, k) => (choice < 0 ? 0 : clashes(all[k][choice], near[k], all, chosen)));
    const rank = (/** @type {number} */ k) => hits[k] && hits[k] + (wants[k].strong ? 0 : 100);
    const worst = hits.reduce((a, _, k) => (rank(k) > rank(a) ? k : a), 0);
    if (!hits[worst]) break;
    out.push(worst);
    chosen[worst] = -1;
  }
  for (const k of out.reverse()) comeBack(k, all, near, chosen);
}

/** @param {number} k @param {Stand[][]} all @param {number[][]} near @param {number[]} chosen */
function comeBack(k, all, near, chosen) {
  for (let choice = 0; choice < all[k].length; choice++) {
    const stand = all[k][choice];
    const blockers = near[k].filter((n) => chosen[n] >= 0 && clash(stand, all[n][chosen[n]]));
    if (blockers.length > YIELDING) continue;
    const before = blockers.map((n) => chosen[n]);
    chosen[k] = choice;
    for (const n of blockers) chosen[n] = -1;
    for (const n of blockers) chosen[n] = all[n].findIndex((other) => !clashes(other, near[n], all, chosen));
    if (blockers.every((n) => chosen[n] >= 0)) return;
    chosen[k] = -1;
    blockers.forEach((n, index) => (chosen[n] = before[index]));
  }
}
