// @ts-check
// A part of the page whose code is fetched when it is first shown.

import { html, useEffect, useState } from "../vendor/preact.js";
import { Failure, Loading } from "./ui.js";
import { t } from "./words.js";

/**
 * @template {object} P
 * @param {() => Promise<(props: P) => unknown>} load
 * @returns {(props: P) => unknown}
 */
export function later(load) {
  /** @type {((props: P) => unknown) | null} */
  let known = null;
  return function Later(props) {
    const [body, setBody] = useState(known && { show: known });
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (known) return;
      load().then(
        (show) => {
          known = show;
          setBody({ show });
        },
        () => setFailed(true),
      );
    }, []);
    // a browser may keep the failure of a module for as long as the page stands
    if (failed) return html`<${Failure} reason=${t("cannot_reach")} onRetry=${() => location.reload()} />`;
    return body ? html`<${body.show} ...${props} />` : html`<${Loading} />`;
  };
}
