// @ts-check
// The page begins here: the address decides what is shown; the table and the shared moment are fetched when needed.

import { html, render, useEffect, useErrorBoundary, useRef, useState } from "../vendor/preact.js";
import { Header } from "./header.js";
import { Account } from "./pages/account.js";
import { Help } from "./pages/help.js";
import { Join } from "./pages/join.js";
import { Lobby } from "./pages/lobby.js";
import { NewGame } from "./pages/newgame.js";
import { style } from "./later.js";
import { applyPrefs } from "./prefs.js";
import { followLinks, place } from "./router.js";
import { useStore } from "./store.js";
import { Failure, Loading } from "./ui.js";
import { meet } from "./visitor.js";
import { t } from "./words.js";

/** The table's code is fetched before it is needed, once the first page is shown. */
const FETCH_TABLE_AFTER = 1500;

/** Pages that need the map. @type {Record<string, () => Promise<(props: any) => unknown>>} */
const LATER = {
  table: async () => (await import("./pages/table.js")).Table,
  guide: async () => (await import("./pages/guide.js")).GuidePage,
  charts: async () => {
    const [{ ChartsPage }] = await Promise.all([import("./pages/charts.js"), style("charts")]);
    return ChartsPage;
  },
  moment: async () => (await import("./pages/moment.js")).SharedMoment,
};

/** @param {{ name: string, id?: string }} props */
function Later({ name, id }) {
  const [page, setPage] = useState(/** @type {{ show: (props: any) => unknown } | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    LATER[name]().then(
      (show) => setPage({ show }),
      () => setFailed(true),
    );
  }, [name]);
  // a browser may keep the failure of a module for as long as the page stands
  const again = () => location.reload();
  if (failed) return html`<main class="page"><${Failure} reason=${t("cannot_reach")} onRetry=${again} /></main>`;
  if (!page) return html`<main class="page"><${Loading} text=${t("loading_table")} /></main>`;
  return html`<${page.show} key=${id} id=${id} />`;
}

function Missing() {
  return html`<main class="page" id="main">
    <h1>${t("nothing_here")}</h1>
    <p><a class="button" href="/">${t("to_games")}</a></p>
  </main>`;
}

/** @param {string} path @param {URLSearchParams} query */
function pageFor(path, query) {
  const [, first = "", second = ""] = path.split("/");
  if (first === "table" && second) return html`<${Later} name="table" id=${decodeURIComponent(second)} />`;
  if (first === "moment") return html`<${Later} name="moment" />`;
  if (first === "games" && second && path.endsWith("/guide"))
    return html`<${Header} /><${Later} name="guide" id=${decodeURIComponent(second)} />`;
  if (first === "games" && second && path.endsWith("/charts"))
    return html`<${Header} /><${Later} name="charts" id=${decodeURIComponent(second)} />`;
  const page = {
    "": () => html`<${Lobby} />`,
    new: () => html`<${NewGame} game=${query.get("game") ?? ""} />`,
    account: () => html`<${Account} />`,
    join: () => html`<${Join} />`,
    help: () => html`<${Help} />`,
  }[first];
  return html`<${Header} />${page ? page() : html`<${Missing} />`}`;
}

/**
 * Screen readers start a new page at its main content.
 * @param {HTMLElement | null} main
 */
function readFrom(main) {
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

function App() {
  const { path, query } = useStore(place, (state) => state);
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== path) readFrom(document.getElementById("main"));
    before.current = path;
  }, [path]);
  const [error, again] = useErrorBoundary((problem) => console.error(problem));
  if (error) return html`<main class="page"><${Failure} reason=${t("went_wrong")} onRetry=${again} /></main>`;
  return pageFor(path, query);
}

applyPrefs();
followLinks();
meet();
const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${App} />`, root);
  setTimeout(() => LATER.table().catch(() => {}), FETCH_TABLE_AFTER); // asked again when it is needed
}
