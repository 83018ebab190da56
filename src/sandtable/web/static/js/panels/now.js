// @ts-check
// The panel of the moment: pieces off the map that can act, what is looked at, the scene's own panels, all choices.

import { html, useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { canAct, indexButtons, matching, pieceOf, shown } from "../scene.js";
import { useStore } from "../store.js";
import { Button, Fold, taking } from "../ui.js";
import { t } from "../words.js";
import { ChoiceButton, Inspector, PieceRow, Together } from "./inspector.js";
import { Duties } from "./duties.js";
import { promptButtons } from "./prompt.js";
import { Planner } from "./planner.js";
import { ScenePanels } from "./scenepanels.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 */

const MOST_CHOICES = 80;
const FEW = 12; // choices that are listed without being asked for

/** @param {{ session: Session }} props */
export function Now({ session }) {
  const state = useStore(session.store, (whole) => whole);
  const scene = shown(state)?.scene;
  if (!scene) return null;
  const panels = state.pending?.panels.length ? state.pending.panels : scene.panels;
  const combats = state.pending?.combats?.length ? state.pending.combats : scene.combats;
  const inspector = html`<${Inspector} key="inspector" session=${session} state=${state} />`;
  const live = panels.filter((panel) => panel.decides);
  const rest = panels.filter((panel) => !live.includes(panel));
  const [fought, waiting] = [true, false].map((now) => combats.filter((one) => Boolean(one.decides) === now));
  const { selected, answer } = state;
  const given = selected?.auto && fought.length > 0; // not asked for: the battle comes first
  const looked = Boolean(pieceOf(scene, selected?.piece ?? "")) || (selected?.cell ?? -1) >= 0;
  const looks = answer !== null || (looked && !given);
  const place = useNews(state, looks, [...fought, ...live]);
  return html`<div class="now" ref=${place}>
    ${looks && inspector}
    <${Duties} session=${session} state=${state} />
    <${Planner} key="planner" session=${session} state=${state} combats=${fought} />
    <${OffMap} session=${session} state=${state} />
    <${ScenePanels} session=${session} state=${state} panels=${live} />
    <${AllChoices} session=${session} state=${state} />
    <${Planner} key="waiting" session=${session} state=${state} combats=${waiting} />
    <${ScenePanels} session=${session} state=${state} panels=${rest} />
    ${!looks && inspector}
  </div>`;
}

/**
 * Whatever is new comes into sight: what is looked at, an answer, or the panel of the decision that changed.
 * @param {State} state @param {boolean} looks is there anything to be looked at? @param {readonly { id: string }[]} panels
 */
function useNews(state, looks, panels) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(/** @type {Map<string, string> | null} */ (null));
  const { selected, answer } = state;
  useEffect(() => {
    if (looks && (selected?.auto === false || answer)) show(place.current?.querySelector(".answer-box, .inspector"));
  }, [selected?.piece, selected?.cell, answer]);
  const now = new Map(panels.map((panel) => [panel.id, JSON.stringify(panel)]));
  useEffect(() => {
    const changed = before.current && panels.find(({ id }) => before.current?.get(id) !== now.get(id));
    before.current = now;
    if (changed) show(place.current?.querySelector(`[data-name="${changed.id}"]`));
  }, [[...now.values()].join()]);
  return place;
}

/** Scroll a panel so that this is at its top, unless all of it can be seen. @param {Element | null | undefined} element */
function show(element) {
  const frame = element?.closest(".dock-body, .tab-body");
  if (!element || !frame) return;
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollBy({ top: inner.top - outer.top - 6 });
}

/** Pieces in no cell that something can be done with. @param {{ session: Session, state: State }} props */
function OffMap({ session, state }) {
  const { update, board } = state;
  if (!update || !board || !canAct(state)) return null;
  const { byPiece } = indexButtons(update.scene.buttons);
  const able = update.scene.pieces.filter((piece) => piece.cell < 0 && byPiece.has(piece.id));
  if (!able.length) return null;
  return html`<section class="off-map">
    <h3>${t("off_map_able")}</h3>
    <${Together} ...${{ session, state, pieces: able }} />
    <${TakeAll} ...${{ session, state, pieces: able }} />
    <ul class="piece-list">
      ${able.map(
        (piece) =>
          html`<${PieceRow} key=${piece.id} ...${{ session, state, piece, buttons: byPiece.get(piece.id) ?? [] }} />`,
      )}
    </ul>
  </section>`;
}

/**
 * Take all of them in hand, to put them into one place: the next touch of the map says where.
 * @param {{ session: Session, state: State, pieces: readonly import("../wire.js").Piece[] }} props
 */
function TakeAll({ session, state, pieces }) {
  const [can, setCan] = useState(false);
  const able = session.play.ableTogether(pieces, -1);
  useEffect(() => {
    let awaited = true;
    setCan(false);
    if (able.length > 1) session.play.canGoTogether(able).then((found) => awaited && setCan(found));
    return () => {
      awaited = false;
    };
  }, [state.update?.number, able.join(" ")]);
  if (state.selected?.piece || !can) return null;
  return html`<${Button} name="take-all" onClick=${() => session.play.takeAll(pieces, -1)}>${t("take_all", { n: pieces.length })}<//>`;
}

/**
 * Every legal choice as a button in a list, and a line to type one, which is always there once it is asked for.
 * @param {{ session: Session, state: State }} props
 */
function AllChoices({ session, state }) {
  const [wanted, setWanted] = useState(/** @type {boolean | null} */ (null));
  const line = useRef(/** @type {HTMLInputElement | null} */ (null));
  const { finding, update } = state;
  const all = canAct(state) ? (update?.scene.buttons ?? []) : [];
  const typing = finding !== null;
  const open = typing || (wanted ?? all.length <= FEW);
  const found = useMemo(() => matching(all, finding ?? ""), [all, finding]);
  useEffect(() => {
    if (typing && all.length) line.current?.focus();
  }, [typing, all.length > 0]);
  const elsewhere = update !== null && promptButtons(update.scene, state.board).length === all.length;
  if (!all.length || (elsewhere && !typing)) return null;
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    session.play.chooseTyped();
  };
  return html`<${Fold}
    name="choices"
    title=${t("all_choices", { n: all.length })}
    open=${open}
    onToggle=${() => {
      session.play.find(null);
      setWanted(!open);
    }}
  >
    ${
      (all.length > FEW || typing) &&
      html`<input
      class="find"
      type="search"
      data-name="find-choice"
      ref=${line}
      aria-label=${t("filter_choices")}
      placeholder=${t("filter_choices")}
      value=${finding ?? ""}
      onInput=${taking((text) => session.play.find(text))}
      onKeyDown=${press}
      onBlur=${(/** @type {FocusEvent} */ event) => left(session, event)}
    />`
    }
    ${!found.length && html`<p class="empty">${t("no_match")}</p>`}
    <div class="buttons choice-list">
      ${found
        .slice(0, MOST_CHOICES)
        .map(
          (button) =>
            html`<${ChoiceButton} key=${button.choice} session=${session} state=${state} button=${button} />`,
        )}
    </div>
  <//>`;
}

/**
 * The reader has left the line for something else than the choices it found; or it is only drawn again.
 * @param {Session} session @param {FocusEvent} event
 */
function left(session, event) {
  const line = /** @type {HTMLElement} */ (event.currentTarget);
  const next = event.relatedTarget;
  const among = next instanceof Element && next.closest("[data-name=choices]");
  setTimeout(() => {
    if (line.isConnected && !among) session.play.find(null);
  });
}
