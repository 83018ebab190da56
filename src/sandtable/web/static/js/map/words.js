// @ts-check
/**
 * What the map says in words: descriptions for people who cannot see it, and the names of its buttons.
 *
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("../wire.js").Board} Board
 */

import { namesDiffer } from "../scene.js";

export const WORDS = {
  map: "Map",
  keys: "Arrow keys move from place to place, Enter chooses, F opens a stack, plus and minus zoom, zero shows all.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show the whole map",
  minimap: "Overview map",
  out: "out of play",
  joined: (/** @type {string} */ sheet, /** @type {string} */ name, /** @type {string} */ letter) =>
    `touches ${sheet} over ${name}, ${letter}`,
  stack: (/** @type {number} */ count, /** @type {number | null} */ sum) =>
    sum === null ? `${count} pieces` : `${count} pieces · Σ ${sum}`,
  controlled: (/** @type {string} */ side) => `controlled by ${side}`,
  pick: "Choose one",
  point: "1 victory point",
  marks: /** @type {Record<string, string>} */ ({
    port: "port",
    fort: "fort",
    points: "victory points",
    source: "source of supply",
    oasis: "oasis",
    airfield: "airfield",
  }),
  tones: /** @type {Record<string, string>} */ ({ good: "good", bad: "bad", warn: "take care", "": "marked" }),
  /** Overlays that are not questions of the game. */
  overlays: /** @type {Record<string, string>} */ ({ selection: "in reach", pointed: "pointed at" }),
};

/** The condition of a piece in words, and what those badges mean that say more. @param {Piece} piece @param {Board} board */
export function conditionsOf({ status, badges }, board) {
  const meant = badges.map((letters) => board.key.find((sign) => sign.letters === letters)?.text ?? letters);
  return [...status, ...meant.filter((text) => !status.some((words) => words.includes(text) || text.includes(words)))];
}

/** The strength of a stack: the sum of the first figures of those that have several, if all is known and of one side. @param {readonly Piece[]} pieces */
export function sumOf(pieces) {
  const strengths = pieces.flatMap(({ figures }) => /^\(?(\d+)\)?-/.exec(figures)?.[1] ?? []);
  const one = new Set(pieces.map(({ side }) => side)).size === 1;
  const known = !pieces.some(({ symbol }) => symbol === "hidden");
  return one && known && strengths.length ? strengths.reduce((sum, figure) => sum + Number(figure), 0) : null;
}

/** @param {Piece} piece @param {Board} board @param {readonly string[]} [sides] */
export function describePiece(piece, board, sides = []) {
  if (piece.symbol === "hidden") return [sides[piece.side], "hidden piece"].filter(Boolean).join(", ");
  const nation = board.nations.find(({ id }) => id === piece.nation);
  const whose = nation?.name ?? sides[piece.side];
  return [piece.name, whose, piece.symbol, piece.figures, ...conditionsOf(piece, board)].filter(Boolean).join(", ");
}

/**
 * @param {object} about
 * @param {string} about.noun @param {string} about.name @param {string} about.label @param {string} about.terrain
 * @param {readonly string[]} about.pieces @param {readonly string[]} about.markers @param {readonly string[]} about.notes
 * @param {string | undefined} about.choice
 */
export function describeCell({ noun, name, label, terrain, pieces, markers, notes, choice }) {
  const named = label && !namesDiffer({ name, label }) ? [label] : [`${noun} ${name}`.trim(), label];
  const place = [...named, terrain].filter(Boolean).join(", ");
  const stack = pieces.length > 1 ? [`${pieces.length} pieces: ${pieces.join("; ")}`] : pieces;
  const offered = choice ? [`can be chosen: ${choice}`] : [];
  return [place, ...offered, ...stack, ...markers, ...notes].map((part) => `${part}.`).join(" ");
}

/** @param {number} index @param {number} count @param {string} piece @param {boolean} legal */
export const describeInStack = (index, count, piece, legal) =>
  `${index} of ${count}: ${piece}${legal ? ", can be chosen" : ""}.`;
