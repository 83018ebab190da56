// @ts-check
/**
 * What a press on the map means: a piece, a cell, a stack to be opened, or nothing. Found by arithmetic.
 *
 * @typedef {import("./view.js").MapView} MapView
 * @typedef {import("./view.js").Handlers} Handlers
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("../wire.js").Piece} Piece
 */

import { Carrying } from "./carrying.js";

const OPEN_AFTER = 420;
const CLOSE_AFTER = 260;
/** How many pixels beside a free point one may point at it, with a mouse and with a finger. */
const [MOUSE, FINGER] = [9, 22];

export class Pointing {
  /** @param {MapView} view @param {Handlers} handlers */
  constructor(view, handlers) {
    this._view = view;
    this._handlers = handlers;
    this.carrying = new Carrying(view, handlers);
    this._hovered = "";
    /** @type {number | null} */
    this._over = null;
    this._opening = 0;
    this._closing = 0;
  }

  destroy() {
    this.carrying.cancel();
    clearTimeout(this._opening);
    clearTimeout(this._closing);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this._view.panBy(dx, dy);
  }

  /** @param {number} vx @param {number} vy */
  fling(vx, vy) {
    if (!this._view.options.motion) return;
    this._view.camera.fling(vx, vy);
    this._view.atlas.request();
  }

  /** @param {number} factor @param {Point} at @param {boolean} smooth */
  zoom(factor, at, smooth) {
    this._view.zoomBy(factor, at, smooth);
  }

  touch() {
    this._view.touch();
    clearTimeout(this._opening);
  }

  /**
   * The cell that can be entered and the piece at a point of the screen. Around a free point there is nothing else, so
   * that its counters are meant by whoever points near them.
   *
   * @param {Point} at @param {number} [beside] pixels
   */
  _find(at, beside = MOUSE) {
    const { geometry, table, camera, options } = this._view;
    const { x, y } = camera.toPlane(at.x, at.y);
    const place = geometry?.at(x, y, beside / camera.scale);
    if (!place || place.number < 0) return null;
    const [px, py] = place.free ? [place.x, place.y] : [x, y];
    const piece = table?.pieceAt(place.number, x, y) ?? table?.pieceAt(place.number, px, py) ?? null;
    return { cell: place.number, piece: options.counters ? piece : null };
  }

  /** The name of what is printed there and never entered, as the sea. @param {Point} at */
  _scenery(at) {
    const { geometry, camera } = this._view;
    const { x, y } = camera.toPlane(at.x, at.y);
    return geometry?.at(x, y)?.cell.name ?? "";
  }

  /** @param {Point} at @param {PointerEvent} event @returns {boolean} */
  tap(at, event) {
    const view = this._view;
    const tray = view.atlas.tray;
    const index = tray?.hit(at) ?? null;
    if (tray && tray.cell !== null && index !== null) {
      const joining = tray.joins(at);
      if (tray.isAll(index)) this.takeAll();
      else if (joining) this._handlers.onJoin?.(joining);
      else if (index >= 0) this.takeFromStack(tray.pieces[index], tray.cell, event);
      return true;
    }
    if (view.cursor !== null) view.setCursor(null);
    const found = this._find(at, event.pointerType === "mouse" ? MOUSE : FINGER);
    if (!found) {
      view.closeStack();
      this._handlers.onEmpty(this._scenery(at));
      return false;
    }
    return this.choose(found.cell, found.piece, event, event.pointerType !== "mouse");
  }

  /**
   * A finger or a key goes on to the map under the open stack, so that is closed; the mouse closes it by leaving.
   *
   * @param {Piece} piece @param {number} cell @param {Event} event
   */
  takeFromStack(piece, cell, event) {
    this.pick(piece, cell, event);
    if (!(event instanceof PointerEvent && event.pointerType === "mouse")) this._view.closeStack();
  }

  /** All pieces of the open stack, which is closed, because the next press is on the map. */
  takeAll() {
    const tray = this._view.atlas.tray;
    if (!tray || tray.cell === null) return;
    const { pieces, cell } = tray;
    this._view.closeStack();
    this._handlers.onTogether?.(pieces, cell);
  }

  /** @param {Piece} piece @param {number} cell @param {Event} event */
  pick(piece, cell, event) {
    if (piece.id) this._handlers.onPiece(piece.id, cell, event);
    else this._handlers.onCell(cell, event);
  }

  /**
   * Choose a cell or one of its pieces. A piece in hand goes to a cell in its reach, whatever lies there. If it is not
   * clear which piece is meant, the stack is opened; a second press then means the cell, if that can be chosen.
   *
   * @param {number} cell @param {Piece | null} piece @param {Event} event
   * @param {boolean} blunt a finger or a key, which points at no single piece of a stack @returns {boolean}
   */
  choose(cell, piece, event, blunt) {
    const view = this._view;
    const open = view.atlas.tray?.cell === cell;
    const stack = view.table?.piecesIn(cell) ?? [];
    const legal = this._legal(stack);
    const wanted = view.choices.cells.has(cell);
    const keyed = event instanceof KeyboardEvent;
    const going = this._handlers.goesTo?.(cell, event) ?? false;
    if (!going && legal.length > 1 && (piece || keyed) && this._handlers.onStack?.(legal)) {
      view.closeStack();
      return true;
    }
    if (!open) view.closeStack();
    if (!stack.length || (!piece && !keyed) || going || (wanted && (open || !legal.length))) {
      view.closeStack();
      this._handlers.onCell(cell, event);
      return wanted || going;
    }
    const unclear = legal.length > 1 || (blunt && stack.length > 1 && legal.length !== 1);
    if (!unclear) this.pick(legal[0] ?? piece ?? stack[0], cell, event);
    else if (open && blunt) view.closeStack();
    else view.openStack(cell);
    return true;
  }

  /** Those of a stack that the prompt asks for; if there are none, those with which something else can be done. @param {Piece[]} stack */
  _legal(stack) {
    const { pieces, aside } = this._view.choices;
    const able = stack.filter(({ id }) => id && pieces.has(id));
    const meant = able.filter(({ id }) => !aside.has(id));
    return meant.length ? meant : able;
  }

  /**
   * Open the stack under a finger that rests there; on an open stack a slow finger is like a quick one.
   *
   * @param {Point} at @returns {boolean}
   */
  hold(at) {
    const { atlas, table } = this._view;
    const found = atlas.tray?.hit(at) == null ? this._find(at, FINGER) : null;
    if (!found || !table?.piecesIn(found.cell).length) return false;
    this._view.openStack(found.cell);
    return true;
  }

  /**
   * Carry a piece of the open stack, all of it, or the one under the pointer; of a stack rather one that can act.
   *
   * @param {Point} at
   */
  lift(at) {
    const tray = this._view.atlas.tray;
    const index = tray?.hit(at) ?? null;
    if (tray && tray.cell !== null && index !== null) {
      const pieces = tray.isAll(index) ? tray.pieces : tray.pieces.slice(index, index + 1);
      return index < 0 ? null : this.carrying.begin(pieces, tray.cell, at, true);
    }
    const found = this._find(at);
    if (!found?.piece) return null;
    const able = this._legal(this._view.table?.piecesIn(found.cell) ?? []);
    const piece = able.includes(found.piece) ? found.piece : (able[0] ?? found.piece);
    return this.carrying.begin([piece], found.cell, at, false);
  }

  /** @param {Point} at */
  carry(at) {
    this.carrying.move(at);
  }

  /** @param {Point} at */
  drop(at) {
    this.carrying.drop(at);
  }

  putBack() {
    this.carrying.cancel();
  }

  /** @param {Point | null} at */
  hover(at) {
    const tray = this._view.atlas.tray;
    const index = at && tray ? tray.hit(at) : null;
    if (tray && tray.cell !== null && index !== null) {
      clearTimeout(this._closing);
      this._closing = 0;
      tray.setFocus(index);
      this._tell(tray.cell, tray.pieces[index] ?? null);
      return;
    }
    if (tray && tray.focus >= 0) tray.setFocus(-1);
    const found = at && this._find(at);
    this._tell(found ? found.cell : null, found ? found.piece : null);
    this._fan(at, found ? found.cell : null, !!found?.piece);
  }

  /** @param {number | null} cell @param {Piece | null} piece */
  _tell(cell, piece) {
    const key = `${cell}/${piece?.id ?? ""}`;
    if (key === this._hovered) return;
    this._hovered = key;
    this._handlers.onHover(cell, piece?.id || null);
    this._view.stage.root.classList.toggle("is-over-choice", this._offered(cell, piece));
  }

  /** @param {number | null} cell @param {Piece | null} piece */
  _offered(cell, piece) {
    const { cells, pieces } = this._view.choices;
    return (cell !== null && cells.has(cell)) || (!!piece && pieces.has(piece.id));
  }

  /**
   * A stack under a resting mouse opens, and closes when the mouse has left it.
   *
   * @param {Point | null} at @param {number | null} cell @param {boolean} onPiece
   */
  _fan(at, cell, onPiece) {
    const view = this._view;
    const tray = view.atlas.tray;
    if (!tray) return;
    if (tray.cell !== null) this._mayClose(at);
    const over = onPiece && cell !== tray.cell ? cell : null;
    if (over === this._over) return;
    this._over = over;
    clearTimeout(this._opening);
    if (over === null || (view.table?.piecesIn(over).length ?? 0) < 2) return;
    this._opening = window.setTimeout(() => {
      clearTimeout(this._closing);
      this._closing = 0;
      view.openStack(over);
    }, OPEN_AFTER);
  }

  /** @param {Point | null} at */
  _mayClose(at) {
    const near = at && this._view.atlas.tray?.near(at, this._view.camera);
    if (near) {
      clearTimeout(this._closing);
      this._closing = 0;
    } else if (!this._closing) {
      this._closing = window.setTimeout(() => {
        this._closing = 0;
        this._view.closeStack();
      }, CLOSE_AFTER);
    }
  }
}
