// @ts-check
// The connection to the server: a socket that reconnects by itself, and polling every few seconds where none is possible.

import * as api from "./api.js";

/**
 * @typedef {"connecting" | "live" | "polling" | "offline"} ConnectionState
 * @typedef {object} Ends
 * @property {(message: import("./wire.js").Pushed) => void} onMessage
 * @property {(state: ConnectionState) => void} onState
 * @property {() => { after: number, chat: number }} progress how far this reader is
 */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
const POLL_EVERY = 3000;
const FAILURES_BEFORE_POLLING = 2;
const QUIET = 45_000; // a connection that says nothing for so long is looked after

/** 0.5 to 1.5 s, doubled with each failure, never above a minute. @param {number} failures */
function pauseAfter(failures) {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * (1 + 2 * Math.random()) * 2 ** Math.min(failures, 10));
}

export class Connection {
  /** @param {string} id @param {number} side @param {Ends} ends */
  constructor(id, side, ends) {
    this.id = id;
    this.side = side;
    this.ends = ends;
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
    const { after, chat } = this.ends.progress();
    const address = new URL(api.socketPath(this.id, this.side, after, chat), location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
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
    this.ends.onMessage(message);
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

  /** Fetch what is new without the socket. */
  async askOnce() {
    const before = this.ends.progress().after;
    try {
      const update = await api.update(this.id, this.side, before);
      if (this.closed) return;
      if (this.unreachable) this.open(); // it is back: do not wait out the pause
      this.unreachable = false;
      if (this.poll) this.ends.onState("polling");
      else if (this.socket?.readyState === WebSocket.OPEN) this.ends.onState("live");
      if (this.ends.progress().after === before && update.number !== before) this.ends.onMessage(update);
      if (this.poll) await this.overhear();
    } catch (error) {
      if (this.closed || !(error instanceof api.Unreachable)) return;
      this.unreachable = true;
      this.ends.onState("offline");
    }
  }

  /** Fetch what was said without the socket. */
  async overhear() {
    const before = this.ends.progress().chat;
    const talk = await api.chat(this.id, before);
    if (!this.closed && talk.lines.length && this.ends.progress().chat === before) this.ends.onMessage(talk);
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
  }
}
