// @ts-check
// What a device remembers: settings, the layout of the panels, and how far its reader has followed each game.

import { Store } from "./store.js";

/**
 * @typedef {object} Prefs
 * @property {boolean} confirm ask before what cannot be undone
 * @property {boolean} motion pieces glide
 * @property {boolean} dice dice roll before they lie
 * @property {boolean} sound
 * @property {number} text the size of text, 1 for normal
 * @property {"auto" | "light" | "dark"} theme
 * @property {"slow" | "normal" | "fast" | "instant"} speed of playing back what the others did
 * @property {boolean} numbers hex numbers on the map
 * @property {string} tab the panel that lies open beside the inspector
 * @property {boolean} panels do the panels lie beside the map
 * @property {boolean} sheet is the phone's sheet up
 * @property {boolean} now is what is looked at unfolded
 * @property {boolean} large has what is looked at, or the phone's sheet, most of the room
 * @property {boolean} kept has a guest kept the recovery code
 * @property {Record<string, boolean>} folded panels of scenes, by id
 */

const KEY = "sandtable.prefs";
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const darkness = matchMedia("(prefers-color-scheme: dark)");

/** @type {Prefs} */
const DEFAULTS = {
  confirm: true,
  motion: true,
  dice: true,
  sound: false,
  text: 1,
  theme: "auto",
  speed: "normal",
  numbers: false,
  tab: "log",
  panels: true,
  sheet: false,
  now: true,
  large: false,
  kept: false,
  folded: {},
};

/** @type {Store<Prefs>} */
export const prefs = new Store({ ...DEFAULTS, ...recall(KEY) });

/** @param {Partial<Prefs>} change */
export function setPrefs(change) {
  prefs.set(change);
  remember(KEY, prefs.state);
}

/** Do pieces glide and dice roll? A reader who asked the system for less motion gets none. */
export function moves() {
  return prefs.state.motion && !stillness.matches;
}

/** The theme in effect. @returns {"light" | "dark"} */
export function theme() {
  const chosen = prefs.state.theme;
  return chosen === "auto" ? (darkness.matches ? "dark" : "light") : chosen;
}

/** Keep the document's theme, text size and motion as the settings have them. */
export function applyPrefs() {
  const root = document.documentElement;
  const apply = () => {
    root.dataset.theme = prefs.state.theme;
    root.dataset.motion = moves() ? "on" : "off";
    root.style.setProperty("--text-scale", String(prefs.state.text));
  };
  apply();
  prefs.subscribe(apply);
  stillness.addEventListener("change", apply);
}

/** @param {() => void} listener */
export function onThemeChange(listener) {
  darkness.addEventListener("change", listener);
  const end = prefs.subscribe(listener);
  return () => {
    darkness.removeEventListener("change", listener);
    end();
  };
}

/**
 * The last number of a game this device has shown to one side; 0 when it never did.
 * @param {string} id
 * @param {number} side
 */
export function lastSeen(id, side) {
  const number = recall(`sandtable.seen.${id}.${side}`);
  return typeof number === "number" ? number : 0;
}

/** @param {string} id @param {number} side @param {number} number */
export function noteSeen(id, side, number) {
  remember(`sandtable.seen.${id}.${side}`, number);
}

/** @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Storage may be forbidden or full: then the device remembers nothing, and all else works.
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}
