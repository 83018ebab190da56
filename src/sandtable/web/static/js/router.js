// @ts-check
// One page, no reload: the address says what is shown, and links inside change it.

import { Store } from "./store.js";

/** @typedef {{ path: string, query: URLSearchParams }} Place */

/** @returns {Place} */
const here = () => ({ path: location.pathname, query: new URLSearchParams(location.search) });

/** @type {Store<Place>} */
export const place = new Store(here());

/** @param {string} address @param {{ replace?: boolean }} [how] */
export function navigate(address, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  place.set(here());
  scrollTo(0, 0);
}

/** Links to our own pages change the place; all others, and clicks meant for another tab, are left alone. */
export function followLinks() {
  addEventListener("popstate", () => place.set(here()));
  document.addEventListener("click", (event) => {
    const meantElsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (event.defaultPrevented || meantElsewhere || !link || link.hasAttribute("download") || link.target) return;
    const address = new URL(link.href);
    if (address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
    if (address.hash && address.pathname === location.pathname) return;
    event.preventDefault();
    navigate(address.pathname + address.search + address.hash);
  });
}
