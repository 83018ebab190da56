// @ts-check
/**
 * Hands on the map: mouse, pen, fingers. A `Hand` is told what they mean. A press counts only if it is released
 * where it began, so that one can slide off to cancel.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {object} Hand
 * @property {(dx: number, dy: number) => void} pan
 * @property {(vx: number, vy: number) => void} fling
 * @property {(factor: number, at: Point, smooth: boolean) => void} zoom
 * @property {(at: Point, event: PointerEvent) => boolean} tap true when it meant something
 * @property {(at: Point) => boolean} hold true when it meant something; otherwise letting go is a tap
 * @property {(at: Point | null, event: PointerEvent) => void} hover
 * @property {() => void} touch anything begins
 * @property {(at: Point) => Promise<boolean> | null} lift can what is there be carried? None: certainly not
 * @property {(at: Point) => void} carry
 * @property {(at: Point) => void} drop
 * @property {() => void} putBack what is carried
 */

const STILL = { mouse: 5, touch: 11 };
const HOLD_TIME = 450;
const DOUBLE_TIME = 320;
const DOUBLE_REACH = 28;
const DOUBLE_ZOOM = 1.9;
const FASTEST = 1.7;
const WHEEL = 0.0016;
const PINCH_WHEEL = 0.01;

export class Gestures {
  /** @param {HTMLElement} root @param {Hand} hand */
  constructor(root, hand) {
    this._root = root;
    this._hand = hand;
    /** @type {Map<number, Point>} */
    this._down = new Map();
    this._start = { x: 0, y: 0 };
    this._dragging = false;
    this._held = false;
    /** Has the finger rested? */
    this._rested = false;
    /** Is something carried, or being lifted? @type {"" | "lifting" | "carrying"} */
    this._load = "";
    this._timer = 0;
    /** @type {{at: Point, time: number} | null} */
    this._tapped = null;
    /** @type {{at: Point, time: number}[]} */
    this._trail = [];
    this._ended = new AbortController();
    this._listen();
  }

  _listen() {
    const options = { signal: this._ended.signal };
    const root = this._root;
    root.addEventListener("pointerdown", (event) => this._press(event), options);
    root.addEventListener("pointermove", (event) => this._move(event), options);
    root.addEventListener("pointerup", (event) => this._release(event), options);
    root.addEventListener("pointercancel", (event) => this._cancel(event), options);
    root.addEventListener("pointerleave", (event) => this._leave(event), options);
    root.addEventListener("wheel", (event) => this._wheel(event), { ...options, passive: false });
    root.addEventListener("contextmenu", (event) => event.preventDefault(), options);
  }

  destroy() {
    clearTimeout(this._timer);
    this._ended.abort();
  }

  /** @param {{clientX: number, clientY: number}} event @returns {Point} */
  _at(event) {
    const box = this._root.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  _press(event) {
    if (event.target instanceof Element && event.target.closest("button, a, input, [data-own-pointer]")) return;
    this._hand.touch();
    const at = this._at(event);
    this._down.set(event.pointerId, at);
    this._root.setPointerCapture(event.pointerId);
    clearTimeout(this._timer);
    if (this._down.size > 1) {
      this._putBack();
      this._dragging = true;
      return;
    }
    this._start = at;
    this._dragging = false;
    this._held = this._rested = false;
    this._trail = [{ at, time: event.timeStamp }];
    if (event.pointerType !== "mouse") this._timer = window.setTimeout(() => this._hold(at), HOLD_TIME);
  }

  /** @param {Point} at */
  _hold(at) {
    if (this._dragging || this._down.size !== 1) return;
    this._rested = true;
    this._held = this._hand.hold(at);
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const at = this._at(event);
    const before = this._down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this._hand.hover(at, event);
      return;
    }
    if (this._down.size === 2) this._pinch(event.pointerId, before, at);
    this._down.set(event.pointerId, at);
    if (this._down.size > 1) return;
    if (this._load) return void this._hand.carry(at);
    const reach = event.pointerType === "mouse" ? STILL.mouse : STILL.touch;
    if (!this._dragging && Math.hypot(at.x - this._start.x, at.y - this._start.y) < reach) return;
    if (!this._dragging && this._lifts(event)) return void this._hand.carry(at);
    if (this._held) return;
    const from = this._dragging ? before : this._start;
    this._dragging = true;
    clearTimeout(this._timer);
    this._trail.push({ at, time: event.timeStamp });
    this._trail = this._trail.filter(({ time }) => event.timeStamp - time < 90);
    this._hand.pan(at.x - from.x, at.y - from.y);
  }

  /**
   * The mouse lifts what it drags, a finger only what it has rested on. What turns out to have no reach is not lifted,
   * and the map follows the mouse instead.
   *
   * @param {PointerEvent} event
   */
  _lifts(event) {
    const meant = event.pointerType === "mouse" ? event.buttons === 1 : this._rested;
    const lifted = meant ? this._hand.lift(this._start) : null;
    if (!lifted) return false;
    const { pointerId } = event;
    const start = this._start;
    this._load = "lifting";
    lifted.then((done) => {
      if (this._load === "lifting") this._load = done ? "carrying" : "";
      const at = this._down.get(pointerId);
      if (done || !at || this._held || start !== this._start) return;
      this._dragging = true;
      this._hand.pan(at.x - this._start.x, at.y - this._start.y);
    });
    return true;
  }

  _putBack() {
    if (this._load) this._hand.putBack();
    this._load = "";
  }

  /**
   * Two fingers: their middle moves the map, their distance zooms it.
   *
   * @param {number} id @param {Point} before @param {Point} at
   */
  _pinch(id, before, at) {
    const other = [...this._down].find(([key]) => key !== id)?.[1];
    if (!other) return;
    this._hand.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(at.x - other.x, at.y - other.y);
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    if (was > 8 && is > 8) this._hand.zoom(is / was, middle, false);
  }

  /** @param {PointerEvent} event */
  _release(event) {
    const known = this._down.delete(event.pointerId);
    clearTimeout(this._timer);
    if (!known || this._down.size > 0) {
      this._trail = [];
      return;
    }
    const at = this._at(event);
    if (this._load) return void this._drop(at);
    if (this._held) return;
    if (this._dragging) this._letGo(event);
    else if (event.button === 2) this._hand.hold(at);
    else this._tap(at, event);
  }

  /** @param {Point} at */
  _drop(at) {
    this._load = "";
    this._hand.drop(at);
  }

  /** @param {PointerEvent} event */
  _letGo(event) {
    const [first] = this._trail;
    const last = this._trail[this._trail.length - 1];
    if (!first || !last || event.timeStamp - last.time > 60) return;
    const time = Math.max(16, last.time - first.time);
    const [vx, vy] = [(last.at.x - first.at.x) / time, (last.at.y - first.at.y) / time];
    const brake = Math.min(1, FASTEST / (Math.hypot(vx, vy) || 1));
    this._hand.fling(vx * brake, vy * brake);
  }

  /**
   * A double click on an empty spot zooms in; a click that means something is never taken for one.
   *
   * @param {Point} at @param {PointerEvent} event
   */
  _tap(at, event) {
    const last = this._tapped;
    const twice =
      last &&
      event.timeStamp - last.time < DOUBLE_TIME &&
      Math.hypot(at.x - last.at.x, at.y - last.at.y) < DOUBLE_REACH;
    if (twice) {
      this._tapped = null;
      this._hand.zoom(event.shiftKey ? 1 / DOUBLE_ZOOM : DOUBLE_ZOOM, at, true);
      return;
    }
    const meant = this._hand.tap(at, event);
    this._tapped = meant ? null : { at, time: event.timeStamp };
  }

  /** @param {PointerEvent} event */
  _cancel(event) {
    this._down.delete(event.pointerId);
    clearTimeout(this._timer);
    this._dragging = false;
    this._putBack();
  }

  /** @param {PointerEvent} event */
  _leave(event) {
    if (!this._down.size && event.pointerType === "mouse") this._hand.hover(null, event);
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    event.preventDefault();
    this._hand.touch();
    const lines = event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey && !event.ctrlKey) {
      this._hand.pan(-(event.deltaX || event.deltaY) * lines, 0);
      return;
    }
    const by = Math.max(-400, Math.min(400, event.deltaY * lines));
    const speed = event.ctrlKey ? PINCH_WHEEL : WHEEL;
    this._hand.zoom(Math.exp(-by * speed), this._at(event), !event.ctrlKey);
  }
}
