// @ts-check
// What a screen reader is told: short sentences into one live region, joined when they come together.

const JOIN_FOR = 150;

/** @type {string[]} */
let waiting = [];
let timer = 0;

/** Take back what was said: the next to listen is somebody else. */
export function hush() {
  clearTimeout(timer);
  waiting = [];
  document.getElementById("live")?.replaceChildren();
}

/** @param {string} text */
export function announce(text) {
  if (!text || waiting.at(-1) === text) return;
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const region = document.getElementById("live");
    if (region) region.textContent = waiting.slice(-6).join(". ");
    waiting = [];
  }, JOIN_FOR);
}
