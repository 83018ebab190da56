// @ts-check
/**
 * Unit symbols, in the manner of military maps. Each is drawn in a box from -30 to 30 and from -20 to 20; those of
 * troops have a frame around that box, pictures of things have none.
 *
 * @typedef {{line?: string, solid?: string, frame?: boolean}} Symbol
 */
import { disc } from "./svg.js";

const CROSS = "M-30-20L30 20M30-20L-30 20";
const OVAL = "M-11-10H11A10 10 0 0 1 11 10H-11A10 10 0 0 1-11-10Z";
const SLASH = "M-30 20L30-20";
const ARROW = "M0 16V-17M-8-8L0-17L8-8";

/** @param {number} x @param {number} y */
const soldier = (x, y) =>
  `${disc(x, y - 9, 4.6)}M${x - 7} ${y + 13}V${y + 3}A7 7 0 0 1 ${x + 7} ${y + 3}V${y + 13}Z`;

function star() {
  const points = Array.from({ length: 10 }, (_, k) => {
    const angle = (k * Math.PI) / 5 - Math.PI / 2;
    const r = k % 2 ? 9.2 : 23;
    return `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle) + 1).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/** @param {number} x */
const mine = (x) =>
  `${disc(x, 3, 6)}M${x - 1} 0V-8H${x + 1}V0ZM${x - 6}-1L${x - 9}-5L${x - 4}-3ZM${x + 6}-1L${x + 9}-5L${x + 4}-3Z`;

/** @type {Record<string, Symbol>} */
const SYMBOLS = {
  armour: { frame: true, line: OVAL },
  infantry: { frame: true, line: CROSS },
  "mechanised infantry": { frame: true, line: CROSS + OVAL },
  "motorised infantry": { frame: true, line: `${CROSS}M0-20V20` },
  reconnaissance: { frame: true, line: SLASH },
  artillery: { frame: true, solid: disc(0, 0, 7) },
  "anti-tank": { frame: true, line: "M-30 20L0-20L30 20" },
  "anti-aircraft": { frame: true, line: "M-30 20A30 29 0 0 1 30 20" },
  engineer: { frame: true, line: "M-17 11V-8H17V11M0-8V11" },
  parachute: { frame: true, line: `${CROSS}M-15 18A7.5 7.5 0 0 1 0 18A7.5 7.5 0 0 1 15 18` },
  cavalry: { frame: true, line: SLASH, solid: "M-30 20V-20H30Z" },
  headquarters: {
    frame: true,
    line: "M-30 20V33M-15-9V9M-15 0H-4M-4-9V9M5 0A6 9 0 0 1 17 0A6 9 0 0 1 5 0ZM12 4L18 10",
  },
  commander: { solid: star() },
  supply: {
    solid: "M-24-9C-24-13-4-13-4-9V15C-4 19-24 19-24 15Z",
    line: "M2-2H24V17H2ZM2 4H24M13 4V17M4-12H18V-2H4ZM4-7H18",
  },
  truck: { solid: `M-27 8V-14H5V8ZM7 8V-6H17L26 2V8Z${disc(-16, 11, 5.5)}${disc(15, 11, 5.5)}` },
  aircraft: {
    solid: "M0-21C3-21 4-15 4-8L29 3V9L4 5L3 14L11 18V21H-11V18L-3 14L-4 5L-29 9V3L-4-8C-4-15-3-21 0-21Z",
  },
  ship: { solid: "M-29 5H29L21 17H-21ZM-15 3V-5H-6V-15H5V-5H15V3Z" },
  minefield: { solid: mine(-18) + mine(0) + mine(18), line: "M-28 14H28" },
  fortification: { solid: "M-28 15V-12H-17V-4H-6V-12H6V-4H17V-12H28V15H8V4H-8V15Z" },
  squad: { solid: soldier(-17, 2) + soldier(0, 0) + soldier(17, 2) },
  "machine gun": { frame: true, line: `${ARROW}M-10 16H10M-6 9H6` },
  mortar: { frame: true, line: `M0 6V-17M-8-8L0-17L8-8${disc(0, 11, 5)}` },
  gun: { frame: true, line: "M0 16V-16M-9 11V-11M9 11V-11M-9 11H9" },
  tank: {
    solid: `M-27 3H25L20 13H-22ZM-11 1L-8-9H8L13 1ZM10-6H31V-3H11Z${disc(-18, 13, 4)}${disc(-6, 13, 4)}${disc(6, 13, 4)}${disc(17, 13, 4)}`,
  },
};

/** The drawing of a symbol, or nothing when it is not known. @param {string} name @returns {Symbol | undefined} */
export const symbolOf = (name) => (Object.hasOwn(SYMBOLS, name) ? SYMBOLS[name] : undefined);
