// @ts-check
// What others did is shown one thing after the other, so that one sees what happened: at the reader's speed, with skip.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { moves, prefs } from "./prefs.js";
import { battleOf, mergeLog } from "./scene.js";
import { play as playSound } from "./sound.js";

/**
 * @typedef {import("./wire.js").Update} Update
 * @typedef {import("./wire.js").LogLine} LogLine
 * @typedef {{ update: Update, away: boolean }} Item
 * @typedef {{ x: number, y: number, scale: number }} Sight
 */

/** How long a step stays before the next. */
export const PAUSES = { slow: 1600, normal: 800, fast: 300, instant: 0 };
const MOST_STEPS = 60;
/** How many letters are read at a glance, and how many at most are told at once. */
const [SHORT, MOST_WORDS] = [70, 170];
const ROLL_FOR = 700;
const DICE_LIE_FOR = 4000;
const WAIT_FOR = 2000; // a moment that has not come by then is passed over

/**
 * Lines that belong together: the way of one piece is one step, every roll of dice is its own.
 * @param {readonly LogLine[]} lines
 * @returns {LogLine[][]}
 */
function stepsOf(lines) {
  /** @type {LogLine[][]} */
  const steps = [];
  let about = "";
  for (const line of lines) {
    const subject = subjectOf(line);
    const last = steps.at(-1);
    const same = line.number === last?.at(-1)?.number;
    if (last && (same || (subject && subject === about))) last.push(line);
    else steps.push([line]);
    about = (same && !line.gist.dice?.length && about) || subject;
  }
  return thinned(steps);
}

/** @param {LogLine} line */
function subjectOf(line) {
  const { pieces = [], dice = [], side = -1 } = line.gist;
  return dice.length ? "" : pieces.length ? `${side} ${pieces.join(" ")}` : "";
}

/** A step in words: all that came of its last choice, but no more than is quickly read. @param {readonly LogLine[]} step */
function told(step) {
  const last = step.filter((line) => line.number === step.at(-1)?.number).map((line) => line.text);
  const fits = last.filter((_, index) => last.slice(0, index + 1).join(". ").length <= MOST_WORDS || !index);
  return fits.join(". ") + (fits.length < last.length ? "…" : "");
}

/** How much longer than usual a step of so many words stays. @param {string} text */
const timeFor = (text) => Math.max(1, text.length / SHORT);

/** After a long absence, playback takes fewer, larger steps. @param {LogLine[][]} steps */
function thinned(steps) {
  const size = Math.ceil(steps.length / MOST_STEPS);
  if (size <= 1) return steps;
  return Array.from({ length: Math.ceil(steps.length / size) }, (_, index) =>
    steps.slice(index * size, (index + 1) * size).flat(),
  );
}

export class Playback {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Item[]} */
    this.queue = [];
    this.running = false;
    this.skipping = false;
    /** @type {(() => void) | null} */
    this.wake = null;
    this.diceTimer = 0;
    this.turn = 0;
    this.done = 0;
    this.total = 0;
    /** Where the reader looked before. @type {Sight | null} */
    this.sight = null;
    /** Where the playback has put the map. @type {Sight | null} */
    this.shown = null;
  }

  /** @param {Update} update @param {boolean} away did it happen while the reader was not here */
  push(update, away) {
    this.queue.push({ update, away });
    this.total += stepsOf(update.log).length;
    this.run();
  }

  /** Go on after something held it up. */
  async run() {
    if (this.running || this.session.state.replay) return;
    this.running = true;
    const turn = ++this.turn;
    while (this.queue.length && !this.session.state.replay && turn === this.turn) {
      const item = /** @type {Item} */ (this.queue.shift());
      await this.tell(item, turn);
    }
    if (turn !== this.turn) return;
    this.running = false;
    this.skipping = false;
    this.done = this.total = 0;
    this.session.store.set({ playback: null });
    if (battleOf(this.session.state)) this.sight = null; // it is asked about what is in sight
    this.goBack();
    this.session.settle();
  }

  /** @param {Item} item @param {number} turn */
  async tell({ update, away }, turn) {
    const { update: before, side, log } = this.session.state;
    const merged = mergeLog(log, update);
    const mine = !away && before?.scene.actor === side;
    if (!before || update.number === before.number) return void this.session.show(update, merged, false);
    const steps = mine ? [update.log.slice()] : stepsOf(update.log);
    let lines = merged.slice(0, merged.length - update.log.length);
    for (const [index, step] of steps.entries()) {
      lines = lines.concat(step);
      const last = index === steps.length - 1;
      this.done += 1;
      if (this.skips() && !last && !mine) continue;
      await this.show(update, step, lines, { last, mine, away }, turn);
      if (turn !== this.turn) return;
    }
    if (!steps.length || this.session.state.update?.number !== update.number) {
      await this.session.show(update, merged, true);
    }
  }

  /**
   * @param {Update} update
   * @param {LogLine[]} step
   * @param {LogLine[]} lines
   * @param {{ last: boolean, mine: boolean, away: boolean }} how
   * @param {number} turn
   */
  async show(update, step, lines, { last, mine, away }, turn) {
    const { session } = this;
    const text = told(step);
    if (!mine) session.store.set({ playback: { done: this.done, total: this.total, away, text } });
    const number = step.at(-1)?.number ?? update.number;
    const scene = last ? update : await this.moment(number);
    if (turn !== this.turn) return;
    await this.rollDice(step);
    if (turn !== this.turn) return;
    if (!this.skips()) this.look(step, mine);
    if (scene) await session.show(scene, lines, !this.skips());
    for (const line of step) announce(line.text);
    this.flash(step);
    if (!mine) await this.pause(this.hurried(PAUSES[prefs.state.speed]) * timeFor(text));
  }

  /** The table at a number; nothing if it does not come in time, or the reader skips it. @param {number} number */
  moment(number) {
    const { id, state } = this.session;
    return Promise.race([api.moment(id, state.side, number).catch(() => null), this.pause(WAIT_FOR).then(() => null)]);
  }

  /** Look where it happens. @param {readonly LogLine[]} step */
  follow(step) {
    const { map } = this.session;
    const cell = step.flatMap((line) => line.gist.cells ?? []).at(-1);
    if (cell === undefined || !map) return;
    if (!this.sight || this.moved()) this.sight = map.sight();
    map.reveal(cell);
    this.shown = map.sight();
  }

  /** Has the reader moved the map since the playback did? */
  moved() {
    const [now, then] = [this.session.map?.sight(), this.shown];
    if (!now || !then) return true;
    return Math.max(Math.abs(now.x - then.x), Math.abs(now.y - then.y)) * then.scale > 1 || now.scale !== then.scale;
  }

  /** @param {readonly LogLine[]} step @param {boolean} mine */
  look(step, mine) {
    if (mine) this.seek(step);
    else this.follow(step);
  }

  /** What readers bring about themselves is before their eyes; unless all of it happens out of sight. @param {readonly LogLine[]} step */
  seek(step) {
    const { map } = this.session;
    const cells = step.flatMap((line) => line.gist.cells ?? []).filter((cell) => cell >= 0);
    if (map && cells.length && !cells.some((cell) => map.spot(cell))) map.centre(cells[Math.floor(cells.length / 2)]);
  }

  /** Look again where the reader looked, unless the reader looks elsewhere by now. */
  goBack() {
    if (this.sight && !this.moved()) this.session.map?.goBackTo(this.sight);
    this.sight = null;
  }

  /** A reader who is far behind gets a faster playback. @param {number} pause */
  hurried(pause) {
    const left = this.total - this.done;
    return left > 4 * MOST_STEPS ? pause / 8 : left > MOST_STEPS ? pause / 3 : pause;
  }

  /** @param {readonly LogLine[]} step */
  flash(step) {
    const cells = step.flatMap((line) => line.gist.cells ?? []);
    const pieces = step.flatMap((line) => line.gist.pieces ?? []);
    if (cells.length || pieces.length) this.session.map?.flash([...new Set(cells)], [...new Set(pieces)]);
  }

  /** @param {readonly LogLine[]} step */
  async rollDice(step) {
    const rolls = step.filter((line) => line.gist.dice?.length);
    if (!rolls.length) return;
    const values = rolls.flatMap((line) => line.gist.dice ?? []);
    const shown = { values, text: rolls.map((line) => line.text).join("; "), side: rolls[0].gist.side ?? -1 };
    clearTimeout(this.diceTimer);
    playSound("dice");
    if (prefs.state.dice && moves() && !this.skips()) {
      this.session.store.set({ dice: { ...shown, rolling: true } });
      await this.pause(ROLL_FOR);
    }
    this.session.store.set({ dice: { ...shown, rolling: false } });
    this.diceTimer = setTimeout(() => this.session.store.set({ dice: null }), DICE_LIE_FOR);
  }

  skips() {
    return this.skipping || prefs.state.speed === "instant";
  }

  /** @param {number} length */
  pause(length) {
    if (this.skips() || !length) return Promise.resolve();
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const timer = setTimeout(resolve, length);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      })
    );
  }

  /** The reader wants to see the current position. */
  skip() {
    if (!this.running) return;
    this.skipping = true;
    this.wake?.();
  }

  /** Put the dice away, or stop their rolling. */
  settleDice() {
    this.wake?.();
    clearTimeout(this.diceTimer);
    this.session.store.set({ dice: null });
  }

  /** Forget what waits. */
  clear() {
    this.turn += 1;
    this.queue = [];
    this.running = false;
    this.skipping = false;
    this.done = this.total = 0;
    this.sight = null;
    this.wake?.();
    clearTimeout(this.diceTimer);
  }
}
