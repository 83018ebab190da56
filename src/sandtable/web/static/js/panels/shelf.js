// @ts-check
// What lies below the map: the hand and the other piles of cards, cups of chits, places off the map. One stop for the
// Tab key; arrows go from one thing to the next.

import { html, useEffect, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { cardOf, pieceOf, placeOf, shown } from "../scene.js";
import { Store, useStore } from "../store.js";
import { Button } from "../ui.js";
import { t } from "../words.js";
import { HeldCard, PileView, pilesOf, step, usesOf } from "./cards.js";
import { CupView, chitCount } from "./cups.js";
import { PlaceView, freePlaces } from "./places.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../state.js").State} State
 */

/** What the reader has opened stays open; what the reader has folded opens again when something in it can be chosen. */
const turned = new Store({ open: /** @type {boolean | null} */ (null) });

/** @param {{ session: Session }} props */
export function Shelf({ session }) {
  const state = useStore(session.store, (whole) => whole);
  const lit = useStore(session.places.store, ({ tints }) => Object.keys(tints).length > 0);
  const asked = lit || asksBelow(state);
  const folded = !useStore(turned, ({ open }) => open ?? asked);
  useEffect(() => {
    if (asked && turned.state.open === false) turned.set({ open: null });
  }, [asked]);
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  useOneStop(row);
  useHandInSight(row, state);
  const piles = pilesOf(state);
  const cups = shown(state)?.scene.cups ?? [];
  const places = freePlaces(state);
  if (!piles.length && !cups.length && !places.length) return null;
  const own = piles.filter(({ pile }) => pile.kind === "hand" && pile.side === state.side).flatMap(({ cards }) => cards);
  const parts = [
    { name: "cards", words: t("cards_short"), count: own.length || "", shown: piles.length > 0 },
    ...cups.map((cup) => ({ name: `cup-${cup.id}`, words: cup.name, count: chitCount(cup.left), shown: true })),
    { name: "places", words: t("off_the_map"), count: places.length, shown: places.length > 0 },
  ].filter((part) => part.shown);
  const fold = () => turned.set({ open: folded });
  const go = (/** @type {string} */ name) => {
    openShelf();
    setTimeout(() => row.current?.querySelector(`[data-part="${name}"]`)?.scrollIntoView({ block: "nearest", inline: "start" }));
  };
  return html`<section class=${`below ${folded ? "folded" : ""}`} aria-label=${t("below_map")}>
    <${HeldCard} session=${session} state=${state} />
    <div class="shelf-bar">
      ${parts.map(
        (part) => html`<${Button} key=${part.name} kind="slim" name=${`shelf-${part.name}`} onClick=${() => go(part.name)}>
          ${part.words} <span class="count">${part.count}</span>
        <//>`,
      )}
      <${Button}
        kind="slim fold-shelf"
        icon=${folded ? "up" : "down"}
        name="fold-shelf"
        label=${t(folded ? "shelf_show" : "shelf_hide")}
        onClick=${fold}
      />
    </div>
    <div class="shelf-row" role="toolbar" aria-label=${t("below_map")} ref=${row} onKeyDown=${arrows} hidden=${folded}>
      ${piles.length > 0 && html`<div class="shelf-group cards-group" data-part="cards">${piles.map(({ pile, cards }) => html`<${PileView} key=${pile.id} ...${{ session, state, pile, cards }} />`)}</div>`}
      ${cups.map((cup) => html`<div key=${cup.id} class="shelf-group" data-part=${`cup-${cup.id}`}><${CupView} ...${{ session, state, cup }} /></div>`)}
      ${
        places.length > 0 &&
        html`<div class="shelf-group" data-part="places"><section class="shelf-part places-part">
          <h2>${t("off_the_map")}</h2>
          <div class="places">${places.map((box) => html`<${PlaceView} key=${box.id} ...${{ session, state, box }} />`)}</div>
        </section></div>`
      }
    </div>
  </section>`;
}

/** Does the reader's decision speak of anything here: a card, a chit, a place off the map or a piece in it? @param {State} state */
function asksBelow(state) {
  const { update, side, board } = state;
  if (state.replay || !update || side < 0 || update.scene.actor !== side) return false;
  const { scene } = update;
  const places = new Set(freePlaces(state).map(({ number }) => number));
  const chits = new Set(scene.cups.flatMap(({ left, drawn }) => [...left, ...drawn]).map(({ id }) => id));
  return scene.buttons.some(({ piece, cell }) => {
    const found = pieceOf(scene, piece);
    const here = places.has(found ? placeOf(board, found) : cell);
    return here || (piece !== "" && (chits.has(piece) || Boolean(cardOf(scene, piece))));
  });
}

/**
 * When cards of the hand can be played again, they come into sight, wherever the reader has looked meanwhile.
 * @param {{ current: HTMLElement | null }} row @param {State} state
 */
function useHandInSight(row, state) {
  const able = pilesOf(state).some(
    ({ pile, cards }) => pile.kind === "hand" && cards.some((card) => usesOf(state, card).some((use) => use.button)),
  );
  useLayoutEffect(() => {
    if (able) row.current?.scrollTo({ left: 0 });
  }, [able]);
}

/** Of all that can be reached with the arrows, one thing is a stop for the Tab key. @param {{ current: HTMLElement | null }} row */
function useOneStop(row) {
  useLayoutEffect(() => {
    const stops = /** @type {HTMLElement[]} */ ([...(row.current?.querySelectorAll("[data-stop]") ?? [])]);
    const here = stops.find((one) => one === document.activeElement) ?? stops.find((one) => one.tabIndex === 0 && one.dataset.stop === "here") ?? stops[0];
    for (const one of stops) one.tabIndex = one === here ? 0 : -1;
    if (stops.length) row.current?.removeAttribute("tabindex");
    else row.current?.setAttribute("tabindex", "0"); // what scrolls must be reached somehow
  });
}

/** @param {KeyboardEvent} event */
function arrows(event) {
  const row = /** @type {HTMLElement} */ (event.currentTarget);
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  step(row, "[data-stop]", by);
  for (const one of row.querySelectorAll("[data-stop]")) {
    const stop = /** @type {HTMLElement} */ (one);
    stop.tabIndex = stop === document.activeElement ? 0 : -1;
    stop.dataset.stop = stop === document.activeElement ? "here" : "true";
  }
}

/** Show what lies below the map, until the reader folds it. */
export function openShelf() {
  turned.set({ open: true });
}

/** Go to what lies below the map: to what can be chosen there, else to where the keyboard was. */
export function focusShelf() {
  openShelf();
  const find = (/** @type {string} */ which) => /** @type {HTMLElement | null} */ (document.querySelector(`.below [data-stop]${which}`));
  setTimeout(() => (find(".play-card.able, .below .chit-face.able") ?? find('[tabindex="0"]'))?.focus());
}
