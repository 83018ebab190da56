// @ts-check
// Who reads this page, as the server knows them.

import * as api from "./api.js";
import { Store } from "./store.js";

/** @typedef {import("./wire.js").Me} Me */

/** @type {Store<{ me: Me | null }>} */
export const visitor = new Store({ me: /** @type {Me | null} */ (null) });

export async function meet() {
  try {
    visitor.set({ me: await api.me() });
  } catch {
    visitor.set({ me: null });
  }
}

/** The address under which others reach this server. */
export function publicBase() {
  return visitor.state.me?.public_url.replace(/\/$/, "") || location.origin;
}
