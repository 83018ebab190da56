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
 *   caption: number, names: string[][], head: number, all: string, joining: readonly string[], aims: readonly Place[]}} Open
 * @typedef {{choices: import("./view.js").Choices, selected: readonly string[], joining: readonly string[]}} Said
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
const PLUS = 11; // the mark of a piece that can go along with what is in hand
const PLUS_REACH = 34; // and how far from its corner it is meant

export class Tray {
  /** @param {Board} board */
  constructor(board) {
    this._board = board;
    this.element = svg("g", { class: "map-tray" });
    /** @type {Open | null} */
    this._open = null;
    this._at = { x: 0, y: 0 };
    /** Which of its possible places it has. */
    this._side = 0;
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
   * @param {Place} place @param {Piece[]} pieces @param {Camera} camera @param {Said} said
   * @param {string | null} all the words of the button that takes all of them; its room is kept while they are empty
   * @param {readonly Place[]} aims where it is not to lie
   */
  open(place, pieces, camera, { choices, selected, joining }, all, aims) {
    const { pieces: legal, harmful, aside } = choices;
    const again = this.cell === place.number;
    const focus = again ? this.focus : -1;
    const sizes = SIZES.filter((item) => camera.width >= NARROW || item <= FINGER);
    const plans = sizes.map((item) => plan(pieces, camera, item, all !== null));
    const fits = plans.find(({ height }) => height <= camera.height - 6 - spared(camera)) ?? plans[plans.length - 1];
    const { width, height, head } = fits;
    this._open = { place, pieces, all: all ?? "", joining, aims, ...fits };
    this.element.replaceChildren(
      svg("path", { class: "tray-stem" }),
      svg("rect", { class: "tray-ground", width, height, rx: 12 }),
      ...(head ? [svg("text", { class: "tray-head", x: width / 2, y: 17, "text-anchor": "middle" }, WORDS.stack(pieces.length, sumOf(pieces)))] : []),
      ...pieces.map((piece, index) => {
        const kind = harmful.has(piece.id) ? "harmful" : aside.has(piece.id) ? "aside" : legal.has(piece.id) ? "legal" : "";
        return this._item(piece, index, kind, selected.includes(piece.id));
      }),
      ...(all ? [this._bar(all)] : all === "" ? [this._note(WORDS.pick)] : []),
    );
    this._place(camera, again);
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
    if (this._open?.joining.includes(piece.id)) group.append(this._plus(item, selected));
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

  /** The mark that takes a piece along, or leaves it. @param {number} item @param {boolean} along */
  _plus(item, along) {
    const at = { x: item - PLUS - 2, y: PLUS + 2 };
    return svg(
      "g",
      { class: "tray-plus", transform: `translate(${at.x} ${at.y})` },
      svg("circle", { r: PLUS }),
      svg("text", { y: 5, "text-anchor": "middle" }, along ? "✓" : "+"),
    );
  }

  /** What stands in the room of the button while there is none. @param {string} words */
  _note(words) {
    const { width, height } = /** @type {Open} */ (this._open);
    return svg("text", { class: "tray-note", x: width / 2, y: height - PAD - BAR / 2 + 6, "text-anchor": "middle" }, words);
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

  /**
   * Choose on which side of its cell it lies: where it covers least of where one may go. It stays where it is, under the
   * pointer, unless it is better elsewhere.
   *
   * @param {Camera} camera @param {boolean} again is it open already?
   */
  _place(camera, again) {
    const covered = this._sides(camera).map((at) => this._covered(at, camera));
    const least = Math.min(...covered);
    if (!again || covered[this._side] > least) this._side = covered.indexOf(least);
  }

  /** Could it lie where it covers nothing of this? @param {readonly Place[]} aims @param {Camera} camera */
  avoids(aims, camera) {
    if (!this._open) return true;
    this._open.aims = aims;
    return this._sides(camera).some((at) => !this._covered(at, camera));
  }

  /** How many of the places to be kept free lie under it; its own cell counts for all of them. @param {Point} corner @param {Camera} camera */
  _covered({ x, y }, camera) {
    const { place, width, height, aims } = /** @type {Open} */ (this._open);
    const under = (/** @type {Place} */ one) => {
      const at = camera.toScreen(one.x, one.y);
      const half = 0.3 * one.size * camera.scale;
      return at.x + half > x && at.x - half < x + width && at.y + half > y && at.y - half < y + height;
    };
    return aims.filter(under).length + (under(place) ? 1 + aims.length : 0);
  }

  /** Where it may lie: over its cell or under it, beside it, else in a corner. @param {Camera} camera @returns {Point[]} */
  _sides(camera) {
    const { place, width, height } = /** @type {Open} */ (this._open);
    const at = camera.toScreen(place.x, place.y);
    const half = 0.5 * place.size * camera.scale + GAP;
    const [right, bottom] = [Math.max(6, room(camera) - width - 6), Math.max(6, camera.height - height - spared(camera))];
    const within = (/** @type {number} */ x, /** @type {number} */ y) => ({
      x: Math.min(Math.max(6, x), right),
      y: Math.min(Math.max(6, y), bottom),
    });
    const [left, top] = [at.x - width / 2, at.y - height / 2];
    const near = [within(left, at.y - half - height), within(left, at.y + half)];
    const beside = [within(at.x + half, top), within(at.x - half - width, top)];
    const far = right - BESIDE;
    return [...near, ...beside, within(0, 0), within(far, 0), within(0, bottom), within(far, bottom)];
  }

  /** Keep to the cell. @param {Camera} camera */
  follow(camera) {
    if (!this._open) return;
    const { place, width, height } = this._open;
    const at = camera.toScreen(place.x, place.y);
    const { x, y } = this._sides(camera)[this._side];
    this._at = { x, y };
    this.element.setAttribute("transform", `translate(${short(x)} ${short(y)})`);
    const foot = Math.min(Math.max(at.x - x, 18), width - 18);
    const [under, over] = [y > at.y, y + height < at.y];
    const stem = under
      ? `M${short(foot - 9)} 1L${short(foot)} -9L${short(foot + 9)} 1Z`
      : over ? `M${short(foot - 9)} ${height - 1}L${short(foot)} ${height + 9}L${short(foot + 9)} ${height - 1}Z` : "";
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

  /** The piece whose mark, to go along, is at a point of the screen; nothing if none is. @param {Point} at */
  joins(at) {
    const index = this.hit(at) ?? -1;
    const { id = "" } = this.pieces[index] ?? {};
    if (!id || !this._open?.joining.includes(id)) return "";
    const { x, y } = this._corner(index);
    const [dx, dy] = [x + this._open.item - (at.x - this._at.x), at.y - this._at.y - y];
    return dx < PLUS_REACH && dy < PLUS_REACH ? id : "";
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
    const [left, right] = [Math.min(x, cell.x), Math.max(x + width, cell.x)];
    const [top, bottom] = [Math.min(y, cell.y), Math.max(y + height, cell.y)];
    const between = at.x > left - 8 && at.x < right + 8 && at.y > top - GAP - 4 && at.y < bottom + GAP + 4;
    return between || Math.hypot(at.x - cell.x, at.y - cell.y) < reach;
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
