// @ts-check
// How a game goes, on a page of its own.

import { html, useEffect, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { GuideView } from "../panels/guide.js";
import { Failure, Loading, reasonOf } from "../ui.js";
import { t } from "../words.js";

/** @param {{ id: string }} props */
export function GuidePage({ id }) {
  const [guide, setGuide] = useState(/** @type {import("../wire.js").Guide | null} */ (null));
  const [problem, setProblem] = useState("");
  const load = () => {
    setProblem("");
    api.guide(id).then(setGuide, (error) => setProblem(reasonOf(error)));
  };
  useEffect(load, [id]);
  useEffect(() => {
    document.title = [guide && t("guide_title", { game: guide.title }), t("sandtable")].filter(Boolean).join(" - ");
  }, [guide]);
  return html`<main class="page guide-page" id="main">
    ${problem && html`<${Failure} reason=${problem} onRetry=${load} />`}
    ${!guide && !problem && html`<${Loading} />`}
    ${
      guide &&
      html`<header class="guide-head">
          <h1>${t("guide_title", { game: guide.title })}</h1>
          <a class="button" href=${`/games/${encodeURIComponent(id)}/charts`}>${t("charts_open")}</a>
          <a class="button main" href=${`/new?game=${encodeURIComponent(id)}`}>${t("play_now")}</a>
        </header>
        <${GuideView} guide=${guide} />`
    }
  </main>`;
}
