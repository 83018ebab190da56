// @ts-check
/**
 * Which part of the plane is visible and at what size, and how that changes smoothly.
 *
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {{x: number, y: number, scale: number}} View the middle of the picture, and pixels a unit
 */

/** Pixels of the smallest cell. */
const LARGEST = 150;
const SLACK = 0.12;
const ZOOM_TIME = 70;
const SLOWDOWN = 280;

export class Camera {
  constructor() {
    /** @type {Box} */
    this.box = { x0: 0, y0: 0, x1: 1, y1: 1 };
    /** What is shown by showing all: the part in play. */
    this.whole = this.box;
    /** The size of the smallest cell in play. */
    this.unit = 1;
    this.width = 1;
    this.height = 1;
    this.ratio = 1;
    this.x = 0;
    this.y = 0;
    this.scale = 20;
    /** @type {{scale: number, at: Point} | null} */
    this._zoom = null;
    /** @type {{from: View, to: View, start: number, time: number} | null} */
    this._flight = null;
    this._drift = { x: 0, y: 0 };
    this._last = 0;
  }

  /**
   * The size of the picture. What is in sight stays where it is: a panel that opens beside or below the map covers it, but
   * does not push it from under the pointer.
   *
   * @param {number} width @param {number} height @param {number} ratio pixels a CSS pixel
   */
  resize(width, height, ratio) {
    if (this.width > 1 && this.height > 1) {
      this.x += (width - this.width) / 2 / this.scale;
      this.y += (height - this.height) / 2 / this.scale;
    }
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.ratio = ratio;
    this.clamp();
  }

  get pixelScale() {
    return this.scale * this.ratio;
  }

  get pixelWidth() {
    return Math.round(this.width * this.ratio);
  }

  get pixelHeight() {
    return Math.round(this.height * this.ratio);
  }

  /** Where the origin of the plane is drawn, in whole device pixels so that squares are copied unblurred. */
  get origin() {
    return {
      x: Math.round(this.pixelWidth / 2 - this.x * this.pixelScale),
      y: Math.round(this.pixelHeight / 2 - this.y * this.pixelScale),
    };
  }

  /** To device pixels; whole ones. @param {number} x @param {number} y @returns {Point} */
  toPixels(x, y) {
    const { origin } = this;
    return { x: origin.x + Math.round(x * this.pixelScale), y: origin.y + Math.round(y * this.pixelScale) };
  }

  /** To CSS pixels. @param {number} x @param {number} y @returns {Point} */
  toScreen(x, y) {
    const { origin } = this;
    return { x: origin.x / this.ratio + x * this.scale, y: origin.y / this.ratio + y * this.scale };
  }

  /** From CSS pixels. @param {number} x @param {number} y @returns {Point} */
  toPlane(x, y) {
    const { origin } = this;
    return { x: (x - origin.x / this.ratio) / this.scale, y: (y - origin.y / this.ratio) / this.scale };
  }

  /** What is in sight. @returns {Box} */
  get sight() {
    const [a, b] = [this.toPlane(0, 0), this.toPlane(this.width, this.height)];
    return { x0: a.x, y0: a.y, x1: b.x, y1: b.y };
  }

  /** @param {Box} box @returns {View} */
  viewOf(box) {
    const scale = Math.min(this.width / (box.x1 - box.x0), this.height / (box.y1 - box.y0), (0.75 * LARGEST) / this.unit);
    return { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2, scale };
  }

  get smallest() {
    return 0.8 * this.viewOf(this.whole).scale;
  }

  /** @param {number} scale */
  bound(scale) {
    return Math.min(LARGEST / this.unit, Math.max(this.smallest, scale));
  }

  /** The map never leaves the picture. @param {number} [slack] how much of the picture may lie beside it */
  clamp(slack = SLACK) {
    this.scale = this.bound(this.scale);
    this.x = within(this.x, this.box.x0, this.box.x1, this.width / this.scale, slack);
    this.y = within(this.y, this.box.y0, this.box.y1, this.height / this.scale, slack);
  }

  /** @param {View} view @param {number} [time] milliseconds of the flight */
  go(view, time = 0) {
    this.stop();
    if (time > 0) {
      this._flight = {
        from: { x: this.x, y: this.y, scale: this.scale },
        to: view,
        start: performance.now(),
        time,
      };
    } else {
      Object.assign(this, view);
      this.clamp();
    }
  }

  /** @param {number} dx CSS pixels @param {number} dy */
  pan(dx, dy) {
    this._flight = null;
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.clamp();
  }

  /** Keep moving after the hand has let go. @param {number} vx CSS pixels a millisecond @param {number} vy */
  fling(vx, vy) {
    this._drift = { x: vx, y: vy };
    this._last = performance.now();
  }

  /** @param {number} factor @param {Point} at CSS pixels @param {boolean} smooth */
  zoom(factor, at, smooth) {
    this._flight = null;
    const scale = this.bound((this._zoom?.scale ?? this.scale) * factor);
    if (smooth) {
      if (!this._zoom) this._last = performance.now();
      this._zoom = { scale, at };
    } else {
      this._zoom = null;
      this._scaleAt(scale, at);
    }
  }

  /** @param {number} scale @param {Point} at */
  _scaleAt(scale, at) {
    const [dx, dy] = [this.width / 2 - at.x, this.height / 2 - at.y];
    const before = this.scale;
    this.scale = this.bound(scale);
    this.x += dx / this.scale - dx / before;
    this.y += dy / this.scale - dy / before;
    this.clamp();
  }

  stop() {
    this._zoom = null;
    this._flight = null;
    this._drift = { x: 0, y: 0 };
  }

  /** Where it is going, or where it is. @returns {View} */
  get aim() {
    return this._flight?.to ?? { x: this.x, y: this.y, scale: this.scale };
  }

  get moving() {
    return !!this._zoom || !!this._flight || this._drift.x !== 0 || this._drift.y !== 0;
  }

  /** Move on. @param {number} now */
  step(now) {
    const passed = Math.max(0, Math.min(64, now - this._last));
    this._last = now;
    if (this._flight) this._fly(now);
    if (this._zoom) this._ease(passed);
    if (this._drift.x || this._drift.y) this._glide(passed);
  }

  /** @param {number} now */
  _fly(now) {
    const flight = this._flight;
    if (!flight) return;
    const t = Math.min(1, Math.max(0, (now - flight.start) / flight.time));
    const eased = t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
    this.x = flight.from.x + (flight.to.x - flight.from.x) * eased;
    this.y = flight.from.y + (flight.to.y - flight.from.y) * eased;
    this.scale = flight.from.scale * (flight.to.scale / flight.from.scale) ** eased;
    this.clamp();
    if (t >= 1) this._flight = null;
  }

  /** @param {number} passed */
  _ease(passed) {
    if (!this._zoom) return;
    const { scale, at } = this._zoom;
    const rest = Math.exp(-passed / ZOOM_TIME);
    const near = Math.abs(Math.log(scale / this.scale)) < 0.004;
    this._scaleAt(near ? scale : scale * (this.scale / scale) ** rest, at);
    if (near) this._zoom = null;
  }

  /** @param {number} passed */
  _glide(passed) {
    const { x, y } = this._drift;
    this.x -= (x * passed) / this.scale;
    this.y -= (y * passed) / this.scale;
    this.clamp();
    const slower = Math.exp(-passed / SLOWDOWN);
    this._drift = Math.hypot(x, y) < 0.02 ? { x: 0, y: 0 } : { x: x * slower, y: y * slower };
  }
}

/** @param {number} middle @param {number} low @param {number} high @param {number} seen @param {number} slack */
function within(middle, low, high, seen, slack) {
  const least = low + seen * (0.5 - slack);
  const most = high - seen * (0.5 - slack);
  return least > most ? (low + high) / 2 : Math.min(most, Math.max(least, middle));
}

/** Where the reader left the map, kept on this device: its corner, which stays when a panel opens beside or below it. */
export class CameraMemory {
  /** @param {string} key */
  constructor(key) {
    this._name = `sandtable-sight:${key}`;
  }

  /** @param {Camera} camera @returns {View | null} */
  load({ width, height }) {
    try {
      const { x, y, scale } = JSON.parse(localStorage.getItem(this._name) ?? "{}");
      const known = [x, y, scale].every(Number.isFinite) && scale > 0;
      return known ? { x: x + width / 2 / scale, y: y + height / 2 / scale, scale } : null;
    } catch {
      return null;
    }
  }

  /** @param {Camera} camera */
  save({ x, y, scale, width, height }) {
    try {
      const corner = { x: x - width / 2 / scale, y: y - height / 2 / scale, scale };
      localStorage.setItem(this._name, JSON.stringify(corner));
    } catch {
      // Without storage the map simply starts from the beginning each time.
    }
  }
}
