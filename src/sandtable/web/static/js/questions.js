// @ts-check
// Questions to the game: overlays laid over the map, the reach of a piece, and anything with arguments to point at.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { calledOf, cardOf, cellOf, namesDiffer, pieceOf } from "./scene.js";
import { t } from "./words.js";

/**
 * @typedef {import("./wire.js").QuestionCard} QuestionCard
 * @typedef {import("./wire.js").Answer} Answer
 */

/** Letters that mean something else everywhere. */
const TAKEN = "npuhtcegrmib";
export const LAST_MOVES = "last moves";

export class Questions {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
  }

  /** @param {string} use @returns {QuestionCard[]} */
  of(use) {
    return (this.session.state.game?.questions ?? []).filter((question) => question.use === use);
  }

  /** The noun of a piece; most have the first of the board's. @param {string} id */
  nounOf(id) {
    const { board, update } = this.session.state;
    const noun = pieceOf(update?.scene, id)?.noun || cardOf(update?.scene, id)?.noun;
    return noun || (board?.piece_nouns[0] ?? "");
  }

  /**
   * The question of some use that can be asked about a piece: how far it goes when it is picked up, its way to a cell.
   * @param {string} use @param {string} id
   */
  about(use, id) {
    const noun = this.nounOf(id);
    return this.of(use).find((question) => question.nouns[0] === noun);
  }

  /**
   * @param {string} question @param {readonly string[]} given
   * @param {readonly string[]} [company] pieces that go with the one that is asked about
   * @returns {Promise<Answer>}
   */
  ask(question, given, company = []) {
    return api.ask(this.session.id, { side: this.session.state.side, question, arguments: given, company });
  }

  /** Overlays with the key of each: the first letter of its name that is free, or a digit. */
  overlays() {
    const used = new Set(TAKEN);
    return this.of("overlay").map((question, index) => {
      const letter = question.name[0]?.toLowerCase() ?? "";
      const key = letter && !used.has(letter) ? letter : String(index + 1);
      used.add(key);
      return { question, key };
    });
  }

  /** @param {string} name */
  async toggle(name) {
    const { overlays } = this.session.state;
    if (name in overlays) return void this.drop(name);
    try {
      const answer = name === LAST_MOVES ? this.lastMoves() : await this.ask(name, []);
      this.put(name, answer);
      announce(answer.text || t("overlay_on", { name: this.title(name) }));
    } catch (error) {
      this.session.play.refuse(error);
    }
  }

  /** @param {string} name */
  title(name) {
    if (name === LAST_MOVES) return t("last_moves");
    const card = this.session.state.game?.questions.find((question) => question.name === name);
    return card?.title || card?.name || name;
  }

  /** @param {string} name @param {Answer} answer */
  put(name, answer) {
    this.session.store.set({ overlays: { ...this.session.state.overlays, [name]: answer } });
    this.session.map?.setOverlay(name, answer);
  }

  /** @param {string} name */
  drop(name) {
    const { [name]: _, ...rest } = this.session.state.overlays;
    this.session.store.set({ overlays: rest });
    this.session.map?.setOverlay(name, null);
  }

  /** Take everything off the map. */
  clear() {
    for (const name of Object.keys(this.session.state.overlays)) this.drop(name);
    this.stop();
  }

  /** The position changed: ask again for everything laid over the map. */
  async renew() {
    for (const name of Object.keys(this.session.state.overlays)) {
      const answer = name === LAST_MOVES ? this.lastMoves() : await this.ask(name, []).catch(() => null);
      if (!(name in this.session.state.overlays)) continue;
      if (answer) this.put(name, answer);
      else this.drop(name);
    }
  }

  /** Where the others went since the reader's side decided last. @returns {Answer} */
  lastMoves() {
    const { log, side } = this.session.state;
    const own = log.findLastIndex((line) => line.gist.side === side);
    const since = own === log.length - 1 ? previousTurn(log, side) : log.slice(own + 1);
    return { text: t("last_moves"), cells: [], ways: waysOf(since), legend: [], panel: null, combat: null, run: [], rule: "", final: false, stays: [], costs: [] };
  }

  // Questions with arguments

  /** What can be asked about a card, when it is held up. @param {string} id */
  aboutCard(id) {
    const noun = this.nounOf(id);
    return this.of("ask").filter((question) => question.nouns[0] === noun);
  }

  /** @param {QuestionCard} question @param {readonly string[]} [given] what it is asked about, as far as that is known */
  begin(question, given = []) {
    this.session.play.deselect();
    this.session.store.set({ asking: { question, given }, answer: null });
    this.session.map?.setOverlay("answer", null);
    if (question.nouns.length === given.length) this.finish(question, given);
    else announce(this.wanted());
  }

  /** What is to be pointed at next. */
  wanted() {
    const { asking, board, update } = this.session.state;
    if (!asking) return "";
    const noun = asking.question.nouns[asking.given.length];
    const kind = update?.scene.cards.some((card) => card.noun === noun)
      ? "point_card"
      : board?.piece_nouns.includes(noun) ? "point_piece" : noun === board?.cell_noun ? "point_cell" : "point_other";
    return t(kind, { question: asking.question.title || asking.question.name, noun: noun ?? "" });
  }

  /** The reader points at something: does the question take it? @param {string} piece @param {number} cell */
  give(piece, cell) {
    const { asking, board } = this.session.state;
    if (!asking) return;
    const noun = asking.question.nouns[asking.given.length];
    const fits = noun === this.nounOf(piece) ? piece : "";
    const name = noun === board?.cell_noun ? cellOf(board, cell)?.name : fits;
    if (!name) return void announce(this.wanted());
    const given = [...asking.given, name];
    this.session.store.set({ asking: { ...asking, given } });
    if (given.length === asking.question.nouns.length) this.finish(asking.question, given);
    else announce(this.wanted());
  }

  /** @param {QuestionCard} question @param {readonly string[]} given */
  async finish(question, given) {
    try {
      const answer = await this.ask(question.name, given);
      const title = [question.title || question.name, ...given.map((name) => this.called(name))].join(" ");
      this.session.store.set({ asking: null, answer: { title, answer } });
      this.session.map?.setOverlay("answer", answer);
      this.session.showPanel?.("now");
      announce(answer.text);
    } catch (error) {
      this.stop();
      this.session.play.refuse(error);
    }
  }

  /** What was pointed at, as the reader calls it. @param {string} name */
  called(name) {
    const { board, update } = this.session.state;
    const cell = board?.cells.find((one) => one.name === name);
    if (cell) return cell.label && !namesDiffer(cell) ? cell.label : name;
    return cardOf(update?.scene, name)?.title || calledOf(update?.scene, name);
  }

  stop() {
    this.session.store.set({ asking: null });
    this.forget();
  }

  /** An answer leaves the map. */
  forget() {
    this.session.store.set({ answer: null });
    this.session.map?.setOverlay("answer", null);
  }
}

/** The ways of pieces, their steps joined. @param {readonly import("./wire.js").LogLine[]} lines */
function waysOf(lines) {
  /** @type {number[][]} */
  const ways = [];
  let mover = "";
  for (const { gist } of lines) {
    const cells = gist.cells ?? [];
    if (cells.length < 2) continue;
    const pieces = String(gist.pieces ?? []);
    const before = ways.at(-1);
    if (before && pieces === mover && before.at(-1) === cells[0]) before.push(...cells.slice(1));
    else ways.push([...cells]);
    mover = pieces;
  }
  return ways;
}

/**
 * What the others did before the reader's own last lines.
 * @param {readonly import("./wire.js").LogLine[]} log
 * @param {number} side
 */
function previousTurn(log, side) {
  const end = log.findLastIndex((line) => (line.gist.side ?? -1) >= 0 && line.gist.side !== side) + 1;
  const begin = log.slice(0, end).findLastIndex((line) => line.gist.side === side) + 1;
  return log.slice(begin, end);
}
