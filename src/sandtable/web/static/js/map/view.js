// @ts-check
/**
 * The map of any game: it draws a board and a scene, tells what is clicked, and knows no rules.
 *
 * @typedef {import("../wire.js").Board} Board
 * @typedef {import("../wire.js").Scene} Scene
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("../wire.js").Answer} Answer
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./palette.js").Theme} Theme
 * @typedef {import("./camera.js").View} View
 * @typedef {import("./overlays.js").LegendLine} LegendLine
 *
 * @typedef {object} Handlers
 * @property {(cell: number, event: Event) => void} onCell
 * @property {(id: string, cell: number, event: Event) => void} onPiece
 * @property {(scenery: string) => void} onEmpty the name of what is printed there and never entered, if anything
 * @property {(cell: number | null, piece: string | null) => void} onHover
 * @property {(cell: number, event: Event) => boolean} [goesTo] would a press on this cell send a piece there?
 * @property {(pieces: readonly Piece[], cell: number, known: () => void) => string | null} [together] the words of a button
 *   that takes all pieces of an open stack; none yet while that is being found out, null if there will be none
 * @property {(id: string) => boolean} [mayJoin] could this piece go along with what is in hand?
 * @property {(id: string) => void} [onJoin]
 * @property {(pieces: readonly Piece[], cell: number) => void} [onTogether]
 * @property {(pieces: readonly Piece[]) => boolean} [onStack] a stack was touched, and these of its pieces can be
 *   chosen: true when that is answered, and it need not be opened
 * @property {() => void} [onZoom]
 * @property {(name: string, answer: Answer | null) => void} [onOverlay] something is laid over the map: what it says of
 *   places off the map is drawn there
 * @property {(cell: number) => void} [onAway] a place off the map is to be seen
 * @property {(cells: readonly number[]) => void} [onFlash]
 * @property {(pieces: readonly Piece[], cell: number, exact: boolean) => Promise<readonly string[]> | null} [onLift]
 *   pieces are about to be carried: which of them have a reach, or what is in hand in their cell, unless exactly these
 *   are meant; none if they certainly cannot be carried
 * @property {(cell: number | null) => string} [onCarry] the words of a cell over which they are; nothing if it is out of reach
 * @property {(cell: number | null) => void} [onDrop]
 *
 * @typedef {object} Options
 * @property {boolean} numbers of the cells
 * @property {boolean} counters shown at all
 * @property {boolean} motion
 * @property {Theme} theme
 * @property {boolean} minimap
 * @property {boolean} controls the buttons on the map
 * @property {string} key under which this device remembers the part of the map in sight; empty for not at all
 *
 * @typedef {object} Choices with their labels
 * @property {Map<number, string>} cells
 * @property {Map<string, string>} pieces
 * @property {Set<string>} harmful pieces with which one can only harm oneself
 * @property {Set<string>} aside pieces with which nothing can be done that the prompt asks for
 */
import { Atlas } from "./atlas.js";
import { CameraMemory } from "./camera.js";
import { Cursor } from "./cursor.js";
import { Gestures } from "./gestures.js";
import { Geometry, boxOf } from "./geometry.js";
import { listenToKeys } from "./keyboard.js";
import { Pointing } from "./pointing.js";
import { Table } from "./table.js";
import { describeCell, describePiece } from "./words.js";

const FLIGHT = 380;
const COMFORTABLE = 44;
const LARGE = 54;
const EMPTY_CHOICES = () => ({ cells: new Map(), pieces: new Map(), harmful: new Set(), aside: new Set() });

export class MapView {
  /** @param {HTMLElement} root @param {Handlers} handlers */
  constructor(root, handlers) {
    this._handlers = handlers;
    /** @type {Options} */
    this.options = {
      numbers: false,
      counters: true,
      motion: true,
      theme: "light",
      minimap: true,
      controls: true,
      key: "",
    };
    /** @type {Geometry | null} */
    this.geometry = null;
    /** @type {Table | null} */
    this.table = null;
    /** @type {readonly string[]} */
    this.sides = [];
    /** @type {Choices} */
    this.choices = EMPTY_CHOICES();
    /** @type {{pieces: readonly string[], cell: number | null}} */
    this.selection = { pieces: [], cell: null };
    /** Has somebody chosen what to see? */
    this._seen = false;
    /** Has somebody touched the map? From then on it stays where it is. */
    this._touched = false;
    /** Where the reader's choice is. @type {Place[]} */
    this._sought = [];
    this._ended = new AbortController();
    this.atlas = new Atlas(root, {
      zoom: (factor) => this.zoomBy(factor),
      fit: () => this.fit(),
      minimap: () => this.setOptions({ minimap: !this.options.minimap }),
      jump: (x, y) => this._lookAt({ x, y, scale: this.camera.scale }, false),
      moved: () => this._moved(),
      resized: () => this._resized(),
    });
    this.stage = this.atlas.stage;
    this.camera = this.atlas.camera;
    this._pointing = new Pointing(this, handlers);
    this._gestures = new Gestures(root, this._pointing);
    this._cursor = new Cursor(this, handlers, this._pointing);
    listenToKeys(root, this._cursor, this._ended.signal);
    this.setOptions({});
  }

  destroy() {
    this._ended.abort();
    this._gestures.destroy();
    this._pointing.destroy();
    this.atlas.destroy();
  }

  // What there is to draw

  /** @param {Board} board @param {readonly string[]} sideNames */
  setBoard(board, sideNames) {
    this.geometry = new Geometry(board);
    this.sides = sideNames;
    this.table = new Table(this.geometry, sideNames);
    this._seen = this._touched = false;
    this._sought = [];
    this._cursor.set(null);
    this.choices = EMPTY_CHOICES();
    this.selection = { pieces: [], cell: null };
    this.atlas.show(this.geometry, this.table);
    const remembered = this._memory()?.load(this.camera);
    if (remembered) this.camera.go(remembered);
    this._seen = !!remembered;
  }

  /** @param {Scene} scene @param {{animate?: boolean, speed?: number}} [how] @returns {Promise<void>} */
  setScene(scene, { animate = false, speed = 1 } = {}) {
    if (!this.table) return Promise.resolve();
    this._pointing.putBack();
    this.closeStack();
    const motion = animate && this.options.motion && speed > 0 && Number.isFinite(speed) && !document.hidden;
    const first = !this.table.scene;
    const arrived = this.table.setScene(scene, motion ? speed : 0);
    const { box, unit } = this.table.whole();
    Object.assign(this.camera, { whole: box, unit });
    this.atlas.rearranged();
    if (first) this.atlas.begin();
    if (first && !this._seen) this._lookFirst(scene);
    this._refresh();
    this.atlas.request();
    return arrived;
  }

  /** @param {Choices} choices */
  setChoices(choices) {
    this.choices = choices;
    this._refresh();
    this.atlas.dodge();
  }

  /** @param {{pieces: readonly string[], cell: number | null}} selection */
  setSelection(selection) {
    this.selection = selection;
    this.table?.raise(selection.pieces);
    this._refresh();
  }

  _refresh() {
    this.table?.showChoices(this.choices);
    this.table?.showSelection(this.selection);
    if (this.atlas.tray?.cell != null) this.openStack(this.atlas.tray.cell);
  }

  /** @param {string} name @param {Answer | null} answer */
  setOverlay(name, answer) {
    this.table?.setOverlay(name, answer);
    this._handlers.onOverlay?.(name, answer);
    if (name !== "selection") return;
    this.atlas.dodge();
    const open = this.atlas.tray?.cell;
    if (open == null) return;
    const gathering = this.selection.pieces.length > 1; // more may be added: it stays
    if (answer?.cells.length && !gathering && !this.atlas.tray?.avoids(this._aims(open), this.camera)) this.closeStack();
    else this.openStack(open);
  }

  /** @returns {LegendLine[]} */
  legend() {
    return this.table?.overlays.legend() ?? [];
  }

  /** @param {Partial<Options>} options */
  setOptions(options) {
    const before = this.options;
    this.options = { ...before, ...options };
    this.atlas.setOptions(this.options);
    if (options.key && options.key !== before.key && this.geometry) {
      const remembered = this._memory()?.load(this.camera);
      if (remembered) this.camera.go(remembered);
      this._seen = this._seen || !!remembered;
    }
    this.atlas.request();
  }

  touch() {
    this._touched = true;
    this.camera.stop();
  }

  /** Draw the eye to what happened. @param {readonly number[]} cells @param {readonly string[]} pieces */
  flash(cells, pieces) {
    this.table?.flash(cells, pieces);
    this._handlers.onFlash?.(cells);
  }

  // What is in sight

  _memory() {
    return this.options.key ? new CameraMemory(this.options.key) : null;
  }

  /** The picture has come to rest. */
  _moved() {
    if (this._seen) this._memory()?.save(this.camera);
    this._handlers.onZoom?.();
  }

  /** Until somebody touches the map, it is fitted again whenever its frame changes size. */
  _resized() {
    if (!this._seen && !this._touched && this.table?.scene) this._lookFirst(this.table.scene);
  }

  /**
   * The whole map where its counters are legible, else as much as fills the picture, around what is to be chosen, or
   * around one's own pieces.
   *
   * @param {Scene} scene
   */
  _lookFirst(scene) {
    const camera = this.camera;
    const whole = camera.viewOf(camera.whole);
    camera.go(whole);
    const [least, most] = [COMFORTABLE / camera.unit, LARGE / camera.unit];
    if (whole.scale >= least || !this.geometry) return;
    const { x0, y0, x1, y1 } = camera.whole;
    const filled = Math.max(camera.width / (x1 - x0), camera.height / (y1 - y0));
    const scale = Math.min(most, Math.max(least, filled));
    const [width, height] = [camera.width / scale, camera.height / scale];
    camera.go({ ...this._busiest(scene, width, height), scale });
    camera.clamp(0.04);
    if (!this._sought.length || this._sought.some((place) => this._sees(place))) return;
    camera.go({ ...thickest(this._sought, width, height), scale });
    camera.clamp(0.04);
  }

  /** Bring what is to be chosen into sight, unless some of it is: where most of it lies. @param {readonly number[]} cells */
  seek(cells) {
    const places = [...new Set(cells)].flatMap((cell) => this.geometry?.place(cell) ?? []);
    if (!places.length || !this.table?.scene) return;
    const first = !this._seen && !this._touched && !this._sought.length;
    this._sought = places;
    if (first) return void this._lookFirst(this.table.scene);
    if (places.some((place) => this._sees(place))) return;
    const { width, height, aim: { scale } } = this.camera;
    this._lookAt({ ...thickest(places, width / scale, height / scale), scale });
  }

  /** Is a place in sight, or soon will be? @param {Place} place */
  _sees(place) {
    const { width, height, aim: { x, y, scale } } = this.camera;
    return Math.abs(place.x - x) * scale < 0.48 * width && Math.abs(place.y - y) * scale < 0.48 * height;
  }

  /**
   * The front, if the game names it. Else where most pieces fit into a window, one's own first; where both sides meet
   * rather than behind the front, and where large units are: small ones count half.
   *
   * @param {Scene} scene @param {number} width @param {number} height
   */
  _busiest(scene, width, height) {
    const front = this.geometry?.place(scene.front);
    if (front) return { x: front.x, y: front.y };
    const all = scene.pieces.flatMap((piece) => {
      const place = this.geometry?.place(piece.cell);
      const counts = piece.side < 0 ? 0 : piece.shape === "small" ? 0.5 : 1;
      return place ? [{ place, own: piece.side === scene.side, counts }] : [];
    });
    let best = { x: this.camera.x, y: this.camera.y };
    let most = 0;
    for (const { place: middle } of all) {
      const seen = all.filter(
        ({ place }) => Math.abs(place.x - middle.x) < 0.45 * width && Math.abs(place.y - middle.y) < 0.45 * height,
      );
      const sum = (/** @type {boolean} */ own) => seen.reduce((all, one) => all + (one.own === own ? one.counts : 0), 0);
      const weight = (1 + 3 * sum(true)) * (1 + sum(false));
      if (weight <= most) continue;
      most = weight;
      const box = boxOf(seen.map(({ place }) => place));
      best = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
    }
    return best;
  }

  /** @param {View} view @param {boolean} [fly] */
  _lookAt(view, fly = true) {
    this._seen = true;
    this.camera.go(view, fly && this.options.motion ? FLIGHT : 0);
    this.atlas.request();
  }

  fit() {
    this._lookAt(this.camera.viewOf(this.camera.whole));
  }

  /** @param {number} factor @param {Point} [at] CSS pixels of the map @param {boolean} [smooth] */
  zoomBy(factor, at = { x: this.camera.width / 2, y: this.camera.height / 2 }, smooth = true) {
    this._seen = true;
    this.camera.zoom(factor, at, smooth && this.options.motion);
    this.atlas.request();
  }

  /** @param {number} dx @param {number} dy CSS pixels */
  panBy(dx, dy) {
    this._seen = true;
    this.camera.pan(dx, dy);
    this.atlas.request();
  }

  /** @param {number} cell */
  centre(cell) {
    const place = this.geometry?.place(cell);
    if (!place) return void this._handlers.onAway?.(cell);
    this._lookAt({ x: place.x, y: place.y, scale: Math.max(this.camera.scale, COMFORTABLE / place.size) });
  }

  /** @param {string} id */
  showSheet(id) {
    const index = this.geometry?.board.sheets.findIndex((sheet) => sheet.id === id) ?? -1;
    if (this.geometry && index >= 0) this._lookAt(this.camera.viewOf(this.geometry.sheetBoxes[index]));
  }

  // Stacks

  /** Fan out the pieces of a cell. @param {number} cell */
  openStack(cell) {
    const place = this.geometry?.place(cell);
    const pieces = this.table?.fanOf(cell) ?? [];
    if (!place || !pieces.length || !this.options.counters) {
      this.closeStack();
      return;
    }
    const all = this._handlers.together?.(pieces, cell, () => this.atlas.tray?.cell === cell && this.openStack(cell)) ?? null;
    const joining = pieces.filter(({ id }) => id && this._handlers.mayJoin?.(id)).map(({ id }) => id);
    const marks = { choices: this.choices, selected: this.selection.pieces, joining };
    this.atlas.tray?.open(place, pieces, this.camera, marks, all, this._aims(cell));
  }

  /** Where what is in hand may go: an open stack does not lie there. @param {number} cell its own */
  _aims(cell) {
    const reached = this.table?.overlays.reached() ?? [];
    const asked = this.choices.pieces.size ? [] : this.choices.cells.keys();
    return [...new Set(reached.length ? reached : asked)].filter((one) => one !== cell).flatMap((one) => this.geometry?.place(one) ?? []);
  }

  closeStack() {
    this.atlas.tray?.close();
  }

  /** A piece that lies beside the map is dragged onto it. @param {Piece} piece @param {PointerEvent} event its press */
  dragIn(piece, event) {
    this._pointing.carrying.from(piece, event);
  }

  // Keyboard

  /** The cell the keyboard is at. */
  get cursor() {
    return this._cursor.cell;
  }

  /** @param {number | null} cell */
  setCursor(cell) {
    this._cursor.set(cell);
  }

  /**
   * Where a cell is in the window: its middle, how far it reaches, and the frame of the map; nothing if it is out of
   * sight.
   *
   * @param {number} cell
   */
  spot(cell) {
    const place = this.geometry?.place(cell);
    if (!place) return null;
    const { x, y } = this.camera.toScreen(place.x, place.y);
    const { width, height, scale } = this.camera;
    if (x < 0 || y < 0 || x > width || y > height) return null;
    const frame = this.stage.root.getBoundingClientRect();
    return { x: frame.left + x, y: frame.top + y, reach: 0.5 * place.size * scale, frame };
  }

  /** The part of the map in sight, or about to be, to be gone back to: its corner, which stays when the map is resized. */
  sight() {
    const { x, y, scale } = this.camera.aim;
    return { x: x - this.camera.width / 2 / scale, y: y - this.camera.height / 2 / scale, scale };
  }

  /** @param {{x: number, y: number, scale: number}} sight */
  goBackTo({ x, y, scale }) {
    this._lookAt({ x: x + this.camera.width / 2 / scale, y: y + this.camera.height / 2 / scale, scale });
  }

  /** Bring a cell into sight, and move no further than that needs. @param {number} cell */
  reveal(cell) {
    const place = this.geometry?.place(cell);
    if (!place) return void this._handlers.onAway?.(cell);
    const at = this.camera.toScreen(place.x, place.y);
    const { width, height } = this.camera;
    const margin = Math.min(width, height) * 0.14;
    const dx = Math.max(0, margin - at.x) - Math.max(0, at.x - (width - margin));
    const dy = Math.max(0, margin - at.y) - Math.max(0, at.y - (height - margin));
    if (dx || dy) this.panBy(dx, dy);
  }

  /** A cell in words. @param {number} cell @returns {string} */
  describe(cell) {
    const place = this.geometry?.place(cell);
    if (!place || !this.geometry || !this.table) return "";
    const { board } = this.geometry;
    return describeCell({
      noun: board.cell_noun,
      name: place.cell.name,
      label: place.cell.label,
      terrain: board.terrains.find(({ id }) => id === place.cell.terrain)?.name ?? "",
      pieces: this.table.piecesIn(cell).map((piece) => describePiece(piece, board, this.sides)),
      markers: this.table.markersIn(cell),
      notes: this.table.notes(cell),
      choice: this.choices.cells.get(cell),
    });
  }
}

/**
 * The middle of a window of this size in which most of these places lie.
 * @param {readonly Place[]} places @param {number} width @param {number} height @returns {Point}
 */
function thickest(places, width, height) {
  const around = (/** @type {Place} */ middle) =>
    places.filter(({ x, y }) => Math.abs(x - middle.x) < 0.45 * width && Math.abs(y - middle.y) < 0.45 * height);
  const most = places.map(around).reduce((best, seen) => (seen.length > best.length ? seen : best));
  const { x0, y0, x1, y1 } = boxOf(most);
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
}
