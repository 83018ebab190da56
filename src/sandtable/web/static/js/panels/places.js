// @ts-check
// A place off the map: it holds pieces, and can be pointed at and chosen like a cell of the map.

import { html } from "../../vendor/preact.js";
import { canAct, harms, indexButtons, piecesIn, shown } from "../scene.js";
import { useStore } from "../store.js";
import { SideMark } from "../ui.js";
import { t } from "../words.js";
import { Counter, pieceWords } from "./counter.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").Box} Box
 * @typedef {import("../wire.js").Piece} Piece
 */

const FEW = 4; // pieces that lie in one row
const [LARGE, SMALL] = [46, 31];

/** What can be chosen now. @param {State} state */
const choicesOf = (state) => indexButtons(canAct(state) ? (state.update?.scene.buttons ?? []) : []);

/** Boxes with a number that lie on no track. @param {State} state */
export function freePlaces(state) {
  const onTracks = new Set((state.board?.tracks ?? []).flatMap((track) => track.boxes));
  return (state.board?.boxes ?? []).filter((box) => box.number >= 0 && !onTracks.has(box.id));
}

/**
 * A place with its name, what an answer says of it, and its pieces. A press anywhere in it means the place, as on the
 * map; the button of its name is for the keyboard.
 * @param {{ session: Session, state: State, box: Box, head?: unknown }} props
 */
export function PlaceView({ session, state, box, head }) {
  const lit = useStore(session.places.store, (whole) => whole);
  const { byCell } = choicesOf(state);
  const pieces = piecesIn(shown(state)?.scene, box);
  const tints = lit.tints[box.number] ?? [];
  const wanted = byCell.get(box.number);
  const said = tints.map(({ text }) => text).filter(Boolean);
  const kinds = [
    "off-place",
    wanted ? "able" : "",
    tints.length ? `lit tone-${tints[0].tone || "plain"}` : "",
    lit.ways.includes(box.number) ? "on-way" : "",
    state.selected?.cell === box.number ? "picked" : "",
  ];
  const choose = (/** @type {MouseEvent} */ event) => {
    event.stopPropagation();
    session.play.cell(box.number);
  };
  const words = [box.note, wanted ? t("key_glow") : "", t("pieces_here", { n: pieces.length })];
  return html`<div
    class=${kinds.filter(Boolean).join(" ")}
    data-cell=${box.number}
    data-name=${`place-${box.id}`}
    title=${box.note}
    onClick=${choose}
    onMouseEnter=${() => session.play.hover(box.number)}
    onMouseLeave=${() => session.play.hover(null)}
  >
    <button type="button" class="place-head" data-stop onClick=${choose}>
      ${box.side >= 0 && html`<${SideMark} side=${box.side} />`}<span class="place-title">${head ?? box.name}</span>
      ${said.length > 0 && html`<span class="place-said">${said.join(" ")}</span>`}
      <span class="unseen">, ${words.filter(Boolean).join(", ")}</span>
    </button>
    <${PiecesIn} ...${{ session, state, pieces, cell: box.number }} />
    ${box.note && html`<p class="place-note">${box.note}</p>`}
  </div>`;
}

/**
 * The pieces of a place: picked up like those on the map, unless the piece in hand goes there.
 * @param {{ session: Session, state: State, pieces: readonly Piece[], cell: number }} props
 */
export function PiecesIn({ session, state, pieces, cell }) {
  const { byPiece } = choicesOf(state);
  const { selected, board } = state;
  if (!pieces.length || !board) return null;
  const press = (/** @type {MouseEvent} */ event, /** @type {Piece} */ piece) => {
    event.stopPropagation();
    if (!piece.id || session.play.goesTo(cell, event)) session.play.cell(cell);
    else session.play.piece(piece.id, cell, event.shiftKey);
  };
  const many = pieces.length > FEW;
  return html`<ul class=${`place-pieces ${many ? "many" : ""}`}>
    ${pieces.map((piece, index) => {
      const own = byPiece.get(piece.id) ?? [];
      const able = !own.length ? "" : own.every(harms) ? "harm" : "able";
      const picked = piece.id !== "" && (selected?.piece === piece.id || selected?.company?.includes(piece.id));
      return html`<li key=${piece.id || index}>
        <button
          type="button"
          class=${`place-piece ${able} ${picked ? "picked" : ""}`}
          data-stop
          data-piece=${piece.id}
          title=${pieceWords(piece, board)}
          aria-pressed=${String(picked)}
          onPointerDown=${(/** @type {PointerEvent} */ event) => session.map?.dragIn(piece, event)}
          onClick=${(/** @type {MouseEvent} */ event) => press(event, piece)}
        ><${Counter} piece=${piece} board=${board} size=${many ? SMALL : LARGE} /><span class="unseen">${pieceWords(piece, board)}</span></button>
      </li>`;
    })}
  </ul>`;
}
