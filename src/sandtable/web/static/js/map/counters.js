// @ts-check
/**
 * A piece as a counter, a block or a token, in a square of 100. Sides differ in outline and in the small mark of the
 * corner, not in colour alone.
 *
 * @typedef {import("../wire.js").Piece} Piece
 * @typedef {import("../wire.js").Board} Board
 * @typedef {import("./palette.js").Rgb} Rgb
 * @typedef {{ground: Rgb, ink: Rgb, plate: Rgb}} Colours
 */
import { SIDE_COLOURS, brightness, css, mix, parse } from "./palette.js";
import { disc, short, svg } from "./svg.js";
import { symbolOf } from "./symbols.js";
import { describePiece } from "./words.js";

const ROUND = 11;
const CUT = 15;
/** Figures of so few letters fit anyhow. */
const SHORT = 3;

/**
 * The outline of a counter: side 0 has round corners, side 1 cut ones, others by turns.
 *
 * @param {number} side @param {number} [inset]
 */
export function outlineOf(side, inset = 0) {
  const a = inset;
  const b = 100 - inset;
  if (side >= 0 && side % 2 === 1) {
    const c = CUT - inset * 0.4;
    return `M${a + c} ${a}H${b - c}L${b} ${a + c}V${b - c}L${b - c} ${b}H${a + c}L${a} ${b - c}V${a + c}Z`;
  }
  const r = Math.max(2, ROUND - inset);
  return (
    `M${a + r} ${a}H${b - r}A${r} ${r} 0 0 1 ${b} ${a + r}V${b - r}A${r} ${r} 0 0 1 ${b - r} ${b}` +
    `H${a + r}A${r} ${r} 0 0 1 ${a} ${b - r}V${a + r}A${r} ${r} 0 0 1 ${a + r} ${a}Z`
  );
}

/** The part of the outline the light falls on, and the other. @param {number} side @returns {[string, string]} */
function bevelOf(side) {
  if (side >= 0 && side % 2 === 1) {
    return [
      `M4 ${98 - CUT}V${CUT + 1.5}L${CUT + 1.5} 4H${98 - CUT}`,
      `M96 ${CUT + 2}V${98.5 - CUT}L${98.5 - CUT} 96H${CUT + 2}`,
    ];
  }
  return [
    `M4 ${98 - ROUND}V${ROUND}A7 7 0 0 1 ${ROUND} 4H${98 - ROUND}`,
    `M96 ${ROUND + 2}V${100 - ROUND}A7 7 0 0 1 ${100 - ROUND} 96H${ROUND + 2}`,
  ];
}

/** @param {Piece} piece @param {Board} board @returns {Colours} */
export function coloursOf(piece, board) {
  const nation = board.nations.find(({ id }) => id === piece.nation);
  const [ground, ink] = nation
    ? [nation.ground, nation.ink]
    : SIDE_COLOURS[Math.max(0, piece.side) % SIDE_COLOURS.length];
  const rgb = parse(ground);
  const light = brightness(rgb) > brightness(parse(ink));
  return { ground: rgb, ink: parse(ink), plate: mix(rgb, light ? [255, 255, 255] : [0, 0, 0], light ? 0.5 : 0.3) };
}

/**
 * A counter as a picture of its own, for panels and lists.
 *
 * @param {Piece} piece @param {Board} board @param {number} size CSS pixels @returns {SVGSVGElement}
 */
export function drawCounter(piece, board, size) {
  const picture = svg("svg", {
    viewBox: "-6 -6 114 114",
    width: size,
    height: size,
    role: "img",
    class: "counter-picture",
  });
  picture.setAttribute("aria-label", describePiece(piece, board));
  picture.append(counter(piece, board));
  return picture;
}

/** Everything on a counter, from 0 to 100. @param {Piece} piece @param {Board} board @returns {SVGGElement} */
export function counter(piece, board) {
  const colours = coloursOf(piece, board);
  const group = svg("g", { class: "counter" });
  // A block is turned for its strength: its dots tell, and what is printed on it stays legible.
  if (piece.turned && piece.shape !== "block") group.setAttribute("transform", `rotate(${piece.turned} 50 50)`);
  group.append(...body(piece, colours));
  const printing = piece.symbol === "hidden" ? back(colours) : face(piece, colours);
  if (piece.shape === "token") group.append(svg("g", { transform: "translate(11 11) scale(0.78)" }, ...printing));
  else group.append(...printing);
  if (piece.lies) group.append(faceDown(piece, colours));
  if (piece.faded) group.append(svg("path", { class: `counter-veil${piece.figures ? " over-figures" : ""}`, d: silhouette(piece) }));
  group.append(...badges(piece.badges));
  return group;
}

/** @param {Piece} piece */
const silhouette = (piece) => (piece.shape === "token" ? disc(50, 50, 50) : outlineOf(piece.side));

/** @param {Piece} piece @param {Colours} colours @returns {SVGElement[]} */
function body(piece, { ground }) {
  const edge = css(mix(ground, [0, 0, 0], 0.62));
  const shape = silhouette(piece);
  const stands = piece.shape === "block" && !piece.lies;
  const parts = [
    svg("path", {
      class: "counter-shadow",
      d: shape,
      transform: stands ? "translate(6 9)" : "translate(3 4)",
    }),
  ];
  if (stands) {
    parts.push(
      svg("path", {
        d: shape,
        fill: css(mix(ground, [0, 0, 0], 0.42)),
        stroke: edge,
        "stroke-width": 3,
        transform: "translate(4 5)",
      }),
    );
  }
  parts.push(svg("path", { d: shape, fill: css(ground), stroke: edge, "stroke-width": 3 }));
  if (piece.shape === "token") {
    parts.push(
      svg("path", { class: "counter-light", d: "M15 74A43 43 0 0 1 74 15" }),
      svg("path", { class: "counter-shade", d: "M85 26A43 43 0 0 1 26 85" }),
    );
  } else {
    const [light, shade] = bevelOf(piece.side);
    parts.push(
      svg("path", { class: "counter-light", d: light }),
      svg("path", { class: "counter-shade", d: shade }),
    );
  }
  return parts;
}

/** The back of a piece that nobody may see: a lattice. @param {Colours} colours @returns {SVGElement[]} */
function back({ ink, plate }) {
  const lines = [];
  for (let k = 14; k <= 126; k += 14) {
    const far = Math.min(k, 86);
    const near = Math.max(14, k - 72);
    lines.push(`M${near} ${Math.min(86, k)}L${far} ${near}M${near} ${100 - far}L${far} ${100 - near}`);
  }
  return [
    svg("rect", { x: 14, y: 14, width: 72, height: 72, rx: 6, fill: css(plate), "fill-opacity": 0.5 }),
    svg("path", {
      class: "counter-detail",
      d: lines.join(""),
      stroke: css(ink),
      "stroke-width": 2.4,
      "stroke-opacity": 0.4,
      fill: "none",
    }),
    svg("circle", { cx: 50, cy: 50, r: 19, fill: css(plate), stroke: css(ink), "stroke-width": 3 }),
    text("?", 50, 61, 31, css(ink), "counter-figures"),
  ];
}

/**
 * What lies on its face: hatched all over, whatever its reader may know of it.
 *
 * @param {Piece} piece @param {Colours} colours
 */
function faceDown(piece, { ground, ink }) {
  const lines = [];
  for (let k = 12; k < 188; k += 11) {
    lines.push(`M${Math.max(6, k - 94)} ${Math.min(94, k)}L${Math.min(94, k)} ${Math.max(6, k - 94)}`);
  }
  return svg(
    "g",
    { class: "counter-down" },
    svg("path", { d: silhouette(piece), fill: css(ground), "fill-opacity": 0.45 }),
    svg("path", { d: lines.join(""), stroke: css(ink), "stroke-width": 2, "stroke-opacity": 0.5, fill: "none" }),
  );
}

/**
 * Steps left as full dots, steps lost as empty ones, along the upper edge.
 *
 * @param {Piece} piece @param {string} ink
 */
function strength({ steps, lost }, ink) {
  const count = steps + lost;
  const apart = Math.min(13, 60 / Math.max(1, count - 1));
  const dots = Array.from({ length: count }, (_, k) =>
    svg("circle", {
      cx: short(52 + (k - (count - 1) / 2) * apart),
      cy: 9.5,
      r: 4,
      fill: k < steps ? ink : "none",
      stroke: ink,
      "stroke-width": 1.6,
    }),
  );
  return svg("g", { class: "counter-steps" }, ...dots);
}

/** @param {Piece} piece @param {Colours} colours @returns {SVGElement[]} */
function face(piece, colours) {
  const ink = css(colours.ink);
  const parts = [sideMark(piece, ink), ...symbol(piece, colours)];
  if (piece.steps + piece.lost > 0) parts.push(strength(piece, ink));
  if (piece.size) parts.push(text(piece.size, 50, 16.5, fit(piece.size, 15, 46), ink, "counter-size"));
  const name = printed(piece);
  if (name) parts.push(title(name, !!piece.figures, ink));
  if (piece.figures) {
    const crowded = piece.badges.length > 2; // the badges reach down to the figures
    const size = fit(piece.figures, 35, crowded ? 66 : 82);
    const figures = text(piece.figures, crowded ? 39 : 50, 91.5, size, ink, "counter-figures");
    if (piece.figures.length > SHORT) { // however wide the letters of this device are
      figures.setAttribute("textLength", short(size * widthOf(piece.figures)));
      figures.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    parts.push(figures);
  }
  return parts;
}

/** How large a text may be to keep to a width. @param {string} words @param {number} most @param {number} width */
function fit(words, most, width) {
  return Math.min(most, width / Math.max(widthOf(words), 0.1));
}

/** About how wide a text is, by the size of its letters. @param {string} words */
function widthOf(words) {
  const wide = (/** @type {string} */ letter) => (/[-.,:;|iIl'() ]/.test(letter) ? 0.34 : /[0-9a-z]/.test(letter) ? 0.57 : 0.68);
  return [...words].reduce((sum, letter) => sum + wide(letter), 0);
}

/**
 * @param {string} words @param {number} x @param {number} y @param {number} size @param {string} fill
 * @param {string} kind
 */
function text(words, x, y, size, fill, kind) {
  return svg("text", { class: kind, x, y, "font-size": short(size), "text-anchor": "middle", fill }, words);
}

/** The name as it can be printed on a counter: short, or not at all. @param {Piece} piece */
const printed = ({ printed: letters, name, id }) => letters || ([name, id].find((words) => words && words.length <= 9) ?? "");

/** Its name along the left edge. @param {string} name @param {boolean} high @param {string} ink */
function title(name, high, ink) {
  const y = high ? 42 : 50;
  const words = text(name, 14.5, y, fit(name, 13, high ? 46 : 60), ink, "counter-name");
  words.setAttribute("transform", `rotate(-90 14.5 ${y})`);
  return words;
}

/** @param {Piece} piece @param {Colours} colours @returns {SVGElement[]} */
function symbol(piece, { ink, plate }) {
  const known = symbolOf(piece.symbol);
  const bare = !piece.figures;
  const y = bare ? 51 : piece.size || piece.steps ? 39 : 36;
  const scale = bare ? 1.12 : 0.98;
  if (!known)
    return [
      text(
        piece.letter || piece.symbol.slice(0, 1).toUpperCase(),
        50,
        y + (bare ? 18 : 15),
        bare ? 52 : 42,
        css(ink),
        "counter-letter",
      ),
    ];
  const group = svg("g", {
    class: "counter-symbol",
    transform: `translate(52 ${y}) scale(${known.frame ? scale : scale * 1.08})`,
  });
  if (known.frame) {
    group.append(
      svg("path", { d: "M-30-20H30V20H-30Z", fill: css(plate), stroke: css(ink), "stroke-width": 3.4 }),
    );
  }
  if (known.solid) group.append(svg("path", { d: known.solid, fill: css(ink) }));
  if (known.line) {
    group.append(
      svg("path", {
        d: known.line,
        fill: known.frame ? "none" : css(plate),
        stroke: css(ink),
        "stroke-width": known.frame ? 3.4 : 2.4,
        "stroke-linejoin": "round",
      }),
    );
  }
  return [group];
}

/**
 * A small mark that names the side: square, disc, diamond, triangle, as everywhere on the page.
 *
 * @param {Piece} piece @param {string} ink
 */
function sideMark(piece, ink) {
  const marks = ["M9.5 9.5H19.5V19.5H9.5Z", disc(17, 15, 5.2), "M15 6L22 14L15 22L8 14Z", "M9 18H21L15 7.5Z"];
  if (piece.side < 0) return svg("g");
  const mark = svg("path", { class: "counter-mark", d: marks[piece.side % marks.length], fill: ink });
  // The corner of a block that has been turned goes round with it.
  if (piece.turned && piece.shape === "block") mark.setAttribute("transform", `rotate(${piece.turned} 50 50)`);
  return mark;
}

/** Where badges lie: the most important in the corner, the others down the right edge. @type {[number, number, number][]} */
const BADGES = [
  [86, 14, 18],
  [89, 45, 14],
  [89, 72, 14],
];
const MORE = /** @type {const} */ ([91, 95, 11]);

/** At most three badges, and how many more there are. @param {readonly string[]} all @returns {SVGGElement[]} */
function badges(all) {
  const shown = all.slice(0, BADGES.length).map((words, k) => badge(words, BADGES[k]));
  const more = all.length - BADGES.length;
  return more > 0 ? [...shown, badge(`+${more}`, MORE, "is-more")] : shown;
}

/** @param {string} words @param {readonly [number, number, number]} at @param {string} [kind] */
function badge(words, [x, y, r], kind = "") {
  const size = r * (words.length > 1 ? 1 : 1.22);
  return svg(
    "g",
    { class: `counter-badge ${kind}` },
    svg("circle", { cx: x, cy: y, r }),
    svg("text", { x, y: short(y + 0.34 * size), "font-size": short(size), "text-anchor": "middle" }, words),
  );
}
