// @ts-check
// The table itself: who plays, links to seats, what can be agreed, saving, and how the dice can be checked.

import { html, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { PrivacyNote } from "../header.js";
import { keepInvitations } from "../invitations.js";
import { levelOf } from "../opponents.js";
import { prefs } from "../prefs.js";
import { useStore } from "../store.js";
import { Button, Choice, CopyField, Fold, SideMark } from "../ui.js";
import { day, t } from "../words.js";
import { useRecovery } from "./keepsake.js";

/** Seconds for which a seat is kept after its absent player was called; the server has the last word. */
const ABSENCE = 24 * 3600;

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").SeatInfo} SeatInfo
 */

/** @param {{ session: Session }} props */
export function Seats({ session }) {
  const state = useStore(session.store, (whole) => whole);
  const { seats, spectators, info } = state;
  if (!info) return null;
  return html`<div class="seats">
    <${PrivacyNote} />
    <${RecoveryNote} mine=${info.yours.length > 0} />
    <h3>${t("seats_title")}</h3>
    <ul class="seat-list">
      ${seats.map((seat) => html`<${SeatRow} key=${seat.side} session=${session} state=${state} seat=${seat} />`)}
    </ul>
    ${spectators > 0 && html`<p class="small">${t("spectators", { n: spectators })}</p>`}
    <${Acts} session=${session} state=${state} />
    <${Saving} session=${session} state=${state} />
    <${Proof} state=${state} />
  </div>`;
}

/** A guest's recovery code, for whoever has a seat. @param {{ mine: boolean }} props */
function RecoveryNote({ mine }) {
  const kept = useStore(prefs, (state) => state.kept); // until then it is shown above the panels
  const code = useRecovery(mine && kept);
  if (!code) return null;
  return html`<${CopyField} label=${t("recovery_code")} value=${code} />
    <p class="small">${t("recovery_note")}</p>`;
}

/** @param {SeatInfo} seat */
export function seatWords(seat) {
  if (seat.thinking) return t("thinking");
  if (seat.kind === "computer") return t("kind_computer");
  if (!seat.name) return t(seat.kind === "open" ? "kind_open" : seat.kind === "link" ? "kind_link" : "empty_seat");
  return t(seat.online ? "online" : "away");
}

/** @param {{ session: Session, state: State, seat: SeatInfo }} props */
function SeatRow({ session, state, seat }) {
  const path = state.invitations[seat.side];
  const vacant = seat.kind !== "computer" && !seat.name;
  const over = Boolean(state.update?.ending);
  const canSit = !over && (seat.returnable || (seat.kind === "open" && vacant && !state.info?.yours.length));
  return html`<li class="seat-row">
    <p class="seat-head">
      <${SideMark} side=${seat.side} name=${seat.side_name} />
      <strong>${seat.name || t("empty_seat")}</strong>
      <span class=${`presence ${seat.online || seat.kind === "computer" ? "on" : ""}`}>${seatWords(seat)}</span>
    </p>
    ${
      path &&
      vacant &&
      state.info?.owner &&
      html`<p class="small">${t("link_above")} ${t("new_link_note")}</p>`
    }
    ${!path && vacant && seat.kind === "link" && state.info?.owner && !over && html`<p class="small">${t("link_elsewhere")}</p>`}
    ${seat.exposed && !over && html`<p class="note warn">${t("host_knows")}</p>`}
    ${
      decides(state, seat) &&
      !state.update?.ending &&
      html`<${Owner}
      session=${session}
      state=${state}
      seat=${seat}
    />`
    }
    ${!over && html`<${Absence} session=${session} state=${state} seat=${seat} />`}
    ${
      canSit &&
      html`<${Button} kind="main" name="sit" onClick=${() => sit(session, seat.side)}>
      ${t(seat.returnable ? "come_back" : "sit_here")}
    <//>`
    }
  </li>`;
}

/**
 * Leaving one's own seat, calling whoever stays away, and freeing a seat whose player did not come.
 * @param {{ session: Session, state: State, seat: SeatInfo }} props
 */
function Absence({ session, state, seat }) {
  const ask = (/** @type {"leave" | "call" | "vacate"} */ what) => async () => {
    try {
      await api.seat(session.id, seat.side, what);
      await session.refreshInfo();
    } catch (error) {
      session.play.refuse(error);
    }
  };
  const leave = () => {
    const text = t("leave_seat_as", { side: seat.side_name });
    session.store.set({ pending: { text, final: true, go: ask("leave"), panels: [] } });
  };
  if (seat.yours) return html`<${Button} kind="quiet slim" name="leave" onClick=${leave}>${t("leave_seat")}<//>`;
  const hosts = state.info?.owner || Boolean(state.info?.yours.length);
  if (!hosts || !seat.name || seat.kind === "computer") return null;
  if (!seat.called) {
    const words = seat.online ? "ask_to_leave" : "call_player";
    return html`<${Button} kind="quiet slim" name="call" onClick=${ask("call")}>${t(words)}<//>`;
  }
  const until = seat.called + ABSENCE;
  if (Date.now() / 1000 < until) return html`<p class="small">${t("called_until", { when: day(until) })}</p>`;
  return html`<p class="small">${t("called_over")}</p>
    <${Button} name="vacate" onClick=${ask("vacate")}>${t("free_seat")}<//>`;
}

/** May the visitor decide who gets this seat? Never while somebody else has it. @param {State} state @param {SeatInfo} seat */
function decides({ info }, seat) {
  if (!info) return false;
  if (seat.yours) return info.owner && info.yours.length > 1;
  const free = seat.kind === "computer" || !seat.name;
  return free && (info.owner || (info.yours.length > 0 && seat.kind === "link"));
}

/** @param {Session} session @param {number} side */
export async function sit(session, side) {
  try {
    await api.sit(session.id, side);
    await session.open();
  } catch (error) {
    session.play.refuse(error);
  }
}

/** What the owner may do with a seat. @param {{ session: Session, state: State, seat: SeatInfo }} props */
function Owner({ session, state, seat }) {
  const players = state.game?.players ?? [];
  const [player, setPlayer] = useState(state.game?.best_player || players[0]?.name || "");
  const change = async (/** @type {import("../wire.js").SeatChange} */ wanted) => {
    try {
      const made = await api.changeSeat(session.id, seat.side, wanted);
      if ("path" in made) keepInvitations(session.id, [made]);
      const invitations = "path" in made ? { ...state.invitations, [made.side]: made.path } : state.invitations;
      session.store.set({ invitations });
      await session.refreshInfo();
    } catch (error) {
      session.play.refuse(error);
    }
  };
  return html`<div class="buttons">
    ${
      state.info?.owner &&
      html`<${Button} icon="link" onClick=${() => change({ kind: "link" })}>${t(state.invitations[seat.side] ? "new_link" : "make_link")}<//>`
    }
    ${
      seat.kind !== "computer" &&
      players.length > 0 &&
      html`<${Button} icon="computer" onClick=${() => change({ kind: "computer", player })}>${t("give_computer")}<//>
      ${
        players.length > 1 &&
        html`<${Choice}
          label=${t("kind_computer")}
          value=${player}
          options=${players.map((one) => [one.name, `${one.title}, ${levelOf(one)}`])}
          onChange=${setPlayer}
        />`
      }`
    }
  </div>`;
}

/** @param {{ session: Session, state: State }} props */
function Acts({ session, state }) {
  const { update, side, sending, info } = state;
  if (!update || side < 0 || update.ending) return null;
  const alone = (info?.yours.length ?? 0) > 1;
  return html`<h3>${t("table_acts")}</h3>
    <div class="buttons">
      ${
        !alone &&
        html`<${Button} busy=${sending} onClick=${() => session.play.act("offer-draw")}>${t("offer_draw")}<//>
        <${Button} busy=${sending} onClick=${() => session.play.askTakeBack()}>${t("ask_take_back")}<//>`
      }
      <${Button}
        icon="flag"
        kind="danger"
        busy=${sending}
        onClick=${() => session.play.resign()}
      >${t("resign")}<//>
    </div>`;
}

/** @param {{ session: Session, state: State }} props */
function Saving({ session, state }) {
  const running = !state.update?.ending;
  return html`<p class="buttons">
      <a class="button" href=${api.exportPath(session.id, state.side)} download>${t("save_game")}</a>
    </p>
    ${running && state.info?.secrets && html`<p class="small">${t("save_side_note")}</p>`}`;
}

/** @param {{ state: State }} props */
function Proof({ state }) {
  const [open, setOpen] = useState(false);
  if (!state.info?.commitment) return null;
  return html`<${Fold} title=${t("dice_proof")} open=${open} onToggle=${() => setOpen(!open)}>
    <p class="small">${t("dice_proof_text")}</p>
    <dl class="proof">
      <dt>${t("commitment")}</dt><dd><code>${state.info.commitment}</code></dd>
      ${state.info.seed && html`<dt>${t("seed")}</dt><dd><code>${state.info.seed}</code></dd>`}
    </dl>
  <//>`;
}
