// @ts-check
// The charts of a game before it is played, on a page of their own.

import { html, useEffect, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { ChartsView } from "../panels/charts.js";
import { navigate } from "../router.js";
import { Choice, Failure, Loading, RuleChip, reasonOf } from "../ui.js";
import { t } from "../words.js";

/** @param {{ id: string }} props */
export function ChartsPage({ id }) {
  const [game, setGame] = useState(/** @type {import("../wire.js").GameCard | null} */ (null));
  const [charts, setCharts] = useState(/** @type {readonly import("../wire.js").Chart[] | null} */ (null));
  const [scenario, setScenario] = useState("");
  const [problem, setProblem] = useState("");
  const load = () => {
    setProblem("");
    Promise.all([api.games(), api.chartsBefore(id, scenario)]).then(
      ([games, found]) => {
        setGame(games.find((one) => one.id === id) ?? null);
        setCharts(found.charts);
      },
      (error) => setProblem(reasonOf(error)),
    );
  };
  useEffect(load, [id, scenario]);
  const title = t("charts_of", { game: game?.title ?? "" });
  useEffect(() => void (document.title = `${title} - ${t("sandtable")}`), [title]);
  const scenarios = [...new Set(game?.scenarios.map((one) => one.scenario))];
  const named = (/** @type {string} */ one) => game?.scenarios.find((card) => card.id === one)?.title ?? one;
  const read = (/** @type {string} */ rule) => navigate(`/rules/${encodeURIComponent(id)}#${encodeURIComponent(rule)}`);
  return html`<main class="page charts-page" id="main">
    ${game && html`<h1>${title}</h1>`}
    ${problem && html`<${Failure} reason=${problem} onRetry=${load} />`}
    ${!charts && !problem && html`<${Loading} />`}
    ${
      scenarios.length > 1 &&
      html`<${Choice}
        label=${t("scenario")}
        name="scenario"
        value=${scenario || scenarios[0]}
        options=${scenarios.map((one) => [one, named(one)])}
        onChange=${setScenario}
      />`
    }
    ${
      charts &&
      html`<h2 class="unseen">${t("charts_list")}</h2>
      <${ChartsView}
        charts=${charts}
        lit=${[]}
        entry=${(/** @type {import("../wire.js").Entry} */ { text, rule = "" }) => html`<span class="entry">${text}</span> <${RuleChip} rule=${rule} onOpen=${read} />`}
        onRule=${read}
      />`
    }
  </main>`;
}
