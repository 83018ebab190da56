// @ts-check
// The planner of battles, the same in all games: who fights, what makes the odds, the chances, what it costs.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { announce } from "../announce.js";
import { Icon } from "../icons.js";
import { calledOf, canAct, cellOf, harms, indexButtons, meantBy, pieceOf, shown, sideName } from "../scene.js";
import { Fold, RuleChip, SideMark } from "../ui.js";
import { t } from "../words.js";
import { Counter, pieceWords } from "./counter.js";
import { ChoiceButton, pointAt } from "./inspector.js";
import { openRule } from "./rules.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").Combat} Combat
 * @typedef {import("../wire.js").Factor} Factor
 * @typedef {import("../wire.js").Outcome} Outcome
 * @typedef {import("../wire.js").Warn} Warn
 * @typedef {import("../wire.js").Button} ButtonCard
 * @typedef {{ session: Session, state: State, combat: Combat }} Props
 * @typedef {{ side: number, words: "combat_attack" | "combat_defend", pieces: readonly string[],
 *   joining: readonly string[], hidden: number }} Party
 */

const FEW = 2; // battles that lie open without being asked for
const SIZE = 36;

/** @param {{ session: Session, state: State, combats: readonly Combat[] }} props */
export function Planner({ session, state, combats }) {
  const [turned, setTurned] = useState(/** @type {Record<string, boolean>} */ ({}));
  const few = combats.length <= FEW;
  return combats.map((combat, index) => {
    const open = turned[combat.id] ?? (Boolean(combat.decides) && (few || index === 0));
    return html`<${Fold}
      key=${combat.id}
      name=${combat.id}
      title=${html`<${Head} state=${state} combat=${combat} open=${open} />`}
      open=${open}
      onToggle=${() => setTurned({ ...turned, [combat.id]: !open })}
    >
      <${CombatView} session=${session} state=${state} combat=${combat} />
    <//>`;
  });
}

/**
 * The title with the column and the chances in small, so that a folded battle says what it is.
 * @param {{ state: State, combat: Combat, open: boolean }} props
 */
function Head({ state, combat, open }) {
  const scene = shown(state)?.scene;
  const named = (/** @type {readonly string[] | undefined} */ ids) =>
    (ids ?? []).map((id) => calledOf(scene, id)).join(", ");
  const who = [named(combat.attackers), named(combat.defenders)].filter(Boolean).join(" > ");
  return html`<span class="combat-head">
    <span class="combat-title">
      ${combat.title}${!open && who && html`<span class="small combat-who">${who}</span>`}
    </span>
    ${combat.column && html`<span class="column-chip">${combat.column}</span>`}
    ${combat.outcomes && html`<${Strip} outcomes=${combat.outcomes} />`}
  </span>`;
}

/** All chances side by side. @param {{ outcomes: readonly Outcome[] }} props */
function Strip({ outcomes }) {
  return html`<span class="chance-strip" aria-hidden="true">
    ${outcomes.map((one) => html`<span class=${`bar ${one.tone ?? ""}`} style=${{ "--share": one.share }}></span>`)}
  </span>`;
}

/** One battle. @param {Props} props */
export function CombatView({ session, state, combat }) {
  useSpoken(combat);
  const { column, outcomes = [], duties = [], costs = [], note } = combat;
  return html`<div class="combat">
    <${Sides} ...${{ session, state, combat }} />
    <${General} ...${{ session, state, combat }} />
    ${(column || outcomes.length > 0) && html`<${Chances} ...${{ session, combat }} />`}
    <${Warnings} ...${{ session, state, title: t("combat_costs"), kind: "costs", warnings: costs }} />
    <${Warnings} ...${{ session, state, title: t("combat_duties"), kind: "duties", warnings: duties }} />
    ${note && html`<p class="small combat-note">${note}</p>`}
    <${Actions} ...${{ session, state, combat }} />
  </div>`;
}

/** Whoever listens hears the new odds when somebody joins or leaves. @param {Combat} combat */
function useSpoken({ title, column = "", decides = false }) {
  const before = useRef(column);
  useEffect(() => {
    if (decides && column && column !== before.current) announce(t("combat_spoken", { title, column }));
    before.current = column;
  }, [column]);
}

// Who fights

/** Both sides next to each other, line by line if the game has any. @param {Props} props */
function Sides({ session, state, combat }) {
  const { attackers = [], defenders = [], could = [], unseen = [0, 0], attacking = -1, ranks = [] } = combat;
  const scene = shown(state)?.scene;
  const defending = sideOf(scene, defenders) ?? other(state, attacking);
  const joins = (/** @type {number} */ side) => could.filter((id) => pieceOf(scene, id)?.side === side);
  /** @type {Party[]} */
  const both = [
    { side: attacking, words: "combat_attack", pieces: attackers, joining: joins(attacking), hidden: unseen[0] },
    { side: defending, words: "combat_defend", pieces: defenders, joining: joins(defending), hidden: unseen[1] },
  ];
  if (both.every(({ pieces, joining, hidden }) => !pieces.length && !joining.length && !hidden)) return null;
  const nameOf = (/** @type {number} */ side) => sideName(state, side);
  const row = (/** @type {string} */ name, /** @type {(party: Party) => readonly string[]} */ of, joining = false) => {
    if (!both.some((party) => of(party).length)) return null;
    return html`${name && html`<h5>${name}</h5>`}
      ${both.map(
        (party) => html`<ul
          class=${`fighters ${joining ? "joining" : ""}`}
          aria-label=${[nameOf(party.side), name].filter(Boolean).join(", ")}
        >
          ${of(party).map(
            (id, index, all) =>
              html`<${Fighter} key=${id} ...${{ session, state, combat, id, before: all[index - 1], joins: joining }} />`,
          )}
        </ul>`,
      )}`;
  };
  return html`<div class="combat-sides">
    ${both.map(
      ({ side, words }) => html`<h4 class=${`side-${side % 4}`}>
        <${SideMark} side=${side} name=${t(words, { side: nameOf(side) })} />
      </h4>`,
    )}
    ${ranks.map(({ name, pieces: all }) => row(name, ({ pieces }) => all.filter((id) => pieces.includes(id))))}
    ${row("", ({ pieces }) => pieces.filter((id) => !ranks.some((rank) => rank.pieces.includes(id))))}
    ${both.some(({ hidden }) => hidden) && both.map(({ hidden }) => html`<${Unseen} count=${hidden} />`)}
    ${both.map(({ side }) => html`<div><${Sum} ...${{ session, combat, side }} /></div>`)}
    ${row(t("combat_could"), ({ joining }) => joining, true)}
  </div>`;
}

/** Blocks of which the reader sees only the back. @param {{ count: number }} props */
function Unseen({ count }) {
  return html`<p class="small unseen-blocks">
    ${count > 0 && html`<span aria-hidden="true">?</span> ${t("combat_unseen", { n: count })}`}
  </p>`;
}

/** @param {import("../wire.js").Scene | undefined} scene @param {readonly string[]} pieces */
const sideOf = (scene, pieces) => pieces.map((id) => pieceOf(scene, id)?.side).find((side) => side !== undefined);

/** @param {State} state @param {number} side */
const other = (state, side) => state.seats.find((seat) => seat.side !== side)?.side ?? -1;

/**
 * A piece with what it counts; a rule that holds for the one before it too is named once.
 * @param {Props & { id: string, before?: string, joins?: boolean }} props
 */
function Fighter({ session, state, combat, id, before, joins = false }) {
  const { factors = [] } = combat;
  const own = factors.filter((factor) => factor.piece === id);
  const name = pieceOf(shown(state)?.scene, id)?.name ?? id;
  let known = before ? factors.findLast((factor) => factor.piece === before)?.rule : "";
  return html`<li class=${`fighter ${joins ? "joins" : ""}`}>
    <${PieceButton} ...${{ session, state, id, joins }} />
    <span class="fighter-words">
      ${!own.length && html`<span class="small">${name}</span>`}
      ${own.map((factor) => {
        const rule = factor.rule === known ? "" : factor.rule;
        known = factor.rule;
        return html`<span class="small">${factor.text}</span>
          <${Value} session=${session} factor=${{ ...factor, rule }} />`;
      })}
    </span>
  </li>`;
}

/**
 * A counter in the planner. If the piece has one button, a press is that choice; otherwise it shows the piece.
 * @param {{ session: Session, state: State, id: string, joins?: boolean, size?: number }} props
 */
function PieceButton({ session, state, id, joins = false, size = SIZE }) {
  const piece = pieceOf(shown(state)?.scene, id);
  if (!piece || !state.board) return html`<span>${id}</span>`;
  const buttons = canAct(state) ? (indexButtons(state.update?.scene.buttons ?? []).byPiece.get(id) ?? []) : [];
  const meant = meantBy(buttons);
  const [button] = meant;
  const place = cellOf(state.board, piece.cell)?.name ?? "";
  const words = [pieceWords(piece, state.board), place].filter(Boolean).join(", ");
  const press = () => {
    point(false);
    if (meant.length === 1) session.play.choose(button);
    else if (buttons.length > 1) session.play.piece(id, piece.cell);
    else jump(session, piece);
  };
  const point = (/** @type {boolean} */ on) => pointAt(session, { piece: id, cell: -1, cells: [] }, on);
  const label = meant.length === 1 ? `${button.label}: ${words}` : words;
  const able = !meant.length ? "" : meant.every(harms) ? "harm" : "able";
  return html`<button
    type="button"
    class=${`combat-piece ${able}`}
    data-name=${meant.length === 1 ? button.choice : `look:${id}`}
    title=${label}
    aria-disabled=${state.sending && buttons.length ? "true" : undefined}
    onClick=${press}
    onMouseEnter=${() => point(true)}
    onMouseLeave=${() => point(false)}
    onFocus=${() => point(true)}
    onBlur=${() => point(false)}
  >
    <${Counter} piece=${piece} board=${state.board} size=${size} />
    ${joins && html`<span class="plus" aria-hidden="true">+</span>`}
    <span class="unseen">${label}</span>
  </button>`;
}

/** Show a piece on the map. @param {Session} session @param {import("../wire.js").Piece} piece */
function jump(session, piece) {
  if (piece.cell < 0) return;
  session.map?.centre(piece.cell);
  session.map?.flash([piece.cell], [piece.id]);
}

// What makes the odds

/** @param {{ session: Session, factor: Factor }} props */
function Value({ session, factor }) {
  const { value, rule = "", tone = "" } = factor;
  const open = (/** @type {string} */ one) => openRule(session, one);
  return html`<span class=${`factor-value ${tone}`}>
    <${Sign} tone=${tone} /><strong>${value}</strong> <${RuleChip} rule=${rule} onOpen=${open} />
  </span>`;
}

/** Good or bad for the attacker, not by colour alone. @param {{ tone: string }} props */
function Sign({ tone }) {
  if (tone !== "good" && tone !== "bad") return null;
  return html`<span class="tone-sign" aria-hidden="true">${tone === "good" ? "▲" : "▼"}</span>
    <span class="unseen">${t(tone === "good" ? "combat_good" : "combat_bad")} </span>`;
}

/**
 * What counts for a side besides its pieces, and what it comes to.
 * @param {{ session: Session, combat: Combat, side: number }} props
 */
function Sum({ session, combat, side }) {
  const own = (combat.factors ?? []).filter((factor) => !factor.piece && factor.side === side);
  return own.map(
    (factor) => html`<p class=${factor.sums ? "factor-sum" : "factor-more"}>
      <span>${factor.text}</span> <${Value} session=${session} factor=${factor} />
    </p>`,
  );
}

/** What belongs to no fighter: ground, weather, pieces that help from elsewhere. @param {Props} props */
function General({ session, state, combat }) {
  const fighters = new Set([...(combat.attackers ?? []), ...(combat.defenders ?? [])]);
  const rest = (combat.factors ?? []).filter(({ piece = "", side = -1 }) => (piece ? !fighters.has(piece) : side < 0));
  if (!rest.length) return null;
  return html`<ul class="combat-factors">
    ${rest.map(
      (factor) => html`<li class=${factor.sums ? "factor-sum" : ""}>
        ${factor.piece && html`<${PieceButton} ...${{ session, state, id: factor.piece, size: 30 }} />`}
        <span class="factor-text">${factor.text}</span>
        <${Value} session=${session} factor=${factor} />
      </li>`,
    )}
  </ul>`;
}

// What may come of it

/**
 * The chances that the column gives; a rule that holds for several of them is named once.
 * @param {{ session: Session, combat: Combat }} props
 */
function Chances({ session, combat }) {
  const { column, column_rule: of = "", outcomes = [] } = combat;
  const open = (/** @type {string} */ one) => openRule(session, one);
  return html`<section class="combat-chances">
    <h4>
      ${outcomes.length > 0 ? t("combat_chances") : column} <${RuleChip} rule=${of} onOpen=${open} />
    </h4>
    <ul>
      ${outcomes.map(({ text, share, tone = "", cost, rolls, rule = "" }, index) => {
        const chip = html`<${RuleChip} rule=${rule === outcomes[index - 1]?.rule ? "" : rule} onOpen=${open} />`;
        const below = rolls && cost; // only one of them has room beside the chance
        return html`<li>
          <span class="chance-text"><${Sign} tone=${tone} />${text} ${!below && chip}</span>
          <span class="chance-share">
            <span class="small">${rolls || cost}</span> <strong>${percent(share)}</strong>
          </span>
          <span class="chance-bar" aria-hidden="true">
            <span class=${`bar ${tone}`} style=${{ "--share": share }}></span>
          </span>
          ${below && html`<span class="chance-cost">${cost} ${chip}</span>`}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {number} share */
function percent(share) {
  return share > 0 && share < 0.005 ? "< 1 %" : `${Math.round(share * 100)} %`;
}

/**
 * What it costs whatever the die, or what is still to be done; its title is of the level that fits what is around it.
 * @param {{ session: Session, state: State, title: string, kind: string, warnings: readonly Warn[],
 *   level?: number }} props
 */
export function Warnings({ session, state, title, kind, warnings, level = 4 }) {
  if (!warnings.length) return null;
  const open = (/** @type {string} */ one) => openRule(session, one);
  return html`<section class=${`combat-${kind}`}>
    <h4 aria-level=${level}>${title}</h4>
    <ul>
      ${warnings.map(
        ({ text, rule, tone = "", pieces = [] }) => html`<li class=${tone}>
          <span class="warn-text">
            ${(tone === "bad" || tone === "warn") && html`<${Icon} name="warning" />`}${text}
            ${" "}<${RuleChip} rule=${rule} onOpen=${open} />
          </span>
          ${
            pieces.length > 0 &&
            html`<span class="warn-pieces">
              ${pieces.map((id) => html`<${PieceButton} key=${id} ...${{ session, state, id, size: 30 }} />`)}
            </span>`
          }
        </li>`,
      )}
    </ul>
  </section>`;
}

/** The choices about the battle as a whole: its own, or those that its cells stand for. @param {Props} props */
function Actions({ session, state, combat }) {
  const all = canAct(state) ? (state.update?.scene.buttons ?? []) : [];
  const { choice = "", cells = [], decides = false } = combat;
  const about = (/** @type {ButtonCard} */ one) => {
    const places = one.cells.length ? one.cells : one.cell >= 0 ? [one.cell] : [];
    return places.length > 0 && places.every((cell) => cells.includes(cell));
  };
  const here = choice ? all.filter((one) => one.choice === choice) : decides ? all.filter(about) : [];
  if (!here.length) return null;
  return html`<div class="buttons">
    ${here.map((button) => html`<${ChoiceButton} key=${button.choice} ...${{ session, state, button }} />`)}
  </div>`;
}
