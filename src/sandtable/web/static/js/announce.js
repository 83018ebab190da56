// @ts-check
// What a screen reader says: short sentences in one live region, joined if they come at the same time.

const JOIN_FOR = 150;

/** @type {string[]} */
let waiting = [];
let timer = 0;

/** Clear what was said: the next listener is somebody else. */
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
