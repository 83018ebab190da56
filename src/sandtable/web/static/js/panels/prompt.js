// @ts-check
// The prompt bar: one sentence that says who decides and what, its rule, and the buttons.

import { html, useEffect, useRef } from "../../vendor/preact.js";
import { Icon } from "../icons.js";
import { canAct, harms, indexButtons, nextAtDevice, sideName } from "../scene.js";
import { useStore } from "../store.js";
import { Button, RuleChip, SideMark } from "../ui.js";
import { t } from "../words.js";
import { Again } from "./ending.js";
import { pointAt } from "./inspector.js";
import { Offers } from "./offers.js";
import { openRule } from "./rules.js";
import { sit } from "./seats.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").Button} ButtonCard
 */

const MOST_BUTTONS = 6;

/** @param {{ session: Session }} props */
export function Prompt({ session }) {
  const state = useStore(session.store, (whole) => whole);
  const { update } = state;
  if (!update) return html`<section class="prompt" aria-label=${t("prompt_label")}></section>`;
  return html`<section
    class=${`prompt ${canAct(state) ? "act" : ""}`}
    aria-label=${t("prompt_label")}
    data-side=${state.side}
    data-number=${update.number}
  >
    <div class="prompt-words">
      <${Heading} state=${state} />
      <${Sentence} session=${session} state=${state} />
    </div>
    <${Actions} session=${session} state=${state} />
    <div class="hanging">
      <${NoticeLine} session=${session} state=${state} />
      <${Offers} session=${session} state=${state} />
    </div>
  </section>`;
}

/** Turn and phase; while playing back, how far that is. @param {{ state: State }} props */
function Heading({ state }) {
  const { update, playback } = state;
  const words = [update?.scene.heading];
  if (playback) {
    words.push(t(playback.away ? "playing_away" : "playing_back"));
    words.push(t("step_of", { n: playback.done, total: playback.total }));
  }
  return html`<p class="heading">${words.join(" · ")}</p>`;
}

/** @param {{ session: Session, state: State }} props */
function Sentence({ session, state }) {
  const { update, playback, asking } = state;
  if (!update) return null;
  const { scene, ending } = update;
  const open = (/** @type {string} */ rule) => openRule(session, rule);
  if (asking) return html`<p class="sentence">${session.questions.wanted()}</p>`;
  if (playback) {
    return html`<p class="sentence">${playback.text || t("playing_back")}</p>`;
  }
  if (ending) {
    const words = ending.winner < 0 ? t("result_draw") : t("result_won", { side: sideName(state, ending.winner) });
    return html`<p class="sentence"><strong>${words}.</strong> ${capital(ending.how)} <${RuleChip} rule=${ending.rule} onOpen=${open} /></p>`;
  }
  const mine = scene.actor === state.side && state.side >= 0;
  return html`<p class="sentence">
    ${scene.actor >= 0 && html`<${SideMark} side=${scene.actor} name=${sideName(state, scene.actor)} />`}${" "}
    <span>${mine ? scene.prompt : waiting(state)}</span> <${RuleChip} rule=${scene.rule} onOpen=${open} />
  </p>`;
}

/** A phrase as a sentence. @param {string} phrase */
const capital = (phrase) => phrase.charAt(0).toUpperCase() + phrase.slice(1);

/** Whom the game is waiting for, by the name of the person in that seat. @param {State} state */
function waiting(state) {
  const { update, seats } = state;
  const actor = update?.scene.actor ?? -1;
  const seat = seats.find((one) => one.side === actor);
  if (!seat) return update?.scene.prompt ?? "";
  if (seat.kind !== "computer" && !seat.name) return t("waiting_seat", { side: seat.side_name });
  const name = seat.name && seat.name !== seat.side_name ? `${seat.side_name} (${seat.name})` : seat.side_name;
  return t("waiting_title", { name });
}

/** Why something is not possible, or what went wrong. @param {{ session: Session, state: State }} props */
function NoticeLine({ session, state }) {
  const { notice } = state;
  if (!notice) return null;
  return html`<p class=${`notice ${notice.tone}`}>
    <span>${notice.text}${notice.hint && html` <span class="hint">${notice.hint}</span>`}</span>
    ${notice.rule && html`<${RuleChip} rule=${notice.rule} onOpen=${(/** @type {string} */ rule) => openRule(session, rule)} />`}
    <${Button} kind="bare" icon="cross" label=${t("close")} onClick=${() => session.store.set({ notice: null })} />
  </p>`;
}

/** @param {{ session: Session, state: State }} props */
function Actions({ session, state }) {
  if (state.playback) {
    return html`<div class="actions">
      <${Button} kind="main" icon="skip" keys="Escape" onClick=${() => session.playback.skip()}>${t("skip")}<//>
    </div>`;
  }
  if (state.asking) {
    return html`<div class="actions"><${Button} onClick=${() => session.questions.stop()}>${t("cancel")}<//></div>`;
  }
  if (state.pending) return html`<${Confirm} session=${session} pending=${state.pending} />`;
  const next = nextAtDevice(state);
  if (next !== null) {
    return html`<div class="actions">
      <${Button} kind="main" name="pass-on" onClick=${() => session.hide(next)}>
        ${t("pass_on", { side: sideName(state, next) })}
      <//>
      <${UndoButtons} session=${session} state=${state} />
    </div>`;
  }
  return html`<div class="actions">
    <div class="decisions">
      ${state.update?.ending && html`<${Again} session=${session} state=${state} />`}
      <${FreeButtons} session=${session} state=${state} />
      <${WayAhead} session=${session} state=${state} />
      <${Elsewhere} session=${session} state=${state} />
    </div>
    <${UndoButtons} session=${session} state=${state} />
  </div>`;
}

/** The rest of the reader's way, while somebody else decides. @param {{ session: Session, state: State }} props */
function WayAhead({ session, state }) {
  const way = state.update?.way;
  if (!way) return null;
  return html`<p class="way-ahead small">${t("way_waits", { n: way.left })}</p>
    <${Button} name="call-off" onClick=${() => session.play.callOff()}>${t("call_off")}<//>`;
}

/**
 * What to do when there is nothing to decide: take a seat, fill one, look back on a finished game.
 * @param {{ session: Session, state: State }} props
 */
function Elsewhere({ session, state }) {
  const { update, seats, info } = state;
  const free = seats.find((one) => one.kind === "open" && !one.name);
  if (free && info && !info.yours.length && !update?.ending) {
    const words = t("sit_as", { side: free.side_name });
    return html`<${Button} kind="main" onClick=${() => sit(session, free.side)}>${words}<//>`;
  }
  if (update?.ending) {
    return html`<${Button} kind="main" icon="replay" onClick=${() => session.replay.enter(0)}>${t("look_back")}<//>`;
  }
  const seat = seats.find((one) => one.side === update?.scene.actor);
  if (!info?.owner || !seat || seat.kind === "computer" || seat.name) return null;
  return html`<${Button} kind="main" icon="link" onClick=${() => session.showPanel?.("seats")}>${t("invite_now")}<//>`;
}

/**
 * What waits for the reader's word, and what it would cost. Where it costs something, going back is the obvious answer.
 * @param {{ session: Session, pending: import("../state.js").Pending }} props
 */
function Confirm({ session, pending }) {
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    /** @type {HTMLElement | null | undefined} */ (bar.current?.querySelector(":scope > button.main"))?.focus();
    return () => before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true });
  }, []);
  const warnings = pending.warnings ?? [];
  const costs = warnings.length > 0;
  const go = html`<${Button}
    kind=${costs ? "danger" : "main"}
    name="confirm"
    keys=${costs ? undefined : "Enter"}
    onClick=${() => session.play.confirm()}
  >${t("confirm")}<//>`;
  const back = html`<${Button}
    kind=${costs ? "main" : ""}
    name="cancel"
    keys="Escape"
    onClick=${() => session.play.cancel()}
  >${t("cancel")}<//>`;
  return html`<div class="actions confirm" role="group" aria-label=${t("confirm")} ref=${bar}>
    <div class="confirm-words">
      <p><strong>${pending.text}.</strong> ${t(pending.final ? "cannot_undo" : "sure")}</p>
      ${warnings.map((warning) => html`<${Warning} session=${session} warning=${warning} />`)}
    </div>
    ${back}${go}
  </div>`;
}

/** @param {{ session: Session, warning: import("../wire.js").Warn }} props */
function Warning({ session, warning }) {
  const open = (/** @type {string} */ rule) => openRule(session, rule);
  return html`<p class="warning"><${Icon} name="warning" /><span>${warning.text}. <${RuleChip} rule=${warning.rule} onOpen=${open} /></span></p>`;
}

/**
 * The choices in the prompt bar: those that have a button of their own, the only one that there is, chits, and cards that
 * lie in a pile, where they are not seen.
 * @param {import("../wire.js").Scene} scene @param {import("../wire.js").Board | null} board
 */
export function promptButtons(scene, board) {
  if (scene.buttons.length === 1) return scene.buttons;
  const { free, byPiece } = indexButtons(scene.buttons);
  const stacks = board?.piles.filter(({ kind }) => kind === "deck" || kind === "discards").map(({ id }) => id) ?? [];
  const hidden = scene.cards.filter(({ id, pile }) => id && stacks.includes(pile));
  const chits = scene.cups.flatMap(({ left, drawn }) => [...left, ...drawn]).filter(({ id }) => id);
  return [...new Set([...hidden, ...chits].flatMap(({ id }) => byPiece.get(id) ?? [])), ...free];
}

/**
 * Choices with a button of their own. Those that end a step are kept apart; those that harm oneself come last.
 * @param {{ session: Session, state: State }} props
 */
function FreeButtons({ session, state }) {
  const { update, side, sending } = state;
  if (!update || update.scene.actor !== side || side < 0 || update.ending) return null;
  const shown = promptButtons(update.scene, state.board);
  const closing = shown.filter((button) => button.closes && !harms(button));
  const open = shown.filter((button) => !closing.includes(button)).sort((a, b) => Number(harms(a)) - Number(harms(b)));
  const first = open.slice(0, open.length > MOST_BUTTONS ? MOST_BUTTONS - 1 : MOST_BUTTONS);
  const draw = (/** @type {ButtonCard} */ button) => html`<${Button}
    key=${button.choice}
    name=${button.choice}
    busy=${sending || !canAct(state)}
    kind=${kindOf(button)}
    icon=${button.caution ? "warning" : undefined}
    title=${titleOf(button)}
    onPoint=${button.cells.length ? (/** @type {boolean} */ on) => pointAt(session, button, on) : undefined}
    onClick=${() => {
      pointAt(session, button, false);
      session.play.choose(button);
    }}
  >${button.label}<//>`;
  return html`${update.scene.shortcuts.map(
    ({ label, run, caution }) => html`<${Button}
      key=${label}
      name=${run.join(" ")}
      kind="main"
      busy=${sending || !canAct(state)}
      icon=${caution ? "warning" : undefined}
      onClick=${() => session.play.propose(run, label, { ask: Boolean(caution), warnings: caution?.warnings })}
    >${label}<//>`,
  )}
  ${first.map(draw)}
  ${
    open.length > first.length &&
    html`<${Button} kind="quiet" onClick=${() => session.showPanel?.("now")}>${t("more_buttons", { n: open.length - first.length })}<//>`
  }
  ${closing.length > 0 && html`<span class="closing-group">${closing.map(draw)}</span>`}
  ${sending && html`<span class="small" role="status">${t("sending")}</span>`}`;
}

/** How a choice is dressed: places to choose from invite, what harms oneself does not. @param {ButtonCard} button */
function kindOf(button) {
  if (harms(button)) return "danger";
  return button.closes ? "closing" : button.cells.length ? "main" : "";
}

/** @param {ButtonCard} button */
function titleOf(button) {
  const warnings = button.caution?.warnings.map((warning) => warning.text) ?? [];
  return [...warnings, ...(button.closes ? [t("ends_step")] : [])].join("; ") || undefined;
}

/** Undo says what it takes back, or why it cannot. @param {{ session: Session, state: State }} props */
function UndoButtons({ session, state }) {
  const { update, side, log, sending } = state;
  if (!update || side < 0 || update.ending) return null;
  if (update.undo < 0 && update.scene.actor !== side) return null;
  const since = (/** @type {number} */ number) => log.filter((line) => line.number > number);
  const pressed = since(update.undo);
  const what =
    pressed.length > 1
      ? t("reset_what", { n: pressed.length })
      : t("undo_what", { text: (pressed[0] ?? log.at(-1))?.text ?? "" });
  const can = update.undo >= 0;
  const { byCell, byPiece } = session.play.buttons();
  return html`${
    byCell.size + byPiece.size > 0 &&
    html`<${Button}
      kind="quiet"
      icon="target"
      name="next"
      keys="n"
      label=${t("next_choice")}
      onClick=${() => session.play.next(1)}
    />`
  }
  <span class="undo-group">
    <${Button}
      icon="undo"
      name="undo"
      keys="u"
      busy=${sending}
      kind="quiet"
      why=${can ? "" : t("undo_not")}
      title=${what}
      onClick=${() => session.play.undoLast()}
    ><span class="word">${t("undo")}</span><//>
    ${
      update.reset >= 0 &&
      update.reset !== update.undo &&
      html`<${Button}
      icon="reset"
      name="reset"
      keys="Shift+U"
      busy=${sending}
      kind="quiet"
      title=${t("reset_what", { n: since(update.reset).length })}
      onClick=${() => session.play.undo(update.reset)}
    ><span class="word">${t("reset")}</span><//>`
    }
  </span>`;
}
