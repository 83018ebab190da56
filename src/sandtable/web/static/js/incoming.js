// @ts-check
// What comes in about a table, from one side: take it or drop it. Nothing here knows a page, so that tests can feed it.
//
// While a socket lives it is the only source: it brings whatever changes, in order. No number could do that work, because
// what others choose in secret changes who decides and no number. So the answer to a run only confirms that it is stored,
// and the answer to a question counts only if nothing has come since it was asked. What such an answer brings, the socket
// has missed: from then on nothing that this socket brings is heard, and a new one begins with the table as it is.

/** @typedef {import("./wire.js").Update} Update */

/** Is the same to be seen in two updates? Their logs may begin at different numbers. @param {Update} one @param {Update} other */
function same(one, other) {
  const seen = (/** @type {Update} */ { log, log_from, ...rest }) => JSON.stringify(rest);
  return one.number === other.number && seen(one) === seen(other);
}

export class Incoming {
  /** @param {Update} first */
  constructor(first) {
    /** What was taken last: it is shown, or about to be. */
    this.last = first;
    /** How often something has come. It is noted with a question, and with what is sent. */
    this.heard = 0;
  }

  /** The socket brings an update. @param {Update} update @returns {boolean} is it to be shown? */
  bring(update) {
    this.heard += 1;
    return this.take(update);
  }

  /** A question is answered. @param {number} asked what had been heard then @param {Update} update @returns {boolean} is it to be shown? */
  answer(asked, update) {
    if (asked !== this.heard || !this.take(update)) return false;
    this.heard += 1;
    return true;
  }

  /** Has what was sent been shown? @param {number} sent what had been heard then @param {number} number it is stored as */
  shows(sent, number) {
    return this.heard > sent && this.last.number >= number;
  }

  /** @param {Update} update */
  take(update) {
    if (same(update, this.last)) return false;
    this.last = update;
    return true;
  }
}
