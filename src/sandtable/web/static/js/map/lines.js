// @ts-check
/**
 * Roads, rivers, borders: the pairs of a `Line` put together to long strands, drawn as smooth curves.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {import("./palette.js").Rgb} Rgb
 * @typedef {import("../wire.js").Line} Line
 * @typedef {{path: Path2D, box: Box, wedges: Path2D | null}} Strand
 * @typedef {{colour: (inks: Inks) => Rgb, alpha?: number, width: number, least: number, dash?: number[]}} Pass
 * @typedef {{at: Point, ends: number[]}} Joint
 */
import { grow, overlap } from "./geometry.js";
import { css } from "./palette.js";

/**
 * How a style is drawn, one stroke over the other; widths in units of the plane, `least` in pixels.
 *
 * @type {Record<string, Pass[]>}
 */
const STYLES = {
  road: [
    { colour: (inks) => inks.roadCase, width: 0.12, least: 2.4 },
    { colour: (inks) => inks.roadCore, width: 0.07, least: 1.2 },
  ],
  track: [
    { colour: (inks) => inks.halo, alpha: 0.5, width: 0.1, least: 2.2 },
    { colour: (inks) => inks.track, width: 0.05, least: 1.2, dash: [0.16, 0.07] },
  ],
  trail: [{ colour: (inks) => inks.track, width: 0.04, least: 1, dash: [0.045, 0.07] }],
  railway: [
    { colour: (inks) => inks.halo, alpha: 0.5, width: 0.12, least: 2 },
    { colour: (inks) => inks.ink, width: 0.04, least: 1.1 },
    { colour: (inks) => inks.ink, width: 0.14, least: 2.6, dash: [0.025, 0.125] },
  ],
  river: [
    { colour: () => [38, 84, 122], width: 0.12, least: 2 },
    { colour: () => [96, 156, 196], width: 0.08, least: 1.3 },
  ],
  marsh: [
    { colour: () => [74, 122, 110], alpha: 0.35, width: 0.26, least: 4 },
    { colour: () => [46, 92, 84], alpha: 0.9, width: 0.15, least: 2.4, dash: [0.02, 0.07] },
    { colour: () => [52, 104, 128], alpha: 0.9, width: 0.03, least: 1, dash: [0.12, 0.07] },
  ],
  cliff: [
    { colour: (inks) => inks.earth, alpha: 0.2, width: 0.3, least: 3 },
    { colour: (inks) => inks.earth, width: 0.045, least: 1.2 },
  ],
  ridge: [
    { colour: (inks) => inks.earth, alpha: 0.14, width: 0.2, least: 2 },
    { colour: (inks) => inks.earth, width: 0.03, least: 1 },
  ],
  wall: [
    { colour: (inks) => inks.halo, alpha: 0.6, width: 0.2, least: 3.4 },
    { colour: (inks) => inks.earth, width: 0.15, least: 2.6, dash: [0.07, 0.07] },
    { colour: (inks) => inks.earth, width: 0.06, least: 1.4 },
  ],
  border: [
    { colour: (inks) => inks.halo, alpha: 0.5, width: 0.1, least: 2.4 },
    { colour: (inks) => inks.ink, width: 0.05, least: 1.2, dash: [0.16, 0.06, 0.03, 0.06] },
  ],
  closed: [
    { colour: (inks) => inks.halo, alpha: 0.85, width: 0.17, least: 4 },
    { colour: (inks) => inks.closed, width: 0.11, least: 2.6, dash: [0.155, 0.05] },
  ],
  link: [
    { colour: (inks) => inks.halo, alpha: 0.62, width: 0.15, least: 2.6 },
    { colour: (inks) => inks.track, width: 0.07, least: 1.2 },
  ],
  "dashed-link": [
    { colour: (inks) => inks.halo, alpha: 0.62, width: 0.15, least: 2.6 },
    { colour: (inks) => inks.track, width: 0.07, least: 1.2, dash: [0.2, 0.13] },
  ],
  "sea-link": [
    { colour: (inks) => inks.halo, alpha: 0.5, width: 0.15, least: 2.6 },
    { colour: (inks) => inks.sea, width: 0.075, least: 1.4, dash: [0.07, 0.1] },
  ],
};
/** Painted in this order, so that roads cross rivers by bridges. */
const ORDER = [
  ...["river", "marsh", "ridge", "cliff", "wall", "border", "sea-link", "dashed-link", "link"],
  ...["trail", "track", "railway", "road", "closed"],
];
/** Lines that run straight from cell to cell, each for itself. */
const LINKS = new Set(["link", "dashed-link", "sea-link"]);

/** Heights with hachures: down both sides of a crest, or down one. @type {Record<string, number[]>} */
const SLOPES = { cliff: [1, -1], ridge: [1] };
const SAMPLES = 8;

/** The lines of a board, ready to be drawn. */
export class Lines {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this._all = geometry.board.lines
      .map((line) => (STYLES[line.style] ? line : { ...line, style: "road" }))
      .map((line) => ({ style: line.style, strands: strandsOf(geometry, line) }))
      .sort((a, b) => ORDER.indexOf(a.style) - ORDER.indexOf(b.style));
  }

  /** @param {CanvasRenderingContext2D} context @param {Box} box @param {number} pixel @param {Inks} inks */
  draw(context, box, pixel, inks) {
    context.lineJoin = "round";
    for (const { style, strands } of this._all) {
      const shown = strands.filter((strand) => overlap(grow(strand.box, 0.3), box));
      for (const pass of STYLES[style]) drawPass(context, shown, pass, pixel, inks);
      context.fillStyle = css(inks.earth, 0.85);
      for (const { wedges } of shown) if (wedges) context.fill(wedges);
    }
    context.setLineDash([]);
  }
}

/**
 * A piece of a line by itself, as in a key.
 *
 * @param {CanvasRenderingContext2D} context @param {string} style @param {Point} from @param {Point} to
 * @param {number} pixel @param {Inks} inks
 */
export function drawStroke(context, style, from, to, pixel, inks) {
  const one = { ...strand([from, to], false), wedges: null };
  for (const pass of STYLES[style] ?? STYLES.road) drawPass(context, [one], pass, pixel, inks);
  context.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} context @param {Strand[]} strands @param {Pass} pass @param {number} pixel
 * @param {Inks} inks
 */
function drawPass(context, strands, pass, pixel, inks) {
  context.strokeStyle = css(pass.colour(inks), pass.alpha ?? 1);
  context.lineWidth = Math.max(pass.width, pass.least * pixel);
  context.lineCap = pass.dash ? "butt" : "round";
  context.setLineDash(pass.dash ?? []);
  for (const strand of strands) context.stroke(strand.path);
}

/** @param {Geometry} geometry @param {Line} line @returns {Strand[]} */
function strandsOf(geometry, line) {
  const links = LINKS.has(line.style);
  const joined = links
    ? ways(geometry, line)
    : chains(line.along_sides ? sideEdges(geometry, line) : centreEdges(geometry, line));
  const free = line.strokes.map((stroke) => stroke.map(([x, y]) => inPlane(geometry, x, y)));
  const smooth = (!line.along_sides && !links) || line.style in SLOPES || line.style === "marsh";
  return [...joined, ...free]
    .filter((chain) => chain.length > 1)
    .map((chain) => ({ ...strand(chain, smooth), wedges: wedgesOf(chain, SLOPES[line.style] ?? []) }));
}

/** The hachures along a crest. @param {Point[]} chain @param {number[]} sides @returns {Path2D | null} */
function wedgesOf(chain, sides) {
  if (!sides.length) return null;
  const path = new Path2D();
  const points = sampled(chain);
  for (let k = 1; k < points.length - 1; k++) {
    const [before, at, after] = [points[k - 1], points[k], points[k + 1]];
    const along = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const [dx, dy] = [(after.x - before.x) / along, (after.y - before.y) / along];
    const length = k % 2 ? 0.15 : 0.1;
    for (const side of sides) {
      path.moveTo(at.x - 0.022 * dx, at.y - 0.022 * dy);
      path.lineTo(at.x - side * length * dy, at.y + side * length * dx);
      path.lineTo(at.x + 0.022 * dx, at.y + 0.022 * dy);
      path.closePath();
    }
  }
  return path;
}

/** Points along the curve through a chain. @param {Point[]} chain @returns {Point[]} */
function sampled(chain) {
  const all = [chain[0]];
  for (let k = 1; k < chain.length; k++) {
    const [a, p, q, b] = bend(chain, k);
    for (let n = 1; n <= SAMPLES; n++) {
      const t = n / SAMPLES;
      const s = 1 - t;
      const [u, v, w, z] = [s ** 3, 3 * s * s * t, 3 * s * t * t, t ** 3];
      all.push({ x: u * a.x + v * p.x + w * q.x + z * b.x, y: u * a.y + v * p.y + w * q.y + z * b.y });
    }
  }
  return all;
}

/** The curve from one point of a chain to the next: its ends, and what it bends towards. @param {Point[]} chain @param {number} k */
function bend(chain, k) {
  const [a, b] = [chain[k - 1], chain[k]];
  const before = chain[k - 2] ?? a;
  const after = chain[k + 1] ?? b;
  return [
    a,
    { x: a.x + (b.x - before.x) / 6, y: a.y + (b.y - before.y) / 6 },
    { x: b.x - (after.x - a.x) / 6, y: b.y - (after.y - a.y) / 6 },
    b,
  ];
}

/**
 * Free strokes are in the coordinates of the first sheet.
 *
 * @param {Geometry} geometry @param {number} x @param {number} y
 */
function inPlane(geometry, x, y) {
  const sheet = geometry.board.sheets[0];
  const shape = geometry.places[0].shape;
  return { x: sheet.x + x * shape.sx * sheet.scale, y: sheet.y + y * shape.sy * sheet.scale };
}

/** For each pair the points of its way, bends included. @param {Geometry} geometry @param {Line} line @returns {Point[][]} */
function ways(geometry, line) {
  return line.pairs.flatMap(([a, b]) => {
    const from = geometry.place(a);
    const to = geometry.place(b);
    return from && to ? [geometry.between(from, to)] : [];
  });
}

/** @param {Geometry} geometry @param {Line} line @returns {[Point, Point][]} */
function centreEdges(geometry, line) {
  return ways(geometry, line).flatMap((way) =>
    way.slice(1).map((point, k) => /** @type {[Point, Point]} */ ([way[k], point])),
  );
}

/** @param {Geometry} geometry @param {Line} line @returns {[Point, Point][]} */
function sideEdges(geometry, line) {
  return line.pairs.flatMap(([a, b]) => {
    const from = geometry.place(a);
    const to = geometry.place(b);
    return from && to ? geometry.parting(from, to) : [];
  });
}

/** Edges put end to end; where several meet, the straightest go on as one. @param {[Point, Point][]} edges */
function chains(edges) {
  const joints = jointsOf(edges);
  /** @type {Map<string, number>} */
  const partner = new Map();
  for (const [key, joint] of joints) pairUp(edges, key, joint, partner);
  const done = new Set();
  /** @type {Point[][]} */
  const made = [];
  edges.forEach((_, edge) => {
    if (done.has(edge)) return;
    made.push([...follow(edges, edge, 0, partner, done).reverse(), ...follow(edges, edge, 1, partner, done)]);
  });
  return made;
}

/** @param {Point} point */
const keyOf = (point) => `${Math.round(point.x * 1000)}:${Math.round(point.y * 1000)}`;

/** @param {[Point, Point][]} edges @returns {Map<string, Joint>} */
function jointsOf(edges) {
  /** @type {Map<string, Joint>} */
  const joints = new Map();
  edges.forEach((edge, index) => {
    for (const end of edge) {
      const joint = joints.get(keyOf(end)) ?? { at: end, ends: [] };
      joint.ends.push(index);
      joints.set(keyOf(end), joint);
    }
  });
  return joints;
}

/**
 * @param {[Point, Point][]} edges @param {string} key @param {Joint} joint @param {Map<string, number>} partner
 */
function pairUp(edges, key, joint, partner) {
  const open = new Set(joint.ends);
  const bends = joint.ends
    .flatMap((a, k) => joint.ends.slice(k + 1).map((b) => ({ a, b, bend: bendAt(edges, joint.at, a, b) })))
    .sort((one, other) => one.bend - other.bend);
  for (const { a, b, bend } of bends) {
    if (!open.has(a) || !open.has(b) || bend > 0.6) continue;
    open.delete(a);
    open.delete(b);
    partner.set(`${key}/${a}`, b);
    partner.set(`${key}/${b}`, a);
  }
}

/**
 * The cosine between two edges away from a joint: -1 when they go straight on.
 *
 * @param {[Point, Point][]} edges @param {Point} at @param {number} a @param {number} b
 */
function bendAt(edges, at, a, b) {
  const [p, q] = [a, b].map((edge) => edges[edge].find((end) => keyOf(end) !== keyOf(at)) ?? at);
  const [ux, uy, vx, vy] = [p.x - at.x, p.y - at.y, q.x - at.x, q.y - at.y];
  return (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) || 1);
}

/**
 * The points from one end of an edge onwards.
 *
 * @param {[Point, Point][]} edges @param {number} edge @param {0 | 1} end @param {Map<string, number>} partner
 * @param {Set<number>} done
 */
function follow(edges, edge, end, partner, done) {
  done.add(edge);
  let at = edges[edge][end];
  const way = [at];
  for (;;) {
    const next = partner.get(`${keyOf(at)}/${edge}`);
    if (next === undefined || done.has(next)) {
      // A ring ends where it began.
      if (next !== undefined && end === 1 && way.length > 2)
        way.push(edges[next].find((p) => keyOf(p) !== keyOf(at)) ?? at);
      return way;
    }
    done.add(next);
    edge = next;
    at = edges[next].find((point) => keyOf(point) !== keyOf(at)) ?? at;
    way.push(at);
  }
}

/** A curve through all points, or straight from one to the next. @param {Point[]} chain @param {boolean} smooth */
function strand(chain, smooth) {
  const path = new Path2D();
  path.moveTo(chain[0].x, chain[0].y);
  for (let k = 1; k < chain.length; k++) {
    const [, p, q, b] = bend(chain, k);
    if (smooth) path.bezierCurveTo(p.x, p.y, q.x, q.y, b.x, b.y);
    else path.lineTo(b.x, b.y);
  }
  const xs = chain.map((point) => point.x);
  const ys = chain.map((point) => point.y);
  return { path, box: { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) } };
}
