// @ts-check
// When the game is over: playing again.

import { html, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { goTo } from "../pages/lobby.js";
import { Button } from "../ui.js";
import { t } from "../words.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 */

/** Play again, with the same players. @param {{ session: Session, state: State }} props */
export function Again({ session, state }) {
  const [busy, setBusy] = useState(false);
  const { info } = state;
  if (!info || !(info.owner || info.yours.length)) return null;
  const begin = (/** @type {boolean} */ swap) => async () => {
    setBusy(true);
    try {
      const made = await api.rematch(session.id, swap);
      await takeSeat(made.id);
      goTo(made);
    } catch (error) {
      setBusy(false);
      session.play.refuse(error);
    }
  };
  if (info.rematch) {
    return html`<${Button} kind="main" name="rematch" busy=${busy} onClick=${begin(false)}>${t("rematch_go")}<//>`;
  }
  const both = info.yours.length > 1;
  return html`<${Button} kind="main" name="rematch" busy=${busy} onClick=${begin(false)}>${t("rematch")}<//>
    ${!both && html`<${Button} name="rematch-swapped" busy=${busy} onClick=${begin(true)}>${t("rematch_swapped")}<//>`}`;
}

/** Sit down in the seat that is kept for the visitor, if there is one. @param {string} id */
async function takeSeat(id) {
  const { card } = await api.info(id);
  const kept = card.seats.find((seat) => seat.returnable);
  if (kept) await api.sit(id, kept.side);
}
