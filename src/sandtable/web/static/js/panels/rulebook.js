// @ts-check
// A rulebook to read: contents, search, chapters with their paragraphs, rulings beside what they settle, and links that
// lead there and back. The same beside the map and on a page of its own.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { Button, Failure, Loading, reasonOf, taking } from "../ui.js";
import { t } from "../words.js";
import { found, homeOf, isSearch, placeOf, searchFor, wordsIn } from "./rulesearch.js";

/**
 * @typedef {import("../wire.js").Rulebook} Book
 * @typedef {import("../wire.js").Paragraph} Paragraph
 * @typedef {import("../wire.js").Ruling} Ruling
 * @typedef {{ place: string }} Place
 */

const MANY = 12;
const MOST_SHOWN = 150;

/**
 * @param {{ game: string, reading: Place | null, onGo: (place: string, from: string) => void,
 *   back?: { label: string, go: () => void } | null, wide?: boolean }} props
 */
export function Rulebook({ game, reading, onGo, back = null, wide = false }) {
  const [book, setBook] = useState(/** @type {Book | null} */ (null));
  const [problem, setProblem] = useState("");
  const load = () => {
    setProblem("");
    api.rulebook(game).then(setBook, (error) => setProblem(reasonOf(error)));
  };
  useEffect(load, [game]);
  if (problem) return html`<${Failure} reason=${problem} onRetry=${load} />`;
  if (!book) return html`<${Loading} />`;
  return html`<${Open} key=${game} ...${{ game, book, reading, onGo, back, wide }} />`;
}

/**
 * The book, open at a place: a paragraph, a clause, a ruling, what is searched for, or the contents.
 * @param {{ game: string, book: Book, reading: Place | null, onGo: (place: string, from: string) => void,
 *   back: { label: string, go: () => void } | null, wide: boolean }} props
 */
function Open({ game, book, reading, onGo, back, wide }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [query, setQuery] = useState("");
  const [listed, setListed] = useState(!reading?.place);
  const place = reading?.place ?? "";
  const pages = useMemo(() => html`<${Chapters} book=${book} game=${game} />`, [book, game]);
  useEffect(() => {
    setQuery(isSearch(place) ? searchFor(place) : "");
    setListed(!place);
  }, [reading]);
  const searching = query.trim() !== "";
  useEffect(() => {
    if (!searching && !listed && place && !isSearch(place)) show(root.current, placeOf(book, place));
  }, [reading, book, searching, listed]);
  useEffect(() => {
    if (searching) root.current?.querySelector(".results")?.scrollIntoView({ block: "start" });
  }, [query]);
  const list = () => {
    if (!listed) root.current?.scrollIntoView({ block: "start" });
    setListed(!listed);
  };
  const go = (/** @type {string} */ to, /** @type {string} */ from) => {
    setQuery("");
    setListed(false);
    onGo(to, from);
  };
  const follow = (/** @type {MouseEvent} */ event) => {
    const link = event.target instanceof Element ? event.target.closest("[data-to]") : null;
    if (!(link instanceof HTMLElement) || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.dataset.to ?? "", searching ? `?${query}` : inside(link) || place);
  };
  const toSearch = () => void (field.current?.focus(), field.current?.select());
  useLayoutEffect(() => (wide ? onSlash(toSearch) : undefined), [wide]); // no key is lost
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "/" || event.target === field.current) return;
    event.preventDefault();
    toSearch();
  };
  const shown = searching ? "searching" : listed ? "listed" : "";
  return html`<div class=${`rulebook ${wide ? "wide" : ""} ${shown}`} ref=${root} onClick=${follow} onKeyDown=${press}>
    <div class="rules-head">
      ${back && html`<${Button} kind="slim" icon="back" name="back" title=${back.label} onClick=${back.go}>${t("rules_back")}<//>`}
      <${Search} ...${{ field, query, setQuery, root }} />
      <${Button} kind="slim" icon="menu" label=${t("rules_contents")} pressed=${listed} name="contents" onClick=${list} />
    </div>
    <div class="rules-body">
      <${Contents} book=${book} game=${game} />
      <div class="rules-text">
        ${searching && html`<${Results} ...${{ book, game, query }} />`}
        <div class="rules-pages">${pages}</div>
      </div>
    </div>
  </div>`;
}

/** Bring a place into sight, mark it, and read on from there. @param {HTMLElement | null} root @param {string} place */
function show(root, place) {
  const wanted = root?.querySelector(`[data-place="${CSS.escape(place)}"]`);
  root?.querySelector("[data-here]")?.removeAttribute("data-here");
  if (!(wanted instanceof HTMLElement)) return;
  wanted.closest("details")?.setAttribute("open", "");
  wanted.dataset.here = "";
  wanted.tabIndex = -1;
  wanted.scrollIntoView({ block: "start" });
  if (!root?.querySelector("input:focus")) wanted.focus({ preventScroll: true });
}

/** The paragraph that a link stands in. @param {Element} link */
const inside = (link) => link.closest("[data-paragraph]")?.getAttribute("data-paragraph") ?? "";

/** @param {() => void} act */
function onSlash(act) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/**
 * @param {{ field: { current: HTMLInputElement | null }, query: string, setQuery: (query: string) => void,
 *   root: { current: HTMLElement | null } }} props
 */
function Search({ field, query, setQuery, root }) {
  const first = () => /** @type {HTMLElement | null} */ (root.current?.querySelector(".results a") ?? null);
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && query) setQuery("");
    else if (event.key === "Enter") first()?.click();
    else if (event.key === "ArrowDown") first()?.focus();
    else return;
    event.preventDefault();
  };
  return html`<label class="rules-search">
    <span class="unseen">${t("rules_search")}</span>
    <input
      ref=${field}
      type="search"
      placeholder=${t("rules_find")}
      aria-keyshortcuts="/"
      autocomplete="off"
      spellcheck=${false}
      value=${query}
      onInput=${taking(setQuery)}
      onKeyDown=${press}
    />
  </label>`;
}

/** @param {{ book: Book, game: string }} props */
function Contents({ book, game }) {
  return html`<nav class="rules-contents" aria-label=${t("rules_contents")}>
    <h2>${t("rules_contents")}</h2>
    <ol>
      ${book.chapters.map(
        ({ id, title }) => html`<li key=${id}>
          <a href=${`/rules/${game}#${id}`} data-to=${id}><span class="number">${id}</span> <span>${title}</span></a>
        </li>`,
      )}
    </ol>
  </nav>`;
}

/** What was found, with how much there is of it. @param {{ book: Book, game: string, query: string }} props */
function Results({ book, game, query }) {
  const hits = useMemo(() => found(book, query), [book, query]);
  const counts = hits.length ? t("rules_found", { n: hits.length }) : t("rules_not_found");
  return html`<section class="results" aria-label=${t("rules_results")}>
    <p class="small" role="status">${counts}</p>
    <ul>
      ${hits.slice(0, MOST_SHOWN).map(
        (hit) => html`<li>
          <a href=${`/rules/${game}#${hit.place}`} data-to=${hit.place}>
            <span class="number">${hit.name}</span>
            <span>${hit.ruling && html`<strong>${t("rules_ruling", { n: hit.ruling })}</strong> `}${marked(hit.text, query)}</span>
          </a>
        </li>`,
      )}
    </ul>
    ${hits.length > MOST_SHOWN && html`<p class="small">${t("rules_more", { n: hits.length - MOST_SHOWN })}</p>`}
  </section>`;
}

/** The text with the words that were searched for. @param {string} text @param {string} query */
function marked(text, query) {
  const words = wordsIn(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!words.length) return text;
  return text.split(new RegExp(`(${words.join("|")})`, "iu")).map((part, at) => (at % 2 ? html`<mark>${part}</mark>` : part));
}

/** All that there is to read. @param {{ book: Book, game: string }} props */
function Chapters({ book, game }) {
  const rulings = new Map(book.rulings.map((ruling) => [ruling.id, ruling]));
  const loose = book.rulings.filter(({ id }) => book.loose.includes(id));
  return html`${book.chapters.map(
    ({ id, title, paragraphs }) => html`<section class="chapter" key=${id} data-place=${id} aria-label=${title}>
      <h2><span class="number">${id}</span> ${title}</h2>
      ${paragraphs.map((one) => html`<${Article} key=${one.id} ...${{ book, game, paragraph: one, rulings }} />`)}
    </section>`,
  )}
  ${
    loose.length > 0 &&
    html`<section class="chapter" aria-label=${t("rules_rulings")}>
      <h2>${t("rules_rulings")}</h2>
      ${loose.map((ruling) => html`<${RulingBox} ...${{ book, game, ruling, at: "" }} />`)}
    </section>`
  }`;
}

/**
 * A paragraph, its number in the margin.
 * @param {{ book: Book, game: string, paragraph: Paragraph, rulings: Map<string, Ruling> }} props
 */
function Article({ book, game, paragraph, rulings }) {
  const { id, clauses, misprints = [], mentioned = [] } = paragraph;
  const boxes = (/** @type {readonly string[]} */ names = []) =>
    names.map((name) => html`<${RulingBox} ...${{ book, game, ruling: rulings.get(name), at: id }} />`);
  return html`<article data-paragraph=${id} data-place=${id} aria-label=${t("rules_title", { rule: id })}>
    <h3><a href=${`/rules/${game}#${id}`} data-to=${id}><span aria-hidden="true">§</span>${id}</a></h3>
    <div class="clauses">
      ${clauses.map(
        (clause) => html`<div class=${`clause ${clause.kind}`} data-place=${clause.id} key=${clause.id}>
          <p>
            ${KINDS.includes(clause.kind) && html`<span class="kind">${t(/** @type {import("../words.js").Key} */ (`rules_${clause.kind}`))}</span> `}
            <${Text} words=${clause.words} game=${game} />
            ${clause.ruled && html` <span class="ruled" title=${t("rules_ruled_title")}>${t("rules_ruled")}</span>`}
          </p>
          ${boxes(clause.rulings)}
        </div>`,
      )}
      ${boxes(paragraph.rulings)}
      ${misprints.length > 0 && html`<${Misprints} ...${{ misprints, game }} />`}
      ${mentioned.length > 0 && html`<${Mentioned} ...${{ book, game, mentioned }} />`}
    </div>
  </article>`;
}

const KINDS = ["example", "advice"];

/** Words with their links. @param {{ words: readonly import("../wire.js").Phrase[], game: string }} props */
function Text({ words, game }) {
  return words.map(({ text, to }) => (to ? html`<a href=${`/rules/${game}#${to}`} data-to=${to}>${text}</a>` : text));
}

/**
 * A ruling beside what it settles, with whatever else it settles.
 * @param {{ book: Book, game: string, ruling?: Ruling, at: string }} props
 */
function RulingBox({ book, game, ruling, at }) {
  if (!ruling) return null;
  const also = [...new Set((ruling.settles ?? []).map((name) => homeOf(book, name)))].filter((name) => name !== at);
  return html`<div class="ruling" role="note" data-place=${ruling.id} aria-label=${t("rules_ruling", { n: ruling.number })}>
    <p><strong>${t("rules_ruling", { n: ruling.number })}</strong> <${Text} words=${ruling.words} game=${game} /></p>
    ${also.length > 0 && html`<p class="small">${t("rules_also")} <${Links} ...${{ book, game, names: also }} /></p>`}
  </div>`;
}

/** @param {{ misprints: readonly import("../wire.js").Misprint[], game: string }} props */
function Misprints({ misprints, game }) {
  return html`<details class="misprints">
    <summary>${t("rules_misprint", { n: misprints.length })}</summary>
    ${misprints.map((one) => html`<p data-place=${one.clause}><${Text} words=${one.words} game=${game} /></p>`)}
  </details>`;
}

/** Who else speaks of the paragraph; folded if many do. @param {{ book: Book, game: string, mentioned: readonly string[] }} props */
function Mentioned({ book, game, mentioned }) {
  const links = html`<${Links} ...${{ book, game, names: mentioned }} />`;
  if (mentioned.length <= MANY) return html`<p class="mentioned small">${t("rules_mentioned")} ${links}</p>`;
  return html`<details class="mentioned small">
    <summary>${t("rules_mentioned_many", { n: mentioned.length })}</summary>
    <p>${links}</p>
  </details>`;
}

/** @param {{ book: Book, game: string, names: readonly string[] }} props */
function Links({ book, game, names }) {
  const called = (/** @type {string} */ name) => {
    const ruling = book.rulings.find(({ id }) => id === name);
    return ruling ? t("rules_ruling", { n: ruling.number }).toLowerCase() : name;
  };
  return names.map((name, at) => [
    at > 0 && ", ",
    html`<a href=${`/rules/${game}#${name}`} data-to=${name}>${called(name)}</a>`,
  ]);
}

