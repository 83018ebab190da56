// @ts-check
/**
 * A counter or a card, large, with words around it and an arrow from each to the part that it explains.
 *
 * @typedef {import("../wire.js").Guide} Guide
 * @typedef {import("../wire.js").Sample} Sample
 */
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { Face } from "./cards.js";
import { Counter } from "./counter.js";
import { Words } from "./guide.js";

const LARGE = 128;
/** Where the parts are, in what draws them. @type {Record<string, string>} */
const PARTS = {
  figures: ".counter-figures",
  printed: ".counter-name",
  symbol: ".counter-symbol, .counter-letter",
  size: ".counter-size",
  steps: ".counter-steps",
  side: ".counter-mark",
  badge: ".counter-badge",
  colour: ".counter-shade",
  title: ".card-title",
  value: ".card-value",
  symbols: ".card-symbols",
  text: ".exhibit-text",
};
/** What is explained at the left, from above; the rest is at the right. */
const LEFT = ["size", "side", "symbol", "printed", "value", "title"];
const RIGHT = ["badge", "steps", "figures", "colour", "symbols", "text"];
/** How far an arrow stays away from the middle of its part. */
const SHORT = 7;

/** @param {{ guide: Guide, sample: Sample, onRule?: (rule: string) => void }} props */
export function Exhibit({ guide, sample, onRule }) {
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  const arrows = useArrows(host, sample);
  const { piece, card } = sample;
  const among = (/** @type {string[]} */ parts) => parts.flatMap((part) => sample.arrows.filter((arrow) => arrow.part === part));
  const column = (/** @type {string[]} */ parts) => html`<ul>
    ${among(parts).map((arrow) => html`<li key=${arrow.part} data-part=${arrow.part}><${Words} ...${arrow} rule=${arrow.rule ?? ""} onRule=${onRule} /></li>`)}
  </ul>`;
  return html`<figure class="exhibit" ref=${host}>
    <figcaption>${sample.title}</figcaption>
    ${column(LEFT)}
    <div class="exhibit-thing">
      ${piece && html`<${Counter} piece=${piece} board=${guide.board} size=${LARGE} />`}
      ${card && html`<div class=${`play-card side-${Math.max(0, card.side) % 4}`}><${Face} state=${{ board: guide.board }} card=${card} /></div>`}
      ${card && html`<div class="exhibit-text">${card.text.map((line) => html`<p>${line}</p>`)}</div>`}
    </div>
    ${column(RIGHT)}
    <svg class="exhibit-arrows" aria-hidden="true" focusable="false">
      ${arrows.map(
        ({ part, line, head }) => html`<g key=${part} data-arrow=${part}><path d=${line} /><path class="head" d=${head} /></g>`,
      )}
    </svg>
  </figure>`;
}

/** The arrows, laid anew whenever the figure changes its size. @param {{ current: HTMLElement | null }} host @param {Sample} sample */
function useArrows(host, sample) {
  const [arrows, setArrows] = useState(/** @type {{ part: string, line: string, head: string }[]} */ ([]));
  useLayoutEffect(() => {
    const figure = host.current;
    if (!figure) return;
    const lay = () => setArrows(sample.arrows.flatMap(({ part }) => arrowTo(figure, part)));
    const watch = new ResizeObserver(lay);
    watch.observe(figure);
    lay();
    return () => watch.disconnect();
  }, [sample]);
  return arrows;
}

/** @param {HTMLElement} figure @param {string} part */
function arrowTo(figure, part) {
  const words = figure.querySelector(`[data-part="${part}"]`)?.getBoundingClientRect();
  const target = figure.querySelector(PARTS[part])?.getBoundingClientRect();
  if (!words || !target) return [];
  const frame = figure.getBoundingClientRect();
  const left = words.left < target.left;
  const from = { x: (left ? words.right : words.left) - frame.left, y: (words.top + words.bottom) / 2 - frame.top };
  const middle = { x: (target.left + target.right) / 2 - frame.left, y: (target.top + target.bottom) / 2 - frame.top };
  const edge = { x: (left ? target.left : target.right) - frame.left, y: middle.y };
  const to = part === "colour" ? { x: middle.x + (left ? -1 : 1) * 0.48 * target.width, y: target.bottom - frame.top - SHORT } : edge;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = (/** @type {number} */ back, /** @type {number} */ turn) =>
    `${(to.x - back * Math.cos(angle + turn)).toFixed(1)} ${(to.y - back * Math.sin(angle + turn)).toFixed(1)}`;
  return [{ part, line: `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${at(4, 0)}`, head: `M${at(0, 0)}L${at(SHORT, 0.45)}L${at(SHORT, -0.45)}Z` }];
}
