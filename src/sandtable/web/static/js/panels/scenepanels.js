// @ts-check
// The panels of a scene: tables, ledgers, rows of pieces, cards, dice, charts. Any entry may carry a choice.

import { html } from "../../vendor/preact.js";
import { prefs, setPrefs } from "../prefs.js";
import { canAct, cellOf, pieceOf, shown } from "../scene.js";
import { useStore } from "../store.js";
import { Button, Die, Fold, RuleChip } from "../ui.js";
import { Counter } from "./counter.js";
import { openRule } from "./rules.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").Panel} Panel
 * @typedef {import("../wire.js").Entry} Entry
 */

/** @param {{ session: Session, state: State, panels: readonly Panel[] }} props */
export function ScenePanels({ session, state, panels }) {
  const folded = useStore(prefs, (all) => all.folded);
  return panels.map((panel) => {
    const open = !folded[panel.id];
    const toggle = () => setPrefs({ folded: { ...folded, [panel.id]: open } });
    return html`<${Fold} key=${panel.id} name=${panel.id} title=${panel.title} open=${open} onToggle=${toggle}>
      <${PanelBody} session=${session} state=${state} panel=${panel} />
    <//>`;
  });
}

/** @param {{ session: Session, state: State, panel: Panel }} props */
export function PanelBody({ session, state, panel }) {
  const Body = BODIES[panel.kind] ?? Table;
  const open = (/** @type {string} */ rule) => openRule(session, rule);
  const rule = panel.rows.some((row) => row.some((entry) => entry.rule === panel.rule)) ? "" : panel.rule;
  return html`<div class=${`scene-panel kind-${panel.kind}`}>
    <${Body} session=${session} state=${state} panel=${panel} />
    ${
      (panel.note || rule) &&
      html`<p class="small">${panel.note} <${RuleChip} rule=${rule} onOpen=${open} /></p>`
    }
  </div>`;
}

/**
 * What is written in one place: words, a piece, a choice to make, a cell to go to, a rule to read.
 * @param {{ session: Session, state: State, entry: Entry, face?: unknown }} props
 */
export function EntryView({ session, state, entry, face }) {
  const { text, choice = "", piece = "", cell = -1, rule = "", tone = "" } = entry;
  const found = pieceOf(shown(state)?.scene, piece);
  const words = html`${
    found &&
    state.board &&
    html`<${Counter}
    piece=${found}
    board=${state.board}
    size=${28}
  />`
  }${face ?? text}`;
  const chip =
    rule && html` <${RuleChip} rule=${rule} onOpen=${(/** @type {string} */ one) => openRule(session, one)} />`;
  const place = cell >= 0 ? cell : (found?.cell ?? -1);
  if (choice) {
    const legal =
      canAct(state) && (state.update?.scene.buttons.some((button) => button.choice === choice) ?? false);
    const make = () => session.play.chooseText(choice, text);
    return html`<${Button}
      kind=${`entry ${tone}`}
      name=${choice}
      busy=${!legal}
      label=${face ? text : undefined}
      onClick=${make}
    >${words}<//>${chip}`;
  }
  if (place >= 0) {
    const label = [text, cellOf(state.board, place)?.name].filter(Boolean).join(", ");
    const jump = () => {
      session.map?.centre(place);
      session.map?.flash([place], piece ? [piece] : []);
    };
    return html`<button
      type="button"
      class=${`entry jump ${tone}`}
      title=${label}
      aria-label=${text ? undefined : label}
      onClick=${jump}
    >${words}</button>${chip}`;
  }
  return html`<span class=${`entry ${tone}`}>${words}</span>${chip}`;
}

/** @typedef {{ session: Session, state: State, panel: Panel }} BodyProps */

const MOST_COLUMNS = 4;

/** A table too wide for the panel has its cells one under another. @param {BodyProps} props */
function Table({ session, state, panel }) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${panel.title}>
    <table class=${panel.columns.length > MOST_COLUMNS ? "stacked" : ""}>
      ${
        panel.columns.length > 0 &&
        html`<thead><tr>${panel.columns.map((name) => (name ? html`<th scope="col">${name}</th>` : html`<td></td>`))}</tr></thead>`
      }
      <tbody>
        ${panel.rows.map(
          (row) =>
            html`<tr>${row.map((entry, column) => html`<td class=${entry.tone ?? ""} data-label=${column ? panel.columns[column] : undefined}><${EntryView} ...${{ session, state, entry }} /></td>`)}</tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Rows of name and value; the last is the sum. @param {BodyProps} props */
function Ledger({ session, state, panel }) {
  const last = panel.rows.length - 1;
  return html`<dl class="ledger">
    ${panel.rows.map(
      ([name, ...values], index) => html`<div class=${index === last && last > 0 ? "sum" : ""}>
        <dt>${name && html`<${EntryView} ...${{ session, state, entry: name }} />`}</dt>
        ${values.map((entry) => html`<dd class=${entry.tone ?? ""}><${EntryView} ...${{ session, state, entry }} /></dd>`)}
      </div>`,
    )}
  </dl>`;
}

/** @param {BodyProps} props */
function Pieces({ session, state, panel }) {
  return panel.rows.map(
    (row) => html`<div class="piece-strip">
      ${row.map((entry) => html`<span class="strip-entry"><${EntryView} ...${{ session, state, entry }} /></span>`)}
    </div>`,
  );
}

/** A hand of cards. @param {BodyProps} props */
function Cards({ session, state, panel }) {
  const cards = panel.rows.flat();
  return html`<ul class="cards">
    ${cards.map((entry) => html`<li class=${`card-face ${entry.tone ?? ""}`}><${EntryView} ...${{ session, state, entry }} /></li>`)}
  </ul>`;
}

/** @param {BodyProps} props */
function Dice({ session, state, panel }) {
  return html`<p class="dice-row">
    ${panel.rows.flat().map((entry) => {
      const value = Number(entry.text);
      const face = Number.isInteger(value) && value > 0 ? html`<${Die} value=${value} />` : undefined;
      return html`<${EntryView} ...${{ session, state, entry, face }} />`;
    })}
  </p>`;
}

/** Rows of name and bar. @param {BodyProps} props */
function Chart({ session, state, panel }) {
  return html`<dl class="chart">
    ${panel.rows.map((row) => {
      const [name, ...values] = row;
      const bar = values.find((entry) => entry.share !== undefined) ?? name;
      return html`<div>
        <dt>${name && html`<${EntryView} ...${{ session, state, entry: name }} />`}</dt>
        <dd>
          <span
            class=${`bar ${bar?.tone ?? ""}`}
            style=${{ "--share": bar?.share ?? 0 }}
            aria-hidden="true"
          ></span>
          ${values.map((entry) => html`<${EntryView} ...${{ session, state, entry }} />`)}
        </dd>
      </div>`;
    })}
  </dl>`;
}

/** @type {Record<string, (props: BodyProps) => unknown>} */
const BODIES = {
  table: Table,
  ledger: Ledger,
  pieces: Pieces,
  cards: Cards,
  dice: Dice,
  chart: Chart,
};
