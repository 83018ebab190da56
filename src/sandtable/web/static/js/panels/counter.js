// @ts-check
// A counter as the map draws it, in a panel.

import { html, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { drawCounter } from "../map/counters.js";
import { conditionsOf } from "../map/words.js";
import { SideMark } from "../ui.js";

/**
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("../wire.js").Board} Board
 */

/** @param {{ piece: Piece, board: Board, size?: number }} props */
export function Counter({ piece, board, size = 44 }) {
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => host.current?.replaceChildren(drawCounter(piece, board, size)), [piece, board, size]);
  return html`<span class="counter-host" ref=${host} aria-hidden="true"></span>`;
}

/** A piece in words: name, factors, condition. @param {Piece} piece @param {Board} board */
export function pieceWords(piece, board) {
  return [piece.name, piece.figures, ...conditionsOf(piece, board)].filter(Boolean).join(", ");
}

/**
 * The counter and what is to be known of it.
 * @param {{ piece: Piece, board: Board, sides: readonly string[] }} props
 */
export function PieceFace({ piece, board, sides }) {
  return html`<${Counter} piece=${piece} board=${board} />
    <span class="piece-words">
      <strong>${piece.name}</strong>
      ${piece.figures && html`<span class="figures">${piece.figures}</span>`}
      <span class="small">
        <${SideMark} side=${piece.side} name=${sides[piece.side] ?? ""} />
        <span>${[piece.symbol, ...conditionsOf(piece, board)].join(", ")}</span>
      </span>
    </span>`;
}
