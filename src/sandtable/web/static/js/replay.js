// @ts-check
// Going back: any moment of the game, by choice and by turn, without leaving the table.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { PAUSES } from "./playback.js";
import { prefs } from "./prefs.js";
import { t } from "./words.js";

/**
 * @typedef {import("./wire.js").Update} Update
 * @typedef {import("./wire.js").Moment} Moment
 *
 * @typedef {object} Replaying
 * @property {number} side whose eyes
 * @property {readonly Moment[]} moments
 * @property {number} index
 * @property {Update | null} update
 * @property {boolean} playing
 * @property {string} shared the link to this moment, when one was made
 */

const KEEP = 80;
const SLOWEST_STEP = 250;

export class Replay {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Map<number, Update>} */
    this.known = new Map();
    this.timer = 0;
    this.asked = 0;
  }

  get now() {
    return this.session.state.replay;
  }

  /** @param {Partial<Replaying>} change */
  set(change) {
    if (this.now) this.session.store.set({ replay: { ...this.now, ...change } });
  }

  /** @param {number} [number] the moment to begin with; the last one when none is given */
  async enter(number) {
    await this.look(this.session.state.side, number);
  }

  /** See the past as one side saw it. @param {number} side @param {number} [number] */
  async look(side, number) {
    try {
      const { moments } = await api.moments(this.session.id, side);
      if (!moments.length) return void this.session.play.tell(t("no_moments"));
      this.known.clear();
      const last = moments.length - 1;
      const index = number === undefined ? last : nearest(moments, number);
      this.session.store.set({ replay: { side, moments, index, update: null, playing: false, shared: "" } });
      this.session.play.deselect();
      this.session.questions.clear();
      this.session.drawChoices();
      await this.go(index);
    } catch (error) {
      this.session.play.refuse(error);
    }
  }

  /** @param {number} index */
  async go(index) {
    const { now } = this;
    if (!now) return;
    const place = Math.max(0, Math.min(now.moments.length - 1, index));
    const near = Math.abs(place - now.index) <= 1;
    this.set({ index: place, shared: "" });
    const asked = ++this.asked;
    const moment = now.moments[place];
    const update = this.known.get(moment.number) ?? (await this.fetch(now.side, moment.number));
    if (!update || asked !== this.asked || !this.now) return;
    this.set({ update });
    announce(moment.text);
    const { cells, pieces } = gistOf(update, moment);
    if (cells.length) this.session.map?.reveal(cells[cells.length - 1]);
    await this.session.map?.setScene(update.scene, { animate: near, speed: 2 });
    if (near && (cells.length || pieces.length)) this.session.map?.flash(cells, pieces);
  }

  /** @param {number} side @param {number} number */
  async fetch(side, number) {
    try {
      const update = await api.moment(this.session.id, side, number);
      if (this.known.size > KEEP) this.known.delete(/** @type {number} */ (this.known.keys().next().value));
      this.known.set(number, update);
      return update;
    } catch (error) {
      this.pause();
      this.session.play.refuse(error);
      return null;
    }
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    if (this.now) this.go(this.now.index + by);
  }

  /** To where the turn before or after begins. @param {number} by -1 or 1 */
  stepTurn(by) {
    this.pause();
    if (this.now) this.go(turnStart(this.now.moments, this.now.index, by));
  }

  toggle() {
    if (this.now?.playing) this.pause();
    else this.start();
  }

  start() {
    const { now } = this;
    if (!now) return;
    if (now.index === now.moments.length - 1) this.go(0);
    this.set({ playing: true });
    const next = async () => {
      if (!this.now?.playing) return;
      await this.go(this.now.index + 1);
      if (!this.now?.playing) return;
      if (this.now.index >= this.now.moments.length - 1) return void this.pause();
      this.timer = setTimeout(next, Math.max(SLOWEST_STEP, PAUSES[prefs.state.speed]));
    };
    this.timer = setTimeout(next, SLOWEST_STEP);
  }

  pause() {
    clearTimeout(this.timer);
    if (this.now?.playing) this.set({ playing: false });
  }

  /** Make a link to this moment, as spectators see it. */
  async share() {
    const { now } = this;
    if (!now) return;
    try {
      const { path } = await api.share(this.session.id, { side: now.side, number: now.moments[now.index].number });
      this.set({ shared: path });
    } catch (error) {
      this.session.play.refuse(error);
    }
  }

  /** Back to now. */
  leave() {
    this.clear();
    const { update } = this.session.state;
    if (update) this.session.map?.setScene(update.scene, { animate: false, speed: 1 });
    if (this.session.playback.queue.length) this.session.playback.run();
    else this.session.settle();
  }

  clear() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.known.clear();
    this.session.store.set({ replay: null });
  }
}

/** The place of the last moment up to a number. @param {readonly Moment[]} moments @param {number} number */
function nearest(moments, number) {
  const after = moments.findIndex((moment) => moment.number > number);
  return after < 0 ? moments.length - 1 : Math.max(0, after - 1);
}

/** @param {readonly Moment[]} moments @param {number} index @param {number} by */
function turnStart(moments, index, by) {
  const starts = turnStarts(moments);
  if (by > 0) return starts.find((start) => start > index) ?? moments.length - 1;
  return starts.filter((start) => start < index).at(-1) ?? 0;
}

/** The places where a turn begins. @param {readonly Moment[]} moments */
export function turnStarts(moments) {
  return moments.flatMap((moment, index) =>
    index === 0 || moment.turn !== moments[index - 1].turn ? [index] : [],
  );
}

/** @param {Update} update @param {Moment} moment */
function gistOf(update, moment) {
  const lines = update.log.filter((line) => line.number === moment.number);
  return {
    cells: [...new Set(lines.flatMap((line) => line.gist.cells ?? []))],
    pieces: [...new Set(lines.flatMap((line) => line.gist.pieces ?? []))],
  };
}
