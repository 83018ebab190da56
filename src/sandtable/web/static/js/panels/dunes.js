// @ts-check
// The picture on a card: dunes under a sun, a little different on every card. Drawn by us, in the colour of its side.

import { html, useMemo } from "../../vendor/preact.js";

const [WIDE, HIGH] = [120, 60];
const RIDGES = 4;

/** Numbers from 0 to 1 that follow from a word. @param {string} word */
function* numbers(word) {
  let seed = 2166136261;
  for (const letter of word) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  for (;;) {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822507) + 1;
    yield ((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32;
  }
}

/** @param {string} word */
function scenery(word) {
  const chance = numbers(word);
  const next = (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * /** @type {number} */ (chance.next().value);
  const sun = { x: next(58, 104), y: next(12, 22), r: next(7, 10) };
  const ridges = Array.from({ length: RIDGES }, (_, k) => {
    const y = 22 + k * 9 + next(-2, 2);
    const crest = next(20, 100);
    const height = next(8, 15);
    return (
      `M0 ${HIGH}V${(y + next(0, 5)).toFixed(1)}` +
      `C${(crest * 0.45).toFixed(1)} ${(y + 5).toFixed(1)} ${(crest * 0.7).toFixed(1)} ${(y - height * 0.6).toFixed(1)} ${crest.toFixed(1)} ${(y - height * 0.7).toFixed(1)}` +
      `C${(crest + 9).toFixed(1)} ${(y - height * 0.2).toFixed(1)} ${(crest + (WIDE - crest) * 0.6).toFixed(1)} ${(y + 7).toFixed(1)} ${WIDE} ${(y + next(-3, 4)).toFixed(1)}V${HIGH}Z`
    );
  });
  return { sun, ridges };
}

/** @param {{ seed: string }} props */
export function Dunes({ seed }) {
  const { sun, ridges } = useMemo(() => scenery(seed), [seed]);
  return html`<svg class="dunes" viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
    <circle class="sun" cx=${sun.x} cy=${sun.y} r=${sun.r} />
    ${ridges.map((d, k) => html`<path class=${`ridge ridge-${k}`} d=${d} />`)}
  </svg>`;
}
