// @ts-check
// All dice of the game against what even dice would give.

import { html, useMemo } from "../../vendor/preact.js";
import { sideName } from "../scene.js";
import { t } from "../words.js";

/** @param {{ session: import("../session.js").Session, log: readonly import("../wire.js").LogLine[] }} props */
export function DiceStatistics({ session, log }) {
  const groups = useMemo(() => grouped(log), [log]);
  if (!groups.length) return html`<p class="empty">${t("dice_none")}</p>`;
  return html`<div class="dice-statistics">
    ${groups.map(({ side, dice }) => {
      const name = side === ALL ? t("dice_all") : sideName(session.state, side);
      return html`<${Bars} key=${side} name=${name} dice=${dice} />`;
    })}
    <p class="small">${t("dice_expected")}</p>
  </div>`;
}

const ALL = -2;

/** All dice, then those of each side that rolled. @param {readonly import("../wire.js").LogLine[]} log */
function grouped(log) {
  /** @type {Map<number, number[]>} */
  const by = new Map();
  for (const line of log) {
    for (const value of line.gist.dice ?? []) {
      for (const side of [ALL, line.gist.side ?? -1]) by.set(side, [...(by.get(side) ?? []), value]);
    }
  }
  const sides = [...by].filter(([side]) => side >= 0).sort(([a], [b]) => a - b);
  const all = by.get(ALL);
  return (all ? [{ side: ALL, dice: all }] : []).concat(sides.map(([side, dice]) => ({ side, dice })));
}

/** @param {{ name: string, dice: readonly number[] }} props */
function Bars({ name, dice }) {
  const faces = Math.max(6, ...dice);
  const counts = Array.from({ length: faces }, (_, index) => dice.filter((value) => value === index + 1).length);
  const most = Math.max(...counts, 1);
  const average = (dice.reduce((sum, value) => sum + value, 0) / dice.length).toFixed(2);
  const expected = dice.length / faces / most;
  const summary = t("dice_average", { name, n: dice.length, average });
  return html`<figure class="bars">
    <figcaption>${summary}</figcaption>
    <div class="bar-row" style=${{ "--expected": Math.min(1, expected) }}>
      ${counts.map(
        (count, index) => html`<span class="bar-face">
          <span class="bar-track"><span class="bar-fill" style=${{ "--share": count / most }}></span></span>
          <span class="small">${index + 1}: ${count}</span>
        </span>`,
      )}
    </div>
  </figure>`;
}
