// @ts-check
// What is looked at: the ground, every unit with its counter, factors and condition, and what can be done with it.

import { html, useMemo } from "../../vendor/preact.js";
import { markWords } from "../map/printed.js";
import { standingWords } from "../map/standing.js";
import { canAct, cellOf, cellsOf, harms, indexButtons, namesDiffer, pieceOf, placeOf, shown } from "../scene.js";
import { Button } from "../ui.js";
import { t } from "../words.js";
import { PieceFace } from "./counter.js";
import { ReachKey } from "./legend.js";
import { CombatView } from "./planner.js";
import { PanelBody } from "./scenepanels.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("../wire.js").Button} ButtonCard
 */

/** @param {{ session: Session, state: State }} props */
export function Inspector({ session, state }) {
  const { board, selected } = state;
  const scene = shown(state)?.scene;
  if (!board || !scene) return null;
  const picked = pieceOf(scene, selected?.piece ?? "");
  const number = picked ? placeOf(board, picked) : (selected?.cell ?? -1);
  const here = scene.pieces.filter((piece) => placeOf(board, piece) === number);
  const pieces = number >= 0 ? here : picked ? [picked] : [];
  const nothing = number < 0 && !pieces.length;
  return html`<div class="inspector" data-name="inspector">
    ${state.answer && html`<${AnswerBox} session=${session} state=${state} />`}
    ${
      nothing && state.answer
        ? null
        : nothing
        ? html`<p class="empty">${t("inspect_empty")}</p>`
        : html`<${Ground} state=${state} number=${number} />
          <${CellChoices} session=${session} state=${state} number=${number} />
          ${selected && html`<${SelectionWords} session=${session} state=${state} />`}
          <${Pieces} session=${session} state=${state} pieces=${pieces} />`
    }
  </div>`;
}

/** @param {{ state: State, number: number }} props */
function Ground({ state, number }) {
  const cell = cellOf(state.board, number);
  const scene = shown(state)?.scene;
  if (!cell) return null;
  const terrain = state.board?.terrains.find((one) => one.id === cell.terrain);
  const markers = (scene?.markers ?? []).filter((marker) => marker.cell === number);
  const printed = [...cell.marks.map(markWords), ...standingWords(scene?.tints ?? [], number, state.game?.sides ?? [])];
  return html`<div class="ground">
    <h3>${cell.label || cell.name}</h3>
    <p>
      ${terrain && cell.label && namesDiffer(cell) && html`<span>${cell.name}</span> · `}<span>${terrain?.name ?? cell.note}</span>
      ${printed.map((words) => html` · <span>${words}</span>`)}
      ${markers.map((marker) => html` · <strong>${marker.name}</strong>`)}
    </p>
  </div>`;
}

/** @param {{ session: Session, state: State, number: number }} props */
function CellChoices({ session, state, number }) {
  const able = canAct(state) ? (state.update?.scene.buttons ?? []) : [];
  const here = number >= 0 ? able.filter((button) => button.cell === number || button.cells.includes(number)) : [];
  const { selected } = state;
  const also = selected?.also;
  if (!here.length && !also) return null;
  return html`<div class="buttons">
    ${here.map(
      (button) => html`<${ChoiceButton}
      key=${button.choice}
      session=${session}
      button=${button}
      state=${state}
    />`,
    )}
    ${
      also &&
      html`<${Button} onClick=${() => session.play.send(also.piece, number)}>${t("send_here", { piece: also.name })}<//>`
    }
  </div>`;
}

/** What the game says about the piece that is picked up. @param {{ session: Session, state: State }} props */
function SelectionWords({ session, state }) {
  const { selected, update } = state;
  const answer = selected?.answer;
  const aside = canAct(state) && update?.scene.buttons.some((button) => button.piece === selected?.piece);
  if (!answer || (!answer.text && !answer.panel) || (aside && !answer.cells.length)) return null;
  return html`<div class="selection-words">
    ${answer.text && html`<p>${answer.text}</p>`}
    <${ReachKey} session=${session} />
    ${answer.panel && html`<${PanelBody} session=${session} panel=${answer.panel} state=${state} />`}
  </div>`;
}

/** @param {{ session: Session, state: State, pieces: readonly Piece[] }} props */
function Pieces({ session, state, pieces }) {
  const byPiece = useMemo(
    () => indexButtons(canAct(state) ? (state.update?.scene.buttons ?? []) : []).byPiece,
    [canAct(state), state.update],
  );
  if (!pieces.length) return html`<p class="empty">${t("no_pieces")}</p>`;
  return html`<${Together} ...${{ session, state, pieces }} />
  <ul class="piece-list">
    ${pieces.map(
      (piece, index) => html`<${PieceRow}
        key=${piece.id || index}
        ...${{ session, state, piece, buttons: byPiece.get(piece.id) ?? [] }}
      />`,
    )}
  </ul>`;
}

/**
 * Those in a list that could go with the piece that is picked up, all at once.
 * @param {{ session: Session, state: State, pieces: readonly Piece[] }} props
 */
export function Together({ session, state, pieces }) {
  const able = pieces.filter(({ id }) => session.play.mayJoin(id)).map(({ id }) => id);
  const company = state.selected?.company ?? [];
  if (!able.some((id) => !company.includes(id))) return null;
  return html`<${Button} name="together" onClick=${() => session.play.join(able)}>
    ${t("all_together", { n: able.length + 1 })}
  <//>`;
}

/** @param {{ session: Session, state: State, piece: Piece, buttons: ButtonCard[] }} props */
export function PieceRow({ session, state, piece, buttons }) {
  const { board, selected, game } = state;
  if (!board) return null;
  const along = Boolean(piece.id) && (selected?.company ?? []).includes(piece.id);
  const picked = along || (selected?.piece === piece.id && piece.id !== "");
  const pick = () => session.play.piece(piece.id, piece.cell);
  return html`<li class=${`piece-row ${picked ? "picked" : ""} ${buttons.length ? "able" : ""}`}>
    <button
      type="button"
      class="piece-face"
      aria-pressed=${String(picked)}
      onClick=${pick}
      onPointerDown=${(/** @type {PointerEvent} */ event) => session.map?.dragIn(piece, event)}
    >
      <${PieceFace} piece=${piece} board=${board} sides=${game?.sides ?? []} />
    </button>
    ${
      session.play.mayJoin(piece.id) &&
      html`<button
        type="button"
        class="join"
        data-name=${`join:${piece.id}`}
        aria-pressed=${String(along)}
        aria-label=${t("go_too", { piece: piece.name })}
        title=${t("go_too", { piece: piece.name })}
        onClick=${() => session.play.join([piece.id])}
      >${along ? "✓" : "+"}</button>`
    }
    ${
      (buttons.length > 1 || (picked && !along && buttons.length > 0)) &&
      html`<div class="buttons">
      ${buttons.map(
        (button) => html`<${ChoiceButton}
        key=${button.choice}
        session=${session}
        button=${button}
        state=${state}
      />`,
      )}
    </div>`
    }
  </li>`;
}

/**
 * A choice as a button; pointing at it shows it on the map.
 * @param {{ session: Session, state: State, button: ButtonCard }} props
 */
export function ChoiceButton({ session, state, button }) {
  const choose = () => {
    pointAt(session, button, false);
    session.play.choose(button);
  };
  return html`<${Button}
    name=${button.choice}
    kind=${harms(button) ? "danger" : ""}
    icon=${button.caution ? "warning" : undefined}
    busy=${state.sending}
    onPoint=${(/** @type {boolean} */ on) => pointAt(session, button, on)}
    onClick=${choose}
  >${button.label}<//>`;
}

/** Show on the map where a choice is, or no longer. @param {Session} session @param {Pick<ButtonCard, "cell" | "cells" | "piece">} button @param {boolean} on */
export function pointAt(session, button, on) {
  const cells = on ? cellsOf(session.state.update?.scene, button).map((cell) => ({ cell, tone: "warn" })) : [];
  const answer = { text: "", cells, ways: [], legend: [], panel: null, combat: null, run: [], rule: "", final: false, stays: [], costs: [] };
  session.map?.setOverlay("pointed", cells.length ? answer : null);
}

/** @param {{ session: Session, state: State }} props */
function AnswerBox({ session, state }) {
  const told = state.answer;
  if (!told) return null;
  return html`<div class="answer-box">
    <h3>${told.title}
      <${Button} kind="bare" icon="cross" label=${t("close")} onClick=${() => session.questions.stop()} />
    </h3>
    ${told.answer.text && html`<p>${told.answer.text}</p>`}
    ${told.answer.panel && html`<${PanelBody} session=${session} panel=${told.answer.panel} state=${state} />`}
    ${told.answer.combat && html`<${CombatView} session=${session} combat=${told.answer.combat} state=${state} />`}
    ${
      told.answer.run.length > 0 &&
      html`<${Button} kind="main" onClick=${() => session.play.propose(told.answer.run, told.title)}>${t("confirm")}<//>`
    }
  </div>`;
}
