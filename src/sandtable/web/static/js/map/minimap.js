// @ts-check
/**
 * The whole map in a corner: where the counters are, and which part is in sight. A click jumps there.
 *
 * @typedef {import("./camera.js").Camera} Camera
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./stacks.js").Layout} Layout
 */
import { coloursOf } from "./counters.js";
import { css } from "./palette.js";
import { bitmap, pen } from "./relief.js";

const WIDTH = 190;
const HEIGHT = 130;
const EDGE = 10;
const NARROW = 560;
const CORNERS = ["bottom-left", "top-left", "top-right"]; // the fourth has the buttons

export class Minimap {
  /** @param {Geometry} geometry @param {(x: number, y: number) => void} jump to a point of the plane */
  constructor(geometry, jump) {
    this._geometry = geometry;
    this._jump = jump;
    /** What it shows: the part of the map that is in play. */
    this._box = geometry.box;
    this._scale = 1;
    this.element = document.createElement("canvas");
    this.element.className = "map-minimap";
    this.element.setAttribute("aria-hidden", "true");
    this.element.dataset.ownPointer = "";
    this._ratio = 1;
    this._base = bitmap(1, 1);
    this._listen();
  }

  _listen() {
    let pressed = false;
    const go = (/** @type {PointerEvent} */ event) => {
      const box = this.element.getBoundingClientRect();
      const { x0, y0 } = this._box;
      this._jump(x0 + (event.clientX - box.left) / this._scale, y0 + (event.clientY - box.top) / this._scale);
    };
    this.element.addEventListener("pointerdown", (event) => {
      pressed = true;
      this.element.setPointerCapture(event.pointerId);
      go(event);
    });
    this.element.addEventListener("pointermove", (event) => pressed && go(event));
    this.element.addEventListener("pointerup", () => (pressed = false));
    this.element.addEventListener("pointercancel", () => (pressed = false));
  }

  /**
   * What does not change while the map moves.
   *
   * @param {HTMLCanvasElement} overview of the whole map @param {Layout} layout
   * @param {{whole: import("./geometry.js").Box, ratio: number}} camera
   */
  prepare(overview, layout, { whole, ratio }) {
    const { x0, y0, x1, y1 } = whole;
    this._box = whole;
    this._scale = Math.min(WIDTH / (x1 - x0), HEIGHT / (y1 - y0));
    this._ratio = ratio;
    const zoom = this._scale * ratio;
    this._base = bitmap((x1 - x0) * zoom, (y1 - y0) * zoom);
    const context = pen(this._base, true);
    context.imageSmoothingQuality = "high";
    const all = this._geometry.box;
    const fine = overview.width / (all.x1 - all.x0);
    const part = [(x0 - all.x0) * fine, (y0 - all.y0) * fine, (x1 - x0) * fine, (y1 - y0) * fine];
    context.drawImage(overview, part[0], part[1], part[2], part[3], 0, 0, this._base.width, this._base.height);
    for (const piles of layout.values()) {
      for (const { spots, place } of piles) {
        const half = Math.max(1.6 * ratio, 0.36 * place.size * zoom);
        const top = spots[spots.length - 1];
        context.fillStyle = css([20, 14, 10]);
        const [x, y] = [(top.x - x0) * zoom, (top.y - y0) * zoom];
        context.fillRect(x - half - 1, y - half - 1, 2 * half + 2, 2 * half + 2);
        context.fillStyle = css(coloursOf(top.piece, this._geometry.board).ground);
        context.fillRect(x - half, y - half, 2 * half, 2 * half);
      }
    }
    this.element.width = this._base.width;
    this.element.height = this._base.height;
    this.element.style.width = `${this._base.width / ratio}px`;
    this.element.style.height = `${this._base.height / ratio}px`;
  }

  /** @param {Camera} camera */
  draw(camera) {
    const context = pen(this.element, true);
    context.drawImage(this._base, 0, 0);
    const { x0, y0 } = this._box;
    const sight = camera.sight;
    const zoom = this._scale * this._ratio;
    const frame = [
      (sight.x0 - x0) * zoom,
      (sight.y0 - y0) * zoom,
      (sight.x1 - sight.x0) * zoom,
      (sight.y1 - sight.y0) * zoom,
    ];
    for (const [colour, width] of /** @type {[string, number][]} */ ([
      ["rgb(0 0 0 / .55)", 4],
      ["rgb(255 255 255)", 1.6],
    ])) {
      context.strokeStyle = colour;
      context.lineWidth = width * this._ratio;
      context.strokeRect(frame[0], frame[1], frame[2], frame[3]);
    }
  }

  /**
   * Go to the corner where least of what is needed lies underneath; stay where that is no better.
   *
   * @param {Camera} camera @param {Iterable<number>} cells
   */
  dodge(camera, cells) {
    if (this.element.hidden || this.element.matches(":hover")) return;
    const [width, height] = [this.element.offsetWidth + EDGE, this.element.offsetHeight + EDGE];
    const here = [...cells].flatMap((cell) => {
      const place = this._geometry.place(cell);
      return place ? [{ ...camera.toScreen(place.x, place.y), half: 0.5 * place.size * camera.scale }] : [];
    });
    const covered = (/** @type {string} */ corner) =>
      here.filter(({ x, y, half }) => {
        const across = corner.endsWith("right") ? camera.width - x : x;
        const down = corner.startsWith("top") ? y : camera.height - y;
        return across > -half && across < width + half && down > -half && down < height + half;
      }).length;
    const now = this.element.dataset.corner ?? CORNERS[0];
    const corners = camera.width < NARROW ? CORNERS.slice(0, 2) : CORNERS; // there the buttons are at the top
    const best = corners.reduce((a, b) => (covered(b) < covered(a) ? b : a), now);
    this.element.dataset.corner = best;
  }

  /** Is all of the map in sight anyway? @param {Camera} camera */
  needless(camera) {
    const { x0, y0, x1, y1 } = this._box;
    const sight = camera.sight;
    return sight.x0 <= x0 + 0.3 && sight.y0 <= y0 + 0.3 && sight.x1 >= x1 - 0.3 && sight.y1 >= y1 - 0.3;
  }
}
