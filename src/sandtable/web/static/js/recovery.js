// @ts-check
// The code that brings a guest back whose session is lost, once. This browser keeps it; the server has only its hash.

import * as api from "./api.js";
import { recall, remember } from "./prefs.js";

/** @typedef {import("./wire.js").Me} Me */

const KEY = "sandtable.recovery";
const MARK = "sandtable.recovery.mark";

/** The code that this browser has kept. @returns {string} */
export function knownCode() {
  const code = recall(KEY);
  return typeof code === "string" ? code : "";
}

/** The same, if it is still valid: it may have been used in another browser. @param {Me | null} me */
export function validCode(me) {
  return me?.mark && me.mark === recall(MARK) ? knownCode() : "";
}

/** The one that is being made: whoever else asks waits for the same. @type {Promise<string> | null} */
let making = null;

/** The code of this guest, made if there is none that is valid. */
export async function recoveryCode() {
  making ??= findOrMake().finally(() => {
    making = null;
  });
  return making;
}

async function findOrMake() {
  const known = validCode(await api.me());
  if (known) return known;
  const { code, mark } = await api.newRecovery();
  remember(KEY, code);
  remember(MARK, mark);
  return code;
}

/** Come back as the guest whose code this is; then they need another. @param {string} code */
export async function comeBack(code) {
  await api.recover(code);
  forgetCode();
  await recoveryCode().catch(() => "");
  return api.me();
}

/** End this guest's sessions in all other browsers, whose codes then bring nobody back. */
export async function endOthers() {
  const me = await api.endSessions();
  if (me.account) return me;
  forgetCode();
  await recoveryCode().catch(() => "");
  return api.me();
}

/** Whoever has an account needs no code. */
export function forgetCode() {
  remember(KEY, "");
  remember(MARK, "");
}
