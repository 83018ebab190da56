// @ts-check
// Open offers between the players: a draw, a take-back, changed rules.

import { html } from "../../vendor/preact.js";
import { sideName } from "../scene.js";
import { Button } from "../ui.js";
import { t } from "../words.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 */

/** @param {{ session: Session, state: State }} props */
export function Offers({ session, state }) {
  const { update, info } = state;
  if (!update || update.ending || state.side < 0) return null;
  return html`<${Offer} ...${{ session, state, from: update.offers.draw, verb: "draw" }} />
    <${Offer} ...${{ session, state, from: update.offers.take_back, verb: "take-back" }} />
    ${
      info?.disputed &&
      html`<p class="offer">
      <span>${info.disputed}</span>
      <${Button} kind="main" onClick=${() => acceptRules(session)}>${t("disputed_accept")}<//>
    </p>`
    }`;
}

/** @param {Session} session */
async function acceptRules(session) {
  for (const side of session.state.info?.yours ?? []) await session.play.act("accept-rules", "", side);
  session.refreshInfo();
}

/**
 * @type {Record<string, { yes: string, no: string, theirs: import("../words.js").Key, mine:
 *   import("../words.js").Key }>}
 */
const VERBS = {
  draw: { yes: "accept-draw", no: "decline-draw", theirs: "offer_from", mine: "offer_mine" },
  "take-back": { yes: "grant-take-back", no: "deny-take-back", theirs: "take_back_from", mine: "take_back_mine" },
};

/** @param {{ session: Session, state: State, from: number, verb: string }} props */
function Offer({ session, state, from, verb }) {
  if (from < 0) return null;
  const words = VERBS[verb];
  const answering = (state.info?.yours ?? []).find((side) => side !== from);
  if (answering === undefined) return html`<p class="offer">${t(words.mine)}</p>`;
  return html`<p class="offer">
    <span>${t(words.theirs, { side: sideName(state, from) })}</span>
    <${Button}
      kind="main"
      busy=${state.sending}
      onClick=${() => session.play.act(words.yes, "", answering)}
    >${t("accept")}<//>
    <${Button} busy=${state.sending} onClick=${() => session.play.act(words.no, "", answering)}>${t("decline")}<//>
  </p>`;
}
