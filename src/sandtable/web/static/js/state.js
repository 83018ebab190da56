// @ts-check
// All that a visit to a table knows, in one object: what `Session` fills and the panels read.

/**
 * @typedef {import("./wire.js").Update} Update
 * @typedef {import("./wire.js").LogLine} LogLine
 *
 * @typedef {object} Notice a sentence in the prompt bar
 * @property {string} text
 * @property {string} [rule]
 * @property {string} [hint]
 * @property {"info" | "bad"} tone
 *
 * @typedef {object} Selected
 * @property {string} piece its id, or nothing when only a cell is looked at
 * @property {number} cell
 * @property {boolean} auto picked by the scene, not by the reader
 * @property {import("./wire.js").Answer | null} answer to the selection question
 * @property {{ piece: string, name: string } | null} also a piece picked before that could go to this cell
 * @property {readonly string[]} [company] pieces that go with it, one after another
 *
 * @typedef {object} Pending something that waits for the reader's word
 * @property {string} text
 * @property {boolean} final
 * @property {() => Promise<unknown>} go
 * @property {readonly import("./wire.js").Panel[]} panels what the preview shows
 * @property {readonly import("./wire.js").Combat[]} [combats]
 * @property {readonly import("./wire.js").Warn[]} [warnings] what it would cost
 *
 * @typedef {object} Reading where the rules are open
 * @property {string} place a paragraph, a clause, a ruling or a chapter; what is searched for behind a question mark; or nothing
 * @property {readonly string[]} trail the places that led there
 * @property {string} tab the panel that was open before
 * @property {boolean} sheet was the phone's sheet up
 * @property {HTMLElement | null} focus what had the focus
 *
 * @typedef {object} State
 * @property {"loading" | "ready" | "failed"} stage
 * @property {{ reason: string, hint: string } | null} failure
 * @property {import("./wire.js").TableInfo | null} info
 * @property {import("./wire.js").GameCard | null} game
 * @property {import("./wire.js").Board | null} board
 * @property {number} side whose eyes; -1 for the spectator's
 * @property {number | null} handOver the side that is to take the device, while everything is hidden
 * @property {Update | null} update what is shown as now
 * @property {number} latest the last number received, which may be ahead of what is shown
 * @property {readonly LogLine[]} log
 * @property {readonly import("./wire.js").ChatLine[]} chat
 * @property {number} chatSeen
 * @property {readonly import("./wire.js").SeatInfo[]} seats
 * @property {number} spectators
 * @property {import("./socket.js").ConnectionState} connection
 * @property {boolean} sending
 * @property {Notice | null} notice
 * @property {Pending | null} pending
 * @property {Selected | null} selected
 * @property {string} card the id of the card that is held up, or nothing
 * @property {string | null} finding what has been typed to find a choice; none when nobody is typing one
 * @property {Record<string, import("./wire.js").Answer>} overlays
 * @property {{ question: import("./wire.js").QuestionCard, given: readonly string[] } | null} asking
 * @property {{ title: string, answer: import("./wire.js").Answer } | null} answer
 * @property {{ done: number, total: number, away: boolean, text: string } | null} playback
 * @property {import("./replay.js").Replaying | null} replay
 * @property {{ values: readonly number[], text: string, rolling: boolean, side: number } | null} dice
 * @property {readonly number[]} fresh numbers of the log lines that came last
 * @property {Reading | null} reading where the rules are open
 * @property {Readonly<Record<number, string>>} invitations paths of links to seats, by side
 * @property {boolean} counters are they drawn
 * @property {boolean} key are marks and badges explained
 */

/**
 * Before anything is loaded.
 * @returns {State}
 */
export function blank() {
  return {
    stage: "loading",
    failure: null,
    info: null,
    game: null,
    board: null,
    ...nothingSeen(),
    seats: [],
    chat: [],
    chatSeen: 0,
    spectators: 0,
    connection: "connecting",
    reading: null,
    invitations: {},
    counters: true,
    key: false,
    side: -1,
    handOver: null,
  };
}

/** Everything that belongs to one side's view, empty. */
export function nothingSeen() {
  return {
    update: null,
    latest: -1,
    log: [],
    sending: false,
    notice: null,
    pending: null,
    selected: null,
    card: "",
    finding: null,
    overlays: {},
    asking: null,
    answer: null,
    playback: null,
    replay: null,
    dice: null,
    fresh: [],
  };
}
