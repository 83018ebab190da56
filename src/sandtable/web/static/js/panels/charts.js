// @ts-check
// The charts of the game beside the map: a list of them, those in use first, and the one that is looked at, with the row
// and the column in use lit up.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { shown } from "../scene.js";
import { useStore } from "../store.js";
import { Failure, Loading, RuleChip, reasonOf } from "../ui.js";
import { t } from "../words.js";
import { openRule } from "./rules.js";
import { EntryView } from "./scenepanels.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../wire.js").Chart} Chart
 * @typedef {import("../wire.js").Lit} Lit
 * @typedef {import("../wire.js").Entry} Entry
 *
 * What a table of a chart needs besides it.
 * @typedef {{ lit: readonly Lit[], entry: (entry: Entry) => unknown, onRule: (rule: string) => void }} Reading
 */

/** @param {{ session: Session }} props */
export function Charts({ session }) {
  const state = useStore(session.store, (whole) => whole);
  const [charts, setCharts] = useState(/** @type {readonly Chart[] | null} */ (null));
  const [problem, setProblem] = useState("");
  const fetchCharts = () => {
    setProblem("");
    api.charts(session.id, state.side).then(
      (found) => setCharts(found.charts),
      (error) => setProblem(reasonOf(error)),
    );
  };
  useEffect(fetchCharts, [session.id, state.side, state.update]);
  if (problem) return html`<${Failure} reason=${problem} onRetry=${fetchCharts} />`;
  if (!charts) return html`<${Loading} />`;
  return html`<${ChartsView}
    charts=${charts}
    lit=${shown(state)?.scene.lit ?? []}
    entry=${(/** @type {Entry} */ entry) => html`<${EntryView} ...${{ session, state, entry }} />`}
    onRule=${(/** @type {string} */ rule) => openRule(session, rule)}
  />`;
}

/**
 * The list and one chart: the one picked, until another comes into use.
 * @param {{ charts: readonly Chart[] } & Reading} props
 */
export function ChartsView({ charts, lit, entry, onRule }) {
  const used = [...new Set(lit.map((one) => one.chart))].flatMap((id) => charts.find((chart) => chart.id === id) ?? []);
  const first = used[0]?.id ?? "";
  const [picked, setPicked] = useState("");
  useEffect(() => setPicked(""), [first]);
  const listed = [...used, ...charts.filter((chart) => !used.includes(chart))];
  const open = listed.find((chart) => chart.id === picked) ?? listed[0];
  if (!open) return html`<p class="empty">${t("charts_none")}</p>`;
  return html`<div class="charts">
    <ul class="chart-list" aria-label=${t("charts_list")}>
      ${listed.map(
        (chart) => html`<li key=${chart.id}>
          <button
            type="button"
            class=${used.includes(chart) ? "in-use" : ""}
            aria-pressed=${String(chart === open)}
            data-name=${`chart-${chart.id}`}
            onClick=${() => setPicked(chart.id)}
          >
            ${chart.title}${used.includes(chart) && html`<span class="unseen"> (${t("chart_in_use")})</span>`}
          </button>
        </li>`,
      )}
    </ul>
    <${ChartTable} key=${open.id} chart=${open} reading=${{ lit, entry, onRule }} />
  </div>`;
}

/** @param {{ chart: Chart, reading: Reading }} props */
function ChartTable({ chart, reading }) {
  const { entry, onRule } = reading;
  const lit = reading.lit.filter((one) => one.chart === chart.id);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => showWithin(place.current, place.current?.querySelector(".lit")), [JSON.stringify(lit)]);
  const isLit = (/** @type {number} */ row, /** @type {number} */ column) =>
    lit.some((one) => fits(one.row, row) && fits(one.column, column) && (one.row ?? one.column ?? -1) >= 0);
  const heads = (/** @type {number} */ column) => lit.some((one) => one.column === column);
  const { note = "", rule = "" } = chart;
  return html`<section class="chart-open" data-name=${`open-${chart.id}`}>
    <h3>${chart.title} <${RuleChip} rule=${rule} onOpen=${onRule} /></h3>
    <div class="chart-scroll" tabindex="0" role="region" aria-label=${chart.title} ref=${place}>
      <table class="chart-table">
        <thead><tr>
          ${chart.columns.map((name, column) => html`<th scope="col" class=${heads(column) ? "lit" : ""}>${name}${heads(column) && html`<span class="unseen"> (${t("chart_in_use")})</span>`}</th>`)}
        </tr></thead>
        <tbody>
          ${chart.rows.map((cells, row) => html`<tr>
            ${cells.map((cell, column) => {
              const bright = isLit(row, column) ? "lit" : "";
              const used = bright && column === 0 && html`<span class="unseen"> (${t("chart_in_use")})</span>`;
              return column === 0
                ? html`<th scope="row" class=${bright}>${entry(cell)}${used}</th>`
                : html`<td class=${`${bright} ${cell.tone ?? ""}`}>${entry(cell)}</td>`;
            })}
          </tr>`)}
        </tbody>
      </table>
    </div>
    ${note && html`<p class="small">${note}</p>`}
  </section>`;
}

/** Does what is lit take in this row, or this column? @param {number | undefined} wanted @param {number} here */
const fits = (wanted, here) => wanted === undefined || wanted < 0 || wanted === here;

/**
 * Bring something into sight by scrolling the frame alone, never the page.
 * @param {HTMLElement | null} frame @param {Element | null | undefined} inside
 */
function showWithin(frame, inside) {
  if (!frame || !inside) return;
  const [outer, inner] = [frame.getBoundingClientRect(), inside.getBoundingClientRect()];
  frame.scrollTo({
    top: frame.scrollTop + inner.top - outer.top - outer.height / 3,
    left: inner.right > outer.right || inner.left < outer.left ? frame.scrollLeft + inner.left - outer.left - outer.width / 2 : frame.scrollLeft,
  });
}
