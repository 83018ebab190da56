// @ts-check
// What the colours, marks and badges on the map mean, in words.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { lettersOf } from "../map/control.js";
import { SIDE_ACCENTS } from "../map/palette.js";
import { useStore } from "../store.js";
import { t } from "../words.js";

/** @typedef {import("../session.js").Session} Session */

/** What the tints and marks on the map mean. @param {{ session: Session }} props */
export function Legend({ session }) {
  const overlays = useStore(session.store, (state) => state.overlays);
  const key = useStore(session.store, (state) => state.key);
  const entries = useTints(session);
  const names = Object.keys(overlays);
  if (!names.length && !key) return null;
  return html`<div class="legend" role="group" aria-label=${t("legend")}>
    ${key && html`<${MarkKey} session=${session} />`}
    ${names.map((name) => {
      const own = entries.filter((entry) => entry.name === name);
      return html`<div key=${name}>
        <p><strong>${session.questions.title(name)}</strong></p>
        ${overlays[name].text && overlays[name].text !== session.questions.title(name) && html`<p class="small">${overlays[name].text}</p>`}
        ${own.map((entry) => html`<p class="small"><${Swatch} ...${entry} />${entry.text}</p>`)}
      </div>`;
    })}
  </div>`;
}

/** The tints on the map, once they are drawn. @param {Session} session */
function useTints(session) {
  const overlays = useStore(session.store, (state) => state.overlays);
  const reach = useStore(session.store, (state) => state.selected?.answer);
  const [, redraw] = useState(0);
  useEffect(() => redraw((count) => count + 1), [overlays, reach]);
  return session.map?.legend() ?? [];
}

/** What the colours of a reach mean. @param {{ session: Session }} props */
export function ReachKey({ session }) {
  const own = useTints(session).filter((entry) => entry.name === "selection");
  if (!own.length) return null;
  return html`<ul class="reach-key" aria-label=${t("legend")}>
    ${own.map((entry) => html`<li key=${entry.tone}><${Swatch} ...${entry} />${entry.text}</li>`)}
  </ul>`;
}

/** What marks and badges mean. @param {{ session: Session }} props */
function MarkKey({ session }) {
  const board = useStore(session.store, (state) => state.board);
  const sides = useStore(session.store, (state) => state.game?.sides ?? []);
  const codes = lettersOf([...sides]);
  const marks = /** @type {const} */ ([
    ["glow", "key_glow"],
    ["aside", "key_aside"],
    ["harm", "key_harm"],
    ["ring", "key_ring"],
    ["pale", "key_pale"],
  ]);
  return html`<div class="mark-key">
    <p><strong>${t("key_title")}</strong></p>
    ${marks.map(([kind, words]) => html`<p class="small"><span class=${`mark ${kind}`} aria-hidden="true"></span>${t(words)}</p>`)}
    <p class="small"><span class="mark depth" aria-hidden="true">3</span>${t("key_depth")}</p>
    <p class="small"><span class="mark depth" aria-hidden="true">Σ</span>${t("key_sum")}</p>
    <p class="small"><span class="mark depth" aria-hidden="true">+2</span>${t("key_more")}</p>
    ${board?.key.map((sign) => {
      const side = sides.findIndex((name, at) => codes[at] === sign.letters && sign.text.includes(name));
      const mark = side < 0 ? { class: "mark badge" } : { class: "mark whose", style: { background: SIDE_ACCENTS[side % SIDE_ACCENTS.length] } };
      return html`<p class="small" key=${sign.letters}><span ...${mark}>${sign.letters}</span>${sign.text}</p>`;
    })}
    ${board?.joins.map((join) => html`<p class="small" key=${join.name}><span class="mark join" style=${{ "--tint": join.colour }}>${join.letter}</span>${joinWords(board, join)}</p>`)}
  </div>`;
}

/** @param {import("../wire.js").Board} board @param {import("../wire.js").Join} join */
function joinWords(board, join) {
  const sheet = (/** @type {number} */ number) =>
    board.sheets[board.cells.find((cell) => cell.number === number)?.sheet ?? 0].name;
  return t("key_join", { name: join.name, one: sheet(join.cells[0]), other: sheet(join.others[0]) });
}

/** A square of the colour and hatching that the map uses. @param {{ colour: string, hatch: string }} props */
function Swatch({ colour, hatch }) {
  return html`<span class=${`swatch ${hatch}`} style=${{ "--tint": colour }} aria-hidden="true"></span>`;
}
