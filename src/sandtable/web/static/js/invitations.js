// @ts-check
// Links to seats that were made in this browser: the server keeps only hashes, so they stay here until they are used.

import { recall, remember } from "./prefs.js";

/** @param {string} id */
const key = (id) => `sandtable.invitations.${id}`;

/** @param {string} id @param {readonly import("./wire.js").Invitation[]} invitations */
export function keepInvitations(id, invitations) {
  const made = Object.fromEntries(invitations.map(({ side, path }) => [side, path]));
  if (invitations.length) remember(key(id), { ...invitationsTo(id), ...made });
}

/** The paths of the links to a table's seats, by side. @param {string} id @returns {Record<number, string>} */
export function invitationsTo(id) {
  return { ...recall(key(id)) };
}
