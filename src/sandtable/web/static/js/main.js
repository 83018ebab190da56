// @ts-check
// The page begins here: the address decides what is shown; the table and the shared moment are fetched when needed.

import { html, render, useEffect, useErrorBoundary, useRef } from "../vendor/preact.js";
import { Header } from "./header.js";
import { later } from "./later.js";
import { Account } from "./pages/account.js";
import { Help } from "./pages/help.js";
import { Join } from "./pages/join.js";
import { Lobby } from "./pages/lobby.js";
import { NewGame } from "./pages/newgame.js";
import { applyPrefs } from "./prefs.js";
import { followLinks, place } from "./router.js";
import { useStore } from "./store.js";
import { Failure } from "./ui.js";
import { meet } from "./visitor.js";
import { t } from "./words.js";

/** The table's code is fetched before it is needed, once the first page is shown. */
const FETCH_TABLE_AFTER = 1500;

// Pages that are fetched when they are first shown.
const frame = (/** @type {unknown} */ child) => html`<main class="page">${child}</main>`;
const map = { text: t("loading_table"), frame };
const Table = later(async () => (await import("./pages/table.js")).Table, map);
const Guide = later(async () => (await import("./pages/guide.js")).GuidePage, { frame });
const Charts = later(async () => (await import("./pages/charts.js")).ChartsPage, { sheet: "charts", frame });
const Moment = later(async () => (await import("./pages/moment.js")).SharedMoment, map);
const Rules = later(async () => (await import("./pages/rules.js")).RulesPage, { sheet: "rulebook", frame });

function Missing() {
  return html`<main class="page" id="main">
    <h1>${t("nothing_here")}</h1>
    <p><a class="button" href="/">${t("to_games")}</a></p>
  </main>`;
}

/** @param {string} path @param {URLSearchParams} query */
function pageFor(path, query) {
  const [, first = "", second = ""] = path.split("/");
  const id = decodeURIComponent(second);
  if (first === "table" && id) return html`<${Table} key=${id} id=${id} />`;
  if (first === "moment") return html`<${Moment} />`;
  if (first === "games" && id && path.endsWith("/guide")) return html`<${Header} /><${Guide} key=${id} id=${id} />`;
  if (first === "games" && id && path.endsWith("/charts")) return html`<${Header} /><${Charts} key=${id} id=${id} />`;
  if (first === "rules" && id) return html`<${Header} /><${Rules} key=${id} id=${id} />`;
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
  setTimeout(() => Table.fetch().catch(() => {}), FETCH_TABLE_AFTER); // asked again when it is needed
}
