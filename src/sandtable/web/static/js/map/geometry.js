// @ts-check
/**
 * Where the cells of a board lie. All sheets share one plane whose unit is the distance of two neighbours on a
 * sheet of scale 1. A `Geometry` answers every question about places by arithmetic, so nothing on the map needs an
 * element of its own to be found.
 *
 * @typedef {import("../wire.js").Board} Board
 * @typedef {import("../wire.js").Cell} Cell
 * @typedef {import("../wire.js").Sheet} Sheet
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x0: number, y0: number, x1: number, y1: number}} Box
 *
 * @typedef {object} Chart one map: a sheet, or several that are printed as one
 * @property {number[]} sheets
 * @property {Box} box
 * @property {number} unit the size of a cell, between the smallest and the largest of it
 */

const ROW = Math.sqrt(3) / 2;
const CIRCUMRADIUS = 1 / Math.sqrt(3);
const POINT_RADIUS = 0.46;
/** How large a counter may be in a cell, by cells: around a free point its ring stays in sight. */
const POINT_ROOM = 0.84;
const SHEET_MARGIN = 0.75;
const FRAME_MARGIN = 0.35;

/**
 * A sort of sheet: how its coordinates stretch, the corners of a cell, and for the side from corner k to corner
 * k + 1 the way to the neighbour beyond it, in cell coordinates.
 *
 * @typedef {{sx: number, sy: number, corners: Point[], ways: Point[]}} Shape
 */

/** @param {number} count @param {number} radius @param {number} from degrees @returns {Point[]} */
function ring(count, radius, from) {
  return Array.from({ length: count }, (_, k) => {
    const angle = ((from + (360 / count) * k) * Math.PI) / 180;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

/** @param {number[][]} pairs @returns {Point[]} */
const points = (pairs) => pairs.map(([x, y]) => ({ x, y }));

/** @type {Record<string, Shape>} */
const SHAPES = {
  "hex-rows": {
    sx: 1,
    sy: ROW,
    corners: ring(6, CIRCUMRADIUS, -90),
    ways: points([
      [0.5, -1],
      [1, 0],
      [0.5, 1],
      [-0.5, 1],
      [-1, 0],
      [-0.5, -1],
    ]),
  },
  "hex-columns": {
    sx: ROW,
    sy: 1,
    corners: ring(6, CIRCUMRADIUS, 0),
    ways: points([
      [1, 0.5],
      [0, 1],
      [-1, 0.5],
      [-1, -0.5],
      [0, -1],
      [1, -0.5],
    ]),
  },
  square: {
    sx: 1,
    sy: 1,
    corners: points([
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ]),
    ways: points([
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ]),
  },
  points: { sx: 1, sy: 1, corners: ring(24, POINT_RADIUS, 0), ways: [] },
};

/** @param {string} name @returns {Shape} */
const shapeOf = (name) => SHAPES[name] ?? SHAPES["hex-rows"];

/** How much a side of a joined cell must look towards the others: the cosine of the angle. */
const FACING = 0.3;
/** And one straight ahead, for the keyboard. */
const STRAIGHT = 0.9;

/**
 * What joins a cell to cells of another sheet: the sides of it that lie towards them.
 *
 * @typedef {{join: import("../wire.js").Join, others: Place[], sides: number[]}} Seam
 */

/** A cell with its place in the plane; `size` is the scale of its sheet. */
export class Place {
  /** @param {Cell} cell @param {number} index @param {Sheet} sheet */
  constructor(cell, index, sheet) {
    this.cell = cell;
    this.index = index;
    this.number = cell.number;
    this.size = sheet.scale;
    this.shape = shapeOf(sheet.shape);
    this.free = sheet.shape === "points";
    this.room = sheet.scale * (this.free ? POINT_ROOM : 1);
    this.x = sheet.x + cell.x * this.shape.sx * sheet.scale;
    this.y = sheet.y + cell.y * this.shape.sy * sheet.scale;
  }

  /** @param {number} [shrink] 1 for the printed outline @returns {Point[]} */
  outline(shrink = 1) {
    const k = this.size * shrink;
    return this.shape.corners.map((corner) => ({ x: this.x + corner.x * k, y: this.y + corner.y * k }));
  }

  /** The ends of a side. @param {number} side @returns {[Point, Point]} */
  side(side) {
    const all = this.outline();
    return [all[side], all[(side + 1) % all.length]];
  }

  /** @param {number} x @param {number} y @param {number} [reach] how far beside a free point one may point at it */
  contains(x, y, reach = 0) {
    if (this.free) return Math.hypot(x - this.x, y - this.y) <= Math.max(0.5 * this.size, reach);
    const all = this.outline();
    return all.every((a, k) => {
      const b = all[(k + 1) % all.length];
      return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= -1e-9;
    });
  }
}

/** @param {number} sheet @param {number} x @param {number} y */
const keyOf = (sheet, x, y) => `${sheet}:${Math.round(x * 2)}:${Math.round(y * 2)}`;

/** The whole board laid out. */
export class Geometry {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.places = board.cells.map((cell, index) => new Place(cell, index, board.sheets[cell.sheet]));
    /** @type {Map<number, Place>} */
    this.byNumber = new Map(this.places.filter((p) => p.number >= 0).map((p) => [p.number, p]));
    /** @type {Map<string, Place>} */
    this._at = new Map(this.places.map((p) => [keyOf(p.cell.sheet, p.cell.x, p.cell.y), p]));
    /** By two cells the points through which the line between them runs. @type {Map<string, Point[]>} */
    this._bends = bendsOf(board);
    this.sheetBoxes = board.sheets.map((_, index) => this._sheetBox(index));
    this.maps = this._maps();
    this.box = unite(this.sheetBoxes);
    /** How large cells are, the smallest first. */
    this.sizes = [...new Set(this.places.map(({ size }) => size))].sort((a, b) => a - b);
    /** @type {Map<Place, Seam[]>} */
    this.seams = this._seams();
  }

  /** Sheets that are part of the same are one map. @returns {Chart[]} */
  _maps() {
    /** @type {Map<string, number[]>} */
    const groups = new Map();
    this.board.sheets.forEach(({ id, part_of: whole }, index) => {
      const key = whole ? `of ${whole}` : `is ${id}`;
      groups.set(key, [...(groups.get(key) ?? []), index]);
    });
    return [...groups.values()].map((sheets) => {
      const scales = sheets.map((index) => this.board.sheets[index].scale);
      const unit = Math.sqrt(Math.min(...scales) * Math.max(...scales));
      return { sheets, box: unite(sheets.map((index) => this.sheetBoxes[index])), unit };
    });
  }

  /** By cell, its joins: with whom, and the sides of it that lie towards them. */
  _seams() {
    /** @type {Map<Place, Seam[]>} */
    const seams = new Map();
    for (const join of this.board.joins) {
      const [a, b] = [join.cells, join.others].map((cells) => cells.flatMap((cell) => this.place(cell) ?? []));
      for (const [here, others] of [
        [a, b],
        [b, a],
      ]) {
        for (const place of here) {
          const seam = { join, others, sides: this._rimTowards(place, others) };
          seams.set(place, [...(seams.get(place) ?? []), seam]);
        }
      }
    }
    return seams;
  }

  /** The sides of a cell at the rim of its sheet that look towards one of the others. @param {Place} place @param {Place[]} others */
  _rimTowards(place, others) {
    return place.shape.ways.flatMap(({ x, y }, side) => {
      const [dx, dy] = [x * place.shape.sx, y * place.shape.sy];
      const faces = others.some((other) => {
        const ahead = dx * (other.x - place.x) + dy * (other.y - place.y);
        return ahead > FACING * distance(other, place) * Math.hypot(dx, dy);
      });
      return faces && !this.neighbour(place, side) ? [side] : [];
    });
  }

  /** @param {number} index @returns {Box} */
  _sheetBox(index) {
    const mine = this.places.filter((place) => place.cell.sheet === index);
    const { x, y, scale, shape } = this.board.sheets[index];
    if (!mine.length) return { x0: x, y0: y, x1: x + scale, y1: y + scale };
    const own = grow(boxOf(mine), SHEET_MARGIN * scale);
    return shape === "points" ? unite([own, ...this._around(own)]) : own;
  }

  /** What is drawn behind a map of points: its frames, and the land around it. @param {Box} own @returns {Box[]} */
  _around(own) {
    const { insets, lands } = this.board;
    const rings = lands.map(({ ring }) => around(ring.map(([x, y]) => ({ x, y }))));
    return [...insets, ...rings].filter((box) => overlap(box, own)).map((box) => grow(box, FRAME_MARGIN));
  }

  /** The line from one cell to another, both ends included. @param {Place} a @param {Place} b @returns {Point[]} */
  between(a, b) {
    return [a, ...(this._bends.get(`${a.number}:${b.number}`) ?? []), b];
  }

  /** @param {number} number @returns {Place | undefined} */
  place(number) {
    return this.byNumber.get(number);
  }

  /** The neighbour across a side. @param {Place} place @param {number} side @returns {Place | undefined} */
  neighbour(place, side) {
    const way = place.shape.ways[side];
    return way && this._at.get(keyOf(place.cell.sheet, place.cell.x + way.x, place.cell.y + way.y));
  }

  /** The side of `a` that parts it from `b`, or -1. @param {Place} a @param {Place} b */
  sideTowards(a, b) {
    return a.shape.ways.findIndex((_, side) => this.neighbour(a, side) === b);
  }

  /**
   * What parts two cells: their common side or, where they are joined, the rim of the smaller one.
   *
   * @param {Place} a @param {Place} b @returns {[Point, Point][]}
   */
  parting(a, b) {
    const side = this.sideTowards(a, b);
    if (side >= 0) return [a.side(side)];
    const [small, large] = a.size <= b.size ? [a, b] : [b, a];
    const seam = this.seams.get(small)?.find(({ others }) => others.includes(large));
    return seam ? seam.sides.map((each) => small.side(each)) : [];
  }

  /** Over a join, if nothing of the own sheet lies ahead. @param {Place} here @param {Point} from @param {Point} way */
  _across(here, from, way) {
    const ahead = here.shape.ways.findIndex(({ x, y }) => {
      const [dx, dy] = [x * here.shape.sx, y * here.shape.sy];
      return dx * way.x + dy * way.y > STRAIGHT * Math.hypot(dx, dy);
    });
    if (ahead >= 0 && this.neighbour(here, ahead)) return null;
    const joined = (this.seams.get(here) ?? []).flatMap(({ others }) => others);
    const seen = joined
      .map((place) => ({ place, way: seenFrom(from, way, place) }))
      .filter(({ way: [far, aside] }) => far > aside);
    return seen.sort((a, b) => a.way[1] - b.way[1])[0]?.place ?? null;
  }

  /**
   * The cell at a point of the plane.
   *
   * @param {number} x @param {number} y @param {number} [reach] how far beside a free point one may point at it
   * @returns {Place | null}
   */
  at(x, y, reach = 0) {
    for (let index = this.board.sheets.length - 1; index >= 0; index--) {
      const found = this._onSheet(index, x, y, reach);
      if (found) return found;
    }
    return null;
  }

  /** @param {number} index @param {number} x @param {number} y @param {number} reach @returns {Place | null} */
  _onSheet(index, x, y, reach) {
    const sheet = this.board.sheets[index];
    if (sheet.shape === "points") return this._nearestPoint(index, x, y, reach);
    const shape = shapeOf(sheet.shape);
    const cx = Math.round(((x - sheet.x) / sheet.scale / shape.sx) * 2) / 2;
    const cy = Math.round(((y - sheet.y) / sheet.scale / shape.sy) * 2) / 2;
    /** @type {Place | null} */
    let best = null;
    for (let dx = -1; dx <= 1; dx += 0.5) {
      for (let dy = -1; dy <= 1; dy += 0.5) {
        const place = this._at.get(keyOf(index, cx + dx, cy + dy));
        if (place && place.contains(x, y) && (!best || distance(place, { x, y }) < distance(best, { x, y }))) {
          best = place;
        }
      }
    }
    return best;
  }

  /** @param {number} index @param {number} x @param {number} y @param {number} reach @returns {Place | null} */
  _nearestPoint(index, x, y, reach) {
    const near = this.places.filter((place) => place.cell.sheet === index && place.contains(x, y, reach));
    return near.sort((a, b) => distance(a, { x, y }) - distance(b, { x, y }))[0] ?? null;
  }

  /**
   * The next cell that can be entered in a direction, for the keyboard: the nearest in a cone, straight ahead
   * preferred. At the rim of a sheet the way leads on over a join.
   *
   * @param {Point} from @param {Point} way a unit vector @param {Place} [here] the cell it starts from
   * @returns {Place | null}
   */
  towards(from, way, here) {
    const across = here ? this._across(here, from, way) : null;
    if (across) return across;
    let best = null;
    let least = Infinity;
    for (const place of this.byNumber.values()) {
      const [ahead, aside] = seenFrom(from, way, place);
      if (ahead < 0.2 * place.size || aside > ahead * 1.8 + 0.01) continue;
      const score = 2 * ahead + 2 * aside;
      if (score < least) [best, least] = [place, score];
    }
    return best;
  }
}

/** How far ahead a point lies, and how far aside. @param {Point} from @param {Point} way @param {Point} to */
function seenFrom(from, way, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return [dx * way.x + dy * way.y, Math.abs(dx * way.y - dy * way.x)];
}

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** The box around places, each with its full cell. @param {Place[]} places @returns {Box} */
export function boxOf(places) {
  const half = CIRCUMRADIUS;
  return {
    x0: Math.min(...places.map((p) => p.x - half * p.size)),
    y0: Math.min(...places.map((p) => p.y - half * p.size)),
    x1: Math.max(...places.map((p) => p.x + half * p.size)),
    y1: Math.max(...places.map((p) => p.y + half * p.size)),
  };
}

/** By both directions of a line what it bends through. @param {Board} board @returns {Map<string, Point[]>} */
function bendsOf(board) {
  const all = board.lines.flatMap(({ bends }) => bends);
  return new Map(
    all.flatMap(({ start, end, points: through }) => {
      const way = points(through.map(([x, y]) => [x, y]));
      return [
        [`${start}:${end}`, way],
        [`${end}:${start}`, way.slice().reverse()],
      ];
    }),
  );
}

/** The box around points. @param {Point[]} all @returns {Box} */
export function around(all) {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const { x, y } of all) {
    box.x0 = Math.min(box.x0, x);
    box.y0 = Math.min(box.y0, y);
    box.x1 = Math.max(box.x1, x);
    box.y1 = Math.max(box.y1, y);
  }
  return box;
}

/** @param {Box} box @param {number} by @returns {Box} */
export const grow = (box, by) => ({ x0: box.x0 - by, y0: box.y0 - by, x1: box.x1 + by, y1: box.y1 + by });

/** @param {Box[]} boxes @returns {Box} */
export function unite(boxes) {
  if (!boxes.length) return { x0: 0, y0: 0, x1: 1, y1: 1 };
  return {
    x0: Math.min(...boxes.map((b) => b.x0)),
    y0: Math.min(...boxes.map((b) => b.y0)),
    x1: Math.max(...boxes.map((b) => b.x1)),
    y1: Math.max(...boxes.map((b) => b.y1)),
  };
}

/** @param {Box} room @param {Box} box */
export const holds = (room, box) =>
  box.x0 >= room.x0 && box.x1 <= room.x1 && box.y0 >= room.y0 && box.y1 <= room.y1;

/** @param {Box} a @param {Box} b */
export const overlap = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/**
 * The sides that only one cell of a set has: the outline of the set.
 *
 * @param {Geometry} geometry @param {Place[]} set @returns {[Point, Point][]}
 */
export function rim(geometry, set) {
  const inside = new Set(set);
  /** @type {[Point, Point][]} */
  const sides = [];
  for (const place of set) {
    for (let side = 0; side < place.shape.corners.length; side++) {
      const beyond = geometry.neighbour(place, side);
      if (!beyond || !inside.has(beyond)) sides.push(place.side(side));
    }
  }
  return sides;
}
