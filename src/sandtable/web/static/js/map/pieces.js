// @ts-check
/**
 * The counters on the map, kept as elements that are moved rather than made again, and how they glide from cell to
 * cell.
 *
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("../wire.js").Marker} Marker
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./stacks.js").Layout} Layout
 * @typedef {import("./stacks.js").Spot} Spot
 * @typedef {import("./stacks.js").Pile} Pile
 * @typedef {{from: Spot, to: Spot, element: SVGGElement}} Glide
 */
import { counter, outlineOf } from "./counters.js";
import { accentOf } from "./palette.js";
import { depthOf, spotsOf } from "./stacks.js";
import { short, svg } from "./svg.js";
import { sumOf } from "./words.js";

const GLIDE_TIME = 420;
/** Pixels of a stack that is seen from afar. */
const LEAST = 14;

/** How much of a counter is shown in a cell of this many pixels. @param {number} pixels */
export const detailOf = (pixels) => (pixels < 17 ? "far" : pixels < 29 ? "mid" : pixels < 62 ? "near" : "full");

/** @param {{x: number, y: number, size: number}} spot */
export const placed = ({ x, y, size }) =>
  `translate(${short(x - size / 2)} ${short(y - size / 2)}) scale(${(size / 100).toFixed(6)})`;

/** What of a piece is drawn. @param {Piece} piece */
const lookOf = (piece) =>
  [
    piece.side,
    piece.name,
    piece.symbol,
    piece.letter,
    piece.figures,
    piece.size,
    piece.printed,
    piece.nation,
    piece.shape,
    piece.turned,
    piece.steps,
    piece.lost,
    piece.lies,
    piece.badges.join(" "),
    piece.faded,
  ].join("|");

export class PieceLayer {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this._geometry = geometry;
    /** By the size of cells: counters show more the larger they are, in large cells sooner than in small ones. */
    this._groups = new Map(geometry.sizes.map((size) => [size, svg("g", { "data-lod": "near" })]));
    this.piles = svg("g", { class: "map-pieces" }, ...this._groups.values());
    this._depths = new Map(geometry.sizes.map((size) => [size, svg("g", { "data-lod": "near" })]));
    /** How high the piles are; above everything that is drawn around a pile. */
    this.depths = svg("g", { class: "map-depths" }, ...this._depths.values());
    this.markers = svg("g", { class: "map-markers" });
    this.gliding = svg("g", { class: "map-gliding" });
    /** @type {Map<string, {look: string, element: SVGGElement}>} */
    this._elements = new Map();
    /** @type {Map<string, Spot>} */
    this._spots = new Map();
    /** @type {{glides: Glide[], start: number, time: number, done: () => void} | null} */
    this._motion = null;
  }

  /** @param {number} scale pixels a unit */
  setDetail(scale) {
    for (const [size, { dataset }] of [...this._groups, ...this._depths]) {
      const detail = detailOf(size * scale);
      if (dataset.lod !== detail) dataset.lod = detail;
    }
    for (const [size, { style }] of this._depths) style.setProperty("--far", String(Math.max(1, LEAST / (size * scale))));
  }

  /** @param {Layout} layout */
  show(layout) {
    this.finish();
    const old = this._elements;
    this._elements = new Map();
    const order = [...layout.values()].flat().sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
    const drawn = order.map((pile) => ({
      size: pile.place.size,
      counters: pile.spots.map((spot) => this._element(spot, old)),
      depth: [...depthBadge(pile), blockOf(pile)],
    }));
    for (const [size, group] of this._groups) {
      const alike = drawn.filter((one) => one.size === size);
      group.replaceChildren(...alike.flatMap(({ counters }) => counters));
      this._depths.get(size)?.replaceChildren(...alike.flatMap(({ depth }) => depth));
    }
    this._spots = spotsOf(layout);
  }

  /** @param {Spot} spot @param {Map<string, {look: string, element: SVGGElement}>} old */
  _element(spot, old) {
    const look = lookOf(spot.piece);
    const known = old.get(spot.key);
    const element = known?.look === look ? known.element : this._make(spot);
    element.setAttribute("transform", placed(spot));
    this._elements.set(spot.key, { look, element });
    return element;
  }

  /** @param {Spot} spot @returns {SVGGElement} */
  _make(spot) {
    const element = counter(spot.piece, this._geometry.board);
    const outer = svg("g", { class: "piece" }, element);
    if (spot.piece.id) outer.dataset.piece = spot.piece.id;
    return outer;
  }

  /** @param {readonly Marker[]} markers */
  showMarkers(markers) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    const drawn = markers.flatMap((marker) => {
      const place = this._geometry.place(marker.cell);
      if (!place) return [];
      const nth = counts.get(marker.cell) ?? 0;
      counts.set(marker.cell, nth + 1);
      const at = { x: place.x - (0.36 - 0.25 * nth) * place.size, y: place.y - 0.36 * place.size };
      return [markerOf(marker, at, place.size)];
    });
    this.markers.replaceChildren(...drawn);
  }

  /**
   * Show another layout; pieces in both glide from where they were.
   *
   * @param {Layout} layout @param {number} speed 1 as usual @returns {Promise<void>} when all have arrived
   */
  glideTo(layout, speed) {
    const before = this._spots;
    this.show(layout);
    /** @type {Glide[]} */
    const glides = [];
    for (const [key, to] of this._spots) {
      const from = before.get(key);
      if (!from || from.piece.cell === to.piece.cell || key.startsWith("?")) continue;
      const own = this._elements.get(key)?.element;
      own?.classList.add("is-gliding");
      const element = this._make(to);
      element.setAttribute("transform", placed(from));
      element.dataset.lod = this._detailIn(to.piece.cell);
      glides.push({ from, to, element });
    }
    if (!glides.length) return Promise.resolve();
    this.gliding.replaceChildren(...glides.map(({ element }) => element));
    const time = GLIDE_TIME / Math.max(0.1, speed);
    return new Promise((done) => {
      const motion = { glides, start: performance.now(), time, done };
      this._motion = motion;
      // A page out of sight gets no frames: then they simply are there.
      setTimeout(() => this._motion === motion && this.finish(), time + 200);
    });
  }

  /** @param {number} cell */
  _detailIn(cell) {
    return this._groups.get(this._geometry.place(cell)?.size ?? 1)?.dataset.lod ?? "near";
  }

  get moving() {
    return !!this._motion;
  }

  /** @param {number} now */
  step(now) {
    if (!this._motion) return;
    const t = Math.max(0, (now - this._motion.start) / this._motion.time);
    if (t >= 1) {
      this.finish();
      return;
    }
    const eased = t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
    for (const { from, to, element } of this._motion.glides) {
      const lift = 1 + 0.12 * Math.sin(Math.PI * t);
      const x = from.x + (to.x - from.x) * eased;
      const y = from.y + (to.y - from.y) * eased;
      element.setAttribute(
        "transform",
        placed({ x, y, size: (from.size + (to.size - from.size) * eased) * lift }),
      );
    }
  }

  /** Everybody is there at once. */
  finish() {
    const motion = this._motion;
    this._motion = null;
    this.gliding.replaceChildren();
    for (const { element } of this._elements.values()) element.classList.remove("is-gliding");
    motion?.done();
  }
}

/**
 * Beside the top counter, away from the middle of the cell; around a free point there is room between its chips and its tab.
 * @param {Pile} pile @param {Spot} top
 */
function depthPlace({ place }, top) {
  if (place.free) return [top.x + top.size / 2 + 0.12 * place.size, top.y + 0.1 * place.size];
  const outwards = top.x > place.x + 0.1 * place.size ? 1 : -1;
  return [top.x + outwards * 0.63 * top.size, top.y - 0.04 * top.size];
}

/**
 * How many lie there, at the outer edge of the pile, where neither badges nor figures are.
 * On small cells it is drawn larger (map.css).
 *
 * @param {Pile} pile @returns {SVGGElement[]}
 */
function depthBadge(pile) {
  const depth = depthOf(pile);
  if (depth < 2) return [];
  const top = pile.spots[pile.spots.length - 1];
  const r = 0.13 * pile.place.size;
  const [x, y] = depthPlace(pile, top);
  const words = svg("text", { y: 0.42, "font-size": depth > 9 ? 1.15 : 1.3, "text-anchor": "middle" }, String(depth));
  return [
    svg(
      "g",
      { class: "map-depth", transform: `translate(${short(x)} ${short(y)}) scale(${short(r)})` },
      svg("g", {}, svg("circle", { r: 1 }), words),
    ),
  ];
}

/** A pile seen from afar: its side by shape and colour, and its strength or how many lie there. @param {Pile} pile */
function blockOf(pile) {
  const top = pile.spots[pile.spots.length - 1];
  const pieces = [...pile.spots, ...pile.hidden].map(({ piece }) => piece);
  const words = String(sumOf(pieces) ?? pieces.length);
  return svg(
    "g",
    { class: "map-far", transform: placed({ x: top.x, y: top.y, size: 0.94 * pile.place.room }) },
    svg(
      "g",
      {},
      svg("path", { d: outlineOf(pile.side), fill: accentOf(pile.side) }),
      svg("text", { x: 50, y: 73, "font-size": words.length > 2 ? 48 : 66, "text-anchor": "middle" }, words),
    ),
  );
}

/** @param {Marker} marker @param {{x: number, y: number}} at @param {number} size */
export function markerOf(marker, at, size) {
  return svg(
    "g",
    { class: "map-marker", transform: `translate(${short(at.x)} ${short(at.y)}) scale(${short(0.17 * size)})` },
    svg("path", { d: "M0-1.15L1.15 0L0 1.15L-1.15 0Z", stroke: accentOf(marker.side) }),
    svg("text", { y: 0.42, "font-size": 1.2, "text-anchor": "middle" }, marker.letter.slice(0, 2)),
  );
}
