// @ts-check
/**
 * Everything that lies on the ground: overlays, choices, names, counters, markers, rings. It lives in the plane, in one
 * group that the camera moves.
 *
 * @typedef {import("../wire.js").Scene} Scene
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("../wire.js").Answer} Answer
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./stacks.js").Layout} Layout
 * @typedef {import("./view.js").Choices} Choices
 */
import { boxOf, grow } from "./geometry.js";
import { Labels } from "./labels.js";
import { Marks } from "./marks.js";
import { Overlays } from "./overlays.js";
import { PieceLayer } from "./pieces.js";
import { markWords, printedChips, printedMarks } from "./printed.js";
import { layOut, piecesOf, spotAt, spotsOf } from "./stacks.js";
import { Standing } from "./standing.js";
import { WORDS } from "./words.js";

export class Table {
  /** @param {Geometry} geometry @param {readonly string[]} sides */
  constructor(geometry, sides) {
    this._geometry = geometry;
    this.overlays = new Overlays(geometry);
    this.overlays.sides = sides;
    this.standing = new Standing(geometry, sides);
    this.printed = printedMarks(geometry);
    this.chips = printedChips(geometry);
    this.marks = new Marks(geometry);
    this.labels = new Labels(geometry);
    this.pieces = new PieceLayer(geometry);
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Layout} */
    this.layout = new Map();
    /** @type {Set<string>} */
    this._raised = new Set();
    /** @type {Choices} */
    this._choices = { cells: new Map(), pieces: new Map(), harmful: new Set(), aside: new Set() };
  }

  /** From below to above. @returns {SVGElement[]} */
  get layers() {
    const { overlays, standing, printed, chips, marks, labels, pieces } = this;
    return [
      standing.element,
      overlays.defs,
      overlays.tints,
      marks.cells,
      printed,
      standing.letters,
      labels.element,
      overlays.ways,
      marks.halos,
      pieces.piles,
      chips,
      standing.control.tabs,
      overlays.texts,
      pieces.markers,
      marks.rings,
      pieces.depths,
      marks.flashes,
      marks.cursor,
      pieces.gliding,
    ];
  }

  /** @param {Scene} scene @param {number} speed 0 for at once @returns {Promise<void>} */
  setScene(scene, speed) {
    this.scene = scene;
    this.layout = layOut(this._geometry, scene.pieces, this._raised);
    this.overlays.setOccupied(this.layout);
    this.standing.show(scene.tints);
    this._dim(this.standing.out());
    this.pieces.showMarkers(scene.markers);
    if (speed) return this.pieces.glideTo(this.layout, speed);
    this.pieces.show(this.layout);
    return Promise.resolve();
  }

  /** Cells that are out of play: their names and chips. @param {Set<number>} out */
  _dim(out) {
    this.labels.dim(out);
    for (const chip of this.chips.children) {
      chip.classList.toggle("is-out", out.has(Number(chip.getAttribute("data-cell"))));
    }
  }

  /** What must stay legible follows the size of the map. @param {number} scale pixels a unit */
  draw(scale) {
    this.pieces.setDetail(scale);
    this.standing.control.draw(scale);
    this.labels.draw(scale);
  }

  /** The part of the map that is in play, and the size of the smallest cell there. */
  whole() {
    const { standing, _geometry: geometry } = this;
    const cells = standing.partly ? standing.inPlay() : [];
    if (!cells.length) return { box: geometry.box, unit: geometry.sizes[0] ?? 1 };
    const sizes = cells.map(({ size }) => size);
    return { box: grow(boxOf(cells), (cells[0].free ? 0.9 : 0.5) * Math.max(...sizes)), unit: Math.min(...sizes) };
  }

  /** What the colours and marks of a cell mean, in words. @param {number} cell @returns {string[]} */
  notes(cell) {
    const place = this._geometry.place(cell);
    const printed = place?.cell.marks.map(markWords) ?? [];
    const joined = ((place && this._geometry.seams.get(place)) ?? []).map((seam) => this._joined(seam));
    return [...printed, ...joined, ...this.standing.notes(cell), ...this.overlays.notes(cell)];
  }

  /** @param {import("./geometry.js").Seam} seam */
  _joined({ join, others }) {
    const sheet = this._geometry.board.sheets[others[0]?.cell.sheet]?.name ?? "";
    return WORDS.joined(sheet, join.name, join.letter);
  }

  /** These pieces lie on top of their piles. @param {readonly string[]} ids */
  raise(ids) {
    if (ids.length === this._raised.size && ids.every((id) => this._raised.has(id))) return;
    this._raised = new Set(ids);
    if (!this.scene || this.pieces.moving) return;
    this.layout = layOut(this._geometry, this.scene.pieces, this._raised);
    this.pieces.show(this.layout);
  }

  /** @param {Choices} choices */
  showChoices(choices) {
    this._choices = choices;
    this.marks.showCells(choices.cells.keys(), (cell) => this.overlays.isWritten(cell));
    this.marks.showHalos(this.layout, choices);
  }

  /** @param {{pieces: readonly string[], cell: number | null}} selection */
  showSelection({ pieces, cell }) {
    this.marks.showSelection(spotsOf(this.layout), pieces, cell);
  }

  /** @param {string} name @param {Answer | null} answer */
  setOverlay(name, answer) {
    this.overlays.set(name, answer);
    // While the reach of a piece is shown, other choices are drawn less strongly.
    if (name === "selection") this.marks.cells.classList.toggle("is-quiet", Boolean(answer?.cells.length));
    this.showChoices(this._choices);
  }

  /** @param {readonly number[]} cells @param {readonly string[]} pieces */
  flash(cells, pieces) {
    this.marks.flash(cells, pieces, spotsOf(this.layout));
  }

  /** @param {number} cell @returns {Piece[]} */
  piecesIn(cell) {
    return piecesOf(this.layout.get(cell) ?? []);
  }

  /** All pieces of a cell in an order that lasts, whichever of them is raised. @param {number} cell @returns {Piece[]} */
  fanOf(cell) {
    const here = this.scene?.pieces.filter((piece) => piece.cell === cell) ?? [];
    return here.sort((a, b) => a.side - b.side);
  }

  /** The cells that must be seen: those with pieces, and those that can be chosen or reached. */
  needed() {
    return new Set([...this.layout.keys(), ...this._choices.cells.keys(), ...this.overlays.reached()]);
  }

  /** @param {number} cell */
  markersIn(cell) {
    return this.scene?.markers.filter((marker) => marker.cell === cell).map((marker) => marker.name) ?? [];
  }

  /** @param {string} id */
  cellOf(id) {
    return this.scene?.pieces.find((piece) => piece.id === id && piece.cell >= 0)?.cell ?? null;
  }

  /** The counter at a point of the plane. @param {number} cell @param {number} x @param {number} y */
  pieceAt(cell, x, y) {
    return spotAt(this.layout.get(cell) ?? [], x, y)?.spot.piece ?? null;
  }
}
