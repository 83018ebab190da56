// @ts-check
/**
 * Puts the picture together, frame by frame: moves the camera, copies the painted squares, moves the group of names
 * and counters. It works only while something moves or is still to be painted.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./view.js").Options} Options
 *
 * @typedef {object} Presses
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {() => void} minimap shown or hidden
 * @property {(x: number, y: number) => void} jump to a point of the plane
 * @property {() => void} moved the picture has come to rest
 * @property {() => void} resized
 */
import { Camera } from "./camera.js";
import { Minimap } from "./minimap.js";
import { Painter } from "./painter.js";
import { INKS, css } from "./palette.js";
import { detailOf } from "./pieces.js";
import { Stage } from "./stage.js";
import { Tiles } from "./tiles.js";
import { Tray } from "./tray.js";

const SETTLE = 130;
const PAINT_BUDGET = 9;
const LATE = 24;

export class Atlas {
  /** @param {HTMLElement} root @param {Presses} presses */
  constructor(root, presses) {
    this._presses = presses;
    this.stage = new Stage(root, presses);
    this.camera = new Camera();
    /** @type {Geometry | null} */
    this._geometry = null;
    /** @type {Table | null} */
    this._table = null;
    /** @type {Painter | null} */
    this._painter = null;
    /** @type {Tiles | null} */
    this._tiles = null;
    /** @type {Minimap | null} */
    this._minimap = null;
    /** @type {Tray | null} */
    this.tray = null;
    /** @type {Options | null} */
    this._options = null;
    this._frame = 0;
    this._drawn = "";
    this._dirty = true;
    this._changed = 0;
    this._turned = 0;
    this._scaled = 0;
    this._scale = 0;
    this._settled = true;
    this._watch = new ResizeObserver(() => this.resize());
    this._watch.observe(root);
    this.resize();
  }

  destroy() {
    cancelAnimationFrame(this._frame);
    this._frame = -1;
    this._geometry = null;
    this._watch.disconnect();
    this.stage.destroy();
  }

  resize() {
    const { clientWidth, clientHeight } = this.stage.root;
    if (!clientWidth || !clientHeight) return;
    const { camera } = this;
    const fitted = this._geometry && Math.abs(camera.scale / camera.viewOf(camera.whole).scale - 1) < 0.01;
    camera.resize(clientWidth, clientHeight, Math.min(3, window.devicePixelRatio || 1));
    if (fitted) camera.go(camera.viewOf(camera.whole));
    if (this._geometry) this._presses.resized();
    this.stage.resize(camera.pixelWidth, camera.pixelHeight);
    this._prepareMinimap();
    this._measureText();
    this._dirty = true;
    // A canvas is blank after a change of its size: draw before the browser shows it.
    if (this._geometry) this._draw(performance.now());
    this.request();
  }

  /** Names follow the size of the page's letters. */
  _measureText() {
    const size = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    if (this._table) this._table.labels.textScale = Math.min(1.6, Math.max(0.9, size / 16));
  }

  /** @param {Geometry} geometry @param {Table} table */
  show(geometry, table) {
    this._geometry = geometry;
    this._table = table;
    this._tiles = null;
    this._painter = null;
    this._measureText();
    this.tray = new Tray(geometry.board);
    this._minimap?.element.remove();
    this._minimap = new Minimap(geometry, (x, y) => this._presses.jump(x, y));
    this.stage.root.insertBefore(this._minimap.element, this.stage.controls);
    this.stage.plane.replaceChildren(...table.layers);
    this.stage.screen.replaceChildren(this.tray.element);
    this.camera.box = geometry.box;
    this.camera.whole = geometry.box;
    this.camera.unit = geometry.sizes[0] ?? 1;
    this.camera.go(this.camera.viewOf(geometry.box));
    this.request();
  }

  /** Begin with the ground once the counters are on the screen: there is something to look at meanwhile. */
  begin() {
    requestAnimationFrame(() => setTimeout(() => this._paint()));
  }

  /** Have the ground painted for the board and the theme; what is there stays until it is done. */
  async _paint() {
    const geometry = this._geometry;
    const theme = this._options?.theme ?? "light";
    if (!geometry) return;
    const painter = await Painter.prepare(geometry, theme, this._painter);
    if (this._geometry !== geometry || (this._options?.theme ?? "light") !== theme) return;
    this._painter = painter;
    this._tiles = new Tiles(painter, this._options?.numbers ?? false);
    this._prepareMinimap();
    this._dirty = true;
    this.stage.root.dataset.painted = theme;
    this.request();
  }

  /** @param {Options} options */
  setOptions(options) {
    const before = this._options;
    this._options = options;
    const { root, drawing, controls } = this.stage;
    root.dataset.theme = options.theme;
    root.dataset.motion = options.motion ? "on" : "off";
    drawing.dataset.counters = options.counters ? "shown" : "hidden";
    controls.hidden = !options.controls;
    this.stage.setMinimap(options.minimap);
    if (before && before.theme !== options.theme) void this._paint();
    this._tiles?.setNumbers(options.numbers);
    this._dirty = true;
  }

  /** The counters lie elsewhere: so they do on the small map. */
  rearranged() {
    this._prepareMinimap();
    this._dirty = true;
  }

  _prepareMinimap() {
    if (this._minimap && this._tiles && this._table) {
      this._minimap.prepare(this._tiles.overview, this._table.layout, this.camera);
    }
  }

  /** Something changed: draw in the next frame. */
  request() {
    if (this._frame === 0) this._frame = requestAnimationFrame((now) => this._turn(now));
  }

  /** @param {number} now */
  _turn(now) {
    this._frame = 0;
    if (!this._geometry) return;
    this.camera.step(now);
    this._table?.pieces.step(now);
    this._draw(now);
    const painting = this._work(now);
    if (painting || this.camera.moving || this._table?.pieces.moving || !this._settled) this.request();
  }

  /** @param {number} now */
  _draw(now) {
    const { camera, stage } = this;
    const { origin } = camera;
    const drawn = `${origin.x}:${origin.y}:${camera.pixelScale}:${camera.pixelWidth}:${camera.pixelHeight}`;
    if (drawn !== this._drawn) this._moved(now);
    else if (!this._dirty) return;
    this._drawn = drawn;
    this._dirty = false;
    this._drawGround();
    const { ratio, scale } = camera;
    stage.plane.setAttribute("transform", `translate(${origin.x / ratio} ${origin.y / ratio}) scale(${scale})`);
    stage.setDetail(detailOf(scale * (this._geometry?.sizes.at(-1) ?? 1)));
    this._table?.draw(scale);
    this.tray?.follow(camera);
    this._drawMinimap();
  }

  _drawGround() {
    const { context, canvas } = this.stage;
    const inks = INKS[this._painter?.theme ?? this._options?.theme ?? "light"];
    context.fillStyle = css(inks.table);
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (!this._tiles) return;
    this._tiles.draw(context, this.camera);
  }

  _drawMinimap() {
    if (!this._minimap) return;
    const shown = !!this._options?.minimap && !!this._tiles && !this._minimap.needless(this.camera);
    this._minimap.element.hidden = !shown;
    if (shown) this._minimap.draw(this.camera);
  }

  /** The overview lies in the corner where it covers least of what is needed. */
  dodge() {
    if (this._minimap && this._table) this._minimap.dodge(this.camera, this._table.needed());
  }

  /** @param {number} now */
  _moved(now) {
    this._changed = now;
    if (this.camera.scale !== this._scale) this._scaled = now;
    this._scale = this.camera.scale;
    if (this._settled) this.stage.root.classList.add("is-moving");
    this._settled = false;
  }

  /** Paint what is missing: all of it when the map is at rest, a little while it moves. @param {number} now */
  _work(now) {
    const still = now - this._changed > SETTLE && !this.camera.moving;
    if (still && !this._settled) {
      this._settled = true;
      this.dodge();
      this.stage.root.classList.remove("is-moving");
      this._presses.moved();
    }
    if (!this._tiles || now - this._scaled < SETTLE) return !this._settled;
    // A machine that has trouble keeping up paints when the map is at rest.
    const late = now - this._turned > LATE;
    this._turned = now;
    if (late && !still) return false;
    const painted = this._tiles.work(this.camera, still ? PAINT_BUDGET : 0, still);
    if (painted) this._dirty = true;
    return painted;
  }
}
