// @ts-check
// Our own icons: strokes on a 24 by 24 field, in the colour of the text around them.

import { html } from "../vendor/preact.js";

/** @type {Record<string, string>} */
const STROKES = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  skip: "M5 5l7 7-7 7zM13 5l7 7-7 7z",
  undo: "M9 7l-5 4 5 4M4 11h10a5 5 0 015 5v2",
  reset: "M5 5v5h5M5.6 10A7.5 7.5 0 1112 19.5",
  layers: "M12 4l9 5-9 5-9-5zM4 14l8 4.5 8-4.5",
  numbers: "M9 4L7 20M17 4l-2 16M4 9h17M3 15h17",
  counters: "M4 8h12v12H4zM8 8V4h12v12h-4",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  orders: "M5 4h14v16H5zM8 9l1.5 1.5L12 8M8 15l1.5 1.5L12 14M14.5 9.5h2M14.5 15.5h2",
  log: "M5 6h14M5 12h14M5 18h9",
  chart: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
  track: "M4 6h16v13H4zM4 10h16M9 4v4M15 4v4",
  sequence: "M10 6h10M10 12h10M10 18h10M3.5 6h2M3 12l2 1.5L3 15M3.5 19h2",
  seats:
    "M8.5 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 20c0-4 2.5-6 6-6s6 2 6 6M16 5a3 3 0 010 6M17 14c3 .3 4.5 2.4 4.5 6",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M9 14.5v5",
  rule: "M6 4h10l3 3v13H6zM9 10h7M9 14h7",
  now: "M12 3a7 7 0 017 7c0 5-7 11-7 11S5 15 5 10a7 7 0 017-7zM12 12.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5z",
  help: "M9 9a3 3 0 114.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5M12 21.5a9.5 9.5 0 100-19 9.5 9.5 0 000 19z",
  link: "M10 14a4 4 0 005.7 0l3-3A4 4 0 0013 5.3l-1 1M14 10a4 4 0 00-5.7 0l-3 3A4 4 0 0011 18.7l1-1",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M5 12.5l5 5 9-11",
  cross: "M6 6l12 12M18 6L6 18",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  replay: "M4 5v5h5M4.7 10A8 8 0 1112 20M10.5 9l4.5 3-4.5 3z",
  share: "M12 15V4M8 7.5L12 3.5l4 4M5 12v8h14v-8",
  die: "M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01",
  person: "M12 11a4 4 0 100-8 4 4 0 000 8zM4 21c0-5 3-7.5 8-7.5s8 2.5 8 7.5",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  warning: "M12 4l9.5 16h-19zM12 10v4.5M12 17v.5",
  file: "M6 3h8l4 4v14H6zM14 3v4h4M12 18v-7M9 13.5l3-3 3 3",
  flag: "M6 21V4c4-2 8 2 12 0v9c-4 2-8-2-12 0",
  target: "M12 3v4M12 17v4M3 12h4M17 12h4M12 16a4 4 0 100-8 4 4 0 000 8z",
  larger: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  smaller: "M20 10h-6V4M14 10l6-6M4 14h6v6M10 14l-6 6",
  menu: "M4 7h16M4 12h16M4 17h16",
  question: "M4 5h16v11H10l-5 4v-4H4zM10 9a2 2 0 113 1.7c-.7.4-1 .7-1 1.3M12 13.8v.2",
};

/** Decoration only: the control around it has a label of its own. @param {{ name: string }} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${STROKES[name] ?? STROKES.help} />
  </svg>`;
}
