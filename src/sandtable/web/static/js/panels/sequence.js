// @ts-check
// Beside the map: the phases of the turn, the present one marked, who acts in it and what comes next.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { Icon } from "../icons.js";
import { shown } from "../scene.js";
import { useStore } from "../store.js";
import { Failure, Loading, RuleChip, SideMark, reasonOf } from "../ui.js";
import { t } from "../words.js";
import { openRule } from "./rules.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../wire.js").Sequence} Order
 * @typedef {import("../wire.js").Part} Part
 * @typedef {import("../wire.js").Phase} Phase
 * @typedef {import("../wire.js").Scene} Scene
 *
 * A phase with its number and its part.
 * @typedef {{ number: number, phase: Phase, part: Part }} Place
 *
 * What all parts of the panel need to know.
 * @typedef {{ session: Session, sides: readonly string[], scene: Scene, places: readonly Place[] }} Table
 */

const OVER = -2;

/** @param {{ session: Session }} props */
export function Sequence({ session }) {
  const game = useStore(session.store, (state) => state.game);
  const scene = useStore(session.store, (state) => shown(state)?.scene);
  const [order, setOrder] = useState(/** @type {Order | null} */ (null));
  const [failure, setFailure] = useState("");
  const fetchOrder = () => {
    setFailure("");
    if (game) api.sequence(game.id).then(setOrder, (error) => setFailure(reasonOf(error)));
  };
  useEffect(fetchOrder, [game?.id]);
  if (failure) return html`<${Failure} reason=${failure} onRetry=${fetchOrder} />`;
  if (!order || !scene || !game) return html`<${Loading} />`;
  if (!order.parts.length) return html`<p class="empty">${t("sequence_none")}</p>`;
  const places = placesOf(order);
  const table = { session, sides: game.sides, scene, places };
  return html`<div class="sequence">
    <${Present} table=${table} />
    ${order.parts.filter((part) => !part.within).map((part) => html`<${PartView} key=${part.title} table=${table} part=${part} />`)}
  </div>`;
}

/** @param {Order} order @returns {readonly Place[]} */
const placesOf = (order) =>
  order.parts.flatMap((part) => part.phases.map((phase) => ({ phase, part }))).map((place, number) => ({ ...place, number }));

/** In short: where the game is, who decides, what comes next. @param {{ table: Table }} props */
function Present({ table }) {
  const { scene, sides, places } = table;
  const numbers = scene.phase < 0 ? [] : [scene.phase, ...scene.within];
  const innermost = numbers[numbers.length - 1];
  if (innermost === undefined) return html`<p class="present">${t("phase_over")}</p>`;
  const around = numbers.slice(0, -1).map((number) => places[number].phase.title);
  return html`<dl class="present">
    <dt>${t("phase_now")}</dt>
    <dd>${around.map((title) => html`${title} › `)}<strong>${places[innermost].phase.title}</strong></dd>
    ${
      scene.actor > OVER &&
      html`<dt>${t("phase_who")}</dt>
        <dd>${scene.actor < 0 ? t("waits_for_dice") : html`<${SideMark} side=${scene.actor} name=${sides[scene.actor]} />`}</dd>`
    }
    <dt>${t("phase_next")}</dt>
    <dd>${nextOf(table, innermost, numbers)}</dd>
  </dl>`;
}

/**
 * What comes after a phase: what the game says; or the next phase of the part that the side goes through; or, at the end
 * of a part, what the part is inside, or the part that follows.
 * @param {Table} table @param {number} number @param {readonly number[]} numbers
 */
function nextOf({ places, scene, sides }, number, numbers) {
  const { phase, part } = places[number];
  if (phase.after) return phase.after;
  const passes = (/** @type {Place} */ place) =>
    place.phase.side && !phase.side && scene.active >= 0 && place.phase.side !== sides[scene.active];
  const following = places.slice(number + 1).find((place) => !passes(place) && (part.within ? place.part === part : !place.part.within));
  if (following) return following.phase.title;
  const outside = numbers[numbers.indexOf(number) - 1];
  return outside === undefined ? "" : t("phase_back", { phase: places[outside].phase.title });
}

/** @param {{ table: Table, part: Part }} props */
function PartView({ table, part }) {
  const own = table.places.filter((place) => place.part === part);
  return html`<section class="sequence-part">
    <h3>${part.title} <${Rule} table=${table} rule=${part.rule ?? ""} /></h3>
    ${part.line && html`<p class="small">${part.line}</p>`}
    <${Phases} table=${table} own=${own} present=${table.scene.phase} within=${table.scene.within} />
  </section>`;
}

/**
 * The phases of a part. What runs inside the present one is shown in it, the innermost part whole.
 * @param {{ table: Table, own: readonly Place[], present: number, within: readonly number[] }} props
 */
function Phases({ table, own, present, within }) {
  return html`<ol class="phases">
    ${own.map(
      (place) =>
        html`<${PhaseView} key=${place.number} table=${table} place=${place} within=${place.number === present ? within : null} />`,
    )}
  </ol>`;
}

/**
 * A phase: its name, and when it is opened what is done in it. The present one is open.
 * @param {{ table: Table, place: Place, within: readonly number[] | null }} props
 */
function PhaseView({ table, place, within }) {
  const { phase, part } = place;
  const line = useRef(/** @type {HTMLElement | null} */ (null));
  const now = within !== null;
  const innermost = now && !within.length;
  useEffect(() => {
    if (innermost) line.current?.scrollIntoView({ block: "nearest" });
  }, [innermost]);
  const inner = now && within.length ? table.places[within[0]] : null;
  return html`<li class=${`phase ${now ? "now" : ""}`} aria-current=${innermost ? "step" : undefined} ref=${line}>
    <details key=${String(now)} open=${now}>
      <summary>
        <${Icon} name="forward" /><strong>${phase.title}</strong>
        <span class="phase-who"><${Who} table=${table} phase=${phase} part=${part} /></span>
      </summary>
      <p class="small">${phase.line} <${Rule} table=${table} rule=${phase.rule} /></p>
      ${phase.other && html`<p class="small"><strong>${t("phase_others")}</strong> ${phase.other}</p>`}
    </details>
    ${inner && html`<div class="phase-inner">
      <h4>${inner.part.title}</h4>
      <${Phases}
        table=${table}
        own=${table.places.filter((other) => other.part === inner.part)}
        present=${inner.number}
        within=${within?.slice(1) ?? []}
      />
    </div>`}
  </li>`;
}

/** Who acts, by name if that is known. @param {{ table: Table, phase: Phase, part: Part }} props */
function Who({ table, phase, part }) {
  const { sides, scene, places } = table;
  if (phase.who === "both") return t("phase_both");
  if (phase.who === "nobody") return t("phase_nobody");
  const present = [scene.phase, ...scene.within].some((number) => places[number]?.part === part);
  const active = phase.side ? sides.indexOf(phase.side) : present ? scene.active : -1;
  const side = phase.who === "active" || active < 0 ? active : 1 - active;
  if (side >= 0) return html`<${SideMark} side=${side} name=${sides[side]} />`;
  return t(phase.who === "active" ? "phase_active" : "phase_other");
}

/** @param {{ table: Table, rule: string }} props */
const Rule = ({ table, rule }) =>
  html`<${RuleChip} rule=${rule} onOpen=${(/** @type {string} */ one) => openRule(table.session, one)} />`;
