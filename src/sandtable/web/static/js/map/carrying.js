// @ts-check
/**
 * Pieces carried by the pointer: a picture of them follows it, with the cost of the cell below; at the rim of the map
 * the map moves on. Nothing is played before they are dropped.
 *
 * @typedef {import("./view.js").MapView} MapView
 * @typedef {import("./view.js").Handlers} Handlers
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("../wire.js").Piece} Piece
 */
import { drawCounter } from "./counters.js";

const SIZE = 52;
const STILL = 5; // pixels that are no drag
const MOST = 3; // counters that are drawn of a group
const RIM = 26; // pixels at the rim of the map
const NONE_YET = -1;
const PACE = 9; // pixels a frame

export class Carrying {
  /** @param {MapView} view @param {Handlers} handlers */
  constructor(view, handlers) {
    this._view = view;
    this._handlers = handlers;
    /** @type {Point} */
    this._at = { x: 0, y: 0 };
    /** @type {HTMLElement | null} */
    this._ghost = null;
    /** Below the pointer; NONE_YET before anybody has looked. @type {number | null} */
    this._cell = NONE_YET;
    this._rim = { x: 0, y: 0 };
    this._frame = 0;
    this._falls = false;
    this._ended = new AbortController();
    /** Counts what was begun and ended, so that a late answer is known to be late. */
    this._turn = 0;
  }

  /**
   * Try to lift pieces. Whether they have a reach may have to be asked.
   *
   * @param {readonly Piece[]} pieces @param {number} cell @param {Point} at @param {boolean} exact these and no others
   * @returns {Promise<boolean> | null} none if they certainly cannot be carried
   */
  begin(pieces, cell, at, exact) {
    const lifted = this._handlers.onLift?.(pieces, cell, exact) ?? null;
    if (!lifted) return null;
    const turn = ++this._turn;
    this._at = at;
    this._falls = false;
    return lifted.then((ids) => {
      if (turn !== this._turn || !ids.length) return false;
      this._show(ids);
      if (this._falls) this.drop(this._at);
      return true;
    });
  }

  /**
   * Carry a piece that was pressed beside the map; a finger there scrolls.
   *
   * @param {Piece} piece @param {PointerEvent} press
   */
  from(piece, press) {
    if (press.pointerType !== "mouse" || press.button !== 0) return;
    const ended = new AbortController();
    const { signal } = ended;
    let begun = false;
    const point = (/** @type {PointerEvent} */ event) => {
      const box = this._view.stage.root.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const move = (/** @type {PointerEvent} */ event) => {
      const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > STILL;
      if (!begun && !far) return;
      if (!begun && !this.begin([piece], piece.cell, point(event), true)) return void ended.abort();
      begun = true;
      this.move(point(event));
    };
    const release = (/** @type {PointerEvent} */ event) => {
      ended.abort();
      if (begun) this.drop(point(event));
    };
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", release, { signal });
  }

  /** Draw what is carried. @param {readonly string[]} ids */
  _show(ids) {
    const { table, geometry, stage } = this._view;
    const all = table?.scene?.pieces.filter(({ id }) => id && ids.includes(id)) ?? [];
    if (!geometry || !all.length) return;
    this._view.closeStack();
    const ghost = document.createElement("div");
    ghost.className = "drag-ghost";
    ghost.setAttribute("aria-hidden", "true");
    for (const piece of all.slice(0, MOST)) ghost.append(drawCounter(piece, geometry.board, SIZE));
    const label = document.createElement("span");
    label.className = "drag-label";
    ghost.append(label);
    if (all.length > 1) ghost.dataset.count = String(all.length);
    document.body.append(ghost);
    this._ghost = ghost;
    stage.root.classList.add("is-carrying");
    for (const element of stage.root.querySelectorAll("g.piece")) {
      const { piece = "" } = /** @type {SVGElement} */ (element).dataset;
      element.classList.toggle("is-lifted", ids.includes(piece));
    }
    this._ended = new AbortController();
    window.addEventListener("keydown", (event) => this._key(event), { capture: true, signal: this._ended.signal });
    this.move(this._at);
  }

  /** Escape puts everything back, and means nothing else then. @param {KeyboardEvent} event */
  _key(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  }

  /** @param {Point} at CSS pixels of the map */
  move(at) {
    this._at = at;
    if (!this._ghost) return;
    const box = this._view.stage.root.getBoundingClientRect();
    this._ghost.style.transform = `translate(${box.left + at.x}px, ${box.top + at.y}px)`;
    const cell = this._under(at);
    if (cell !== this._cell) this._enter(cell);
    this._rim = { x: rim(at.x, box.width), y: rim(at.y, box.height) };
    if ((this._rim.x || this._rim.y) && !this._frame) this._frame = requestAnimationFrame(() => this._drift());
  }

  /** The pointer is over another cell. @param {number | null} cell */
  _enter(cell) {
    this._cell = cell;
    const words = this._handlers.onCarry?.(cell) ?? "";
    this._ghost?.classList.toggle("is-out", !words);
    const label = this._ghost?.querySelector(".drag-label");
    if (label) label.textContent = words;
  }

  /** At the rim the map moves on below what is carried. */
  _drift() {
    this._frame = 0;
    if (!this._ghost || (!this._rim.x && !this._rim.y)) return;
    this._view.panBy(-this._rim.x * PACE, -this._rim.y * PACE);
    this.move(this._at);
  }

  /** The cell at a point, or the place off the map that is drawn there. @param {Point} at */
  _under(at) {
    const { geometry, camera } = this._view;
    if (at.x < 0 || at.y < 0 || at.x > camera.width || at.y > camera.height) return this._away(at);
    const { x, y } = camera.toPlane(at.x, at.y);
    const place = geometry?.at(x, y);
    return place && place.number >= 0 ? place.number : null;
  }

  /** Beside the map. @param {Point} at @returns {number | null} */
  _away(at) {
    const { left, top } = this._view.stage.root.getBoundingClientRect();
    const place = document.elementFromPoint(left + at.x, top + at.y)?.closest("[data-cell]");
    return place instanceof HTMLElement ? Number(place.dataset.cell) : null;
  }

  /** @param {Point} at */
  drop(at) {
    this.move(at);
    this._falls = true; // at once, if it has been let go before it was lifted
    if (!this._ghost) return;
    const cell = this._cell;
    this._end();
    this._handlers.onDrop?.(cell);
  }

  /** Put everything back. */
  cancel() {
    const carried = this._ghost !== null;
    this._end();
    if (carried) this._handlers.onDrop?.(null);
  }

  _end() {
    this._turn += 1;
    this._ended.abort();
    cancelAnimationFrame(this._frame);
    this._frame = 0;
    this._cell = NONE_YET;
    this._ghost?.remove();
    this._ghost = null;
    const { root } = this._view.stage;
    root.classList.remove("is-carrying");
    for (const element of root.querySelectorAll("g.piece.is-lifted")) element.classList.remove("is-lifted");
  }
}

/** -1 at the left or upper rim, 1 at the other; nothing outside. @param {number} at @param {number} length */
function rim(at, length) {
  if (at < 0 || at > length) return 0;
  return at < RIM ? -1 : at > length - RIM ? 1 : 0;
}
