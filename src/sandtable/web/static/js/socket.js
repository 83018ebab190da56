// @ts-check
// The connection to the server: a socket that reconnects by itself, and polling every few seconds where none is possible.

import * as api from "./api.js";
import { Incoming } from "./incoming.js";

/**
 * @typedef {"connecting" | "live" | "polling" | "offline"} ConnectionState
 * @typedef {object} Ends
 * @property {(message: import("./wire.js").Pushed) => void} onMessage
 * @property {(state: ConnectionState) => void} onState
 * @property {() => number} chat the last that this reader has heard of the chat
 */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
const POLL_EVERY = 3000;
const FAILURES_BEFORE_POLLING = 2;
const QUIET = 45_000; // a connection that says nothing for so long is looked after
const LATE = 1000; // what is stored and not shown for so long is asked for

/** 0.5 to 1.5 s, doubled with each failure, never above a minute. @param {number} failures */
function pauseAfter(failures) {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * (1 + 2 * Math.random()) * 2 ** Math.min(failures, 10));
}

export class Connection {
  /** @param {string} id @param {number} side @param {import("./wire.js").Update} first what is shown already @param {Ends} ends */
  constructor(id, side, first, ends) {
    this.id = id;
    this.side = side;
    this.ends = ends;
    this.incoming = new Incoming(first);
    /** Those who wait for the next update. @type {(() => void)[]} */
    this.waiting = [];
    this.failures = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retry = 0;
    this.poll = 0;
    this.lastHeard = 0;
    this.unreachable = false;
    this.watch = setInterval(() => this.lookAfter(), QUIET / 3);
    this.wake = () => this.hurry();
    addEventListener("online", this.wake);
    addEventListener("offline", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    if (this.closed || this.socket) return;
    const after = this.incoming.last.number;
    const address = new URL(api.socketPath(this.id, this.side, after, this.ends.chat()), location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  /** @param {import("./wire.js").Pushed} message */
  hear(message) {
    this.lastHeard = Date.now();
    this.failures = 0;
    this.stopPolling();
    this.ends.onState("live");
    if (message.is !== "update") return void this.ends.onMessage(message);
    if (this.incoming.bring(message)) this.ends.onMessage(message);
    this.stir();
  }

  /** An update has come, or none will. */
  stir() {
    for (const go of this.waiting.splice(0)) go();
  }

  /** Wait until an update comes, but not too long. @returns {Promise<boolean>} did it come? */
  stirred() {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), LATE);
      this.waiting.push(() => {
        clearTimeout(late);
        resolve(true);
      });
    });
  }

  /** What has been heard; to be noted before something is sent. */
  get heard() {
    return this.incoming.heard;
  }

  /**
   * What was sent is stored: wait until it is shown. The socket brings it; if it is late, or there is none, ask.
   * @param {number} sent what had been heard then @param {number} number it is stored as
   */
  async confirm(sent, number) {
    const waits = () => !this.closed && !this.incoming.shows(sent, number);
    for (let patient = this.socket !== null; waits(); patient = true) {
      if (patient && (await this.stirred())) continue;
      if (waits() && (await this.askOnce())) return;
    }
  }

  lose() {
    this.socket = null;
    if (this.closed) return;
    this.failures += 1;
    if (!this.poll) this.ends.onState(navigator.onLine ? "connecting" : "offline");
    if (this.failures >= FAILURES_BEFORE_POLLING) this.startPolling();
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), pauseAfter(this.failures - 1));
  }

  startPolling() {
    if (this.poll || this.closed) return;
    const again = async () => {
      await this.askOnce();
      if (this.poll) this.poll = setTimeout(again, POLL_EVERY);
    };
    this.poll = setTimeout(again, 0);
  }

  stopPolling() {
    clearTimeout(this.poll);
    this.poll = 0;
  }

  /** Fetch what is new without the socket. @returns {Promise<boolean>} did the server answer, and nothing else come since? */
  async askOnce() {
    const asked = this.heard;
    try {
      const update = await api.update(this.id, this.side, this.incoming.last.number);
      if (this.closed) return true;
      if (this.unreachable) this.open(); // it is back: do not wait out the pause
      this.unreachable = false;
      if (this.poll) this.ends.onState("polling");
      else if (this.socket?.readyState === WebSocket.OPEN) this.ends.onState("live");
      const inOrder = asked === this.heard;
      if (this.incoming.answer(asked, update)) this.showMissed(update);
      if (this.poll) await this.overhear();
      return inOrder;
    } catch (error) {
      if (this.closed || !(error instanceof api.Unreachable)) return true;
      this.unreachable = true;
      this.ends.onState("offline");
      return false;
    }
  }

  /** The socket has not brought this: a new one takes its place. @param {import("./wire.js").Update} update */
  showMissed(update) {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    if (socket) this.open();
    this.ends.onMessage(update);
    this.stir();
  }

  /** Fetch what was said without the socket. */
  async overhear() {
    const before = this.ends.chat();
    const talk = await api.chat(this.id, before);
    if (!this.closed && talk.lines.length && this.ends.chat() === before) this.ends.onMessage(talk);
  }

  /** The network came back, or the reader did: do not wait out the pause. */
  hurry() {
    if (this.closed) return;
    if (!navigator.onLine) this.ends.onState("offline");
    else if (!this.socket) this.open();
    else if (document.visibilityState === "visible") this.askOnce();
  }

  /** A socket can die silently; asking shows whether anything was missed. */
  lookAfter() {
    const quiet = Date.now() - this.lastHeard > QUIET;
    if (quiet && this.socket?.readyState === WebSocket.OPEN && document.visibilityState === "visible")
      this.askOnce();
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.watch);
    this.stopPolling();
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
    this.socket = null;
    this.stir();
  }
}
