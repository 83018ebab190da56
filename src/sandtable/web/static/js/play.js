// @ts-check
// The reader's hand: picking up pieces, pointing at cells, choosing, taking back. The server decides what is legal.

import { announce } from "./announce.js";
import * as api from "./api.js";
import { prefs } from "./prefs.js";
import { calledOf, canAct, cellOf, harms, indexButtons, matching, meantBy, pieceOf, placeOf, sideName } from "./scene.js";
import { t } from "./words.js";

/**
 * @typedef {import("./wire.js").Answer} Answer
 * @typedef {import("./wire.js").Button} Button
 * @typedef {import("./state.js").Selected} Selected
 */

const HOVER_FOR = 120;
/** Choices with what was touched that are offered at hand, in the prompt; more are listed beside the map. */
export const MOST_HERE = 4;

export class Play {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.picks = 0;
    this.posts = 0;
    this.hoverTimer = 0;
    /** What was in hand before it was dragged. @type {Selected | null} */
    this.before = null;
    /** Ways of the piece that is picked up, by cell. @type {Map<number, Promise<Answer | null>>} */
    this.ways = new Map();
    /** What is known of the pieces of the open stack: the words of a button for all of them. */
    this.company = { key: "", words: "" };
  }

  get state() {
    return this.session.state;
  }

  get scene() {
    return this.state.update?.scene;
  }

  buttons() {
    return indexButtons(canAct(this.state) ? (this.scene?.buttons ?? []) : []);
  }

  // Words to the reader

  /** @param {string} text @param {Partial<import("./state.js").Notice>} [more] */
  tell(text, more = {}) {
    this.session.store.set({ notice: { text, tone: "info", ...more } });
    announce(text);
  }

  /** @param {unknown} error */
  refuse(error) {
    if (error instanceof api.Refused) {
      this.tell(error.reason, { rule: error.rule, hint: error.hint, tone: "bad" });
    } else if (error instanceof api.Unreachable) {
      this.tell(t("cannot_reach"), { tone: "bad" });
    } else {
      console.error(error);
      this.tell(t("went_wrong"), { tone: "bad" });
    }
  }

  // Pointing

  /** @param {string} id @param {number} cell @param {boolean} [too] besides what is picked up already */
  async piece(id, cell, too = false) {
    if (this.state.asking) return void this.session.questions.give(id, cell);
    if (!canAct(this.state)) return void this.look(id, cell);
    if (too && this.mayJoin(id)) return void this.join([id]);
    const all = this.buttons().byPiece.get(id) ?? [];
    const own = meantBy(all);
    const before = this.state.selected;
    if (!own.length && before && !before.auto && before.piece !== id && tinted(before, cell)) {
      return void this.send(before.piece, cell);
    }
    if (before?.piece === id && !before.auto) return void this.again(own);
    if (before && !own.length && this.aims(cell)) return void this.aim(before.piece, cell);
    const also = before && !before.auto && before.piece !== id && tinted(before, cell) ? before : null;
    await this.pick(id, cell, all, also);
  }

  /**
   * Would a press on a cell send the piece in hand there? Then it does so whatever lies in the cell, so that a stack of
   * one's own is a place like any other; pieces there are picked from the open stack, or with Shift.
   * @param {number} cell @param {Event} event
   */
  goesTo(cell, event) {
    const { selected, asking } = this.state;
    if (asking || !selected || selected.cell === cell || !canAct(this.state)) return false;
    return tinted(selected, cell) && !("shiftKey" in event && event.shiftKey);
  }

  /** Is a piece of one's own in hand, and are there enemies in a cell that it does not enter? @param {number} cell */
  aims(cell) {
    const { selected, side } = this.state;
    if (!selected || pieceOf(this.scene, selected.piece)?.side !== side || tinted(selected, cell)) return false;
    return Boolean(this.scene?.pieces.some((piece) => placeOf(this.state.board, piece) === cell && piece.side >= 0 && piece.side !== side));
  }

  /** Say how the piece in hand could attack what is there, or why not; it stays in hand. @param {string} piece @param {number} cell */
  async aim(piece, cell) {
    const name = cellOf(this.state.board, cell)?.name ?? "";
    const question = this.session.questions.about("target", piece);
    const pick = this.picks;
    const answer = question && (await this.session.questions.ask(question.name, [piece, name]).catch(() => null));
    if (pick !== this.picks) return;
    if (!answer) return void (await this.whyNotThere(piece, name));
    this.session.map?.setOverlay("target", answer.ways.length ? answer : null);
    this.tell(answer.text, { rule: answer.rule, tone: answer.ways.length ? "info" : "bad" });
  }

  /** Could a piece go with the one that is picked up? @param {string} id */
  mayJoin(id) {
    const { selected, side } = this.state;
    const held = canAct(this.state) && selected && !selected.auto && selected.answer?.cells.length;
    const { questions } = this.session;
    if (!held || !id || id === selected.piece || questions.nounOf(id) !== questions.nounOf(selected.piece)) return false;
    return pieceOf(this.scene, id)?.side === side;
  }

  /** Pieces go with the one that is picked up; one that goes already stays. @param {readonly string[]} ids */
  async join(ids) {
    const { selected } = this.state;
    if (!selected) return;
    const before = selected.company ?? [];
    const one = ids.length === 1 && before.includes(ids[0]);
    const company = one ? before.filter((id) => id !== ids[0]) : [...new Set([...before, ...ids])];
    this.picks += 1;
    this.session.store.set({ notice: null });
    this.hold(selected.piece, company);
    announce(t("go_together", { n: company.length + 1 }));
    await this.askReach(selected.piece);
  }

  /** What is in the reader's hand, as far as it is known. @param {string} piece @param {readonly string[]} company */
  hold(piece, company) {
    const { selected } = this.state;
    if (!selected) return;
    this.ways.clear();
    this.session.store.set({ selected: { ...selected, piece, company } });
    this.session.map?.setOverlay("way", null);
    this.session.map?.setSelection({
      pieces: [piece, ...company],
      cell: selected.cell >= 0 ? selected.cell : null,
    });
  }

  /**
   * The reader's own pieces among those of a stack that something can be done with together.
   * @param {readonly import("./wire.js").Piece[]} pieces @param {number} cell
   */
  ableTogether(pieces, cell) {
    const { byPiece, byCell } = this.buttons();
    const own = pieces.filter((piece) => piece.id && piece.side === this.state.side).map((piece) => piece.id);
    const able = own.filter((id) => meantBy(byPiece.get(id)).length);
    return able.length || !byCell.has(cell) ? able : own; // a move of the whole cell may have to be declared first
  }

  /**
   * How many pieces of an open stack could perhaps do something together, and the words of a button for that once it is
   * known that they can: go somewhere, all of them, or be chosen in one press.
   * @param {readonly import("./wire.js").Piece[]} pieces @param {number} cell
   * @param {() => void} known is called when it is found out
   */
  together(pieces, cell, known) {
    const able = this.state.asking ? [] : this.ableTogether(pieces, cell);
    if (able.length < 2) return null;
    const key = `${this.state.update?.number} ${able.join(" ")}`;
    if (this.company.key !== key) {
      this.company = { key, words: "" };
      this.canTogether(able).then((can) => {
        if (this.company.key !== key) return;
        this.company.words = can ? t("all_together", { n: able.length }) : "";
        if (can) known();
      });
    }
    return this.company.words;
  }

  /** Is there a place where all of them can go? @param {readonly string[]} able */
  async canGoTogether(able) {
    const answer = await this.reachOf(able);
    return Boolean(answer?.cells.length && !answer.stays.length);
  }

  /** @param {readonly string[]} able */
  async reachOf([piece, ...company]) {
    const question = this.session.questions.about("selection", piece);
    return question ? this.session.questions.ask(question.name, [piece], company).catch(() => null) : null;
  }

  /** @param {readonly string[]} able */
  async canTogether([piece, ...company]) {
    const answer = await this.reachOf([piece, ...company]);
    if (!answer) return false;
    if (answer.cells.length || answer.stays.length <= company.length) return answer.cells.length > 0 && !answer.stays.length;
    const run = this.alike([piece, ...company]);
    if (!run.length) return false;
    const previewed = await api.preview(this.session.id, { side: this.state.side, run }).catch(() => null);
    return previewed?.played === run.length;
  }

  /** One choice of each piece, if they are all alike. @param {readonly string[]} pieces */
  alike(pieces) {
    const { byPiece } = this.buttons();
    const own = pieces.map((id) => meantBy(byPiece.get(id)));
    const verbs = new Set(own.flat().map(({ choice }) => choice.split(":")[0]));
    return own.every((list) => list.length === 1) && verbs.size === 1 ? own.map(([{ choice }]) => choice) : [];
  }

  /**
   * A whole stack is picked up; where its pieces go nowhere but can each be chosen, all are chosen in one press.
   * @param {readonly import("./wire.js").Piece[]} pieces @param {number} cell
   */
  async takeAll(pieces, cell) {
    const [piece, ...company] = this.ableTogether(pieces, cell);
    if (!piece) return;
    this.select({ piece, cell, auto: false, answer: null, also: null });
    this.hold(piece, company);
    announce(t("go_together", { n: company.length + 1 }));
    const answer = await this.askReach(piece);
    if (!answer || answer.cells.length || this.state.selected?.piece !== piece) return;
    if (answer.stays.length > company.length) await this.chooseAll([piece, ...company]);
    else this.tell(answer.text, { tone: "bad" });
  }

  /**
   * A stack was touched: if all of it can join something, such as an attack, it does, in one press.
   * @param {readonly import("./wire.js").Piece[]} pieces of it with which something can be done
   * @returns {boolean} did it?
   */
  gather(pieces) {
    const { byPiece } = this.buttons();
    const joins = pieces.every(({ id }) => meantBy(byPiece.get(id)).length === 1 && byPiece.get(id)?.[0].gathers);
    if (!joins || this.state.asking) return false;
    this.chooseAll(pieces.map(({ id }) => id));
    return true;
  }

  /** One choice of each piece, all alike, in one press. @param {readonly string[]} pieces */
  async chooseAll(pieces) {
    const run = this.alike(pieces);
    const { byPiece } = this.buttons();
    if (!run.length) return void this.offer(pieces.flatMap((id) => byPiece.get(id) ?? []));
    this.session.store.set({ notice: null });
    await this.propose(run, t("all_together", { n: pieces.length }), { whole: true });
  }

  /** The piece that is picked up was touched again: play its one button, or put it down. @param {Button[]} own */
  again(own) {
    if (own.length === 1 && !this.state.selected?.answer?.cells.length) this.choose(own[0]);
    else this.deselect();
  }

  /** @param {string} id @param {number} cell @param {Button[]} all @param {Selected | null} also */
  async pick(id, cell, all, also) {
    const own = meantBy(all);
    const piece = pieceOf(this.scene, id);
    this.select({
      piece: id,
      cell,
      auto: false,
      answer: null,
      also: also && { piece: also.piece, name: pieceOf(this.scene, also.piece)?.name ?? also.piece },
    });
    const theirs = piece && piece.side !== this.state.side;
    const answer = theirs && own.length ? null : await this.askReach(id);
    if (this.state.selected?.piece !== id) return;
    if (answer?.cells.length) return;
    if (own.length === 1) return void this.choose(own[0]);
    if (all.length) return void this.offer(all, true);
    await this.whyNot({ piece: id });
  }

  /**
   * Several things can be done: they are listed beside the map; a few with what was touched are at hand.
   * @param {Button[]} buttons @param {boolean} [touched]
   */
  offer(buttons, touched = false) {
    if (!touched || buttons.length > MOST_HERE) this.session.showPanel?.("now");
    announce(t("choices", { n: buttons.length }));
  }

  /**
   * Go to the next piece that can act, or the next cell where no piece can; nothing is played.
   * @param {number} by 1 or -1
   */
  async next(by) {
    const { byPiece, byCell } = this.buttons();
    const own = (this.scene?.pieces ?? []).filter((piece) => byPiece.has(piece.id));
    const good = own.filter((piece) => !byPiece.get(piece.id)?.every(harms));
    const able = good.length || byCell.size ? good : own;
    const places = able.length
      ? able.map((piece) => ({ piece: piece.id, cell: placeOf(this.state.board, piece) }))
      : [...byCell.keys()].map((cell) => ({ piece: "", cell }));
    if (!places.length) return void this.session.showPanel?.("below"); // only cards or chits can be chosen
    const { selected } = this.state;
    const at = places.findIndex(
      ({ piece, cell }) => piece === selected?.piece && (piece || cell === selected.cell),
    );
    const place = places[at < 0 ? (by > 0 ? 0 : places.length - 1) : (at + by + places.length) % places.length];
    this.select({ ...place, auto: false, answer: null, also: null });
    if (place.cell >= 0) this.session.map?.setCursor(place.cell);
    this.session.places.show(place.cell);
    if (place.piece) await this.askReach(place.piece);
  }

  /** @param {number} cell */
  async cell(cell) {
    if (this.state.asking) return void this.session.questions.give("", cell);
    if (!canAct(this.state)) return void this.look("", cell);
    const { selected } = this.state;
    const here = this.buttons().byCell.get(cell) ?? [];
    const reachable = selected && tinted(selected, cell);
    if (selected && reachable && !selected.auto) return void this.send(selected.piece, cell);
    const [meant, ...more] = meantBy(here);
    if (meant && !more.length) return void this.choose(meant);
    if (here.length) {
      this.look("", cell);
      return void this.offer(here, true);
    }
    if (selected && reachable) return void this.send(selected.piece, cell);
    if (selected && this.aims(cell)) return void this.aim(selected.piece, cell);
    if (selected?.answer && selected.piece && selected.cell !== cell) return void this.send(selected.piece, cell);
    this.look("", cell);
    await this.whyNot({ cell: cellOf(this.state.board, cell)?.name ?? "" });
  }

  /** Nothing that a piece could enter was touched. @param {string} scenery its name, if it has one */
  async empty(scenery) {
    if (this.state.asking) return;
    const { selected } = this.state;
    const held = canAct(this.state) && selected?.answer && selected.piece;
    if (!held || !scenery || !(await this.whyNotThere(held, scenery))) this.deselect();
  }

  /** @param {number | null} cell */
  hover(cell) {
    this.session.pointer.set({ cell });
    clearTimeout(this.hoverTimer);
    const { selected } = this.state;
    const route = selected && this.session.questions.about("route", selected.piece);
    if (cell === null || !selected || !route || !canAct(this.state) || !tinted(selected, cell)) {
      return void this.session.map?.setOverlay("way", null);
    }
    this.hoverTimer = setTimeout(async () => {
      const answer = await this.wayTo(selected.piece, cell);
      if (this.session.pointer.state.cell === cell && this.state.selected === selected && answer)
        this.drawWay(answer);
    }, HOVER_FOR);
  }

  /** Only the path: the cells are already tinted. @param {Answer} answer */
  drawWay(answer) {
    this.session.map?.setOverlay("way", { ...answer, cells: [], panel: null });
  }

  // Selecting

  /** @param {Selected} selected */
  select(selected) {
    this.picks += 1;
    this.ways.clear();
    const notice = selected.auto ? this.state.notice : null;
    const card = this.state.card === selected.piece ? this.state.card : "";
    this.session.store.set({ selected, notice, pending: null, card });
    for (const name of ["selection", "way", "target"]) this.session.map?.setOverlay(name, null);
    this.session.map?.setSelection({
      pieces: selected.piece ? [selected.piece] : [],
      cell: selected.cell >= 0 ? selected.cell : null,
    });
  }

  deselect() {
    this.picks += 1;
    this.session.store.set({ selected: null, notice: null, pending: null, card: "" });
    this.session.map?.setSelection({ pieces: [], cell: null });
    for (const name of ["selection", "way", "target"]) this.session.map?.setOverlay(name, null);
    this.selectFocus();
  }

  /** Look at something that cannot be played with. @param {string} piece @param {number} cell */
  look(piece, cell) {
    this.select({ piece, cell, auto: false, answer: null, also: null });
    if (piece && canLook(this.state)) this.askReach(piece);
  }

  /** Put what the decision is about into the reader's hand. */
  async selectFocus() {
    const focus = this.scene?.focus ?? [];
    if (!canAct(this.state) || !focus.length || this.state.selected) return;
    const asOne = focus.length === 1 || this.session.questions.about("selection", focus[0])?.together;
    const [one, ...company] = asOne ? focus : [""];
    const cell = pieceOf(this.scene, one)?.cell ?? -1;
    this.select({ piece: one, cell, auto: true, answer: null, also: null, ...(company.length && { company }) });
    this.session.map?.setSelection({ pieces: [...focus], cell: null });
    if (one) await this.askReach(one);
  }

  /** @param {string} id @returns {Promise<Answer | null>} */
  async askReach(id) {
    const question = this.session.questions.about("selection", id);
    if (!question || !id) return null;
    const pick = this.picks;
    const company = this.state.selected?.company ?? [];
    const answer = await this.session.questions.ask(question.name, [id], company).catch(() => null);
    if (pick !== this.picks || !this.state.selected || !answer) return null;
    this.showReach([id, ...company], answer);
    return answer;
  }

  /** How far the pieces in hand go. @param {string[]} pieces @param {Answer} answer */
  showReach(pieces, answer) {
    if (!this.state.selected) return;
    if (answer.cells.length && answer.stays.length) this.leaveBehind(pieces, answer);
    this.session.store.set({ selected: { ...this.state.selected, answer } });
    this.session.map?.setOverlay("selection", answer.cells.length || answer.ways.length ? answer : null);
    if (pieces.length > 1 && answer.cells.length && !answer.stays.length) this.tell(answer.text);
    else if (answer.text) announce(answer.text);
  }

  /** Those that cannot go stay where they are, and the reader is told. @param {string[]} pieces @param {Answer} answer */
  leaveBehind(pieces, answer) {
    const [piece, ...company] = pieces.filter((id) => !answer.stays.includes(id));
    this.hold(piece, company);
    this.tell(answer.text, { rule: answer.rule, tone: "bad" });
  }

  // Dragging

  /**
   * Pieces are about to be dragged: those in hand, if they lie there, or these, if they have a reach.
   * @param {readonly import("./wire.js").Piece[]} pieces @param {number} cell @param {boolean} exact these and no others
   * @returns {Promise<readonly string[]> | null} which; none if certainly none of them
   */
  lift(pieces, cell, exact) {
    const { selected, asking, side } = this.state;
    if (asking || !canAct(this.state)) return null;
    const inHand = selected?.answer?.cells.length ? [selected.piece, ...(selected.company ?? [])] : [];
    const held = inHand.includes(pieces[0]?.id) || (!exact && inHand.length > 0 && selected?.cell === cell);
    this.before = held ? selected : null;
    if (held) return Promise.resolve(inHand);
    const able = pieces.length > 1 ? this.ableTogether(pieces, cell) : pieces.map(({ id }) => id);
    const own = able.filter((id) => id && pieceOf(this.scene, id)?.side === side);
    return own.length && this.session.questions.about("selection", own[0]) ? this.takeUp(own, cell) : null;
  }

  /** Take pieces into the hand if they have a reach; otherwise nothing changes. @param {string[]} ids @param {number} cell */
  async takeUp(ids, cell) {
    const [piece, ...company] = ids;
    const question = this.session.questions.about("selection", piece);
    const pick = this.picks;
    const answer = question && (await this.session.questions.ask(question.name, [piece], company).catch(() => null));
    if (!answer?.cells.length || pick !== this.picks || !canAct(this.state)) return [];
    this.select({ piece, cell, auto: false, answer: null, also: null });
    if (company.length) this.hold(piece, company);
    this.showReach(ids, answer);
    return ids.filter((id) => !answer.stays.includes(id));
  }

  /** What is dragged is over a cell: its way and its cost. @param {number | null} cell @returns {string} */
  carry(cell) {
    this.hover(cell);
    const { selected } = this.state;
    if (cell === null || !selected || !tinted(selected, cell)) return "";
    const cost = selected.answer?.cells.find((tint) => tint.cell === cell)?.text ?? "";
    return [this.cellWords(cell), cost].filter(Boolean).join(" · ");
  }

  /** It goes where it was dropped, as by a press on that cell; anywhere else it is put back. @param {number | null} cell */
  async drop(cell) {
    const { selected } = this.state;
    if (!selected) return;
    if (cell !== null && cell !== selected.cell && tinted(selected, cell)) {
      return void (await this.send(selected.piece, cell));
    }
    this.session.map?.setOverlay("way", null);
    if (!this.before) this.deselect();
    if (cell === null || cell === selected.cell) return;
    await this.whyNotThere(selected.piece, cellOf(this.state.board, cell)?.name ?? "");
  }

  // Going there

  /** @param {string} piece @param {number} cell @returns {Promise<Answer | null>} */
  wayTo(piece, cell) {
    const known = this.ways.get(cell);
    if (known) return known;
    const asked = this.askWay(piece, cellOf(this.state.board, cell)?.name ?? "");
    this.ways.set(cell, asked);
    return asked;
  }

  /** @param {string} piece @param {string} name of a cell @returns {Promise<Answer | null>} */
  async askWay(piece, name) {
    const question = this.session.questions.about("route", piece);
    if (!question || !name) return null;
    return this.session.questions.ask(question.name, [piece, name], this.companyOf(piece)).catch(() => null);
  }

  /** Those that go with a piece. @param {string} piece @returns {readonly string[]} */
  companyOf(piece) {
    const { selected } = this.state;
    return selected?.piece === piece ? (selected.company ?? []) : [];
  }

  /** Take the piece that is picked up to a cell, and its company. @param {string} piece @param {number} cell */
  async send(piece, cell) {
    const company = this.companyOf(piece);
    const answer = await this.wayTo(piece, cell);
    if (answer?.run.length) {
      this.drawWay(answer);
      const words = { piece: pieceOf(this.scene, piece)?.name ?? piece, cell: this.cellWords(cell) };
      const text = company.length ? t("send_all_to", { ...words, n: company.length + 1 }) : t("send_to", words);
      const whole = company.length > 0;
      const { final, costs } = answer;
      return void (await this.propose(answer.run, text, { final, whole, goesOn: true, warnings: costs }));
    }
    if (company.length && answer?.text) return void this.tell(answer.text, { rule: answer.rule, tone: "bad" });
    await this.whyNotThere(piece, cellOf(this.state.board, cell)?.name ?? "", answer);
  }

  /**
   * Say by which rule a piece does not go somewhere: the words of the way, or the game's for picking it up.
   * @param {string} piece @param {string} name of a cell or of scenery @param {Answer | null} [known]
   * @returns {Promise<boolean>} was anything said?
   */
  async whyNotThere(piece, name, known = null) {
    const answer = known ?? (await this.askWay(piece, name));
    if (!answer?.text || !answer.rule) return this.whyNot({ piece, cell: name }, answer?.text);
    this.tell(answer.text, { rule: answer.rule, tone: "bad" });
    return true;
  }

  /** @param {number} cell */
  cellWords(cell) {
    const found = cellOf(this.state.board, cell);
    return found?.label || found?.name || "";
  }

  /**
   * @param {{ choice?: string, cell?: string, piece?: string }} what
   * @param {string} [known] what is known already, when the rules say nothing else
   * @returns {Promise<boolean>} was anything said?
   */
  async whyNot(what, known = "") {
    if (this.state.side < 0) return false;
    try {
      const because = await this.because(what);
      const text = because.reason || known;
      if (text) this.tell(text, { rule: because.rule, tone: "bad" });
      return Boolean(text);
    } catch (error) {
      const silent = error instanceof api.Refused && error.kind === "malformed"; // nothing the rules speak of
      if (!silent) this.refuse(error);
      return !silent;
    }
  }

  /** The rules' word on what cannot be done. @param {{ choice?: string, cell?: string, piece?: string }} what */
  because(what) {
    return api.why(this.session.id, { side: this.state.side, ...what });
  }

  // Cards and chits

  /** Hold a card up, or put it down; while something is asked, it is the answer. @param {string} id */
  async card(id) {
    if (this.state.asking) return void this.session.questions.give(id, -1);
    if (this.state.card === id) return void this.deselect();
    this.session.store.set({ card: id });
    this.select({ piece: id, cell: -1, auto: false, answer: null, also: null });
    await this.askReach(id);
  }

  /** @param {string} id */
  chit(id) {
    if (this.state.asking) return void this.session.questions.give(id, -1);
    const own = this.buttons().byPiece.get(id) ?? [];
    if (own.length === 1) this.choose(own[0]);
    else if (own.length) this.offer(own);
  }

  // Choosing

  /**
   * What costs the reader something is asked about first.
   * @param {{ choice: string, label: string, caution?: import("./wire.js").Caution | null }} button
   * @param {{ ask?: boolean }} [how]
   */
  choose({ choice, label, caution }, { ask = false } = {}) {
    return this.propose([choice], label, { ask: ask || Boolean(caution), warnings: caution?.warnings });
  }

  /** Choices of a panel name only their text. @param {string} choice @param {string} words */
  chooseText(choice, words) {
    const button = this.scene?.buttons.find((one) => one.choice === choice);
    return this.choose(button ?? { choice, label: words });
  }

  /**
   * Play a run. If it costs something, cannot be undone, or if `ask` says so, the reader is asked first. A preview tells
   * what it costs and whether it can be undone, unless that is already known.
   * @param {readonly string[]} run @param {string} text
   * @param {{ ask?: boolean, final?: boolean, whole?: boolean, goesOn?: boolean,
   *   warnings?: readonly import("./wire.js").Warn[] }} [how]
   *   whole: the server plays all of it or refuses; goesOn: the rest waits where another side may decide
   */
  async propose(run, text, { ask = false, final, whole = false, goesOn = false, warnings = [] } = {}) {
    if (!canAct(this.state)) return;
    const go = () => this.run(run, { whole, goes_on: goesOn });
    const fearless = !ask && !warnings.length && (final === false || this.isForced());
    if (!prefs.state.confirm || fearless) return void (await go());
    this.session.store.set({ sending: true, notice: null });
    let previewed;
    try {
      previewed = await api.preview(this.session.id, { side: this.state.side, run });
    } catch (error) {
      return void this.refuse(error);
    } finally {
      this.session.store.set({ sending: false });
    }
    const costs = withCosts(warnings, previewed.costs);
    if (!costs.length && !ask && !previewed.final) return void (await go());
    const { panels, combats } = previewed.scene;
    this.session.store.set({ pending: { text, final: previewed.final, go, panels, combats, warnings: costs } });
    const words = t(previewed.final ? "confirm_final" : "confirm_plain", { text });
    announce([...costs.map((cost) => `${cost.text}.`), words].join(" "));
  }

  /** Is there one choice only, and nothing that could be taken back before it? Then there is nothing to think over. */
  isForced() {
    const { scene, undo = -1 } = this.state.update ?? {};
    return scene?.buttons.length === 1 && undo < 0;
  }

  async confirm() {
    const { pending } = this.state;
    if (!pending) return;
    this.session.store.set({ pending: null });
    await pending.go();
  }

  /** Cancel whatever has been started, the last thing first. */
  cancel() {
    if (this.state.playback) return void this.session.playback.skip();
    if (this.state.pending) {
      this.session.map?.setOverlay("way", null);
      return void this.session.store.set({ pending: null });
    }
    if (this.state.asking || this.state.answer) return void this.session.questions.stop();
    if (this.state.notice) return void this.session.store.set({ notice: null });
    if (this.state.card) return void this.deselect();
    if (this.state.rule) return void this.session.store.set({ rule: null });
    if (this.holdsFocus() && canAct(this.state)) return void this.leave();
    this.deselect();
  }

  /** Is what the decision is about in the reader's hand, or about to be, as while a piece still glides? */
  holdsFocus() {
    const { selected } = this.state;
    return selected ? selected.auto : Boolean(this.scene?.focus.length);
  }

  /** Leave what has been begun, as a move: back to its beginning or, where undo does not reach, by ending it. */
  leave() {
    const { leave = -1, scene } = this.state.update ?? {};
    if (leave >= 0) return void this.undo(leave);
    const closing = scene?.buttons.filter((button) => button.closes) ?? [];
    if (closing.length === 1) this.choose(closing[0], { ask: true });
  }

  // Typing a choice

  /** The letters typed so far; null ends it. @param {string | null} finding */
  find(finding) {
    if (finding === "" && !canAct(this.state)) return void this.tell(t("no_choice_now"));
    this.session.store.set({ finding });
  }

  /** Play the first choice that fits what was typed. */
  chooseTyped() {
    const [first] = matching(this.scene?.buttons ?? [], this.state.finding ?? "");
    if (!this.state.finding || !first || !canAct(this.state)) return;
    this.find(null);
    this.choose(first);
  }

  /** @param {readonly string[]} run @param {{ whole: boolean, goes_on: boolean }} how */
  async run(run, how) {
    const done = await this.post((common) => api.run(this.session.id, { ...common, run, ...how }));
    if (done && done.played < run.length && !done.update?.way) this.tellCut(run, done);
  }

  /** Forget the rest of the way, which waits until another side has decided. */
  async callOff() {
    const { side } = this.state;
    const { connection } = this.session;
    const sent = connection?.heard ?? 0;
    try {
      const { number } = await api.callOff(this.session.id, { side });
      await connection?.confirm(sent, number);
    } catch (error) {
      this.refuse(error);
    }
  }

  /**
   * Something that nobody could foresee ended a run: who stayed behind, and what happened. It stays until it is read.
   * @param {readonly string[]} run @param {import("./wire.js").Done} done
   */
  tellCut(run, { played, update }) {
    const named = (/** @type {readonly string[]} */ part) =>
      new Set(part.map((choice) => choice.slice(choice.indexOf(":") + 1)).filter((id) => pieceOf(this.scene, id)));
    const gone = named(run.slice(0, played));
    const left = [...named(run.slice(played))].filter((id) => !gone.has(id));
    const what = update?.log.at(-1);
    const pieces = left.map((id) => calledOf(this.scene, id)).join(", ");
    const text = left.length ? t("left_behind", { pieces }) : t("run_cut");
    this.tell(text, { hint: what?.text, rule: what?.rule, tone: "bad" });
  }

  /** Take back the last press, even if it was several choices, as far as undo reaches. */
  undoLast() {
    const { undo = -1 } = this.state.update ?? {};
    if (undo >= 0) return this.undo(undo);
  }

  /** @param {number} to back to this number */
  undo(to) {
    return this.post((common) => api.undo(this.session.id, { ...common, to }));
  }

  /** @param {string} act @param {string} [value] @param {number} [side] */
  act(act, value = "", side = this.state.side) {
    return this.post(({ key }) => api.act(this.session.id, { side, key, act, value }));
  }

  /**
   * Send something that changes the game; the answer only confirms it, the socket brings the change. It may show it before
   * the answer comes: then the reader goes on already (`Session.show`), and may have sent the next.
   * @param {(common: { side: number, expected: number, key: string }) => Promise<import("./wire.js").Done>} send
   * @returns {Promise<import("./wire.js").Done | null>}
   */
  async post(send) {
    const { side, sending } = this.state;
    if (sending) return null;
    const post = ++this.posts;
    this.session.store.set({ sending: true, notice: null, pending: null, finding: null });
    this.session.drawChoices();
    const { connection } = this.session;
    const sent = connection?.heard ?? 0;
    let done = null;
    try {
      done = await send({ side, expected: this.session.number, key: api.freshKey() });
      await connection?.confirm(sent, done.update ? done.number : 0); // an act may be another side's, with its own numbers
    } catch (error) {
      if (this.session.concerns(side)) this.refuse(error);
      if (error instanceof api.Refused && error.status === 409) await connection?.askOnce();
    } finally {
      if (post === this.posts) this.session.store.set({ sending: false });
    }
    if (!this.session.concerns(side)) return null;
    this.session.drawChoices();
    this.selectFocus();
    return done;
  }

  // Table acts that ask first

  resign() {
    const text = t("resign_as", { side: sideName(this.state, this.state.side) });
    this.session.store.set({ pending: { text, final: true, go: () => this.act("resign"), panels: [] } });
  }

  /** Ask the other side to let the reader's last choice be taken back. */
  askTakeBack() {
    const own = this.state.log.findLast((line) => line.gist.side === this.state.side);
    return this.act("ask-take-back", String(Math.max(0, (own?.number ?? this.session.number) - 1)));
  }
}

/** @param {Selected} selected @param {number} cell */
function tinted(selected, cell) {
  return Boolean(selected.piece) && Boolean(selected.answer?.cells.some((tint) => tint.cell === cell));
}

/**
 * What is known to harm, and what a preview adds to it.
 * @param {readonly import("./wire.js").Warn[]} known @param {readonly import("./wire.js").Warn[]} costs
 */
function withCosts(known, costs) {
  const said = new Set(known.map(({ text }) => text));
  return [...known, ...costs.filter(({ text }) => !said.has(text))];
}

/** Reach may be asked even while others decide. @param {import("./state.js").State} state */
function canLook(state) {
  return state.update !== null && !state.replay && !state.playback;
}
