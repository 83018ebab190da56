// @ts-check
/** Making SVG elements. */

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} name @param {Record<string, string | number>} [attributes] @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A number as short as it may be written. @param {number} value */
export const short = (value) => String(Math.round(value * 1000) / 1000);

/** Straight lines through points. @param {{x: number, y: number}[]} points @param {boolean} [closed] */
export const polygon = (points, closed = true) =>
  points.map(({ x, y }, k) => `${k ? "L" : "M"}${short(x)} ${short(y)}`).join("") + (closed ? "Z" : "");

/** @param {number} x @param {number} y @param {number} r */
export const disc = (x, y, r) =>
  `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0Z`;
