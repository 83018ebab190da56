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
    this.box = unite(this.sheetBoxes);
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
   * preferred.
   *
   * @param {Point} from @param {Point} way a unit vector @returns {Place | null}
   */
  towards(from, way) {
    let best = null;
    let least = Infinity;
    for (const place of this.byNumber.values()) {
      const dx = place.x - from.x;
      const dy = place.y - from.y;
      const ahead = dx * way.x + dy * way.y;
      const aside = Math.abs(dx * way.y - dy * way.x);
      if (ahead < 0.2 * place.size || aside > ahead * 1.8 + 0.01) continue;
      const score = 2 * ahead + 2 * aside;
      if (score < least) [best, least] = [place, score];
    }
    return best;
  }
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
