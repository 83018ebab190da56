// @ts-check
// What can be done with what was touched, if it is more than one thing: beside the place itself.

import { html, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { MOST_HERE } from "../play.js";
import { canAct, harms, pieceOf } from "../scene.js";
import { useStore } from "../store.js";
import { Button } from "../ui.js";
import { t } from "../words.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 */

/** Between it and its place, and the rim of the map. */
const [GAP, RIM] = [12, 6];
/** The room that a choice needs below a place. */
const ROW = 50;

/** @param {{ session: Session }} props */
export function Here({ session }) {
  const state = useStore(session.store, (whole) => whole);
  useStore(session.sight, ({ changes }) => changes);
  const here = choicesHere(session, state);
  const spot = here.length ? session.map?.spot(placeOf(state)) : null;
  if (!spot) return null;
  return html`<${HereBox} ...${{ session, here, spot }} />`;
}

/**
 * Below its place, or above it; all of it over the map.
 * @param {{ session: Session, here: readonly import("../wire.js").Button[],
 *   spot: { x: number, y: number, reach: number, frame: DOMRect } }} props
 */
function HereBox({ session, here, spot }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { x, y, reach, frame } = spot;
  useLayoutEffect(() => {
    if (!box.current) return;
    const wide = box.current.offsetWidth;
    const left = Math.max(frame.left + RIM, Math.min(frame.right - RIM - wide, x - wide / 2));
    box.current.style.left = `${left}px`;
  });
  const above = y + reach + GAP + here.length * ROW > frame.bottom;
  const style = above ? { bottom: `calc(100dvh - ${y - reach - GAP}px)` } : { top: `${y + reach + GAP}px` };
  return html`<div class="choices-here" role="group" aria-label=${t("choices_here")} style=${style} ref=${box}>
    ${here.map(
      (button) => html`<${Button}
        key=${button.choice}
        name=${`here:${button.choice}`}
        kind=${harms(button) ? "danger" : ""}
        icon=${button.caution ? "warning" : undefined}
        title=${button.caution?.warnings.map(({ text }) => text).join("; ")}
        onClick=${() => session.play.choose(button)}
      >${button.label}<//>`,
    )}
  </div>`;
}

/** @param {State} state */
function placeOf({ selected, update }) {
  return selected?.piece ? (pieceOf(update?.scene, selected.piece)?.cell ?? -1) : (selected?.cell ?? -1);
}

/** @param {Session} session @param {State} state */
function choicesHere(session, state) {
  const { selected, pending, asking, card } = state;
  const goes = Boolean(selected?.answer?.cells.length); // then a touch of the map is its move
  if (!selected || selected.auto || pending || asking || card || !canAct(state)) return [];
  const { byPiece, byCell } = session.play.buttons();
  const here = (selected.piece ? byPiece.get(selected.piece) : byCell.get(selected.cell)) ?? [];
  const shown = goes ? here.filter(({ aside }) => aside) : here;
  const several = shown.length > 1 || shown.some(({ aside }) => aside);
  return several && shown.length <= MOST_HERE ? shown : [];
}
