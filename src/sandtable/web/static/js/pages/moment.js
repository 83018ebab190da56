// @ts-check
// A shared moment: the map as spectators saw it, with what had happened up to then.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { Header } from "../header.js";
import { MapView } from "../map/view.js";
import { PieceFace } from "../panels/counter.js";
import { theme } from "../prefs.js";
import { Button, Die, Failure, Loading, reasonOf, taking } from "../ui.js";
import { t } from "../words.js";

/** @typedef {import("../wire.js").SharedMoment} Moment */

export function SharedMoment() {
  const [moment, setMoment] = useState(/** @type {Moment | null} */ (null));
  const [problem, setProblem] = useState("");
  const load = async () => {
    const secret = location.hash.slice(1);
    setProblem("");
    setMoment(null);
    if (!secret) return void setProblem(t("no_secret"));
    try {
      setMoment(await api.shared(secret));
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  useEffect(() => {
    document.title = `${t("shared_moment")} - ${t("sandtable")}`;
    load();
    addEventListener("hashchange", load); // another moment in the same page
    return () => removeEventListener("hashchange", load);
  }, []);
  if (moment) return html`<${View} key=${location.hash} moment=${moment} />`;
  return html`<${Header} />
    <main class="page narrow" id="main">
      <h1>${t(problem ? "moment_failed" : "shared_moment")}</h1>
      ${problem ? html`<${Failure} reason=${problem} onRetry=${load} />` : html`<${Loading} />`}
    </main>`;
}

/** @param {{ moment: Moment }} props */
function View({ moment }) {
  const { board, update } = moment;
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  const map = useRef(/** @type {MapView | null} */ (null));
  const [cell, setCell] = useState(-1);
  const last = update.log.length - 1;
  const [at, setAt] = useState(last);
  useEffect(() => {
    if (!host.current) return;
    const view = new MapView(host.current, {
      onCell: setCell,
      onPiece: (_, place) => setCell(place),
      onEmpty: () => setCell(-1),
      onHover: () => {},
    });
    map.current = view;
    view.setOptions({ numbers: false, counters: true, motion: false, theme: theme() });
    view.setBoard(board, [...moment.sides]);
    view.setScene(update.scene, { animate: false, speed: 1 });
    return () => view.destroy();
  }, []);
  const go = (/** @type {number} */ index) => {
    const place = Math.max(0, Math.min(last, index));
    setAt(place);
    const gist = update.log[place]?.gist;
    const centre = gist?.cells?.at(-1);
    if (centre !== undefined) map.current?.centre(centre);
    map.current?.flash([...(gist?.cells ?? [])], [...(gist?.pieces ?? [])]);
  };
  return html`<div class="table moment">
    <${Header} />
    <main class="stage" id="main"><div
      class="map"
      ref=${host}
      aria-label=${t("map_label", { game: moment.title })}
    ></div></main>
    <section class="replay-bar" aria-label=${t("shared_moment")}>
      <h1 class="unseen">${t("shared_moment")}</h1>
      <p class="replay-words">
        <span class="heading">${t("moment_of", { game: moment.title, scenario: moment.scenario })}</span>
        <span class="sentence">${update.scene.heading}</span>
      </p>
      ${last >= 0 && html`<${Events} ...${{ update, at, go, last }} />`}
    </section>
    ${cell >= 0 && html`<${Here} moment=${moment} cell=${cell} onClose=${() => setCell(-1)} />`}
  </div>`;
}

/**
 * What had happened, one event after the other.
 * @param {{ update: import("../wire.js").Update, at: number, last: number, go: (index: number) => void }} props
 */
function Events({ update, at, last, go }) {
  const line = update.log[at];
  return html`<div class="replay-buttons">
      <${Button} kind="quiet" icon="back" label=${t("replay_back")} onClick=${() => go(at - 1)} />
      <${Button} kind="quiet" icon="forward" label=${t("replay_on")} onClick=${() => go(at + 1)} />
    </div>
    <p class="moment-line">
      <span class="small">${t("line_of", { n: at + 1, total: last + 1 })}</span>
      ${(line?.gist.dice ?? []).map((value) => html`<${Die} value=${value} />`)} ${line?.text}
    </p>
    <div class="scrubber">
      <input
        type="range"
        min="0"
        max=${last}
        value=${at}
        aria-label=${t("replay_label")}
        onInput=${taking((value) => go(Number(value)))}
      />
    </div>`;
}

/** The pieces of one cell. @param {{ moment: Moment, cell: number, onClose: () => void }} props */
function Here({ moment, cell, onClose }) {
  const { board, sides, update } = moment;
  const ground = board.cells.find((one) => one.number === cell);
  const pieces = update.scene.pieces.filter((piece) => piece.cell === cell);
  return html`<aside class="moment-here" aria-label=${t("now_label")}>
    <h2>${ground?.label || ground?.name}<${Button}
      kind="bare"
      icon="cross"
      label=${t("close")}
      onClick=${onClose}
    /></h2>
    <p>${board.terrains.find((one) => one.id === ground?.terrain)?.name}</p>
    <ul class="piece-list">
      ${pieces.map(
        (piece, index) => html`<li key=${piece.id || index} class="piece-row">
          <span class="piece-face"><${PieceFace} ...${{ piece, board, sides }} /></span>
        </li>`,
      )}
    </ul>
  </aside>`;
}
