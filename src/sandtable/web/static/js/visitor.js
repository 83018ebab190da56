// @ts-check
// Who reads this page, as the server knows them.

import * as api from "./api.js";
import { comeBack, forgetCode, knownCode } from "./recovery.js";
import { Store } from "./store.js";

/** @typedef {import("./wire.js").Me} Me */

/** `back` counts how often a code has brought the guest back. @type {Store<{ me: Me | null, back: number }>} */
export const visitor = new Store({ me: /** @type {Me | null} */ (null), back: 0 });

/** The answer that is on its way; two at once could make two guests of one person. @type {Promise<void> | null} */
let meeting = null;

/** Ask the server who reads this page. */
export function meet() {
  meeting ??= ask().finally(() => {
    meeting = null;
  });
  return meeting;
}

async function ask() {
  try {
    visitor.set({ me: await cameBack(await api.me()) });
  } catch {
    visitor.set({ me: null });
  }
}

/** Without a session, the code that this browser has kept brings the guest back. @param {Me} me */
async function cameBack(me) {
  const code = me.known ? "" : knownCode();
  if (!code) return me;
  try {
    const back = await comeBack(code);
    if (location.pathname.startsWith("/table/")) location.reload(); // it was opened for a spectator
    visitor.set({ back: visitor.state.back + 1 });
    return back;
  } catch (error) {
    if (error instanceof api.Refused && error.kind !== "too-much") forgetCode();
    return me;
  }
}

/** The address under which others reach this server. */
export function publicBase() {
  return visitor.state.me?.public_url.replace(/\/$/, "") || location.origin;
}
