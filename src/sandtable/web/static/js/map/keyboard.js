// @ts-check
/**
 * The map by keyboard: one stop for the Tab key, arrows from cell to cell.
 *
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {object} Keys
 * @property {(way: Point) => void} move the cursor
 * @property {(way: Point) => void} pan
 * @property {(event: KeyboardEvent) => void} choose
 * @property {() => void} fan
 * @property {() => boolean} close true when there was something to close
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 */

/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** @param {HTMLElement} root @param {Keys} keys @param {AbortSignal} signal */
export function listenToKeys(root, keys, signal) {
  root.addEventListener(
    "keydown",
    (event) => {
      if (event.target !== root || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!handle(event, keys)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
}

/** @param {KeyboardEvent} event @param {Keys} keys @returns {boolean} whether the key was meant for the map */
function handle(event, keys) {
  const way = ARROWS[event.key];
  if (way) {
    if (event.shiftKey) keys.pan(way);
    else keys.move(way);
    return true;
  }
  switch (event.key) {
    case "Enter":
      keys.choose(event);
      return true;
    case " ":
    case "f":
      keys.fan();
      return true;
    case "+":
    case "=":
      keys.zoom(1.4);
      return true;
    case "-":
      keys.zoom(1 / 1.4);
      return true;
    case "0":
      keys.fit();
      return true;
    case "Escape":
      return keys.close();
    default:
      return false;
  }
}
