// @ts-check
// A small piece of the map, painted by the map's own painter, with what lies over it.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { Geometry } from "../map/geometry.js";
import { Painter } from "../map/painter.js";
import { markerOf } from "../map/pieces.js";
import { printedChips, printedMarks } from "../map/printed.js";
import { Standing } from "../map/standing.js";
import { svg } from "../map/svg.js";
import { onThemeChange, theme } from "../prefs.js";

/** @typedef {import("../wire.js").Swatch} SwatchData */

/** How wide and high a swatch is, in CSS pixels. */
const [WIDE, HIGH] = [66, 44];
const SHARP = 2;

/** @param {{ swatch: SwatchData, sides: readonly string[] }} props */
export function Swatch({ swatch, sides }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const over = useRef(/** @type {HTMLElement | null} */ (null));
  const [shown, setShown] = useState(theme());
  useEffect(() => onThemeChange(() => setShown(theme())), []);
  useEffect(() => {
    let wanted = true;
    const geometry = new Geometry(swatch.board);
    Painter.prepare(geometry, shown).then((painter) => {
      const context = canvas.current?.getContext("2d");
      if (!wanted || !context) return;
      const box = { x0: swatch.x0, y0: swatch.y0, x1: swatch.x1, y1: swatch.y1 };
      painter.paint(context, box, (SHARP * WIDE) / (swatch.x1 - swatch.x0), { numbers: false });
      canvas.current?.setAttribute("data-painted", "");
    });
    return () => void (wanted = false);
  }, [swatch, shown]);
  useLayoutEffect(() => over.current?.replaceChildren(above(swatch, sides)), [swatch, sides]);
  return html`<span class="guide-swatch" aria-hidden="true">
    <canvas ref=${canvas} width=${SHARP * WIDE} height=${SHARP * HIGH}></canvas><span ref=${over}></span>
  </span>`;
}

/** Control, printed marks and markers, as they lie over the map. @param {SwatchData} swatch @param {readonly string[]} sides */
function above(swatch, sides) {
  const geometry = new Geometry(swatch.board);
  const standing = new Standing(geometry, sides);
  standing.show(swatch.tints);
  standing.control.draw(WIDE / (swatch.x1 - swatch.x0));
  const markers = swatch.markers.flatMap((marker) => {
    const place = geometry.place(marker.cell);
    return place ? [markerOf(marker, place, 2 * place.size)] : [];
  });
  return svg(
    "svg",
    { class: "map-svg", viewBox: `${swatch.x0} ${swatch.y0} ${swatch.x1 - swatch.x0} ${swatch.y1 - swatch.y0}` },
    ...[standing.element, printedMarks(geometry), printedChips(geometry), standing.letters, standing.control.tabs],
    svg("g", { class: "map-markers" }, ...markers),
  );
}
