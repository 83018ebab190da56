// @ts-check
/**
 * Where the keyboard is on the map, and what its keys do there; each step is also said in words.
 *
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./view.js").MapView} MapView
 * @typedef {import("./view.js").Handlers} Handlers
 * @typedef {import("./pointing.js").Pointing} Pointing
 */
import { describeInStack, describePiece } from "./words.js";

const PAN = 90;

export class Cursor {
  /** @param {MapView} view @param {Handlers} handlers @param {Pointing} pointing */
  constructor(view, handlers, pointing) {
    this._view = view;
    this._handlers = handlers;
    this._pointing = pointing;
    /** @type {number | null} */
    this.cell = null;
    this._column = { x: 0, y: 0 };
  }

  /** The stack that is open, if any. */
  get _tray() {
    const { tray } = this._view.atlas;
    return tray && tray.cell !== null ? tray : null;
  }

  /** @param {number | null} cell */
  set(cell) {
    const place = cell === null ? undefined : this._view.geometry?.place(cell);
    this._go(place ?? null);
    if (place) this._column = { x: place.x, y: place.y };
  }

  /** @param {Place | null} place */
  _go(place) {
    const view = this._view;
    this.cell = place ? place.number : null;
    view.table?.marks.showCursor(this.cell);
    if (!place) return;
    view.reveal(place.number);
    view.stage.say(view.describe(place.number));
    this._handlers.onHover(place.number, view.table?.piecesIn(place.number)[0]?.id || null);
  }

  /** @param {Point} way */
  move(way) {
    if (this._tray) {
      this._tray.step(way);
      this._sayInStack();
      return;
    }
    const { geometry } = this._view;
    const here = this.cell === null ? undefined : geometry?.place(this.cell);
    if (!here) {
      this.set(this._first()?.number ?? null);
      return;
    }
    // Going up and down hexes one keeps to a column, though they lie to its left and right by turns.
    const from = here.free ? here : { x: way.x ? here.x : this._column.x, y: way.y ? here.y : this._column.y };
    const next = geometry?.towards(from, way, here);
    if (!next) return;
    this._column = { x: way.x ? next.x : this._column.x, y: way.y ? next.y : this._column.y };
    this._go(next);
  }

  /** Where the keyboard begins: at what is selected, else at what is nearest to the middle. */
  _first() {
    const { geometry, table, selection, camera } = this._view;
    const selected = selection.cell ?? table?.cellOf(selection.pieces[0] ?? "") ?? null;
    const place = selected === null ? undefined : geometry?.place(selected);
    if (place || !geometry) return place;
    const far = (/** @type {Place} */ one) => Math.hypot(one.x - camera.x, one.y - camera.y);
    return [...geometry.byNumber.values()].sort((a, b) => far(a) - far(b))[0];
  }

  /** @param {Point} way */
  pan(way) {
    this._view.panBy(-way.x * PAN, -way.y * PAN);
  }

  /** @param {KeyboardEvent} event */
  choose(event) {
    const tray = this._tray;
    const picked = tray && tray.focus >= 0 ? tray.pieces[tray.focus] : undefined;
    if (tray?.isAll(tray.focus)) this._pointing.takeAll();
    else if (tray?.cell != null && picked) this._pointing.takeFromStack(picked, tray.cell, event);
    else if (this.cell !== null) this._pointing.choose(this.cell, null, event, true);
    if (this._tray && this._tray.focus < 0) this._focusFirst();
  }

  fan() {
    if (this.close()) return;
    const cell = this.cell ?? this._view.selection.cell;
    if (cell === null) return;
    this._view.openStack(cell);
    this._focusFirst();
  }

  /** @returns {boolean} whether there was something to close */
  close() {
    if (!this._tray) return false;
    this._view.closeStack();
    return true;
  }

  /** @param {number} factor */
  zoom(factor) {
    this._view.zoomBy(factor);
  }

  fit() {
    this._view.fit();
  }

  _focusFirst() {
    this._tray?.setFocus(0);
    this._sayInStack();
  }

  _sayInStack() {
    const { geometry, sides, choices, stage } = this._view;
    const tray = this._tray;
    if (tray?.isAll(tray.focus)) return void stage.say(tray.all);
    const piece = tray?.pieces[tray.focus];
    if (!tray || tray.cell === null || !piece || !geometry) return;
    const words = describePiece(piece, geometry.board, sides);
    stage.say(describeInStack(tray.focus + 1, tray.pieces.length, words, choices.pieces.has(piece.id)));
    this._handlers.onHover(tray.cell, piece.id || null);
  }
}
