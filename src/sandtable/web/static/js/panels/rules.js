// @ts-check
// The rules beside the map: where a reader is in the book, how he came there, and the way back. The book itself is fetched
// when it is first opened.

import { html } from "../../vendor/preact.js";
import { later } from "../later.js";
import { prefs, setPrefs } from "../prefs.js";
import { useStore } from "../store.js";
import { t } from "../words.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").Reading} Reading
 */

const Rulebook = later(async () => (await import("./rulebook.js")).Rulebook, { sheet: "rulebook" });

/** Is the book open beside the map? */
const isOpen = () => prefs.state.tab === "rules";

/** Open the rules beside the map, at a place if one is given. @param {Session} session @param {string} [rule] */
export function openRule(session, rule = "") {
  const { reading } = session.state;
  const before = isOpen() && reading ? { ...reading, trail: [...reading.trail, reading.place] } : cameFrom();
  session.store.set({ reading: { ...before, place: rule } });
  session.showPanel?.("rules");
}

/** How the panels lie, to go back to. @returns {Reading} */
function cameFrom() {
  const { tab, sheet } = prefs.state;
  const focus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  return { place: "", trail: [], tab, sheet, focus };
}

/** Leave the rules for where the reader came from, if they are open. @param {Session} session */
export function closeRules(session) {
  const { reading } = session.state;
  if (!reading || !isOpen()) return false;
  session.store.set({ reading: null });
  setPrefs({ tab: reading.tab, sheet: reading.sheet });
  const { focus } = reading;
  setTimeout(() => focus?.isConnected && focus.focus()); // after it is drawn again
  return true;
}

/** @param {{ session: Session }} props */
export function Rules({ session }) {
  const reading = useStore(session.store, (state) => state.reading);
  const game = useStore(session.store, (state) => state.game?.id);
  const turn = (/** @type {Partial<Reading>} */ change) =>
    session.store.set({ reading: { ...(session.state.reading ?? { ...cameFrom(), tab: "rules" }), ...change } });
  const trail = reading?.trail ?? [];
  const go = (/** @type {string} */ place, /** @type {string} */ from) => turn({ place, trail: [...trail, from] });
  return html`<${Rulebook} game=${game} reading=${reading} onGo=${go} back=${wayBack(session, turn)} />`;
}

/**
 * Back one place of the book, and from the first to the panel that was open before.
 * @param {Session} session @param {(change: Partial<Reading>) => void} turn
 */
function wayBack(session, turn) {
  const { reading } = session.state;
  const last = reading?.trail.at(-1);
  if (reading && last !== undefined)
    return { label: t("rules_back_place", { place: last || t("rules_contents") }), go: () => turn({ place: last, trail: reading.trail.slice(0, -1) }) };
  if (reading && reading.tab !== "rules") return { label: t("rules_close"), go: () => void closeRules(session) };
  return null;
}
