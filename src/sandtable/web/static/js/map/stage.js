// @ts-check
/**
 * The elements of the map, from below to above: the painted ground, what lies on it in the plane, what lies on the
 * screen, buttons; and the live region for people who cannot see the map.
 */
import { pen } from "./relief.js";
import { svg } from "./svg.js";
import { WORDS } from "./words.js";

/** Icons of the buttons, in a square of 24. */
const ICONS = {
  zoomIn: "M12 5V19M5 12H19",
  zoomOut: "M5 12H19",
  fit: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
  minimap: "M4 6L9.5 4L14.5 6L20 4V18L14.5 20L9.5 18L4 20ZM9.5 4V18M14.5 6V20",
};

let made = 0;

/** @param {string} name @param {string} label @param {string} icon @param {() => void} press */
function button(name, label, icon, press) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = `map-button map-button-${name}`;
  element.setAttribute("aria-label", label);
  element.title = label;
  element.append(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icon })));
  element.addEventListener("click", press);
  return element;
}

export class Stage {
  /**
   * @param {HTMLElement} root
   * @param {{zoom: (factor: number) => void, fit: () => void, minimap: () => void}} presses
   */
  constructor(root, presses) {
    this.root = root;
    root.classList.add("map-root");
    root.tabIndex = 0;
    root.setAttribute("role", "application");
    if (!root.hasAttribute("aria-label")) root.setAttribute("aria-label", WORDS.map);
    this.help = document.createElement("div");
    this.help.id = `map-help-${made++}`;
    this.help.hidden = true;
    this.help.textContent = WORDS.keys;
    root.setAttribute("aria-describedby", this.help.id);
    this.canvas = document.createElement("canvas");
    this.canvas.className = "map-canvas";
    this.canvas.setAttribute("aria-hidden", "true");
    this.context = pen(this.canvas, true);
    this.plane = svg("g", { class: "map-plane" });
    this.screen = svg("g", { class: "map-screen" });
    this.drawing = svg(
      "svg",
      { class: "map-svg", "aria-hidden": "true", "data-lod": "near" },
      this.plane,
      this.screen,
    );
    this.live = document.createElement("div");
    this.live.className = "map-live";
    this.live.setAttribute("aria-live", "polite");
    this.minimapButton = button("minimap", WORDS.minimap, ICONS.minimap, presses.minimap);
    this.controls = this._controls(presses);
    root.append(this.canvas, this.drawing, this.controls, this.live, this.help);
  }

  /** @param {{zoom: (factor: number) => void, fit: () => void, minimap: () => void}} presses */
  _controls(presses) {
    const group = document.createElement("div");
    group.className = "map-controls";
    group.append(
      button("in", WORDS.zoomIn, ICONS.zoomIn, () => presses.zoom(1.5)),
      button("out", WORDS.zoomOut, ICONS.zoomOut, () => presses.zoom(1 / 1.5)),
      button("fit", WORDS.fit, ICONS.fit, presses.fit),
      this.minimapButton,
    );
    return group;
  }

  /** @param {boolean} shown */
  setMinimap(shown) {
    this.minimapButton.setAttribute("aria-pressed", String(shown));
  }

  /** @param {number} width @param {number} height device pixels */
  resize(width, height) {
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
  }

  /** How much is shown beside the counters. @param {string} detail */
  setDetail(detail) {
    if (this.drawing.dataset.lod !== detail) this.drawing.dataset.lod = detail;
  }

  /** @param {string} words */
  say(words) {
    this.live.textContent = words;
  }

  destroy() {
    this.root.classList.remove("map-root");
    for (const name of ["role", "aria-describedby", "tabindex"]) this.root.removeAttribute(name);
    this.root.replaceChildren();
  }
}
