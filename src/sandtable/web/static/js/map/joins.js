// @ts-check
/**
 * Where the sheets of a map touch: both rims of a join in its colour, and its letter beside each of them, so that nobody
 * has to tell colours apart.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {import("./geometry.js").Box} Box
 * @typedef {import("./palette.js").Inks} Inks
 * @typedef {import("./palette.js").Rgb} Rgb
 * @typedef {{path: Path2D, box: Box, size: number, colour: Rgb, at: Point}} Rim
 * @typedef {{colour: Rgb, letter: string, at: Point}} Disc
 * @typedef {{place: Place, ends: [Point, Point]}} Side
 */
import { distance, grow, overlap } from "./geometry.js";
import { css, parse } from "./palette.js";

/** How broad a rim is, on the plane and in pixels at least. */
const [BROAD, LEAST] = [0.12, 2.6];
/** How far it lies outside its cells, on the plane. */
const BESIDE = 0.11;
/** How large the disc of a letter is on the plane, in pixels at least, on the plane at most; how far out it stands. */
const [DISC, LEAST_DISC, MOST_DISC, OUT] = [0.34, 7.5, 1.6, 0.42];
/** The letters of both rims stand apart: at this part of the way along the one and of the other. */
const ALONG = [0.32, 0.68];
/** @type {Rgb} */
const DARK = [28, 20, 8];

export class Joins {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this._joins = geometry.board.joins.map((join) => ({
      letter: join.letter,
      rims: [join.cells, join.others].flatMap((cells, end) => {
        const places = cells.flatMap((cell) => geometry.place(cell) ?? []);
        return rimOf(geometry, places, join.name, parse(join.colour), ALONG[end]);
      }),
    }));
  }

  /** Where the letters stand: two of a join or, where there is no room for both, one. @param {number} pixel @returns {Disc[]} */
  _discs(pixel) {
    const apart = 2.3 * radiusOf(pixel);
    return this._joins.flatMap(({ letter, rims }) => {
      if (rims.length === 2 && distance(rims[0].at, rims[1].at) < apart) {
        const [a, b] = rims.map(({ at }) => at);
        return [{ letter, colour: rims[0].colour, at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } }];
      }
      return rims.map(({ colour, at }) => ({ letter, colour, at }));
    });
  }

  /** What the letters cover. @param {number} pixel @returns {Box[]} */
  boxes(pixel) {
    return this._discs(pixel).map(({ at }) => around(at, radiusOf(pixel)));
  }

  /** @param {CanvasRenderingContext2D} context @param {Box} box @param {number} pixel @param {Inks} inks */
  draw(context, box, pixel, inks) {
    context.lineCap = "round";
    context.lineJoin = "round";
    for (const { path, box: covered, size, colour } of this._joins.flatMap(({ rims }) => rims)) {
      if (!overlap(grow(covered, 1), box)) continue;
      const width = Math.max(BROAD * Math.sqrt(size), LEAST * pixel);
      for (const [ink, broad] of /** @type {[Rgb, number][]} */ ([
        [isPale(colour) ? DARK : inks.ink, width + 1.6 * Math.max(0.02, pixel)],
        [colour, width],
      ])) {
        context.strokeStyle = css(ink);
        context.lineWidth = broad;
        context.stroke(path);
      }
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Box} box @param {number} pixel @param {Inks} inks */
  drawLetters(context, box, pixel, inks) {
    const radius = radiusOf(pixel);
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const { at, colour, letter } of this._discs(pixel)) {
      if (!overlap(around(at, 2 * radius), box)) continue;
      context.beginPath();
      context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
      context.fillStyle = css(colour);
      context.strokeStyle = css(isPale(colour) ? DARK : inks.ink);
      context.lineWidth = 0.14 * radius;
      context.fill();
      context.stroke();
      context.save();
      context.translate(at.x, at.y);
      // Drawn in a space of 100, where browsers place letters exactly.
      context.scale(radius / 100, radius / 100);
      context.font = "700 135px system-ui, sans-serif";
      context.fillStyle = css(isPale(colour) ? DARK : [255, 255, 255]);
      context.fillText(letter, 0, 8);
      context.restore();
    }
  }
}

/** @param {Rgb} colour */
const isPale = ([r, g, b]) => 0.299 * r + 0.587 * g + 0.114 * b > 120;

/** @param {number} pixel */
const radiusOf = (pixel) => Math.max(DISC, Math.min(MOST_DISC, LEAST_DISC * pixel));

/** @param {Point} at @param {number} radius @returns {Box} */
const around = ({ x, y }, radius) => ({ x0: x - radius, y0: y - radius, x1: x + radius, y1: y + radius });

/**
 * One rim of a join, and where its letter stands: outside, a part of the way along.
 *
 * @param {Geometry} geometry @param {Place[]} places @param {string} name @param {Rgb} colour @param {number} along
 * @returns {Rim[]}
 */
function rimOf(geometry, places, name, colour, along) {
  const all = places.flatMap((place) => {
    const seam = geometry.seams.get(place)?.find(({ join }) => join.name === name);
    return (seam?.sides ?? []).map((side) => ({ place, ends: place.side(side) }));
  });
  if (!all.length) return [];
  const sides = outside(all);
  const path = new Path2D();
  for (const { ends } of sides) {
    path.moveTo(ends[0].x, ends[0].y);
    path.lineTo(ends[1].x, ends[1].y);
  }
  const [xs, ys] = [sides.flatMap(({ ends }) => ends.map(({ x }) => x)), sides.flatMap(({ ends }) => ends.map(({ y }) => y))];
  const box = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
  return [{ path, box, size: places[0].size, colour, at: beside(sides, box, along) }];
}

/** All sides moved out a little together: what runs along the rim itself stays in sight. @param {Side[]} sides @returns {Side[]} */
function outside(sides) {
  const ways = sides.map(({ place, ends: [a, b] }) => {
    const [dx, dy] = [(a.x + b.x) / 2 - place.x, (a.y + b.y) / 2 - place.y];
    const far = Math.hypot(dx, dy) || 1;
    return { x: dx / far, y: dy / far };
  });
  const [x, y] = [ways.reduce((sum, way) => sum + way.x, 0), ways.reduce((sum, way) => sum + way.y, 0)];
  const by = BESIDE / (Math.hypot(x, y) || 1);
  return sides.map(({ place, ends: [a, b] }) => ({
    place,
    ends: [
      { x: a.x + by * x, y: a.y + by * y },
      { x: b.x + by * x, y: b.y + by * y },
    ],
  }));
}

/** @param {Side[]} sides @param {Box} box @param {number} along @returns {Point} */
function beside(sides, box, along) {
  const upright = box.y1 - box.y0 > box.x1 - box.x0;
  const goal = upright ? box.y0 + along * (box.y1 - box.y0) : box.x0 + along * (box.x1 - box.x0);
  const middles = sides.map(({ place, ends: [a, b] }) => ({ place, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }));
  /** @param {Point} point */
  const off = ({ x, y }) => Math.abs((upright ? y : x) - goal);
  const { place, x, y } = middles.reduce((best, each) => (off(each) < off(best) ? each : best));
  const far = Math.hypot(x - place.x, y - place.y) || 1;
  return { x: x + ((x - place.x) / far) * OUT, y: y + ((y - place.y) / far) * OUT };
}
