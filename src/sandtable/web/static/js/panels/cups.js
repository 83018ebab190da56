// @ts-check
// A cup of chits: what is still in it, what has been drawn in that order, and what limits it.

import { html, useState } from "../../vendor/preact.js";
import { canAct, indexButtons } from "../scene.js";
import { RuleChip } from "../ui.js";
import { t } from "../words.js";
import { openRule } from "./rules.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").Cup} Cup
 * @typedef {import("../wire.js").Chit} Chit
 */

/** @param {readonly Chit[]} chits */
export const chitCount = (chits) => chits.reduce((sum, chit) => sum + chit.count, 0);

/** @param {{ session: Session, state: State, cup: Cup }} props */
export function CupView({ session, state, cup }) {
  const left = chitCount(cup.left);
  const [told, tell] = useState("");
  const open = (/** @type {string} */ rule) => openRule(session, rule);
  return html`<section class="shelf-part cup-part" data-name=${`cup-${cup.id}`}>
    <h2><span>${cup.name}</span> <span class="count">${left || t("box_empty")}</span> <${RuleChip} rule=${cup.rule} onOpen=${open} /></h2>
    <div class="cup-box">
      <${CupDrawing} left=${left} />
      <dl>
        <dt>${t("cup_left")}</dt>
        <dd><${Chits} ...${{ session, state, tell, chits: cup.left }} /></dd>
        <dt>${t("cup_drawn")}</dt>
        <dd class="cup-drawn"><${Chits} ...${{ session, state, tell, chits: cup.drawn }} /></dd>
      </dl>
      <ul class="cup-limits">
        ${cup.limits.map((limit) => html`<li>${limit}</li>`)}
        ${cup.note && html`<li class="note">${cup.note}</li>`}
        <li class="cup-told" aria-hidden="true">${told || t("chit_hint")}</li>
      </ul>
    </div>
  </section>`;
}

/**
 * Each says what it is when it is pointed at, touched, or reached by key.
 * @param {{ session: Session, state: State, tell: (words: string) => void, chits: readonly Chit[] }} props
 */
function Chits({ session, state, tell, chits }) {
  if (!chits.length) return html`<span class="small">${t("cup_none")}</span>`;
  const { byPiece } = indexButtons(canAct(state) ? (state.update?.scene.buttons ?? []) : []);
  return html`<ul class="chits">
    ${chits.map((chit, index) => {
      const words = [chit.name, chit.count > 1 ? `× ${chit.count}` : "", chit.note].filter(Boolean).join(", ");
      const face = html`<span class="chit-letters" aria-hidden="true">${chit.letters}</span>${
        chit.count > 1 && html`<span class="chit-count" aria-hidden="true">×${chit.count}</span>`
      }`;
      const kind = `chit-face ${chit.side < 0 ? "no-side" : `side-${chit.side % 4}`} ${chit.tone && `tone-${chit.tone}`}`;
      const able = chit.id !== "" && byPiece.has(chit.id);
      const says = { title: words, onFocus: () => tell(words), onMouseEnter: () => tell(words) };
      return html`<li key=${chit.id || index}>
        ${
          able
            ? html`<button
                type="button"
                class=${`${kind} able`}
                data-stop
                data-name=${`chit-${chit.id}`}
                ...${says}
                onClick=${() => session.play.chit(chit.id)}
              >${face}<span class="unseen">${words}, ${t("key_glow")}</span></button>`
            : html`<span class=${kind} role="img" aria-label=${words} data-stop ...${says}>${face}</span>`
        }
      </li>`;
    })}
  </ul>`;
}

/** A cup that is as full as it is. @param {{ left: number }} props */
function CupDrawing({ left }) {
  const rim = Math.min(6, left);
  return html`<svg class="cup-drawing" viewBox="0 0 60 70" role="img" aria-label=${t("cup_holds", { n: left })}>
    <ellipse class="cup-inside" cx="30" cy="16" rx="25" ry="8" />
    ${Array.from({ length: rim }, (_, k) => {
      const x = 13 + (k * 34) / Math.max(1, rim - 1) - 6;
      return html`<rect class="cup-chit" x=${rim === 1 ? 24 : x} y=${5 + (k % 2) * 4} width="12" height="12" rx="2" transform=${`rotate(${((k * 37) % 50) - 25} ${x + 6} 12)`} />`;
    })}
    <path class="cup-body" d="M5 16C5 20 16 24 30 24S55 20 55 16L49 60C48 65 40 68 30 68S12 65 11 60Z" />
    <path class="cup-shine" d="M12 24L17 59" />
    <path class="cup-rim" d="M5 16C5 20 16 24 30 24S55 20 55 16" />
    <text x="30" y="52" text-anchor="middle">${left}</text>
  </svg>`;
}
