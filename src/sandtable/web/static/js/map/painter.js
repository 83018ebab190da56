// @ts-check
/**
 * Paints any part of the printed map at any size: ground, water, coast, pen strokes, grid, lines, settlements,
 * numbers, frame. Everything that can be laid out beforehand is laid out once for a board and a theme.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./palette.js").Theme} Theme
 * @typedef {import("./palette.js").Rgb} Rgb
 * @typedef {{path: Path2D, box: Box}} Strand
 */
import { contours, strokes, trace } from "./contours.js";
import { details } from "./details.js";
import { drawFrames, inside, isFramed, titlesOf } from "./frames.js";
import { grow, overlap } from "./geometry.js";
import { Ground, Textures } from "./ground.js";
import { Joins } from "./joins.js";
import { Lines } from "./lines.js";
import { MapKey, paperOf } from "./mapkey.js";
import { drawOrnament, emptyWater } from "./ornament.js";
import { INKS, css, lit, mix } from "./palette.js";
import { grain, paintLand, paintWater } from "./relief.js";
import { drawSettlement } from "./settlements.js";
import { Sketch } from "./sketch.js";
import { drawSpace } from "./spaces.js";

/** Lines of the surf: how far from the shore, and how strong. */
const SURF = [
  [0.13, 0.62],
  [0.27, 0.42],
  [0.43, 0.28],
  [0.62, 0.16],
];
const FRAME = 0.3;

/** One map, laid out: a sheet, or several that are one. */
class SheetArt {
  /** @param {Geometry} geometry @param {Ground} ground @param {number} index */
  constructor(geometry, ground, index) {
    this.box = geometry.maps[index].box;
    this.unit = ground.unit;
    this.ground = ground;
    const { sketch, rims } = details(this.ground);
    this.marks = sketch;
    this.coast = new Path2D();
    /** @type {Strand[]} */
    this.coastLine = [];
    /** @type {Strand[][]} */
    this.surf = [];
    if (this.ground.hasWater) this._layCoast();
    this.cliffRim = strokes(rims.get("cliff") ?? []);
    this.saltRim = strokes(rims.get("salt") ?? []);
    this.framed = ground.free && isFramed(geometry, ground.places);
    const paper = this.framed ? paperOf(geometry, this.box) : null;
    this.key = paper && new MapKey(geometry, paper);
    const titled = index === 0 && geometry.board.title !== ""; // a swatch has no title
    this.spot = titled && this.ground.hasWater && !paper ? emptyWater(geometry, this.ground) : null;
  }

  _layCoast() {
    const { grid, water, shore } = this.ground;
    const dry = contours(
      grid,
      water.map((share) => 1 - share),
      0.5,
    );
    for (const loop of dry) trace(this.coast, loop);
    this.coastLine = strokes(dry);
    this.surf = SURF.map(([off]) => strokes(contours(grid, shore, off * this.unit)));
  }
}

/** What of a board looks the same in every theme. */
class BoardArt {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.textures = new Textures(geometry);
    this.lines = new Lines(geometry);
    this.joins = new Joins(geometry);
    this.grid = layGrid(geometry);
    this.titles = titlesOf(geometry);
    this.framed = inside(geometry.board.insets);
    /** @type {SheetArt[]} */
    this.sheets = [];
  }
}

/** Let the page answer between two heavy steps. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

export class Painter {
  /** @param {Geometry} geometry @param {Theme} theme @param {BoardArt} art */
  constructor(geometry, theme, art) {
    this.geometry = geometry;
    this.theme = theme;
    this.inks = INKS[theme];
    this.art = art;
    /** @type {{land: HTMLCanvasElement, water: HTMLCanvasElement | null}[]} */
    this._pictures = [];
    this._grain = grain();
  }

  /**
   * Lay everything out, step by step.
   *
   * @param {Geometry} geometry @param {Theme} theme @param {Painter | null} [earlier] of the same geometry, in another theme
   */
  static async prepare(geometry, theme, earlier = null) {
    await breath();
    const art = earlier?.art ?? new BoardArt(geometry);
    const painter = new Painter(geometry, theme, art);
    for (let index = 0; index < geometry.maps.length; index++) {
      if (!art.sheets[index]) {
        const ground = new Ground(geometry, art.textures, index);
        await breath();
        art.sheets[index] = new SheetArt(geometry, ground, index);
        await breath();
      }
      const { ground } = art.sheets[index];
      const land = paintLand(ground, theme);
      await breath();
      painter._pictures[index] = { land, water: ground.hasWater ? paintWater(ground, theme) : null };
    }
    return painter;
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {Box} box the part to paint @param {number} scale pixels a unit
   * @param {{numbers: boolean}} options
   */
  paint(context, box, scale, options) {
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = css(this.inks.table);
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.setTransform(scale, 0, 0, scale, -box.x0 * scale, -box.y0 * scale);
    this.art.sheets.forEach((sheet, index) => {
      if (overlap(grow(sheet.box, 0.5), box)) this._paintSheet(context, sheet, index, box, 1 / scale);
    });
    this._paintGrid(context, box, scale);
    this.art.joins.draw(context, box, 1 / scale, this.inks);
    this.art.lines.draw(context, box, 1 / scale, this.inks);
    for (const sheet of this.art.sheets) if (sheet.ground.free) this._paintPoints(context, sheet, box, 1 / scale);
    this._paintSettlements(context, box);
    this.art.joins.drawLetters(context, box, 1 / scale, this.inks);
    if (options.numbers) this._paintNumbers(context, box, scale);
    context.restore();
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {SheetArt} sheet @param {number} index @param {Box} box
   * @param {number} pixel
   */
  _paintSheet(context, sheet, index, box, pixel) {
    const { x0, y0, x1, y1 } = sheet.box;
    context.save();
    context.beginPath();
    context.rect(x0, y0, x1 - x0, y1 - y0);
    context.clip();
    if (sheet.ground.bare || sheet.framed) {
      context.fillStyle = css(this.inks.paper);
      context.fillRect(x0, y0, x1 - x0, y1 - y0);
    }
    if (!sheet.ground.bare) {
      context.save();
      if (sheet.framed) context.clip(this.art.framed);
      this._paintGround(context, sheet, index, box, pixel);
      this._paintMarks(context, sheet, box, pixel);
      context.restore();
    }
    if (sheet.ground.free) drawFrames(context, this.art.titles, box, pixel, this.inks);
    if (sheet.key && overlap(sheet.key.box, box)) {
      sheet.key.draw({ context, inks: this.inks, theme: this.theme, pixel });
    }
    if (sheet.spot) drawOrnament(context, sheet.spot, this.geometry.board.title, this.inks);
    this._paintGrain(context);
    context.restore();
    this._paintFrame(context, sheet, pixel);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {SheetArt} sheet @param {number} index @param {Box} box
   * @param {number} pixel
   */
  _paintGround(context, sheet, index, box, pixel) {
    const { land, water } = this._pictures[index];
    context.imageSmoothingQuality = "high";
    if (!water) {
      this._picture(context, sheet, land, box);
      return;
    }
    this._picture(context, sheet, water, box);
    SURF.forEach(([, alpha], k) => {
      this._strokes(
        context,
        sheet.surf[k],
        box,
        css(this.inks.surf, alpha * 0.8),
        Math.max(0.012 * sheet.unit, 0.8 * pixel),
      );
    });
    // The inner half of the broad stroke vanishes under the land: what is left is surf.
    this._strokes(
      context,
      sheet.coastLine,
      box,
      css(this.inks.surf, 0.75),
      Math.max(0.11 * sheet.unit, 2.4 * pixel),
    );
    context.save();
    context.clip(sheet.coast, "evenodd");
    this._picture(context, sheet, land, box);
    context.restore();
    const line = mix(this.inks.roadCase, [20, 60, 90], 0.45);
    this._strokes(context, sheet.coastLine, box, css(line, 0.9), Math.max(0.028 * sheet.unit, 1.1 * pixel));
  }

  /**
   * Only the part that is wanted.
   *
   * @param {CanvasRenderingContext2D} context @param {SheetArt} sheet @param {HTMLCanvasElement} picture
   * @param {Box} box
   */
  _picture(context, sheet, picture, box) {
    const { grid } = sheet.ground;
    const i0 = Math.max(0, Math.floor((box.x0 - grid.box.x0) / grid.step) - 2);
    const j0 = Math.max(0, Math.floor((box.y0 - grid.box.y0) / grid.step) - 2);
    const i1 = Math.min(grid.width, Math.ceil((box.x1 - grid.box.x0) / grid.step) + 3);
    const j1 = Math.min(grid.height, Math.ceil((box.y1 - grid.box.y0) / grid.step) + 3);
    if (i1 <= i0 || j1 <= j0) return;
    const [x, y] = [grid.x(i0 - 0.5), grid.y(j0 - 0.5)];
    context.drawImage(picture, i0, j0, i1 - i0, j1 - j0, x, y, (i1 - i0) * grid.step, (j1 - j0) * grid.step);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {Strand[]} all @param {Box} box @param {string} colour
   * @param {number} width
   */
  _strokes(context, all, box, colour, width) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineJoin = "round";
    context.lineCap = "butt";
    for (const { path, box: around } of all) if (overlap(grow(around, 2 * width), box)) context.stroke(path);
  }

  /** @param {CanvasRenderingContext2D} context @param {SheetArt} sheet @param {Box} box @param {number} pixel */
  _paintMarks(context, sheet, box, pixel) {
    const { marks, unit } = sheet;
    const { earth } = this.inks;
    const dark = this.theme === "dark";
    const thin = Math.max(0.014 * unit, 0.7 * pixel);
    marks.fill(context, "dune-shade", box, css(earth, dark ? 0.3 : 0.16));
    marks.fill(context, "pebbles", box, css(earth, 0.4));
    marks.fill(context, "stones", box, css(earth, 0.45));
    marks.stroke(context, "furrows", box, css(earth, 0.3), thin);
    marks.stroke(context, "tufts", box, css([40, 74, 44], 0.7), thin);
    marks.fill(context, "tree-shade", box, css([10, 20, 8], 0.3));
    marks.fill(context, "trees", box, css(lit([70, 110, 58], this.theme)));
    marks.fill(context, "tree-light", box, css(lit([118, 156, 88], this.theme)));
    this._strokes(context, sheet.saltRim, box, css(earth, 0.55), thin);
    marks.fill(context, "salt-light", box, css(earth, 0.5));
    marks.fill(context, "salt-dark", box, css(earth, 0.6));
    marks.fill(context, "stipple", box, css(dark ? mix(earth, [255, 240, 220], 0.4) : earth, dark ? 0.4 : 0.55));
    marks.fill(context, "crags", box, css(earth, dark ? 0.5 : 0.3));
    this._strokes(context, sheet.cliffRim, box, css(earth, dark ? 0.5 : 0.35), thin);
    marks.fill(context, "cliff-light", box, css(dark ? [196, 160, 118] : earth, dark ? 0.5 : 0.6));
    marks.fill(context, "cliff-dark", box, css(earth, dark ? 0.95 : 0.9));
  }

  /** Fine grain in pixels, so that large drawings are not bare. @param {CanvasRenderingContext2D} context */
  _paintGrain(context) {
    const pattern = context.createPattern(this._grain, "repeat");
    if (!pattern) return;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = pattern;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.restore();
  }

  /** @param {CanvasRenderingContext2D} context @param {SheetArt} sheet @param {number} pixel */
  _paintFrame(context, { box, unit }, pixel) {
    const band = Math.min(FRAME * unit, 26 * pixel);
    /** @param {number} inset @param {number} width @param {Rgb} colour */
    const rule = (inset, width, colour) => {
      context.strokeStyle = css(colour);
      context.lineWidth = width;
      context.strokeRect(box.x0 + inset, box.y0 + inset, box.x1 - box.x0 - 2 * inset, box.y1 - box.y0 - 2 * inset);
    };
    context.lineJoin = "miter";
    rule(band / 2, band, this.inks.paper);
    rule(band, Math.max(0.12 * band, 1.2 * pixel), this.inks.frame);
    const broad = Math.max(0.34 * band, 2 * pixel);
    rule(broad / 2 - pixel, broad, this.inks.frame);
  }

  /** @param {CanvasRenderingContext2D} context @param {SheetArt} sheet @param {Box} box @param {number} pixel */
  _paintPoints(context, sheet, box, pixel) {
    const brush = { context, inks: this.inks, theme: this.theme, pixel };
    for (const place of sheet.ground.places) {
      if (!overlap(grow({ x0: place.x, y0: place.y, x1: place.x, y1: place.y }, place.size), box)) continue;
      drawSpace(brush, place, this.art.textures.terrain(place));
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Box} box @param {number} scale */
  _paintGrid(context, box, scale) {
    const strength = Math.min(1, Math.max(0.3, (scale - 4) / 26));
    context.lineCap = "butt";
    this.art.grid.stroke(
      context,
      "grid",
      box,
      css(this.inks.grid, this.inks.gridAlpha * strength),
      Math.max(0.016, 1 / scale),
    );
  }

  /** @param {CanvasRenderingContext2D} context @param {Box} box */
  _paintSettlements(context, box) {
    for (const place of this.geometry.places) {
      if (!overlap(grow({ x0: place.x, y0: place.y, x1: place.x, y1: place.y }, place.size), box) || place.free)
        continue;
      const terrain = this.art.textures.terrain(place);
      drawSettlement(context, place, terrain?.texture ?? "", terrain?.colour ?? "", this.theme);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Box} box @param {number} scale */
  _paintNumbers(context, box, scale) {
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.lineJoin = "round";
    for (const place of this.geometry.places) {
      const size = 0.165 * place.size;
      // A space has its name beside it.
      if (place.number < 0 || (place.free && place.cell.label) || size * scale < 4.5) continue;
      if (!overlap(grow({ x0: place.x, y0: place.y, x1: place.x, y1: place.y }, place.size), box)) continue;
      context.save();
      context.translate(place.x, place.y - 0.365 * place.size);
      context.scale(1 / scale, 1 / scale);
      context.font = `600 ${size * scale}px system-ui, sans-serif`;
      context.strokeStyle = css(this.inks.halo, 0.75);
      context.lineWidth = Math.max(1.5, 0.2 * size * scale);
      context.strokeText(place.cell.name, 0, 0.3 * size * scale);
      context.fillStyle = css(this.inks.ink, 0.9);
      context.fillText(place.cell.name, 0, 0.3 * size * scale);
      context.restore();
    }
  }
}

/** Every side of a cell that can be entered, once. @param {Geometry} geometry @returns {Sketch} */
function layGrid(geometry) {
  const sketch = new Sketch();
  for (const place of geometry.places) {
    if (place.number < 0 || place.free) continue;
    const path = sketch.path("grid", place.x, place.y);
    place.shape.corners.forEach((_, side) => {
      const beyond = geometry.neighbour(place, side);
      if (beyond && beyond.number >= 0 && beyond.index < place.index) return;
      const [a, b] = place.side(side);
      path.moveTo(a.x, a.y);
      path.lineTo(b.x, b.y);
    });
  }
  return sketch;
}
