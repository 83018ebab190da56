// @ts-check
// Links to seats that were made on this page: the server keeps only hashes, so they stay here until the page is left.

/** @type {Map<string, Record<number, string>>} */
const made = new Map();

/** @param {string} id @param {readonly import("./wire.js").Invitation[]} invitations */
export function keepInvitations(id, invitations) {
  made.set(id, { ...made.get(id), ...Object.fromEntries(invitations.map(({ side, path }) => [side, path])) });
}

/** The paths of the links to a table's seats, by side. @param {string} id @returns {Record<number, string>} */
export function invitationsTo(id) {
  return { ...made.get(id) };
}
