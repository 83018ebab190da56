// @ts-check
// The keys of the table page. The map has its own keys while it has the focus; so do text fields.

import { layoutNow, openPanel } from "./panels/dock.js";
import { openHelp } from "./panels/rules.js";
import { focusShelf } from "./panels/shelf.js";
import { toggleCounters } from "./panels/toolbar.js";
import { prefs, setPrefs } from "./prefs.js";
import { canAct, indexButtons, meantBy } from "./scene.js";

/** @typedef {import("./session.js").Session} Session */

const ZOOM = 1.35;

/** @param {Session} session @returns {() => void} what ends it */
export function listen(session) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const replaying = session.state.replay !== null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event)) return void (event.key === "Escape" && /** @type {HTMLElement} */ (event.target).blur());
    if (isPressing(event) || session.state.handOver !== null) return;
    if (session.state.finding !== null && typeOn(session, event)) return;
    // while replaying the arrows go through time, before the map takes them
    if (event.eventPhase === Event.CAPTURING_PHASE && !replaying) return;
    const act = replaying ? replayKey(session, event.key) : tableKey(session, event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  document.addEventListener("keydown", press, true);
  document.addEventListener("keydown", press);
  return () => {
    document.removeEventListener("keydown", press, true);
    document.removeEventListener("keydown", press);
  };
}

/**
 * A choice is being typed though its line is not drawn yet, or no longer: no letter is lost, and none is a shortcut.
 * @param {Session} session @param {KeyboardEvent} event
 */
function typeOn(session, event) {
  const typed = session.state.finding ?? "";
  if (event.key === "Escape") session.play.find(null);
  else if (event.key === "Enter") session.play.chooseTyped();
  else if (event.key === "Backspace") session.store.set({ finding: typed.slice(0, -1) });
  else if (event.key.length === 1) session.store.set({ finding: typed + event.key });
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const target = event.target;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Enter and space press the button or follow the link that has the focus. @param {KeyboardEvent} event */
function isPressing(event) {
  const onControl = event.target instanceof Element && event.target.closest("button, a, input, summary");
  return Boolean(onControl) && (event.key === "Enter" || event.key === " ");
}

/** @param {Session} session @param {string} key @returns {(() => void) | undefined} */
function replayKey(session, key) {
  const { replay } = session;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => replay.step(-1),
    ArrowRight: () => replay.step(1),
    PageUp: () => replay.stepTurn(-1),
    PageDown: () => replay.stepTurn(1),
    Home: () => replay.step(-Infinity),
    End: () => replay.step(Infinity),
    " ": () => replay.toggle(),
    Escape: () => replay.leave(),
    r: () => replay.leave(),
  };
  return keys[key] ?? viewKey(session, key);
}

/** @param {Session} session @param {string} key @returns {(() => void) | undefined} */
function tableKey(session, key) {
  const { play } = session;
  /** @type {Record<string, () => void>} */
  const keys = {
    n: () => next(session, 1),
    p: () => next(session, -1),
    u: () => undo(session, false),
    U: () => undo(session, true),
    e: () => endStep(session),
    " ": () => endStep(session),
    r: () => session.replay.enter(),
    "/": () => typeChoice(session),
    Escape: () => play.cancel(),
    Enter: () => enter(session),
  };
  return keys[key] ?? viewKey(session, key);
}

/**
 * Keys that only change what is shown.
 * @param {Session} session
 * @param {string} key
 * @returns {(() => void) | undefined}
 */
function viewKey(session, key) {
  /** @type {Record<string, () => void>} */
  const keys = {
    "?": () => openHelp(session),
    h: () => toggleCounters(session),
    g: () => setPrefs({ numbers: !prefs.state.numbers }),
    "+": () => session.map?.zoomBy(ZOOM),
    "=": () => session.map?.zoomBy(ZOOM),
    "-": () => session.map?.zoomBy(1 / ZOOM),
    0: () => session.map?.fit(),
    t: () => show("log"),
    c: () => show("chat", "[data-name=chat]"),
    i: () => show("now"),
    m: () => focus(".map"),
    b: () => focusShelf(),
  };
  const overlay = session.state.replay ? undefined : session.questions.overlays().find((one) => one.key === key);
  return keys[key] ?? (overlay && (() => void session.questions.toggle(overlay.question.name)));
}

/** @param {string} panel @param {string} [inside] */
function show(panel, inside) {
  openPanel(panel);
  const where = panel === "now" && layoutNow() !== "phone" ? ".dock-now .dock-body" : "#tab-panel";
  setTimeout(() => focus(inside ?? where)); // after it is drawn
}

/** @param {string} selector */
function focus(selector) {
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
}

/** @param {Session} session @param {boolean} all */
function undo(session, all) {
  const { update } = session.state;
  if (!update || session.state.playback) return;
  if (all && update.reset >= 0) session.play.undo(update.reset);
  else session.play.undoLast();
}

/** The next piece that can act; the arrows and Enter go on from it on the map. @param {Session} session @param {1 | -1} by */
function next(session, by) {
  focus(".map");
  session.play.next(by);
}

/** End the step, if exactly one button does that; the reader is always asked first. @param {Session} session */
function endStep(session) {
  const { update, playback } = session.state;
  if (playback) return void session.playback.skip();
  if (!update || !canAct(session.state)) return;
  const closing = update.scene.buttons.filter((button) => button.closes);
  if (closing.length === 1) session.play.choose(closing[0], { ask: true });
}

/** Confirm; or do what can be done with what is selected: if it is several things, they get the focus. @param {Session} session */
function enter(session) {
  const { pending, selected, update } = session.state;
  if (pending) return void session.play.confirm();
  if (!update || !selected || !canAct(session.state)) return;
  const { byPiece, byCell } = indexButtons(update.scene.buttons);
  const own = (selected.piece ? byPiece.get(selected.piece) : byCell.get(selected.cell)) ?? [];
  const [meant, ...more] = meantBy(own);
  if (meant && !more.length) session.play.choose(meant);
  else if (own.length) focus(".choices-here button");
}

/** Type a choice, whatever is open; the line takes the focus when it is drawn. @param {Session} session */
function typeChoice(session) {
  openPanel("now");
  session.play.find("");
}
