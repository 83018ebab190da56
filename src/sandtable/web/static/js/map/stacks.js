// @ts-check
/**
 * Which piece lies where. The pieces of one side in one cell are a pile, the first of them on top; piles of several
 * sides stand beside each other.
 *
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {{piece: Piece, key: string, x: number, y: number, size: number}} Spot the middle of a counter
 * @typedef {{place: Place, side: number, spots: Spot[], hidden: Spot[]}} Pile `spots` from the bottom to the top
 */

const ALONE = 0.8;
const PILED = 0.75;
const SHIFT = 0.038;
/** A counter of a smaller unit, beside the others. */
const SMALL = 0.82;
const SHOWN = 4;

/** @typedef {Map<number, Pile[]>} Layout by cell */

/**
 * @param {Geometry} geometry @param {readonly Piece[]} pieces @param {Set<string>} raised pieces that lie on top of their pile
 * @returns {Layout}
 */
export function layOut(geometry, pieces, raised) {
  /** @type {Map<Place, Map<number, {piece: Piece, key: string}[]>>} */
  const cells = new Map();
  for (const { piece, key } of keyed(pieces)) {
    const place = geometry.place(piece.cell);
    if (!place) continue;
    const sides = cells.get(place) ?? new Map();
    cells.set(place, sides);
    sides.set(piece.side, [...(sides.get(piece.side) ?? []), { piece, key }]);
  }
  /** @type {Layout} */
  const layout = new Map();
  for (const [place, sides] of cells) {
    const order = [...sides.keys()].sort((a, b) => a - b);
    const piles = order.map((side, k) => pileUp(place, side, sides.get(side) ?? [], k, order.length, raised));
    layout.set(place.number, piles);
  }
  return layout;
}

/** Pieces with a name that tells them apart; those without an id are counted. @param {readonly Piece[]} pieces */
export function keyed(pieces) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return pieces.map((piece) => {
    const base = piece.id ? `#${piece.id}` : `?${piece.side}/${piece.cell}`;
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    return { piece, key: piece.id && !count ? base : `${base}/${count}` };
  });
}

/**
 * @param {Place} place @param {number} side @param {{piece: Piece, key: string}[]} pieces the first on top
 * @param {number} index @param {number} count of piles @param {Set<string>} raised @returns {Pile}
 */
function pileUp(place, side, pieces, index, count, raised) {
  const order = [...pieces].sort((a, b) => Number(raised.has(b.piece.id)) - Number(raised.has(a.piece.id)));
  const shown = order.slice(0, SHOWN).reverse();
  const narrow = count > 1 ? 0.66 : 1;
  const full = place.room * narrow * (pieces.length > 1 ? PILED : ALONE);
  const sizeOf = (/** @type {Piece} */ piece) => full * (piece.shape === "small" ? SMALL : 1);
  const aside = count > 1 ? (index - (count - 1) / 2) * 0.46 * place.size : 0;
  const step = SHIFT * place.size * narrow;
  /** @param {number} k counted from the bottom of what is shown */
  const shift = (k) => ((shown.length - 1) / 2 - k) * step;
  const spots = shown.map(({ piece, key }, k) => ({
    piece,
    key,
    size: sizeOf(piece),
    x: place.x + aside - shift(k),
    y: place.y + (count > 1 ? (index % 2 ? 0.08 : -0.08) * place.size : 0) - shift(k),
  }));
  const top = spots[spots.length - 1];
  const hidden = order.slice(SHOWN).map(({ piece, key }) => ({ piece, key, size: sizeOf(piece), x: top.x, y: top.y }));
  return { place, side, spots, hidden };
}

/** All pieces of a cell, the top of each pile first. @param {Pile[]} piles @returns {Piece[]} */
export function piecesOf(piles) {
  return piles.flatMap(({ spots, hidden }) =>
    [...spots]
      .reverse()
      .concat(hidden)
      .map(({ piece }) => piece),
  );
}

/** The counter at a point of the plane, the top one. @param {Pile[]} piles @param {number} x @param {number} y */
export function spotAt(piles, x, y) {
  for (const pile of [...piles].reverse()) {
    for (const spot of [...pile.spots].reverse()) {
      if (Math.abs(x - spot.x) <= spot.size / 2 && Math.abs(y - spot.y) <= spot.size / 2) return { pile, spot };
    }
  }
  return null;
}

/** @param {Pile} pile */
export const depthOf = (pile) => pile.spots.length + pile.hidden.length;

/** Where every piece is drawn, by key. @param {Layout} layout @returns {Map<string, Spot>} */
export function spotsOf(layout) {
  /** @type {Map<string, Spot>} */
  const all = new Map();
  for (const piles of layout.values()) {
    for (const pile of piles) for (const spot of [...pile.spots, ...pile.hidden]) all.set(spot.key, spot);
  }
  return all;
}
