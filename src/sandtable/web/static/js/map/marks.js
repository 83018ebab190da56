// @ts-check
/**
 * What glows: cells and pieces that may be chosen, what is selected, what just happened, where the keyboard is.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./stacks.js").Layout} Layout
 * @typedef {import("./stacks.js").Spot} Spot
 */
import { outlineOf } from "./counters.js";
import { placed } from "./pieces.js";
import { disc, polygon, svg } from "./svg.js";

const FLASH_TIME = 1600;
const INVITING = ["piece-halo-under", "piece-halo"];
const HARMFUL = ["piece-harm"];
const ASIDE = ["piece-aside"];

export class Marks {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this._geometry = geometry;
    this.cells = svg("g", { class: "map-choices" });
    this.halos = svg("g", { class: "map-halos" });
    this.rings = svg("g", { class: "map-rings" });
    this.flashes = svg("g", { class: "map-flashes" });
    this.cursor = svg("g", { class: "map-cursor" });
  }

  /**
   * Cells that may be chosen: an outline, and a dot, which makes room where something is written.
   *
   * @param {Iterable<number>} numbers @param {(cell: number) => boolean} isWritten
   */
  showCells(numbers, isWritten) {
    const places = [...numbers].flatMap((number) => this._geometry.place(number) ?? []);
    if (!places.length) {
      this.cells.replaceChildren();
      return;
    }
    const outline = places.map((place) => polygon(place.outline(0.88))).join("");
    const dots = places
      .map((place) =>
        disc(place.x, place.y - (isWritten(place.number) ? 0.3 : 0) * place.size, 0.085 * place.size),
      )
      .join("");
    this.cells.replaceChildren(
      svg("path", { class: "choice-under", d: outline }),
      svg("path", { class: "choice-outline", d: outline }),
      svg("path", { class: "choice-dot", d: dots }),
    );
  }

  /**
   * A halo under every pile with a piece that may be chosen, or that hides a cell which may be. It does not invite to
   * what would only harm oneself, nor to what the prompt does not ask for.
   *
   * @param {Layout} layout @param {import("./view.js").Choices} choices
   */
  showHalos(layout, { cells, pieces: legal, harmful, aside }) {
    /** @type {SVGElement[]} */
    const halos = [];
    for (const piles of layout.values()) {
      for (const { place, spots, hidden } of piles) {
        const able = [...spots, ...hidden].filter(({ piece }) => piece.id && legal.has(piece.id));
        const inviting = cells.has(place.number) || able.some(({ piece }) => !harmful.has(piece.id) && !aside.has(piece.id));
        if (!able.length && !inviting) continue;
        const kinds = inviting ? INVITING : able.every(({ piece }) => harmful.has(piece.id)) ? HARMFUL : ASIDE;
        const ends = [spots[0], spots[spots.length - 1]];
        for (const kind of kinds) halos.push(...ends.map((spot) => around(spot, kind, 1.25)));
      }
    }
    this.halos.replaceChildren(...halos);
  }

  /** @param {Map<string, Spot>} spots @param {readonly string[]} ids @param {number | null} cell */
  showSelection(spots, ids, cell) {
    const rings = ids.flatMap((id) => {
      const spot = spots.get(`#${id}`);
      return spot ? [around(spot, "piece-ring-under", 1.15), around(spot, "piece-ring", 1.15)] : [];
    });
    const place = cell === null ? undefined : this._geometry.place(cell);
    if (place) rings.unshift(svg("path", { class: "cell-ring", d: polygon(place.outline(0.95)) }));
    this.rings.replaceChildren(...rings);
  }

  /** @param {readonly number[]} cells @param {readonly string[]} ids @param {Map<string, Spot>} spots */
  flash(cells, ids, spots) {
    const drawn = [
      ...cells.flatMap((number) => {
        const place = this._geometry.place(number);
        return place ? [svg("path", { class: "flash-cell", d: polygon(place.outline(1)) })] : [];
      }),
      ...ids.flatMap((id) => {
        const spot = spots.get(`#${id}`);
        return spot ? [around(spot, "flash-piece", 1.18)] : [];
      }),
    ];
    this.flashes.append(...drawn);
    removeAfter(FLASH_TIME, drawn);
  }

  /** @param {number | null} cell */
  showCursor(cell) {
    const place = cell === null ? undefined : this._geometry.place(cell);
    if (!place) {
      this.cursor.replaceChildren();
      return;
    }
    const d = polygon(place.outline(1.03));
    this.cursor.replaceChildren(
      svg("path", { class: "cursor-under", d }),
      svg("path", { class: "cursor-line", d }),
    );
  }
}

/**
 * Apart from what is flashed: a timer that knew the pieces would keep them in memory when the device is passed on.
 *
 * @param {number} time @param {SVGElement[]} elements
 */
function removeAfter(time, elements) {
  setTimeout(() => elements.forEach((element) => element.remove()), time);
}

/** The outline of a counter, somewhat larger. @param {Spot} spot @param {string} kind @param {number} grown */
function around(spot, kind, grown) {
  const size = spot.size * grown;
  const d = spot.piece.shape === "token" ? disc(50, 50, 50) : outlineOf(spot.piece.side);
  return svg("path", { class: kind, d, transform: placed({ x: spot.x, y: spot.y, size }) });
}
