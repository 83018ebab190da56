// @ts-check
// What floats over the map: overlays with their legend, questions, the dice, and whether the line is down.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { Icon } from "../icons.js";
import { prefs, setPrefs } from "../prefs.js";
import { LAST_MOVES } from "../questions.js";
import { cellName, cellOf, placeOf, shown } from "../scene.js";
import { useStore } from "../store.js";
import { Button, Die, SideMark } from "../ui.js";
import { t } from "../words.js";
import { layoutNow } from "./dock.js";

/** @typedef {import("../session.js").Session} Session */

/** @param {Session} session */
export function toggleCounters(session) {
  session.store.set({ counters: !session.state.counters });
  session.drawOptions();
}

/**
 * The overlays as switches, each with its key, and the questions that need something to be pointed at.
 * @param {{ session: Session }} props
 */
export function Overlays({ session }) {
  const [open, setOpen] = useState(() => layoutNow() !== "phone");
  const on = useStore(session.store, (state) => state.overlays);
  const asking = useStore(session.store, (state) => state.asking);
  const past = useStore(session.store, (state) => state.replay !== null); // questions are about now
  const list = past ? [] : session.questions.overlays();
  const asks = past ? [] : session.questions.of("ask");
  const laid = Object.keys(on).length;
  const numbers = useStore(prefs, (state) => state.numbers);
  const counters = useStore(session.store, (state) => state.counters);
  const board = useStore(session.store, (state) => state.board);
  const key = useStore(session.store, (state) => state.key);
  return html`<div class="overlays" role="toolbar" aria-label=${t("map_tools")}>
    <${Button} icon="layers" pressed=${open} title=${t("overlays")} onClick=${() => setOpen(!open)}>
      <span class="unseen">${t("overlays")} </span>${laid > 0 && html`<span class="count">${laid}</span>`}
    <//>
    ${
      open &&
      html`<div class="overlay-list" role="group" aria-label=${t("overlays")}>
      ${list.map(
        ({ question, key }) => html`<${Button}
          key=${question.name}
          name=${`overlay-${question.name}`}
          keys=${key}
          kind="chip"
          title=${question.description}
          pressed=${question.name in on}
          onClick=${() => session.questions.toggle(question.name)}
        >${question.title || question.name} <kbd aria-hidden="true">${key}</kbd><//>`,
      )}
      ${
        !past &&
        html`<${Button}
        kind="chip"
        name="overlay-last"
        title=${t("last_moves_title")}
        pressed=${LAST_MOVES in on}
        onClick=${() => session.questions.toggle(LAST_MOVES)}
      >
        ${t("last_moves")}
      <//>`
      }
      <${Button}
        kind="chip"
        icon="numbers"
        label=${t("hex_numbers")}
        keys="g"
        pressed=${numbers}
        onClick=${() => setPrefs({ numbers: !numbers })}
      />
      <${Button}
        kind="chip"
        icon="counters"
        label=${t("hide_counters")}
        keys="h"
        pressed=${!counters}
        onClick=${() => toggleCounters(session)}
      />
      <${Button}
        kind="chip"
        name="key"
        title=${t("key_title")}
        pressed=${key}
        onClick=${() => session.store.set({ key: !key })}
      >${t("key_short")}<//>
      ${
        (board?.sheets.length ?? 0) > 1 &&
        board?.sheets.map(
          (sheet) =>
            html`<${Button}
              key=${sheet.id}
              kind="chip"
              onClick=${() => session.map?.showSheet(sheet.id)}
            >${sheet.name}<//>`,
        )
      }
      ${asks.map(
        (question) => html`<${Button}
          key=${question.name}
          name=${`ask-${question.name}`}
          kind="chip"
          icon="question"
          title=${question.description}
          pressed=${asking?.question.name === question.name}
          onClick=${() => session.questions.begin(question)}
        >${question.title || question.name}<//>`,
      )}
    </div>`
    }
  </div>`;
}

/** Dice as they roll and lie, for a while. @param {{ session: Session }} props */
export function DiceTray({ session }) {
  const dice = useStore(session.store, (state) => state.dice);
  const [faces, setFaces] = useState(/** @type {readonly number[]} */ ([]));
  useEffect(() => {
    if (!dice?.rolling) return;
    const timer = setInterval(() => setFaces(dice.values.map(() => 1 + Math.floor(Math.random() * 6))), 80);
    return () => clearInterval(timer);
  }, [dice]);
  if (!dice) return null;
  return html`<div class=${`dice-tray ${dice.rolling ? "rolling" : ""}`}>
    <button
      type="button"
      class="dice-button"
      aria-label=${t("put_away")}
      onClick=${() => session.playback.settleDice()}
    >
      ${dice.values.map((value, index) => {
        const face = dice.rolling ? (faces[index] ?? 1 + ((value + index) % 6)) : value;
        return html`<${Die} value=${face} rolling=${dice.rolling} />`;
      })}
    </button>
    ${!dice.rolling && html`<p>${dice.side >= 0 && html`<${SideMark} side=${dice.side} />`}${dice.text}</p>`}
  </div>`;
}

/** What the mouse is over, in one line. @param {{ session: Session }} props */
export function HoverLine({ session }) {
  const hover = useStore(session.pointer, (state) => state.cell);
  const update = useStore(session.store, shown);
  const board = useStore(session.store, (state) => state.board);
  if (hover === null || !update || !board) return null;
  const cell = cellOf(board, hover);
  const terrain = board.terrains.find((one) => one.id === cell?.terrain)?.name;
  const pieces = update.scene.pieces.filter((piece) => placeOf(board, piece) === hover);
  const names = pieces.map((piece) => [piece.name, piece.figures].filter(Boolean).join(" "));
  const counted = [...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]);
  const listed = counted.map(([name, n]) => (n === 1 ? name : `${name} ×${n}`)).join(", ");
  const words = [cellName(board, hover), terrain, listed];
  return html`<p class="hover-line" aria-hidden="true">${words.filter(Boolean).join(" · ")}</p>`;
}

/** The connection is down, or slow. @param {{ session: Session }} props */
export function Banner({ session }) {
  const connection = useStore(session.store, (state) => state.connection);
  const ready = useStore(session.store, (state) => state.update !== null);
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(true), 1500);
    return () => clearTimeout(timer);
  }, [connection]);
  if (!ready || connection === "live" || (connection === "connecting" && !late)) return null;
  const words = /** @type {const} */ ({
    offline: "offline_banner",
    connecting: "connecting_banner",
    polling: "polling_banner",
  });
  return html`<p class=${`banner ${connection}`} role="status"><${Icon} name="warning" />${t(words[connection])}</p>`;
}
