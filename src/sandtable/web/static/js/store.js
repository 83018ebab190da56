// @ts-check
// A small state container: one immutable object, a list of listeners, and a hook that redraws when the selected part changes.

import { useEffect, useRef, useState } from "../vendor/preact.js";

/** @template {object} T */
export class Store {
  /** @param {T} initial */
  constructor(initial) {
    this.state = initial;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** Change some fields and tell every listener. @param {Partial<T>} change */
  set(change) {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.listeners]) listener();
  }

  /** @param {() => void} listener @returns {() => void} what ends it */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/**
 * What `select` takes from the store; the component is drawn again when that changes.
 * @template {object} T
 * @template V
 * @param {Store<T>} store
 * @param {(state: T) => V} select
 * @returns {V}
 */
export function useStore(store, select) {
  const [, redraw] = useState(0);
  const value = select(store.state);
  const latest = useRef({ select, value });
  latest.current = { select, value };
  useEffect(() => {
    const check = () => {
      const { select: pick, value: shown } = latest.current;
      if (!Object.is(pick(store.state), shown)) redraw((count) => count + 1);
    };
    check();
    return store.subscribe(check);
  }, [store]);
  return value;
}
