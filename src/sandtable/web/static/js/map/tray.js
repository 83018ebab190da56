// @ts-check
/**
 * A stack fanned out: all its pieces beside each other on a tray next to the cell, large enough for a finger. It is
 * drawn in pixels of the screen, so it has the same size at any zoom.
 *
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("../wire.js").Board} Board
 * @typedef {import("./camera.js").Camera} Camera
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{place: Place, pieces: Piece[], columns: number, width: number, height: number, item: number,
 *   caption: number, names: string[][], head: number, all: string}} Open
 */
import { counter, outlineOf } from "./counters.js";
import { short, svg } from "./svg.js";
import { WORDS, sumOf } from "./words.js";

const PAD = 10;
const LINE = 12;
const MOST_LINES = 3;
const NARROW = 520;
const BESIDE = 56; // the buttons of the map, which lie over a narrow picture
const GAP = 12;
const SIZES = [78, 66, 56, 48]; // of a piece with its frame; as large as there is room for
const FINGER = 66;
const HEAD = 14; // the line that counts and adds up
const SEVERAL = 3;
const INSET = 9;
const BAR = 36; // the button for all pieces, high enough for a finger

export class Tray {
  /** @param {Board} board */
  constructor(board) {
    this._board = board;
    this.element = svg("g", { class: "map-tray" });
    /** @type {Open | null} */
    this._open = null;
    this._at = { x: 0, y: 0 };
    this.focus = -1;
  }

  /** The cell whose stack is open. */
  get cell() {
    return this._open?.place.number ?? null;
  }

  /** The words of the button that takes all pieces, if there is one. */
  get all() {
    return this._open?.all ?? "";
  }

  get pieces() {
    return this._open?.pieces ?? [];
  }

  /**
   * @param {Place} place @param {Piece[]} pieces @param {Camera} camera
   * @param {import("./view.js").Choices} choices @param {readonly string[]} selected
   * @param {string} [all] the words of the button that takes all of them, if there is one
   */
  open(place, pieces, camera, { pieces: legal, harmful, aside }, selected, all = "") {
    const focus = this.cell === place.number ? this.focus : -1;
    const sizes = SIZES.filter((item) => camera.width >= NARROW || item <= FINGER);
    const plans = sizes.map((item) => plan(pieces, camera, item, Boolean(all)));
    const fits = plans.find(({ height }) => height <= camera.height - 6 - spared(camera)) ?? plans[plans.length - 1];
    const { width, height, head } = fits;
    this._open = { place, pieces, all, ...fits };
    this.element.replaceChildren(
      svg("path", { class: "tray-stem" }),
      svg("rect", { class: "tray-ground", width, height, rx: 12 }),
      ...(head ? [svg("text", { class: "tray-head", x: width / 2, y: 17, "text-anchor": "middle" }, WORDS.stack(pieces.length, sumOf(pieces)))] : []),
      ...pieces.map((piece, index) => {
        const kind = harmful.has(piece.id) ? "harmful" : aside.has(piece.id) ? "aside" : legal.has(piece.id) ? "legal" : "";
        return this._item(piece, index, kind, selected.includes(piece.id));
      }),
      ...(all ? [this._bar(all)] : []),
    );
    this.setFocus(focus);
    this.follow(camera);
  }

  close() {
    this._open = null;
    this.focus = -1;
    this.element.replaceChildren();
  }

  /** @param {number} index */
  _corner(index) {
    const { columns, item, caption, head } = /** @type {Open} */ (this._open);
    return { x: PAD + (index % columns) * item, y: PAD + head + Math.floor(index / columns) * (item + caption) };
  }

  /** @param {Piece} piece @param {number} index @param {string} kind of choice @param {boolean} selected */
  _item(piece, index, kind, selected) {
    const { x, y } = this._corner(index);
    const { item, caption, names } = /** @type {Open} */ (this._open);
    const size = item - 2 * INSET;
    const group = svg("g", { class: `tray-item${kind ? ` is-${kind}` : ""}`, transform: `translate(${x} ${y})` });
    group.append(
      svg("rect", { class: "tray-focus", x: 1, y: 1, width: item - 2, height: item + caption - 2, rx: 8 }),
    );
    const inner = svg("g", { transform: `translate(${INSET} 6) scale(${short(size / 100)})` });
    const around = outlineOf(piece.side, -7);
    if (kind) inner.append(svg("path", { class: "tray-halo", d: around }));
    inner.append(counter(piece, this._board));
    if (selected) inner.append(svg("path", { class: "tray-ring", d: around }));
    group.append(inner);
    names[index].forEach((line, k) => {
      const text = svg(
        "text",
        { class: "tray-name", x: item / 2, y: item + 4 + LINE * k, "text-anchor": "middle" },
        line,
      );
      if (line.length * 6.6 > item) {
        text.setAttribute("textLength", String(item - 6));
        text.setAttribute("lengthAdjust", "spacingAndGlyphs");
      }
      group.append(text);
    });
    return group;
  }

  /** @param {string} words */
  _bar(words) {
    const { width, height } = /** @type {Open} */ (this._open);
    const bar = svg("g", {
      class: "tray-item tray-all",
      transform: `translate(${PAD} ${height - PAD - BAR + 4})`,
    });
    bar.append(
      svg("rect", { class: "tray-button", width: width - 2 * PAD, height: BAR - 4, rx: 8 }),
      svg("rect", { class: "tray-focus", width: width - 2 * PAD, height: BAR - 4, rx: 8 }),
      svg("text", { x: width / 2 - PAD, y: BAR / 2 + 2, "text-anchor": "middle" }, words),
    );
    return bar;
  }

  /** Is this the number of the button that takes all? @param {number} index */
  isAll(index) {
    return Boolean(this._open?.all) && index === this.pieces.length;
  }

  /** Keep to the cell. @param {Camera} camera */
  follow(camera) {
    if (!this._open) return;
    const { place, width, height } = this._open;
    const at = camera.toScreen(place.x, place.y);
    const half = 0.5 * place.size * camera.scale;
    const above = at.y - half - GAP - height;
    const below = above < 6;
    const y = below ? Math.min(at.y + half + GAP, Math.max(6, camera.height - height - spared(camera))) : above;
    const x = Math.min(Math.max(6, at.x - width / 2), Math.max(6, room(camera) - width - 6));
    this._at = { x, y };
    this.element.setAttribute("transform", `translate(${short(x)} ${short(y)})`);
    const foot = Math.min(Math.max(at.x - x, 18), width - 18);
    const stem = below
      ? `M${short(foot - 9)} 1L${short(foot)} -9L${short(foot + 9)} 1Z`
      : `M${short(foot - 9)} ${height - 1}L${short(foot)} ${height + 9}L${short(foot + 9)} ${height - 1}Z`;
    this.element.firstElementChild?.setAttribute("d", stem);
  }

  /**
   * The piece at a point of the screen; after the last one the button that takes all; -1 on the tray beside them, null
   * off the tray.
   *
   * @param {Point} at
   */
  hit(at) {
    if (!this._open) return null;
    const { width, height, item, caption, pieces } = this._open;
    const [x, y] = [at.x - this._at.x, at.y - this._at.y];
    if (x < 0 || y < 0 || x > width || y > height) return null;
    if (this._open.all && y > height - PAD - BAR) return pieces.length;
    return pieces.findIndex((_, index) => {
      const corner = this._corner(index);
      return x >= corner.x && x < corner.x + item && y >= corner.y && y < corner.y + item + caption;
    });
  }

  /**
   * Between the tray and its cell, where the mouse passes from one to the other.
   *
   * @param {Point} at @param {Camera} camera
   */
  near(at, camera) {
    if (!this._open) return false;
    const cell = camera.toScreen(this._open.place.x, this._open.place.y);
    const { x, y } = this._at;
    const { width, height } = this._open;
    const reach = 0.6 * this._open.place.size * camera.scale;
    const inTray = at.x > x - 8 && at.x < x + width + 8 && at.y > y - GAP - 4 && at.y < y + height + GAP + 4;
    return inTray || Math.hypot(at.x - cell.x, at.y - cell.y) < reach;
  }

  /** @param {number} index */
  setFocus(index) {
    this.focus = index;
    this.element
      .querySelectorAll(".tray-item")
      .forEach((item, k) => item.classList.toggle("has-focus", k === index));
  }

  /** Move the focus with the arrow keys. @param {Point} way */
  step(way) {
    if (!this._open) return;
    const { columns, pieces } = this._open;
    const next = this.focus < 0 ? 0 : this.focus + Math.round(way.x) + Math.round(way.y) * columns;
    if (next >= 0 && next < pieces.length) this.setFocus(next);
    else if (next >= pieces.length && this._open.all) this.setFocus(pieces.length);
  }
}

/**
 * How a stack is laid out with pieces of a certain size, its rows as long as each other if possible.
 * @param {Piece[]} pieces @param {Camera} camera @param {number} item @param {boolean} all
 */
function plan(pieces, camera, item, all) {
  const most = Math.max(2, Math.floor((Math.min(room(camera), 640) - 2 * PAD) / item));
  const wide = Math.min(pieces.length, most, Math.max(4, Math.ceil(Math.sqrt(pieces.length * 1.6))));
  const rows = Math.ceil(pieces.length / wide);
  const columns = Math.ceil(pieces.length / rows);
  const names = pieces.map((piece) => wrap(piece.name, item));
  const caption = 2 + LINE * Math.max(...names.map((lines) => lines.length));
  const head = pieces.length >= SEVERAL ? HEAD : 0;
  const height = rows * (item + caption) + 2 * PAD + head + (all ? BAR : 0);
  return { columns, width: columns * item + 2 * PAD, height, item, caption, names, head };
}

/** What is kept free below: on a wide picture, the line that says where the mouse is. @param {Camera} camera */
const spared = (camera) => (camera.width < NARROW ? 6 : 50);

/** How much of the picture's width is free. @param {Camera} camera */
const room = (camera) => camera.width - (camera.width < NARROW ? BESIDE : 0);

/** A name in a few lines. @param {string} name @param {number} width */
function wrap(name, width) {
  const most = Math.floor(width / 5.6);
  const lines = [""];
  for (const word of name.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (!last || last.length + 1 + word.length <= most) lines[lines.length - 1] = last ? `${last} ${word}` : word;
    else lines.push(word);
  }
  const shown = [...lines.slice(0, MOST_LINES - 1), lines.slice(MOST_LINES - 1).join(" ")].filter(Boolean);
  return shown.map((line) => (line.length > most ? `${line.slice(0, most - 1)}…` : line));
}
