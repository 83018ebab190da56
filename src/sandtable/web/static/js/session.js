// @ts-check
// One visit to one table: what is loaded, from which side it is seen, and what is drawn. The server is the judge.

import { announce, hush } from "./announce.js";
import * as api from "./api.js";
import { invitationsTo } from "./invitations.js";
import { Places } from "./places.js";
import { Play } from "./play.js";
import { Playback } from "./playback.js";
import { lastSeen, moves, noteSeen, prefs, theme } from "./prefs.js";
import { Questions } from "./questions.js";
import { Replay } from "./replay.js";
import { battleOf, canAct, cellsOf, drawnAhead, harms, indexButtons, meantBy, pieceOf } from "./scene.js";
import { Connection } from "./socket.js";
import { play as playSound } from "./sound.js";
import { blank, nothingSeen } from "./state.js";
import { Store } from "./store.js";
import { t } from "./words.js";

/**
 * @typedef {import("./wire.js").Update} Update
 * @typedef {import("./wire.js").LogLine} LogLine
 * @typedef {import("./map/view.js").MapView} MapView
 */

export class Session {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.store = new Store(blank());
    /** What the mouse is over; kept apart, because it changes often and little depends on it. */
    this.pointer = new Store({ cell: /** @type {number | null} */ (null) });
    /** How often the part of the map in sight has changed. */
    this.sight = new Store({ changes: 0 });
    /** @type {MapView | null} */
    this.map = null;
    /** @type {Connection | null} */
    this.connection = null;
    this.closed = false;
    this.playback = new Playback(this);
    this.replay = new Replay(this);
    this.questions = new Questions(this);
    this.places = new Places(this);
    this.play = new Play(this);
    this.lastActor = -1;
    this.talkKnown = false;
    /** How often the reader has changed: what was fetched for one is not shown to the next. */
    this.turns = 0;
    /** Opens a panel beside the map, or goes below it; the page gives it. @type {((name: string) => void) | null} */
    this.showPanel = null;
  }

  get state() {
    return this.store.state;
  }

  get number() {
    return this.store.state.latest;
  }

  // Loading

  async open() {
    this.store.set({ stage: "loading", failure: null });
    try {
      const [info, games, board] = await Promise.all([api.info(this.id), api.games(), api.board(this.id)]);
      const game = games.find((one) => one.id === info.card.game) ?? null;
      const invitations = invitationsTo(this.id);
      this.store.set({ info, game, board, seats: info.card.seats, invitations });
      this.drawBoard();
      const side = this.firstSide(info);
      if (info.secrets && info.yours.length > 1) this.hide(side);
      else await this.lookAs(side);
    } catch (error) {
      this.fail(error);
    }
  }

  /** The side to show first: the side to move, if it is mine. @param {import("./wire.js").TableInfo} info */
  firstSide(info) {
    return info.yours.includes(info.card.actor) ? info.card.actor : (info.yours[0] ?? -1);
  }

  /** @param {unknown} error */
  fail(error) {
    if (this.closed) return;
    const refused = error instanceof api.Refused ? error : null;
    const reason = refused?.reason ?? t(error instanceof api.Unreachable ? "cannot_reach" : "went_wrong");
    this.store.set({ stage: "failed", failure: { reason, hint: refused?.hint ?? "" } });
    if (!refused && !(error instanceof api.Unreachable)) console.error(error);
  }

  /**
   * Show the game from one side from now on; what happened while that side was away is played back first.
   * @param {number} side
   * @param {{ playBack?: boolean }} [how]
   */
  async lookAs(side, { playBack = true } = {}) {
    const turn = ++this.turns;
    this.connection?.close();
    this.playback.clear();
    const update = await api.update(this.id, side, -1);
    if (this.gone(turn)) return;
    const notice = this.state.info?.secrets ? null : this.state.notice; // at one device it is still to be read
    this.questions.clear();
    this.store.set({ ...nothingSeen(), notice, side, latest: update.number, handOver: null, stage: "ready" });
    await this.begin(side, update, playBack);
    if (this.gone(turn)) return;
    this.connection = new Connection(this.id, side, update, {
      onMessage: (message) => this.receive(message),
      onState: (connection) => {
        const back = connection === "live" && this.state.connection !== "live";
        if (connection !== this.state.connection) this.store.set({ connection, ...(back && { notice: null }) });
      },
      chat: () => this.state.chat.at(-1)?.number ?? 0,
    });
  }

  /** Has the page been left, or handed to somebody else, since then? @param {number} turn */
  gone(turn) {
    return this.closed || turn !== this.turns;
  }

  /** @param {number} side @param {Update} update @param {boolean} playBack */
  async begin(side, update, playBack) {
    const turn = this.turns;
    const seen = lastSeen(this.id, side);
    const news = update.log.filter((line) => line.number > seen);
    const others = news.some((line) => (line.gist.side ?? -1) !== side);
    if (playBack && seen > 0 && others && side >= 0) {
      const then = await api.moment(this.id, side, seen).catch(() => null);
      if (this.gone(turn)) return;
      if (then) {
        this.show(
          then,
          update.log.filter((line) => line.number <= seen),
          false,
        );
        this.playback.push({ ...update, log: news, log_from: seen + 1 }, true);
        return;
      }
    }
    this.show(update, update.log, false);
    this.settle();
  }

  // What comes in

  /** @param {import("./wire.js").Pushed} message */
  receive(message) {
    if (this.closed) return;
    if (message.is === "update") this.receiveUpdate(message);
    else if (message.is === "chat") this.receiveChat(message.lines);
    else if (message.is === "presence") this.receivePresence(message);
    else this.refreshInfo();
  }

  /** @param {Update} update */
  receiveUpdate(update) {
    this.store.set({ latest: update.number });
    this.playback.push(update, false);
  }

  /** @param {import("./wire.js").Presence} presence */
  receivePresence({ seats, spectators, rematch }) {
    this.store.set({ seats, spectators });
    const yours = seats.filter((seat) => seat.yours).map((seat) => seat.side);
    const { info } = this.state;
    if (String(yours) !== String(info?.yours) || rematch !== info?.rematch) this.refreshInfo();
  }

  /** @param {readonly import("./wire.js").ChatLine[]} lines */
  receiveChat(lines) {
    const last = this.state.chat.at(-1)?.number ?? 0;
    const fresh = lines.filter((line) => line.number > last);
    const history = !this.talkKnown; // what was said before comes first, even when it is nothing
    this.talkKnown = true;
    if (!fresh.length) return;
    this.store.set({ chat: [...this.state.chat, ...fresh] });
    if (history) return void this.store.set({ chatSeen: fresh[fresh.length - 1].number });
    for (const line of fresh) announce(t("says", { name: line.name, text: line.text }));
    playSound("chat");
  }

  /** May this reader hear what became of something that a side sent, or has the device been handed over? @param {number} side */
  concerns(side) {
    return side === this.state.side || !this.state.info?.secrets;
  }

  async refreshInfo() {
    const info = await api.info(this.id).catch(() => null);
    if (!info || this.closed) return;
    this.store.set({ info, seats: info.card.seats });
    const { side, handOver } = this.state;
    const lost = side >= 0 && !info.yours.includes(side);
    const won = side < 0 && handOver === null && info.yours.length > 0;
    if (lost || won) await this.open();
  }

  // What is drawn

  /** @param {MapView | null} map */
  attach(map) {
    this.map = map;
    this.drawBoard();
    const { update, overlays, selected } = this.state;
    if (!map || !update) return;
    map.setScene(update.scene, { animate: false, speed: 1 });
    for (const [name, answer] of Object.entries(overlays)) map.setOverlay(name, answer);
    if (selected?.answer) map.setOverlay("selection", selected.answer);
    this.drawChoices();
  }

  drawBoard() {
    const { board, game } = this.state;
    if (board && this.map) this.map.setBoard(board, [...(game?.sides ?? [])]);
    this.drawOptions();
  }

  drawOptions() {
    const { numbers } = prefs.state;
    const { counters } = this.state;
    this.map?.setOptions({ numbers, counters, motion: moves(), theme: theme(), key: this.id });
  }

  /**
   * The one place where what is shown changes.
   * @param {Update} update
   * @param {readonly LogLine[]} log
   * @param {boolean} animate
   */
  show(update, log, animate) {
    const before = this.state.log.at(-1)?.number ?? -1;
    const fresh = log.filter((line) => line.number > before).map((line) => line.number);
    const plays = this.state.update !== null && this.state.side >= 0;
    const told = plays && log.findLast((line) => line.kind === "table" && this.isNews(line, before));
    const passes = update.scene.actor !== this.state.update?.scene.actor;
    const cut = this.state.update?.way && !update.way && log.findLast((line) => this.isNews(line, before));
    const sending = this.state.sending && update.number === this.state.update?.number;
    this.store.set({ update, log, fresh, sending, selected: null, pending: null }); // a notice stays until it is read
    this.map?.setSelection({ pieces: [], cell: null });
    for (const name of ["selection", "way", "pointed", "target"]) this.map?.setOverlay(name, null);
    this.map?.setOverlay("ahead", update.way ? drawnAhead(update.scene, update.way) : null);
    if (passes) this.questions.forget();
    if (told) this.play.tell(told.text);
    if (cut) this.play.tell(t("way_cut"), { hint: cut.text, rule: cut.rule });
    this.map?.setChoices({ cells: new Map(), pieces: new Map(), harmful: new Set(), aside: new Set() });
    return this.map?.setScene(update.scene, { animate: animate && moves(), speed: 1 }) ?? Promise.resolve();
  }

  /** Did somebody else do this after a number? @param {LogLine} line @param {number} before */
  isNews({ number, gist }, before) {
    const { side = -1 } = gist;
    return number > before && side >= 0 && side !== this.state.side;
  }

  /** Nothing is left to play back: now the reader may act. */
  settle() {
    const { update, side, info } = this.state;
    if (!update || this.closed || this.state.replay) return;
    noteSeen(this.id, side, update.number);
    announce(update.scene.prompt);
    if (update.ending && !info?.card.ending) this.refreshInfo();
    const next = update.scene.actor;
    if (info?.yours.includes(next) && next !== side && !info.secrets) return void this.turnTo(next, { playBack: false }); // nothing is secret
    if (next === side && this.lastActor !== side && side >= 0) playSound("turn");
    this.lastActor = next;
    this.drawChoices();
    this.lookAtChoice();
    this.play.selectFocus();
    this.questions.renew();
  }

  /** What the reader is asked about comes into sight: a battle, or cells and pieces that the prompt speaks of. */
  lookAtChoice() {
    if (!canAct(this.state) || !this.map) return;
    const { scene } = /** @type {Update} */ (this.state.update);
    const battle = battleOf(this.state)?.cells;
    const inviting = scene.buttons.filter((button) => !button.aside && !harms(button));
    const cells = battle?.length ? battle : inviting.flatMap((button) => cellsOf(scene, button));
    this.map.seek([...cells, ...scene.focus.map((id) => pieceOf(scene, id)?.cell ?? -1)]);
  }

  drawChoices() {
    const able = canAct(this.state) && this.state.update;
    const { byCell, byPiece } = indexButtons(able ? able.scene.buttons : []);
    /** @param {readonly import("./wire.js").Button[]} list */
    const label = (list) => (list.length === 1 ? list[0].label : t("choices", { n: list.length }));
    this.map?.setChoices({
      cells: new Map([...byCell].flatMap(([cell, list]) => (meantBy(list).length ? [[cell, label(list)]] : []))),
      pieces: new Map([...byPiece].map(([piece, list]) => [piece, label(list)])),
      harmful: new Set([...byPiece].flatMap(([piece, list]) => (list.every(harms) ? [piece] : []))),
      aside: new Set([...byPiece].flatMap(([piece, list]) => (meantBy(list).length ? [] : [piece]))),
    });
  }

  // Several players at one device

  /**
   * Show the game to another of my sides; without it there is nothing to show.
   * @param {number} side
   * @param {{ playBack?: boolean }} [how]
   */
  async turnTo(side, how) {
    try {
      await this.lookAs(side, how);
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Hide everything and forget it, until the next player takes the device; the page takes the map away.
   * @param {number} side
   */
  hide(side) {
    this.turns += 1;
    this.connection?.close();
    this.connection = null;
    this.playback.clear();
    this.replay.clear();
    this.places.clear();
    const { chat, chatSeen } = blank();
    this.talkKnown = false;
    this.store.set({ ...nothingSeen(), chat, chatSeen, stage: "ready", handOver: side, side: -1 });
    hush();
  }

  /** The next player has the device. */
  async reveal() {
    const side = this.state.handOver;
    if (side !== null) await this.turnTo(side);
  }

  close() {
    this.closed = true;
    this.connection?.close();
    this.playback.clear();
    this.replay.clear();
  }
}
