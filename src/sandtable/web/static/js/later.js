// @ts-check
// Parts of the page that are fetched when they are first shown, each with its style sheet if it has one.

import { html, useEffect, useState } from "../vendor/preact.js";
import { Failure, Loading } from "./ui.js";
import { t } from "./words.js";

/** @typedef {(props: any) => unknown} Part */

/**
 * A part that is fetched when it is first drawn, or when its `fetch` is called.
 * @param {() => Promise<Part>} load
 * @param {{ sheet?: string, text?: string, frame?: (child: unknown) => unknown }} [how] the name of its style sheet;
 *   what is said while it comes; what is drawn around that
 */
export function later(load, { sheet = "", text, frame = (child) => child } = {}) {
  /** @type {Part | null} */
  let part = null;
  const fetch = async () => {
    const [loaded] = await Promise.all([load(), sheet && style(sheet)]);
    part = loaded;
  };
  /** @param {any} props */
  function Later(props) {
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (part) return;
      fetch().then(
        () => redraw((count) => count + 1),
        () => setFailed(true),
      );
    }, []);
    if (part) return html`<${part} ...${props} />`;
    // a browser may keep the failure of a module for as long as the page stands
    const again = () => location.reload();
    return frame(failed ? html`<${Failure} reason=${t("cannot_reach")} onRetry=${again} />` : html`<${Loading} text=${text} />`);
  }
  return Object.assign(Later, { fetch });
}

/** Add a style sheet to the page, once. @param {string} name @returns {Promise<void>} */
export function style(name) {
  const address = new URL(`../css/${name}.css`, import.meta.url).href;
  if (document.head.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => (link.remove(), reject(new Error(address))));
    document.head.append(link);
  });
}
