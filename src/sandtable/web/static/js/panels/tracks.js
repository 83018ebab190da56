// @ts-check
// Beside the map: the calendar with what is to come, counts, and the boxes with the pieces that lie in them.

import { html, useState } from "../../vendor/preact.js";
import { canAct, indexButtons, piecesIn, shown } from "../scene.js";
import { useStore } from "../store.js";
import { Button, Fold, SideMark } from "../ui.js";
import { t } from "../words.js";
import { Counter, pieceWords } from "./counter.js";
import { PiecesIn, PlaceView } from "./places.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").Track} Track
 * @typedef {import("../wire.js").TrackPoint} TrackPoint
 */

const NEAR = 6; // spaces shown after the present one
const FEW = 12;
const SHORT = 4; // letters of a space that is only counted

/** @param {{ session: Session }} props */
export function Tracks({ session }) {
  const state = useStore(session.store, (whole) => whole);
  const { board } = state;
  const scene = shown(state)?.scene;
  if (!board || !scene) return null;
  const onTracks = new Set(board.tracks.flatMap((track) => track.boxes));
  const loose = board.boxes.filter((box) => box.number < 0 && !onTracks.has(box.id)); // the others lie below the map
  return html`<div class="tracks">
    ${board.tracks.map((track) => {
      const points = scene.tracks.filter((point) => point.track === track.id);
      return html`<${TrackView} key=${track.id} session=${session} state=${state} track=${track} points=${points} />`;
    })}
    ${loose.map((box) => html`<${BoxView} key=${box.id} session=${session} state=${state} box=${box} />`)}
  </div>`;
}

/** @param {{ session: Session, state: State, track: Track, points: readonly TrackPoint[] }} props */
function TrackView({ session, state, track, points }) {
  const counted = !track.boxes.length && track.spaces.length > FEW && track.spaces.every((space) => space.length <= SHORT);
  return html`<section class="track">
    <h3>${track.name}</h3>
    ${
      counted
        ? html`<${Counted} state=${state} track=${track} points=${points} />`
        : html`<${Calendar} session=${session} state=${state} track=${track} points=${points} />`
    }
  </section>`;
}

/**
 * A long row of numbers: only where things stand.
 * @param {{ state: State, track: Track, points: readonly TrackPoint[] }} props
 */
function Counted({ state, track, points }) {
  if (!points.length) return html`<p class="empty">-</p>`;
  return html`<dl class="ledger">
    ${points.map(
      (point) => html`<div>
        <dt><${SideMark} side=${point.side} name=${point.name || state.game?.sides[point.side] || ""} /></dt>
        <dd>
          <span
            class="gauge"
            style=${{ "--share": point.space / Math.max(1, track.spaces.length - 1) }}
            aria-hidden="true"
          ></span>
          ${track.spaces[point.space] ?? point.space}
        </dd>
      </div>`,
    )}
  </dl>`;
}

/**
 * Spaces one under the other, with what their notes say and what lies there. A space in whose box something is wanted is
 * always in sight.
 * @param {{ session: Session, state: State, track: Track, points: readonly TrackPoint[] }} props
 */
function Calendar({ session, state, track, points }) {
  const [all, setAll] = useState(false);
  const wanted = useStore(session.places.store, ({ wanted, tints }) => [wanted, ...Object.keys(tints).map(Number)].join());
  const boxes = track.spaces.map((_, index) => state.board?.boxes.find((box) => box.id === (track.boxes[index] || null)));
  const now = points.length ? Math.min(...points.map((point) => point.space)) : 0;
  const last = points.length ? Math.max(...points.map((point) => point.space)) : 0;
  const long = track.spaces.length > FEW;
  const called = boxes.findLastIndex((box) => box && box.number >= 0 && wanted.split(",").includes(String(box.number)));
  const [from, to] =
    all || !long ? [0, track.spaces.length] : [Math.max(0, now - 1), Math.max(last + NEAR, called) + 1];
  return html`<ol class="calendar" start=${from + 1}>
      ${track.spaces.slice(from, to).map((space, offset) => {
        const index = from + offset;
        const here = points.filter((point) => point.space === index);
        return html`<li
          key=${index}
          class=${`${here.length ? "here" : ""} ${index < now ? "past" : ""}`}
          aria-current=${here.length ? "step" : undefined}
        >
          <span class="space-name">${space}</span>
          ${here.map((point) => html`<${SideMark} side=${point.side} name=${point.name || state.game?.sides[point.side] || "●"} />`)}
          ${track.notes[index] && html`<span class="small">${track.notes[index]}</span>`}
          ${boxes[index] && html`<${SpaceBox} ...${{ session, state, box: boxes[index] }} />`}
        </li>`;
      })}
    </ol>
    ${long && html`<${Button} kind="quiet" onClick=${() => setAll(!all)}>${t(all ? "show_fewer" : "show_all")}<//>`}`;
}

/** What lies at a space of a track. @param {{ session: Session, state: State, box: import("../wire.js").Box }} props */
function SpaceBox({ session, state, box }) {
  if (box.number >= 0) return html`<${PlaceView} ...${{ session, state, box }} />`;
  const pieces = piecesIn(shown(state)?.scene, box);
  return html`<${PiecesIn} ...${{ session, state, pieces, cell: -1 }} />`;
}

/** @param {{ session: Session, state: State, box: import("../wire.js").Box }} props */
function BoxView({ session, state, box }) {
  const [open, setOpen] = useState(true);
  const scene = shown(state)?.scene;
  const pieces = (scene?.pieces ?? []).filter((piece) => piece.cell < 0 && piece.box === box.id);
  const { byPiece } = indexButtons(canAct(state) ? (state.update?.scene.buttons ?? []) : []);
  const title = html`${box.name} <span class="count">${pieces.length || t("box_empty")}</span>`;
  return html`<${Fold} title=${title} open=${open && pieces.length > 0} onToggle=${() => setOpen(!open)}>
    <ul class="box-pieces">
      ${pieces.map(
        (piece, index) => html`<li key=${piece.id || index}>
          <button
            type="button"
            class=${`piece-face small-face ${byPiece.has(piece.id) ? "able" : ""}`}
            title=${state.board && pieceWords(piece, state.board)}
            aria-label=${state.board && pieceWords(piece, state.board)}
            onClick=${() => session.play.piece(piece.id, piece.cell)}
            onPointerDown=${(/** @type {PointerEvent} */ event) => session.map?.dragIn(piece, event)}
          >
            ${state.board && html`<${Counter} piece=${piece} board=${state.board} size=${40} />`}
            <span class="small">${piece.status[0] ?? piece.name}</span>
          </button>
        </li>`,
      )}
    </ul>
  <//>`;
}
