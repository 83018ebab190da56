// @ts-check
/**
 * Names as they are written: measured once, in one line or in two.
 *
 * @typedef {import("./geometry.js").Place} Place
 *
 * @typedef {object} Name
 * @property {Place} place
 * @property {string[]} words
 * @property {number[]} widths of the words, and of a space, by the size of a letter
 * @property {SVGTextElement} element
 * @property {string} drawn where and how it stands now
 * @property {boolean} strong important
 */
import { pen } from "./relief.js";
import { svg } from "./svg.js";

/** As in map.css. */
export const SERIF =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Liberation Serif", serif';
/** As in map.css: how much larger important names are. */
export const STRONG = 1.12;
/** Lines are this high, by letters. */
export const LINE = 0.92;
/** How large letters are, in pixels. */
export const [SMALLEST, LARGEST] = [10.5, 21];
/** A name of several words that is wider than this many cells is written in two lines. */
export const WIDE = 1.2;
const MEASURED = 40;

/** The names of places, measured. @param {Place[]} places @param {(place: Place) => boolean} isStrong @returns {Name[]} */
export function namesOf(places, isStrong) {
  const context = pen(document.createElement("canvas"));
  return places.map((place) => {
    const strong = isStrong(place);
    const element = svg("text", { class: strong ? "place-name is-strong" : "place-name" });
    const words = place.cell.label.split(" ");
    context.font = `small-caps ${strong ? 700 : 600} ${MEASURED}px ${SERIF}`;
    const widths = [...words, " "].map(
      (word) => (context.measureText(word).width / MEASURED + 0.04 * word.length) * (strong ? STRONG : 1),
    );
    return { place, words, widths, element, drawn: "", strong };
  });
}

/**
 * The words of a name in one line, or in two where it is wide.
 *
 * @param {Name} name @param {number} widest @param {number} size
 */
export function linesOf({ words, widths }, widest, size) {
  const space = widths[words.length];
  /** @param {number} from @param {number} to */
  const width = (from, to) =>
    (widths.slice(from, to).reduce((sum, each) => sum + each, 0) + (to - from - 1) * space) * size;
  const whole = [{ text: words.join(" "), width: width(0, words.length) }];
  if (words.length < 2 || whole[0].width <= widest) return whole;
  const cuts = words.slice(1).map((_, k) => [
    { text: words.slice(0, k + 1).join(" "), width: width(0, k + 1) },
    { text: words.slice(k + 1).join(" "), width: width(k + 1, words.length) },
  ]);
  /** @param {{width: number}[]} lines */
  const longest = (lines) => Math.max(...lines.map((line) => line.width));
  return cuts.sort((a, b) => longest(a) - longest(b))[0];
}
