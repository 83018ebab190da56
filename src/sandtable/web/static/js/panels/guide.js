// @ts-check
/**
 * How a game goes: words with what they are about, drawn by the code that draws the table. One view for the page and
 * for the help beside the map.
 *
 * @typedef {import("../wire.js").Guide} Guide
 * @typedef {import("../wire.js").Meanings} Meanings
 * @typedef {import("../wire.js").Meaning} Meaning
 * @typedef {import("../wire.js").WayToWin} WayToWin
 * @typedef {(rule: string) => void} OnRule
 */
import { html } from "../../vendor/preact.js";
import { RuleChip, SideMark } from "../ui.js";
import { t } from "../words.js";
import { Counter } from "./counter.js";
import { Exhibit } from "./exhibit.js";
import { Swatch } from "./swatch.js";

/** How large a counter is in a list. */
const SMALL = 38;
/** The tables that are about the map; the others are about counters and cards. */
const OF_MAP = ["terrains", "lines", "marks", "joins", "control", "markers"];
/** Tables whose keys say nothing to a reader: what they show is seen beside them. */
const UNNAMED = ["figures", "looks", "joins", "control", "markers", "badges", "shapes", "chits", "card_symbols"];

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = new URL("../../css/guide.css", import.meta.url).href;
document.head.append(sheet);

/** @param {{ guide: Guide, onRule?: OnRule }} props */
export function GuideView({ guide, onRule }) {
  const of_map = guide.groups.filter(({ id }) => OF_MAP.includes(id));
  const on_pieces = guide.groups.filter(({ id }) => !OF_MAP.includes(id));
  return html`<div class="guide">
    <section class="guide-about"><h2 class="unseen">${t("guide_about")}</h2><p>${guide.about.join(" ")}</p></section>
    <div class="guide-story"><section class="guide-turn">
      <h2>${t("guide_turn")}</h2>
      <ol>${guide.turn.map((line) => html`<li><${Words} ...${line} onRule=${onRule} /></li>`)}</ol>
    </section>
    <section class="guide-wins">
      <h2>${t("guide_wins")}</h2>
      <ul>${guide.wins.map((one, at) => html`<${Win} ...${{ guide, one, before: guide.wins[at - 1], onRule }} />`)}</ul>
    </section>
    <section class="guide-mistakes">
      <h2>${t("guide_mistakes")}</h2>
      <ul>${guide.mistakes.map((line) => html`<li><${Words} ...${line} onRule=${onRule} /></li>`)}</ul>
    </section>
    <section class="guide-samples">
      <h2>${t("guide_samples")}</h2>
      <div class="exhibits">${guide.samples.map((sample) => html`<${Exhibit} guide=${guide} sample=${sample} onRule=${onRule} />`)}</div>
    </section></div>
    <section class="guide-signs">
      <h2>${t("guide_on_pieces")}</h2>
      <div class="guide-columns">${on_pieces.map((group) => html`<${Group} ...${{ guide, group, onRule }} />`)}</div>
    </section>
    <section class="guide-signs">
      <h2>${t("guide_on_map")}</h2>
      <div class="guide-columns">${of_map.map((group) => html`<${Group} ...${{ guide, group, onRule }} />`)}</div>
    </section>
  </div>`;
}

/** @param {{ words: string, rule: string, onRule?: OnRule }} props */
export function Words({ words, rule, onRule }) {
  return html`${words} ${rule && onRule ? html`<${RuleChip} rule=${rule} onOpen=${onRule} />` : rule && html`<span class="guide-rule">§${rule}</span>`}`;
}

/** Whose it is stands above the first of several. @param {{ guide: Guide, one: WayToWin, before?: WayToWin, onRule?: OnRule }} props */
function Win({ guide, one, before, onRule }) {
  const same = before && before.side === one.side && String(before.scenarios) === String(one.scenarios);
  const who = one.side < 0 ? html`<strong>${t("guide_both")}</strong>` : html`<${SideMark} side=${one.side} name=${guide.sides[one.side]} />`;
  return html`<li>
    ${!same && html`<span class="guide-who">${who}${one.scenarios.length > 0 && html` <span class="small">${one.scenarios.join(", ")}</span>`}</span>`}
    <${Words} words=${one.text} rule=${one.rule} onRule=${onRule} />
  </li>`;
}

/** @param {{ guide: Guide, group: Meanings, onRule?: OnRule }} props */
function Group({ guide, group, onRule }) {
  const named = !UNNAMED.includes(group.id);
  return html`<section class=${`guide-group of-${group.id}`} data-name=${`guide-${group.id}`}>
    <h3>${t(/** @type {import("../words.js").Key} */ (`guide_${group.id}`))}</h3>
    <ul>
      ${group.meanings.map(
        (one) => html`<li key=${one.id} data-name=${`${group.id}:${one.id}`}>
          <span class="guide-drawn"><${Drawn} ...${{ guide, group, one }} /></span>
          <span>
            ${named && html`<strong>${one.name}:</strong> `}
            <${Words} words=${one.text} rule=${one.rule ?? ""} onRule=${onRule} />
          </span>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** What it looks like. @param {{ guide: Guide, group: Meanings, one: Meaning }} props */
function Drawn({ guide, group, one }) {
  // of a badge the corner in which it lies is enough, twice as large
  const size = group.id === "badges" ? 2 * SMALL : SMALL;
  if (one.piece) return html`<${Counter} piece=${one.piece} board=${guide.board} size=${size} />`;
  if (one.swatch) return html`<${Swatch} swatch=${one.swatch} sides=${guide.sides} />`;
  const kind = group.id === "chits" ? "chit-face no-side" : "card-symbol";
  return html`<span class=${kind} aria-hidden="true">${group.id === "chits" ? html`<span class="chit-letters">${one.id}</span>` : one.id}</span>`;
}
