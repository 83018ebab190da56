// @ts-check
// Small questions to a scene and a board, asked by many panels.

/**
 * @typedef {import("./wire.js").Button} Button
 * @typedef {import("./wire.js").Scene} Scene
 * @typedef {import("./wire.js").Piece} Piece
 * @typedef {import("./wire.js").Board} Board
 * @typedef {import("./state.js").State} State
 */

/**
 * Buttons by the cell and the piece that stand for them, and those that have a button of their own: neither stands for
 * them, or cells as well.
 * @param {readonly Button[]} buttons
 */
export function indexButtons(buttons) {
  /** @type {Map<number, Button[]>} */
  const byCell = new Map();
  /** @type {Map<string, Button[]>} */
  const byPiece = new Map();
  /** @type {Button[]} */
  const free = [];
  for (const button of buttons) {
    if (button.cells.length) {
      for (const cell of button.cells) put(byCell, cell, button);
      if (button.piece) put(byPiece, button.piece, button);
      else free.push(button);
    } else if (button.cell >= 0) put(byCell, button.cell, button);
    else if (button.piece) put(byPiece, button.piece, button);
    else free.push(button);
  }
  for (const lists of [byCell, byPiece]) lists.forEach((list) => lastly(list));
  return { byCell, byPiece, free };
}

/** What the prompt does not speak of comes later, and what only harms oneself last. @param {Button[]} list */
export function lastly(list) {
  const rank = (/** @type {Button} */ button) => 2 * Number(harms(button)) + Number(button.aside);
  return list.sort((a, b) => rank(a) - rank(b));
}

/** What a touch may mean: the others are buttons only. @param {readonly Button[] | undefined} list */
export const meantBy = (list) => (list ?? []).filter((button) => !button.aside);

/** @template K @param {Map<K, Button[]>} index @param {K} key @param {Button} button */
function put(index, key, button) {
  const list = index.get(key);
  if (list) list.push(button);
  else index.set(key, [button]);
}

/** Would it cost its maker something, whatever the position? @param {Button} button */
export const harms = (button) => button.caution?.harms ?? false;

/** The cells that stand for a button, itself or by its piece. @param {Scene | undefined} scene
 * @param {Pick<Button, "cell" | "cells" | "piece">} button */
export function cellsOf(scene, button) {
  if (button.cells.length) return button.cells;
  const cell = button.cell >= 0 ? button.cell : (pieceOf(scene, button.piece)?.cell ?? -1);
  return cell >= 0 ? [cell] : [];
}

/**
 * The buttons that fit what was typed, an exact one first.
 * @param {readonly Button[]} buttons @param {string} typed
 */
export function matching(buttons, typed) {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return lastly([...buttons]);
  const hits = buttons.filter((one) => `${one.label} ${one.choice}`.toLowerCase().includes(wanted));
  return hits.sort(
    (a, b) => Number(b.choice.toLowerCase() === wanted) - Number(a.choice.toLowerCase() === wanted),
  );
}

/**
 * Does a place have a number or a name besides the printed one, and not only the same without its blanks?
 * @param {{ name: string, label: string }} cell
 */
export function namesDiffer({ name, label }) {
  return name.replaceAll(/[\s-]/g, "") !== label.replaceAll(/[\s-]/g, "");
}

/** What is on the screen: a moment of the past while replaying, otherwise now. @param {State} state */
export function shown(state) {
  return state.replay?.update ?? state.update;
}

/** May the reader decide now, on what is shown? @param {State} state */
export function canAct(state) {
  const { update, side } = state;
  if (!update || side < 0 || state.replay || state.playback || state.sending || state.handOver !== null)
    return false;
  if (update.number < state.latest) return false;
  return update.scene.actor === side && !update.ending && update.scene.buttons.length > 0;
}

/** The battle about which the reader decides. @param {State} state */
export function battleOf(state) {
  return canAct(state) ? state.update?.scene.combats.find((combat) => combat.decides) : undefined;
}

/**
 * Is another of my sides to move, in a scenario with secrets? If so, the device must be passed on.
 * @param {State} state
 */
export function nextAtDevice(state) {
  const { update, info, side } = state;
  if (!update || !info?.secrets || state.playback || state.replay || update.ending) return null;
  const next = update.scene.actor;
  return next !== side && info.yours.includes(next) ? next : null;
}

/** @param {Scene | undefined | null} scene @param {string} id @returns {Piece | undefined} */
export function pieceOf(scene, id) {
  return id ? scene?.pieces.find((piece) => piece.id === id) : undefined;
}

/** What a piece is called: by its name, if its id is not what is printed on it. @param {Scene | undefined | null} scene @param {string} id */
export function calledOf(scene, id) {
  const piece = pieceOf(scene, id);
  return piece?.printed ? piece.name : id;
}

/**
 * A cell, or a place off the map that has a number like one.
 * @typedef {{ number: number, name: string, label: string, terrain: string, note: string,
 *   marks: readonly import("./wire.js").Mark[] }} Place
 * @param {Board | null} board @param {number} number @returns {Place | undefined}
 */
export function cellOf(board, number) {
  if (number < 0 || !board) return undefined;
  const cell = board.cells.find((one) => one.number === number);
  if (cell) return { ...cell, note: "" };
  const box = board.boxes.find((one) => one.number === number);
  return box && { number, name: box.id, label: box.name, terrain: "", note: box.note, marks: [] };
}

/** Where a piece lies: a cell, or a box with a number. @param {Board | null} board @param {Piece} piece */
export function placeOf(board, piece) {
  if (piece.cell >= 0 || !piece.box) return piece.cell;
  return board?.boxes.find((box) => box.id === piece.box)?.number ?? -1;
}

/** The pieces in a box. @param {Scene | undefined} scene @param {import("./wire.js").Box} box */
export function piecesIn(scene, box) {
  return (scene?.pieces ?? []).filter(({ cell, box: id }) =>
    cell >= 0 ? cell === box.number : id === box.id,
  );
}

/** @param {Scene | undefined | null} scene @param {string} id */
export function cardOf(scene, id) {
  return id ? scene?.cards.find((card) => card.id === id) : undefined;
}

/** A cell as a player calls it. @param {Board | null} board @param {number} number */
export function cellName(board, number) {
  const cell = cellOf(board, number);
  if (!cell) return "";
  if (!cell.terrain) return cell.label;
  return cell.label && !namesDiffer(cell) ? cell.label : [cell.name, cell.label].filter(Boolean).join(" ");
}

/** The name of a side, or nothing for chance and spectators. @param {State} state @param {number} side */
export function sideName(state, side) {
  return state.game?.sides[side] ?? state.seats.find((seat) => seat.side === side)?.side_name ?? "";
}

/**
 * The log lines that remain after an update: what was undone is dropped.
 * @param {readonly import("./wire.js").LogLine[]} log
 * @param {import("./wire.js").Update} update
 */
export function mergeLog(log, update) {
  return log.filter((line) => line.number < update.log_from).concat(update.log);
}

/**
 * The rest of a way, to be drawn like the way to a cell.
 * @param {import("./wire.js").Scene} scene @param {import("./wire.js").WayAhead} way
 * @returns {import("./wire.js").Answer}
 */
export function drawnAhead(scene, way) {
  const from = pieceOf(scene, scene.focus[0] ?? "")?.cell ?? -1;
  const cells = [...(from >= 0 ? [from] : []), ...way.cells];
  return { text: "", cells: [], ways: [cells], legend: [], panel: null, combat: null, run: [], rule: "", final: false, stays: [], costs: [] };
}
