// @ts-check
// The scrubber: any moment of the game, by choice and by turn.

import { html } from "../../vendor/preact.js";
import { turnStarts } from "../replay.js";
import { useStore } from "../store.js";
import { Button, CopyField } from "../ui.js";
import { publicBase } from "../visitor.js";
import { t } from "../words.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 */

/** @param {{ session: Session }} props */
export function ReplayBar({ session }) {
  const state = useStore(session.store, (whole) => whole);
  const now = state.replay;
  if (!now) return null;
  const { replay } = session;
  const moment = now.moments[now.index];
  const last = now.moments.length - 1;
  return html`<section class="replay-bar" aria-label=${t("replay_label")}>
    <p class="replay-words">
      <span class="heading">${now.update?.scene.heading}</span>
      <span class="sentence" title=${moment?.text}>${moment?.text}</span>
      <span class="small">${t("replay_place", { n: now.index + 1, total: last + 1 })}</span>
    </p>
    <div class="replay-buttons">
      <${Button}
        kind="quiet"
        icon="first"
        label=${t("replay_turn_back")}
        keys="PageUp"
        onClick=${() => replay.stepTurn(-1)}
      />
      <${Button}
        kind="quiet"
        icon="back"
        label=${t("replay_back")}
        keys="ArrowLeft"
        onClick=${() => replay.step(-1)}
      />
      <${Button}
        kind="main"
        icon=${now.playing ? "pause" : "play"}
        label=${t(now.playing ? "replay_pause" : "replay_play")}
        keys="Space"
        onClick=${() => replay.toggle()}
      />
      <${Button}
        kind="quiet"
        icon="forward"
        label=${t("replay_on")}
        keys="ArrowRight"
        onClick=${() => replay.step(1)}
      />
      <${Button}
        kind="quiet"
        icon="last"
        label=${t("replay_turn_on")}
        keys="PageDown"
        onClick=${() => replay.stepTurn(1)}
      />
    </div>
    <${Scrubber} session=${session} now=${now} />
    <div class="replay-end">
      <${Eyes} session=${session} state=${state} />
      <${Button}
        icon="share"
        title=${t("replay_share_title")}
        onClick=${() => replay.share()}
      >${t("replay_share")}<//>
      <${Button}
        kind="main"
        name="leave-replay"
        keys="Escape"
        onClick=${() => replay.leave()}
      >${t("replay_leave")}<//>
    </div>
    ${
      now.shared &&
      html`<div class="replay-shared">
      <${CopyField} label=${t("share_link")} value=${publicBase() + now.shared} />
      <p class="small">${t("share_note")}</p>
    </div>`
    }
  </section>`;
}

/** @param {{ session: Session, now: import("../replay.js").Replaying }} props */
function Scrubber({ session, now }) {
  const last = Math.max(1, now.moments.length - 1);
  const ticks = turnStarts(now.moments);
  return html`<div class="scrubber">
    <svg class="ticks" viewBox=${`0 0 ${last} 1`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      ${ticks.map((place) => html`<path d=${`M${place} 0v1`} />`)}
    </svg>
    <input
      type="range"
      min="0"
      max=${last}
      value=${now.index}
      aria-label=${t("replay_label")}
      aria-valuetext=${`${t("replay_place", { n: now.index + 1, total: last + 1 })}: ${now.moments[now.index]?.text ?? ""}`}
      onInput=${(/** @type {InputEvent} */ event) => {
        session.replay.pause();
        session.replay.go(Number(/** @type {HTMLInputElement} */ (event.target).value));
      }}
    />
  </div>`;
}

/** Whose view to show: only those the reader may see. @param {{ session: Session, state: State }} props */
function Eyes({ session, state }) {
  const { info, game, update, replay } = state;
  const over = Boolean(update?.ending);
  const sides = (game?.sides ?? []).map((_, side) => side);
  const mine = info?.secrets ? [state.side] : [...(info?.yours ?? [])];
  const allowed = [...new Set(over ? sides : mine)].filter((side) => side >= 0);
  if (!allowed.length || !replay) return null;
  return html`<label class="field inline">
    <span class="unseen">${t("replay_eyes")}</span>
    <select
      title=${t("replay_eyes")}
      onChange=${(/** @type {Event} */ event) =>
        session.replay.look(
          Number(/** @type {HTMLSelectElement} */ (event.target).value),
          replay.moments[replay.index]?.number,
        )}
    >
      ${[...allowed, -1].map(
        (side) => html`<option key=${side} value=${side} selected=${side === replay.side}>
          ${side < 0 ? t("eyes_everybody") : game?.sides[side]}
        </option>`,
      )}
    </select>
  </label>`;
}
