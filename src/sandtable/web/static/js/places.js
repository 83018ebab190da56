// @ts-check
// Places off the map that are numbered like cells: what is laid over the map lights them up, and they come into sight.

import { Store } from "./store.js";

/**
 * @typedef {import("./wire.js").Answer} Answer
 * @typedef {{ tone: string, text: string }} Light
 * @typedef {object} Lit
 * @property {Readonly<Record<number, readonly Light[]>>} tints by place
 * @property {readonly number[]} ways places that a way leads through
 * @property {number} wanted the place that is to be seen, or -1
 */

const FLASH_TIME = 1600;

/** @returns {Lit} */
const dark = () => ({ tints: {}, ways: [], wanted: -1 });

export class Places {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.store = new Store(dark());
    /** Answers that speak of places off the map. @type {Map<string, Answer>} */
    this.answers = new Map();
  }

  /** Is a number that of a place off the map? @param {number} cell */
  has(cell) {
    return cell >= 0 && Boolean(this.session.state.board?.boxes.some((box) => box.number === cell));
  }

  clear() {
    this.answers.clear();
    this.store.set(dark());
  }

  /** Something is laid over the map, or taken off it. @param {string} name @param {Answer | null} answer */
  lay(name, answer) {
    const speaks = answer?.cells.some(({ cell }) => this.has(cell)) || answer?.ways.some((way) => way.some((cell) => this.has(cell)));
    const known = this.answers.delete(name);
    if (answer && speaks) this.answers.set(name, answer);
    if (!known && !speaks) return;
    /** @type {Record<number, Light[]>} */
    const tints = {};
    for (const { cells } of this.answers.values()) {
      for (const { cell, tone = "", text = "" } of cells) if (this.has(cell)) (tints[cell] ??= []).push({ tone, text });
    }
    const ways = [...this.answers.values()].flatMap((one) => one.ways.flat()).filter((cell) => this.has(cell));
    this.store.set({ tints, ways });
  }

  /** Bring a place into sight, wherever it is drawn. @param {number} cell */
  show(cell) {
    if (!this.has(cell)) return;
    this.store.set({ wanted: cell });
    const below = elementsOf(cell).some((one) => one.closest(".below"));
    this.session.showPanel?.(below ? "places" : "tracks");
    setTimeout(() => elementsOf(cell).forEach((one) => one.scrollIntoView({ block: "nearest", inline: "nearest" })));
  }

  /** Draw the eye to places. @param {readonly number[]} cells */
  flash(cells) {
    const drawn = cells.filter((cell) => this.has(cell)).flatMap(elementsOf);
    for (const one of drawn) one.dataset.flash = "";
    if (drawn.length) setTimeout(() => drawn.forEach((one) => delete one.dataset.flash), FLASH_TIME);
  }
}

/** Where a place is drawn. @param {number} cell @returns {HTMLElement[]} */
const elementsOf = (cell) => [...document.querySelectorAll(`[data-cell="${cell}"]`)].filter((one) => one instanceof HTMLElement);
