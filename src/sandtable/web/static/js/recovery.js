// @ts-check
// The code that brings a guest back whose session is lost. This browser keeps it; the server has only its hash.

import * as api from "./api.js";
import { recall, remember } from "./prefs.js";

const KEY = "sandtable.recovery";

/** The code of the guest who uses this browser, if one was made here. @returns {string} */
export function knownCode() {
  const code = recall(KEY);
  return typeof code === "string" ? code : "";
}

/** The one that is being made: whoever else asks waits for the same. @type {Promise<string> | null} */
let making = null;

/** The same, made if there is none yet. */
export async function recoveryCode() {
  const known = knownCode();
  if (known) return known;
  making ??= api.newRecovery().then(({ code }) => {
    remember(KEY, code);
    return code;
  });
  return making.finally(() => {
    making = null;
  });
}

/** Come back as the guest whose code this is. @param {string} code */
export async function comeBack(code) {
  const me = await api.recover(code);
  remember(KEY, code);
  return me;
}

/** Whoever has an account needs no code. */
export function forgetCode() {
  remember(KEY, "");
}
