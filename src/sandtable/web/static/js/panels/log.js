// @ts-check
// The log: every event with its dice and its rule; touch a line to see where it happened.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { cellOf, sideName } from "../scene.js";
import { useStore } from "../store.js";
import { Button, Die, Fold, RuleChip, taking } from "../ui.js";
import { t } from "../words.js";
import { DiceStatistics } from "./dicestatistics.js";
import { openRule } from "./rules.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../wire.js").LogLine} LogLine
 */

const PORTION = 250;

/** @param {{ session: Session }} props */
export function Log({ session }) {
  const now = useStore(session.store, (state) => state.log);
  const replay = useStore(session.store, (state) => state.replay);
  const fresh = useStore(session.store, (state) => state.fresh);
  const undoable = useStore(session.store, (state) => state.update?.reset ?? -1);
  const [text, setText] = useState("");
  const [side, setSide] = useState(-2);
  const [dice, setDice] = useState(false);
  const [portion, setPortion] = useState(PORTION);
  const [statistics, setStatistics] = useState(false);
  const place = replay?.moments[replay.index]?.number;
  const lines = useMemo(() => wanted(now, { text, side, dice, upTo: place }), [now, text, side, dice, place]);
  const drawn = lines.slice(-portion);
  return html`<div class="log">
    <${Filter} ...${{ session, text, setText, side, setSide, dice, setDice }} />
    <${Fold} title=${t("dice_statistics")} open=${statistics} onToggle=${() => setStatistics(!statistics)}>
      <${DiceStatistics} session=${session} log=${now} />
    <//>
    ${!now.length && html`<p class="empty">${t("log_empty")}</p>`}
    ${now.length > 0 && !lines.length && html`<p class="empty">${t("log_none")}</p>`}
    ${
      lines.length > drawn.length &&
      html`<${Button} kind="quiet slim" onClick=${() => setPortion(portion + 2 * PORTION)}>
      ${t("log_earlier", { n: lines.length - drawn.length })}
    <//>`
    }
    <${Lines} ...${{ session, lines: drawn, fresh, undoable: replay ? -1 : undoable }} />
  </div>`;
}

/**
 * @param {readonly LogLine[]} log
 * @param {{ text: string, side: number, dice: boolean, upTo: number | undefined }} filter
 */
function wanted(log, { text, side, dice, upTo }) {
  const words = text.trim().toLowerCase();
  return log.filter(
    (line) =>
      (upTo === undefined || line.number <= upTo) &&
      (side < -1 || (line.gist.side ?? -1) === side) &&
      (!dice || line.gist.dice?.length) &&
      (!words || `${line.text} ${line.rule}`.toLowerCase().includes(words)),
  );
}

/**
 * @param {{ session: Session, text: string, setText: (text: string) => void, side: number,
 *   setSide: (side: number) => void, dice: boolean, setDice: (dice: boolean) => void }} props
 */
function Filter({ session, text, setText, side, setSide, dice, setDice }) {
  const sides = session.state.game?.sides ?? [];
  return html`<div class="log-filter" role="search">
    <input
      type="search"
      class="find"
      aria-label=${t("log_filter")}
      placeholder=${t("log_filter")}
      value=${text}
      onInput=${taking(setText)}
    />
    <select
      aria-label=${t("log_side")}
      onChange=${taking((value) => setSide(Number(value)))}
    >
      <option value="-2" selected=${side === -2}>${t("log_all_sides")}</option>
      ${sides.map(
        (name, index) => html`<option
        key=${index}
        value=${index}
        selected=${side === index}
      >${name}</option>`,
      )}
    </select>
    <${Button}
      icon="die"
      label=${t("log_dice_only")}
      pressed=${dice}
      kind="quiet"
      onClick=${() => setDice(!dice)}
    />
  </div>`;
}

/** @param {{ session: Session, lines: readonly LogLine[], fresh: readonly number[], undoable: number }} props */
function Lines({ session, lines, fresh, undoable }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const follow = useRef(true);
  useLayoutEffect(() => {
    const box = list.current;
    if (box && follow.current) box.scrollTop = box.scrollHeight;
  }, [lines]);
  useEffect(() => {
    const box = list.current;
    const note = () => {
      if (box) follow.current = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    };
    const stay = new ResizeObserver(() => {
      if (box && follow.current) box.scrollTop = box.scrollHeight; // something else has taken room: the newest stays in sight
    });
    if (box) stay.observe(box);
    box?.addEventListener("scroll", note, { passive: true });
    return () => {
      stay.disconnect();
      box?.removeEventListener("scroll", note);
    };
  }, []);
  const recent = new Set(fresh);
  const groups = useMemo(() => grouped(lines), [lines]);
  return html`<ol class="log-lines" ref=${list} tabindex="0" aria-label=${t("log")}>
    ${groups.map((group) => {
      const last = group[group.length - 1];
      const marks = { fresh: recent.has(last.number), undoable };
      return html`<${Group}
        key=${`${group[0].number} ${group[0].text}`}
        session=${session}
        lines=${group}
        ...${marks}
      />`;
    })}
  </ol>`;
}

/** Steps of one piece, or equal lines, one after the other are told as one. @param {readonly LogLine[]} lines */
function grouped(lines) {
  /** @type {LogLine[][]} */
  const groups = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && !line.gist.dice?.length && (isNextStep(last, line) || isRepeated(last, line))) {
      group.push(line);
    } else groups.push([line]);
  }
  return groups;
}

/** @param {LogLine} last @param {LogLine} line */
function isNextStep(last, line) {
  const { pieces = [] } = line.gist;
  const same = pieces.length > 0 && String(last.gist.pieces) === String(pieces);
  return last.kind === line.kind && (same || goesOn(last, line));
}

/** A piece that nobody names goes on from where it came to, by the very next choice. @param {LogLine} last @param {LogLine} line */
function goesOn({ number, gist: { pieces: before = [], cells: came = [] } }, line) {
  const { pieces = [], cells = [] } = line.gist;
  const unnamed = !before.length && !pieces.length;
  return unnamed && cells.length === 2 && came.length === 2 && cells[0] === came[1] && line.number === number + 1;
}

/** @param {LogLine} last @param {LogLine} line */
function isRepeated(last, line) {
  return last.text === line.text && last.rule === line.rule;
}

/** How many steps, and from where: the line itself tells only of the last one. @param {Session} session @param {LogLine[]} lines */
function stepWords({ state }, lines) {
  const { cells = [] } = lines[0].gist; // from where to where
  const origin = cells.length > 1 ? cellOf(state.board, cells[0]) : undefined;
  const n = lines.length;
  return origin ? t("log_steps_from", { n, place: origin.label || origin.name }) : t("log_steps", { n });
}

/** @param {{ session: Session, lines: LogLine[], fresh: boolean, undoable: number }} props */
function Group({ session, lines, fresh, undoable }) {
  const [open, setOpen] = useState(false);
  const undo = (/** @type {LogLine} */ line) => undoable >= 0 && line.number > undoable;
  if (lines.length === 1) return html`<${Line} ...${{ session, line: lines[0], fresh, undo: undo(lines[0]) }} />`;
  const last = lines[lines.length - 1];
  const all = { ...last.gist, cells: lines.flatMap((line) => line.gist.cells ?? []) };
  const toggle = html`<button
    type="button"
    class="log-count"
    aria-expanded=${String(open)}
    onClick=${() => setOpen(!open)}
  >
    ${isRepeated(lines[0], last) ? t("log_times", { n: lines.length }) : stepWords(session, lines)}
  </button>`;
  return html`<${Line} ...${{ session, line: { ...last, gist: all }, fresh, undo: undo(lines[0]), from: lines[0].number, toggle }} />
    ${open && lines.map((line, index) => html`<${Line} key=${index} ...${{ session, line, fresh: false, undo: undo(line) }} />`)}`;
}

/**
 * @param {{ session: Session, line: LogLine, fresh: boolean, undo: boolean, from?: number, toggle?: unknown }} props
 *   `from` is where undo goes back to, when that is before the line itself
 */
function Line({ session, line, fresh, undo, from = line.number, toggle }) {
  const { cells = [], pieces = [], dice = [], side = -1 } = line.gist;
  const jump = () => {
    const last = cells.at(-1);
    if (last !== undefined) session.map?.centre(last);
    session.map?.flash([...new Set(cells)], [...pieces]);
  };
  const words = html`${dice.map((value) => html`<${Die} value=${value} />`)}<span>${line.text}</span>`;
  return html`<li class=${`log-line side-${side < 0 ? "none" : side % 4} ${fresh ? "fresh" : ""} ${line.kind}`}>
    ${side >= 0 && html`<span class="unseen">${sideName(session.state, side)}: </span>`}
    ${
      cells.length || pieces.length
        ? html`<button
          type="button"
          class="log-jump"
          title=${t("log_jump", { text: line.text })}
          onClick=${jump}
        >${words}</button>`
        : html`<span class="log-words">${words}</span>`
    }
    ${toggle}
    <span class="log-end">
      <${RuleChip} rule=${line.rule} onOpen=${(/** @type {string} */ rule) => openRule(session, rule)} />
      <span class="log-tools">
      ${
        undo &&
        html`<${Button}
          kind="bare"
          icon="undo"
          label=${t("undo_to_here")}
          onClick=${() => session.play.undo(from - 1)}
        />`
      }
      <${Button}
        kind="bare"
        icon="replay"
        label=${t("log_replay")}
        onClick=${() => session.replay.enter(line.number)}
      />
      </span>
    </span>
  </li>`;
}
