// @ts-check
// Cards as cards: piles, the faces of a hand, and the card that is held up, with what it can be played for.

import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { announce } from "../announce.js";
import { canAct, cardOf, harms, indexButtons, shown, sideName } from "../scene.js";
import { Button, RuleChip, SideMark, reasonOf } from "../ui.js";
import { t } from "../words.js";
import { Dunes } from "./dunes.js";
import { openRule } from "./rules.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 * @typedef {import("../wire.js").Card} Card
 * @typedef {import("../wire.js").Pile} Pile
 * @typedef {import("../wire.js").Button} ButtonCard
 * @typedef {{ choice: string, label: string, button: ButtonCard | undefined }} Use
 */

const LONG_TITLE = 18;
const ORDER = ["hand", "table", "deck", "discards"];

/**
 * The piles of the board with their cards: the reader's own hand first, the hands of others after what lies on the table.
 * @param {State} state
 */
export function pilesOf(state) {
  const scene = shown(state)?.scene;
  if (!scene || !state.board) return [];
  const rank = (/** @type {Pile} */ pile) =>
    pile.kind === "hand" && pile.side !== scene.side ? 1.5 : ORDER.indexOf(pile.kind);
  const piles = state.board.piles.map((pile) => ({ pile, cards: scene.cards.filter((card) => card.pile === pile.id) }));
  return piles.filter(({ pile, cards }) => cards.length || pile.kind !== "table").sort((a, b) => rank(a.pile) - rank(b.pile));
}

/** @param {readonly Card[]} cards */
const countOf = (cards) => cards.reduce((sum, card) => sum + card.count, 0);

/** What a card can be played for now, or could be at another time. @param {State} state @param {Card} card @returns {Use[]} */
export function usesOf(state, card) {
  const buttons = canAct(state) ? (state.update?.scene.buttons ?? []) : [];
  const own = (card.id && indexButtons(buttons).byPiece.get(card.id)) || [];
  const more = own.filter(({ choice }) => !card.uses.some((use) => use.choice === choice));
  return [
    ...card.uses.map((use) => ({ ...use, button: buttons.find(({ choice }) => choice === use.choice) })),
    ...more.map((button) => ({ choice: button.choice, label: button.label, button })),
  ];
}

/** A card in words. @param {State} state @param {Card} card */
function cardWords(state, card) {
  const meaning = card.symbols.map((letters) => signOf(state, letters));
  const playable = usesOf(state, card).filter((use) => use.button).length;
  return [
    card.title,
    card.value && t("card_value", { value: card.value }),
    ...meaning,
    ...card.text,
    ...card.status,
    playable > 0 && t("card_playable", { n: playable }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** What the letters of a symbol mean. @param {Pick<State, "board">} state @param {string} letters */
const signOf = (state, letters) => state.board?.key.find((sign) => sign.letters === letters)?.text ?? letters;

/** @param {number} side */
const sideClass = (side) => (side < 0 ? "no-side" : `side-${side % 4}`);

/**
 * A pile: the reader's hand and what lies on the table are spread out, others are stacks that can be looked through.
 * @param {{ session: Session, state: State, pile: Pile, cards: readonly Card[] }} props
 */
export function PileView({ session, state, pile, cards }) {
  const own = pile.side >= 0 && pile.side === shown(state)?.scene.side;
  const spread = pile.kind === "table" || (pile.kind === "hand" && own);
  const [open, setOpen] = useState(false);
  const open_faces = spread || open;
  const count = countOf(cards);
  return html`<section class=${`shelf-part pile-part kind-${pile.kind} ${spread ? "is-spread" : ""}`}>
    <h2 class=${spread ? "" : "unseen"}>
      ${pile.side >= 0 && !own && html`<${SideMark} side=${pile.side} />`}<span>${pile.name}</span>
      <span class="count">${count || t("box_empty")}</span>
    </h2>
    <div class="card-row">
      ${!spread && html`<${Stack} ...${{ state, pile, cards, count, open, onToggle: () => setOpen(!open) }} />`}
      ${open_faces && html`<${Faces} session=${session} state=${state} cards=${cards} />`}
    </div>
  </section>`;
}

/**
 * A stack with its thickness; face up it shows the last card and can be looked through.
 * @param {{ state: State, pile: Pile, cards: readonly Card[], count: number, open: boolean, onToggle: () => void }} props
 */
function Stack({ state, pile, cards, count, open, onToggle }) {
  const top = cards.find((card) => usesOf(state, card).some((use) => use.button)) ?? cards.at(-1);
  const style = { "--thick": Math.min(5, Math.ceil(count / 4)) };
  const face = top?.id ? html`<${Face} state=${state} card=${top} />` : count ? html`<span class="card-back"></span>` : null;
  const kind = `card-stack play-card ${count ? "" : "bare"} ${sideClass(top?.side ?? pile.side)}`;
  const badge = html`<span class="stack-name" aria-hidden="true">${pile.name}</span
    ><span class="stack-count" aria-hidden="true">${count}</span>`;
  if (!cards.some((card) => card.id)) {
    const words = `${pile.name}: ${t("cards", { n: count })}`;
    return html`<div class=${kind} style=${style} role="img" aria-label=${words}>${face}${badge}</div>`;
  }
  return html`<button
    type="button"
    class=${kind}
    style=${style}
    data-stop
    data-name=${`pile-${pile.id}`}
    aria-expanded=${String(open)}
    onClick=${onToggle}
  >${face}${badge}<span class="unseen">${t("look_through", { pile: pile.name, n: count })}</span></button>`;
}

/** Cards beside each other. @param {{ session: Session, state: State, cards: readonly Card[] }} props */
function Faces({ session, state, cards }) {
  return html`<ul class="card-faces">
    ${cards.map(
      (card, index) => html`<li key=${card.id || index}>
        ${
          card.id
            ? html`<${CardFace} session=${session} state=${state} card=${card} />`
            : html`<div class=${`play-card ${sideClass(card.side)}`} role="img" aria-label=${t("cards_down", { n: card.count })}>
                <span class="card-back"></span>${card.count > 1 && html`<span class="stack-count" aria-hidden="true">${card.count}</span>`}
              </div>`
        }
      </li>`,
    )}
  </ul>`;
}

/** @param {{ session: Session, state: State, card: Card }} props */
function CardFace({ session, state, card }) {
  const able = usesOf(state, card).some((use) => use.button);
  const held = state.card === card.id;
  return html`<button
    type="button"
    class=${`play-card ${sideClass(card.side)} ${able ? "able" : ""} ${card.faded ? "pale" : ""} ${held ? "held-up" : ""}`}
    data-card=${card.id}
    data-stop
    aria-expanded=${String(held)}
    onClick=${() => session.play.card(card.id)}
  >
    <${Face} state=${state} card=${card} /><span class="unseen">${cardWords(state, card)}</span>
  </button>`;
}

/** The letters of the longest word, or part of one that may be divided: it has to fit on a small card. @param {string} title */
const longest = (title) => Math.max(1, ...title.split(/[\s\u00ad-]+/).map((word) => word.length));

/** @param {{ card: Card }} props */
function Value({ card }) {
  return card.value ? html`<span class=${`card-value ${card.square ? "square" : ""}`}>${card.value}</span>` : null;
}

/** What is printed on a small card. @param {{ state: Pick<State, "board">, card: Card }} props */
export function Face({ state, card }) {
  return html`<span class="card-print" aria-hidden="true">
    <${Dunes} seed=${card.title || card.id} />
    <${Value} card=${card} />
    <span class="card-symbols">
      ${card.symbols.map((letters) => html`<span class="card-symbol" title=${signOf(state, letters)}>${letters}</span>`)}
    </span>
    <span class=${`card-title ${card.title.length > LONG_TITLE ? "long" : ""}`} style=${{ "--longest": longest(card.title) }}>${card.title || card.id}</span>
    ${card.status[0] && html`<span class="card-status">${card.status[0]}</span>`}
  </span>`;
}

/** The card that is held up, over the map, with its uses as buttons. @param {{ session: Session, state: State }} props */
export function HeldCard({ session, state }) {
  const card = cardOf(shown(state)?.scene, state.card);
  return card ? html`<${Held} key=${card.id} session=${session} state=${state} card=${card} />` : null;
}

/** @param {{ session: Session, state: State, card: Card }} props */
function Held({ session, state, card }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [why, setWhy] = useState(/** @type {{ text: string, rule: string } | null} */ (null));
  const uses = usesOf(state, card);
  const questions = state.replay ? [] : session.questions.aboutCard(card.id);
  const open = (/** @type {string} */ rule) => openRule(session, rule);
  useStandAbove(place, card.id);
  const press = async (/** @type {Use} */ use) => {
    if (use.button) return void (session.play.deselect(), session.play.choose(use.button));
    if (state.side < 0 || state.replay) return;
    const told = await session.play.because({ choice: use.choice }).then(
      ({ reason, rule }) => ({ text: reason, rule }),
      (error) => ({ text: reasonOf(error), rule: "" }),
    );
    setWhy(told);
    announce(told.text);
  };
  return html`<section
    class=${`held-card ${sideClass(card.side)}`}
    role="dialog"
    aria-label=${card.title || card.id}
    data-name="held-card"
    ref=${place}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => heldKey(session, event, uses, press)}
  >
    <header>
      <${Dunes} seed=${card.title || card.id} />
      <${Value} card=${card} />
      <h2>${card.title || card.id}</h2>
      <${Button} kind="bare" icon="cross" label=${t("close")} onClick=${() => putDown(session)} />
    </header>
    <div class="held-body">
      ${card.text.map((line) => html`<p class="held-text">${line}</p>`)}
      ${
        card.symbols.length > 0 &&
        html`<ul class="held-signs">
          ${card.symbols.map((letters) => html`<li><span class="card-symbol">${letters}</span>${signOf(state, letters)}</li>`)}
        </ul>`
      }
      ${
        (card.status.length > 0 || card.rule || card.side >= 0) &&
        html`<p class="small held-note">
          ${card.side >= 0 && html`<${SideMark} side=${card.side} name=${sideName(state, card.side)} />`}
          <span>${card.status.join(", ")}</span> <${RuleChip} rule=${card.rule} onOpen=${open} />
        </p>`
      }
      ${
        uses.length > 0 &&
        html`<ol class="card-uses">
          ${uses.map(
            (use, index) => html`<li key=${use.choice}>
              <button
                type="button"
                class=${`card-use ${use.button ? "" : "not-now"} ${use.button && harms(use.button) ? "danger" : ""}`}
                data-name=${use.choice}
                aria-disabled=${use.button ? undefined : "true"}
                aria-keyshortcuts=${String(index + 1)}
                title=${use.button ? undefined : t("why_not_now")}
                onClick=${() => press(use)}
              ><kbd aria-hidden="true">${index + 1}</kbd><span>${use.label}</span></button>
            </li>`,
          )}
        </ol>`
      }
      ${why?.text && html`<p class="held-why" role="status">${why.text} <${RuleChip} rule=${why.rule} onOpen=${open} /></p>`}
      ${
        questions.length > 0 &&
        html`<div class="buttons held-questions">
          ${questions.map(
            (question) => html`<${Button}
              key=${question.name}
              kind="slim"
              icon="question"
              name=${`ask-card-${question.name}`}
              title=${question.description}
              onClick=${() => session.questions.begin(question, [card.id])}
            >${question.title || question.name}<//>`,
          )}
        </div>`
      }
    </div>
  </section>`;
}

/**
 * It stands above its place in the hand; the focus goes to its first use, and back to the hand when it is put down.
 * @param {{ current: HTMLElement | null }} place @param {string} id
 */
function useStandAbove(place, id) {
  useLayoutEffect(() => {
    const face = faceOf(id);
    const frame = place.current?.offsetParent?.getBoundingClientRect();
    if (!face || !frame || !place.current) return;
    const { left, width } = face.getBoundingClientRect();
    place.current.style.setProperty("--at", `${left + width / 2 - frame.left}px`);
  }, [id]);
  // Before the next paint: a key pressed as soon as the card is seen belongs to the card, not to the hand.
  useLayoutEffect(() => {
    faceOf(id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const wanted = [".card-use:not(.not-now)", ".card-use", "button"].map((one) => place.current?.querySelector(one)).find(Boolean);
    /** @type {HTMLElement | null | undefined} */ (wanted)?.focus({ preventScroll: true });
    const held = place.current;
    return () => {
      const left = !document.activeElement || document.activeElement === document.body || held?.contains(document.activeElement);
      if (left) faceOf(id)?.focus({ preventScroll: true });
    };
  }, [id]);
}

/** @param {string} id @returns {HTMLElement | null} */
const faceOf = (id) => document.querySelector(`[data-card="${CSS.escape(id)}"]`);

/** Put the card down; the keyboard is where it lay. @param {Session} session */
function putDown(session) {
  const { card } = session.state;
  session.play.deselect();
  faceOf(card)?.focus({ preventScroll: true });
}

/**
 * The keys of a card that is held up: numbers play, arrows go through its buttons and to the cards beside it.
 * @param {Session} session @param {KeyboardEvent} event @param {Use[]} uses @param {(use: Use) => void} press
 */
function heldKey(session, event, uses, press) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const use = uses[Number(event.key) - 1];
  const along = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const beside = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (use) press(use);
  else if (event.key === "Escape") putDown(session);
  else if (along) step(/** @type {HTMLElement} */ (event.currentTarget), "button", along);
  else if (beside) holdNext(session, beside);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Move the focus among elements. @param {Element} within @param {string} selector @param {number} by */
export function step(within, selector, by) {
  const all = /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
}

/** Hold up the card beside. @param {Session} session @param {number} by */
function holdNext(session, by) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-card]")]);
  const next = all[all.findIndex((one) => one.dataset.card === session.state.card) + by];
  if (next?.dataset.card) session.play.card(next.dataset.card);
}
