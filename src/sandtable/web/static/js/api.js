// @ts-check
// The server's endpoints, one function each. Every refusal comes as `Refused`, a lost connection as `Unreachable`.

/** @typedef {import("./wire.js").Refusal} Refusal */

/** The server said no, with a reason that a reader understands. */
export class Refused extends Error {
  /** @param {number} status @param {Refusal} refusal */
  constructor(status, refusal) {
    super(refusal.reason);
    this.status = status;
    this.kind = refusal.error;
    this.reason = refusal.reason;
    this.rule = refusal.rule ?? "";
    this.hint = refusal.hint ?? "";
  }
}

/** No answer came. */
export class Unreachable extends Error {}

const RETRIES = [400, 1000, 2500, 5000];
const BETWEEN_US = [502, 504]; // a proxy speaks, not the server

/** A key for one run, undo or act. */
export function freshKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // plain http: randomUUID is for secure pages only
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function call(method, path, body, signal) {
  const raw = body instanceof Blob;
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": raw ? "application/octet-stream" : "application/json" },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
      credentials: "same-origin",
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
  if (BETWEEN_US.includes(answer.status)) throw new Unreachable(answer.statusText);
  const told = await answer.json().catch(() => null);
  if (answer.ok) return told;
  throw new Refused(
    answer.status,
    told?.reason ? told : { error: "broken", reason: answer.statusText, rule: "", hint: "" },
  );
}

/**
 * Send again with the same key until an answer comes: the server plays each key only once.
 * @param {string} path
 * @param {object} body
 */
async function insist(path, body) {
  for (const pause of RETRIES) {
    try {
      return await call("POST", path, body);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return call("POST", path, body);
}

/** @param {string} id */
const table = (id) => `/tables/${encodeURIComponent(id)}`;

/** @type {Promise<import("./wire.js").GameCard[]> | null} */
let catalogue = null;

/** The available games, fetched once. @returns {Promise<import("./wire.js").GameCard[]>} */
export function games() {
  catalogue ??= call("GET", "/games").catch((error) => {
    catalogue = null;
    throw error;
  });
  return /** @type {Promise<import("./wire.js").GameCard[]>} */ (catalogue);
}

/** @param {string} game @param {string} paragraph @returns {Promise<import("./wire.js").RuleClause[]>} */
export const rules = (game, paragraph) =>
  call("GET", `/games/${encodeURIComponent(game)}/rules/${encodeURIComponent(paragraph)}`);

/** @type {Map<string, Promise<import("./wire.js").Sequence>>} */
const sequences = new Map();

/** The sequence of play of a game, fetched once. @param {string} game */
export function sequence(game) {
  const known = sequences.get(game) ?? call("GET", `/games/${encodeURIComponent(game)}/sequence`);
  sequences.set(game, known);
  known.catch(() => sequences.delete(game));
  return known;
}

/** The charts of a scenario before it begins. @param {string} game @param {string} scenario @returns {Promise<import("./wire.js").Charts>} */
export const chartsBefore = (game, scenario) =>
  call("GET", `/games/${encodeURIComponent(game)}/charts?scenario=${encodeURIComponent(scenario)}`);

// People

/** @returns {Promise<import("./wire.js").Me>} */
export const me = () => call("GET", "/me");
/** @param {string} name @returns {Promise<import("./wire.js").Me>} */
export const rename = (name) => call("POST", "/me/name", { name });
/** @param {import("./wire.js").Credentials} who @returns {Promise<import("./wire.js").Me>} */
export const signUp = (who) => call("POST", "/accounts", who);
/** @param {import("./wire.js").Credentials} who @returns {Promise<import("./wire.js").Me>} */
export const logIn = (who) => call("POST", "/login", who);
/** @returns {Promise<import("./wire.js").Me>} */
export const logOut = () => call("POST", "/logout", {});
/** @param {import("./wire.js").NewPassword} change @returns {Promise<import("./wire.js").Me>} */
export const changePassword = (change) => call("POST", "/me/password", change);

/** @returns {Promise<import("./wire.js").Me>} */
export const endSessions = () => call("POST", "/me/sessions/end", {});

/** @returns {Promise<import("./wire.js").Recovery>} */
export const newRecovery = () => call("POST", "/me/recovery", {});
/** @param {string} code @returns {Promise<import("./wire.js").Homecoming>} */
export const lookAtRecovery = (code) => call("POST", "/recoveries/look", { code });
/** @param {string} code @returns {Promise<import("./wire.js").Me>} */
export const recover = (code) => call("POST", "/recoveries", { code });

// The lobby

/** @returns {Promise<import("./wire.js").Lobby>} */
export const lobby = () => call("GET", "/lobby");
/** @param {import("./wire.js").NewTable} table @returns {Promise<import("./wire.js").Made>} */
export const create = (table) => call("POST", "/tables", table);
/** @param {Blob} file @returns {Promise<import("./wire.js").Made>} */
export const importGame = (file) => call("POST", "/imports", file);
/** @param {string} secret @returns {Promise<import("./wire.js").Claimed>} */
export const claim = (secret) => call("POST", "/claims", { secret });
/** @param {string} id @param {boolean} hidden @returns {Promise<void>} */
export const hide = (id, hidden) => call("POST", `${table(id)}/hide`, { hidden });
/** @param {string} secret @returns {Promise<import("./wire.js").SharedMoment>} */
export const shared = (secret) => call("POST", "/shares", { secret });

/** @param {string} game @returns {Promise<import("./wire.js").Guide>} */
export const guide = (game) => call("GET", `/games/${encodeURIComponent(game)}/guide`);

// A table

/** @param {string} id @returns {Promise<import("./wire.js").TableInfo>} */
export const info = (id) => call("GET", table(id));
/** @param {string} id @returns {Promise<import("./wire.js").Board>} */
export const board = (id) => call("GET", `${table(id)}/board`);
/** @param {string} id @param {number} side @param {number} after @returns {Promise<import("./wire.js").Update>} */
export const update = (id, side, after) => call("GET", `${table(id)}/update?side=${side}&after=${after}`);
/** @param {string} id @param {number} after @returns {Promise<import("./wire.js").Chatted>} */
export const chat = (id, after) => call("GET", `${table(id)}/chat?after=${after}`);
/** @param {string} id @param {import("./wire.js").Run} run @returns {Promise<import("./wire.js").Done>} */
export const run = (id, run) => insist(`${table(id)}/runs`, run);
/** @param {string} id @param {import("./wire.js").CallOff} body @returns {Promise<import("./wire.js").Done>} */
export const callOff = (id, body) => call("POST", `${table(id)}/call-off`, body);
/** @param {string} id @param {import("./wire.js").Undo} undo @returns {Promise<import("./wire.js").Done>} */
export const undo = (id, undo) => insist(`${table(id)}/undos`, undo);
/** @param {string} id @param {import("./wire.js").Act} act @returns {Promise<import("./wire.js").Done>} */
export const act = (id, act) => insist(`${table(id)}/acts`, act);
/**
 * @param {string} id
 * @param {import("./wire.js").Preview} body
 * @returns {Promise<import("./wire.js").Previewed>}
 */
export const preview = (id, body) => call("POST", `${table(id)}/preview`, body);
/** @param {string} id @param {number} side @returns {Promise<import("./wire.js").Orders>} */
export const orders = (id, side) => call("GET", `${table(id)}/orders?side=${side}`);
/**
 * @param {string} id
 * @param {import("./wire.js").LeaveOrders} body
 * @returns {Promise<import("./wire.js").Orders>}
 */
export const leaveOrders = (id, body) => call("POST", `${table(id)}/orders`, body);
/** @param {string} id @param {import("./wire.js").Ask} body @returns {Promise<import("./wire.js").Answer>} */
export const ask = (id, body) => call("POST", `${table(id)}/questions`, body);
/** @param {string} id @param {import("./wire.js").WhyNot} body @returns {Promise<import("./wire.js").Because>} */
export const why = (id, body) => call("POST", `${table(id)}/why`, body);
/** @param {string} id @param {string} text @returns {Promise<void>} */
export const talk = (id, text) => call("POST", `${table(id)}/chat`, { text });
/** @param {string} id @param {number} side @returns {Promise<import("./wire.js").Charts>} */
export const charts = (id, side) => call("GET", `${table(id)}/charts?side=${side}`);
/** @param {string} id @param {number} side @returns {Promise<import("./wire.js").Moments>} */
export const moments = (id, side) => call("GET", `${table(id)}/moments?side=${side}`);
/**
 * @param {string} id
 * @param {number} side
 * @param {number} number
 * @returns {Promise<import("./wire.js").Update>}
 */
export const moment = (id, side, number) => call("GET", `${table(id)}/moments/${number}?side=${side}`);
/** @param {string} id @param {import("./wire.js").Share} body @returns {Promise<import("./wire.js").Shared>} */
export const share = (id, body) => call("POST", `${table(id)}/shares`, body);
/**
 * @param {string} id
 * @param {number} side
 * @param {import("./wire.js").SeatChange} change
 * @returns {Promise<import("./wire.js").Invitation | {}>}
 */
export const changeSeat = (id, side, change) => call("POST", `${table(id)}/seats/${side}`, change);
/** @param {string} id @param {number} side @returns {Promise<import("./wire.js").Claimed>} */
export const sit = (id, side) => call("POST", `${table(id)}/seats/${side}/sit`, {});
/** @param {string} id @param {number} side @param {"leave" | "call" | "vacate"} what @returns {Promise<void>} */
export const seat = (id, side, what) => call("POST", `${table(id)}/seats/${side}/${what}`, {});
/** @param {string} id @param {boolean} swap @returns {Promise<import("./wire.js").Made>} */
export const rematch = (id, swap) => call("POST", `${table(id)}/rematch`, { swap });
/** @param {string} id @param {number} side */
export const exportPath = (id, side) => `/api${table(id)}/export?side=${side}`;
/** @param {string} id @param {number} side @param {number} after @param {number} chat */
export const socketPath = (id, side, after, chat) =>
  `/api${table(id)}/socket?side=${side}&after=${after}&chat=${chat}`;
