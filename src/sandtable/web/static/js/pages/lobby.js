// @ts-check
// The lobby: play now in two clicks, my games, open seats, saved games.

import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { PrivacyNote } from "../header.js";
import { Icon } from "../icons.js";
import { keepInvitations } from "../invitations.js";
import { described, offered } from "../opponents.js";
import { Keepsake } from "../panels/keepsake.js";
import { setPrefs } from "../prefs.js";
import { navigate } from "../router.js";
import { useStore } from "../store.js";
import { Button, Failure, Loading, SideMark, reasonOf } from "../ui.js";
import { visitor } from "../visitor.js";
import { ago, t } from "../words.js";
import { ScenarioChoice } from "./scenarios.js";

/**
 * @typedef {import("../wire.js").GameCard} GameCard
 * @typedef {import("../wire.js").TableCard} TableCard
 * @typedef {import("../wire.js").NewTable} NewTable
 */

const LOOK_AGAIN = 15_000;
const LARGEST_FILE = 12 * 1024 * 1024;

/** Make a table and go there. @param {NewTable} table */
export async function startTable(table) {
  goTo(await api.create(table));
}

/** Go to a new table; if there are links to send, the panels that show them are open. @param {import("../wire.js").Made} made */
export function goTo(made) {
  keepInvitations(made.id, made.invitations);
  if (made.invitations.length) setPrefs({ panels: true, sheet: true });
  navigate(`/table/${made.id}`);
}

export function Lobby() {
  const [games, setGames] = useState(/** @type {GameCard[] | null} */ (null));
  const [lobby, setLobby] = useState(/** @type {import("../wire.js").Lobby | null} */ (null));
  const [problem, setProblem] = useState("");
  /** Do the reader's games come first? That is settled once: nothing changes its place under the pointer. */
  const first = useRef(/** @type {boolean | null} */ (null));
  if (lobby) first.current ??= lobby.mine.some((card) => card.your_turn);
  const load = async () => {
    try {
      const [cards, tables] = await Promise.all([api.games(), api.lobby()]);
      setGames(cards);
      setLobby(tables);
      setProblem("");
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  const back = useStore(visitor, (state) => state.back); // then the games are another's
  useEffect(() => void load(), [back]);
  useEffect(() => {
    document.title = t("sandtable");
    const timer = setInterval(() => document.visibilityState === "visible" && load(), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, []);
  return html`<main class="page lobby" id="main">
    <h1 class="unseen">${t("lobby_title")}</h1>
    <${PrivacyNote} />
    ${problem && html`<${Failure} reason=${problem} onRetry=${load} />`}
    <section class="play-now" aria-labelledby="play-now">
      <h2 id="play-now">${t("play_now")}</h2>
      <p class="lead">${t("play_now_text")}</p>
      ${games ? html`<${Shelf} games=${games} lobby=${lobby} />` : !problem && html`<${Loading} />`}
    </section>
    <section aria-labelledby="your-games" class=${first.current ? "first" : ""}>
      <h2 id="your-games">${t("your_games")}</h2>
      <${Keepsake} seated=${Boolean(lobby?.mine.some(({ seats }) => seats.some((seat) => seat.yours)))} />
      ${lobby && (lobby.mine.length ? html`<${Mine} cards=${lobby.mine} changed=${load} />` : html`<p class="empty">${t("no_games")}</p>`)}
      ${!lobby && !problem && html`<${Loading} />`}
    </section>
    <section aria-labelledby="open-seats">
      <h2 id="open-seats">${t("open_seats")}</h2>
      ${lobby && (lobby.open.length ? html`<${Tables} cards=${lobby.open} />` : html`<p class="empty">${t("no_open_seats")}</p>`)}
    </section>
    <${Import} />
  </main>`;
}

/** @param {{ games: GameCard[], lobby: import("../wire.js").Lobby | null }} props */
function Shelf({ games, lobby }) {
  const [open, setOpen] = useState(/** @type {readonly string[]} */ ([])); // an open one stays open: nothing slides
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const start = async (/** @type {NewTable} */ table) => {
    setBusy(true);
    try {
      await startTable(table);
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  };
  return html`<ul class="shelf">
      ${games.map((game) => {
        const shown = open.includes(game.id);
        const toggle = () => setOpen(shown ? open.filter((id) => id !== game.id) : [...open, game.id]);
        return html`<${GameTile} key=${game.id} ...${{ game, lobby, busy, toggle, start, open: shown }} />`;
      })}
    </ul>
    ${problem && html`<${Failure} reason=${problem} />`}`;
}

/**
 * @param {{ game: GameCard, lobby: import("../wire.js").Lobby | null, open: boolean, busy: boolean, toggle: () => void, start: (table: NewTable) => void }} props
 */
function GameTile({ game, lobby, open, busy, toggle, start }) {
  const [scenario, setScenario] = useState(game.scenarios[0]);
  const many = game.scenarios.length > 1;
  const opponent = offered(game, lobby);
  const tableFor = (/** @type {number} */ mine, other = { kind: "computer", player: opponent?.name ?? "" }) => ({
    game: game.id,
    scenario: scenario.scenario,
    options: scenario.settled,
    seats: game.sides.map((_, side) => (side === mine || mine < 0 ? { kind: "here" } : other)),
  });
  const invite = { kind: "link", player: "" };
  return html`<li class=${`tile ${open ? "open" : ""}`}>
    <button type="button" class="tile-face" aria-expanded=${String(open)} onClick=${toggle}>
      <${TileArt} game=${game.id} />
      <span class="tile-words">
        <strong>${game.title}</strong>
        <span>${many ? t("scenarios", { n: game.scenarios.length }) : scenario.title}</span>
        <span class="small">${many ? game.scenarios.map((one) => one.title).join(", ") : scenario.length}</span>
      </span>
      <${Icon} name=${open ? "up" : "down"} />
    </button>
    ${
      open &&
      html`<div class="tile-more">
      ${
        many
          ? html`<${ScenarioChoice} game=${game} chosen=${scenario} onChoose=${setScenario} />`
          : html`<p>${scenario.description}</p>`
      }
      <div class="buttons">
        ${
          opponent &&
          game.sides.map(
            (name, side) => html`<${Button} kind="main" busy=${busy} onClick=${() => start(tableFor(side))}>
            <${SideMark} side=${side} />${t("play_side", { side: name, player: opponent.title })}
          <//>`,
          )
        }
        ${game.sides.map(
          (name, side) => html`<${Button} icon="link" busy=${busy} onClick=${() => start(tableFor(side, invite))}>
            ${t("invite_side", { side: name })}
          <//>`,
        )}
        <${Button} busy=${busy} onClick=${() => start(tableFor(-1))}>${t("play_both")}<//>
        ${game.guide && html`<a class="button" href=${`/games/${encodeURIComponent(game.id)}/guide`}>${t("how_it_goes")}</a>`}
        <a class="button quiet" href=${`/new?game=${encodeURIComponent(game.id)}`}>${t("more_choices")}</a>
      </div>
      ${opponent && html`<p class="hint opponent">${described(opponent)}</p>`}
    </div>`
    }
  </li>`;
}

/** A few hexes of no map in particular, other ones for each game. @param {{ game: string }} props */
function TileArt({ game }) {
  const seed = [...game].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const hexes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((place) => {
    const [column, row] = [place % 4, Math.floor(place / 4)];
    const [x, y] = [12 + column * 21 + (row % 2) * 10.5, 12 + row * 18];
    return html`<path class=${`h${(place * (2 + (seed % 3)) + seed) % 5}`} d=${`M${x} ${y - 12}l10.4 6v12l-10.4 6-10.4-6v-12z`} />`;
  });
  return html`<svg class="tile-art" viewBox="0 0 96 62" aria-hidden="true" focusable="false">
    ${hexes}
    <g class="counter"><rect
      x="33"
      y="19"
      width="24"
      height="24"
      rx="2"
    /><path d="M37 25h16v11H37zM37 25l16 11M53 25L37 36" /></g>
  </svg>`;
}

/**
 * One's own games, without those one has hidden.
 * @param {{ cards: readonly TableCard[], changed: () => void }} props
 */
function Mine({ cards, changed }) {
  const [all, setAll] = useState(false);
  const hidden = cards.filter((card) => card.hidden).length;
  return html`<${Tables} cards=${cards.filter((card) => all || !card.hidden)} changed=${changed} />
    ${
      hidden > 0 &&
      html`<${Button} kind="quiet slim" name="hidden-games" onClick=${() => setAll(!all)}>
      ${all ? t("stop_showing") : t("show_hidden", { n: hidden })}
    <//>`
    }`;
}

/** @param {{ cards: readonly TableCard[], changed?: () => void }} props */
function Tables({ cards, changed }) {
  return html`<ul class="tables">
    ${cards.map((card) => html`<${TableRow} key=${card.id} card=${card} changed=${changed} />`)}
  </ul>`;
}

/** What a table waits for, in words. @param {TableCard} card */
function standing(card) {
  if (card.ending) return t("is_over", { how: [card.ending.how, ...card.ending.notes].join(". ") });
  if (card.your_turn) return t("your_turn");
  const seat = card.seats.find((one) => one.side === card.actor);
  if (!seat) return t("waits_for_dice");
  return seat.name || seat.yours ? t("waits_for", { name: seat.name || seat.side_name }) : t("waits_for_seat");
}

/** @param {{ card: TableCard, changed?: () => void }} props */
function TableRow({ card, changed }) {
  const [problem, setProblem] = useState("");
  const free = card.seats.filter((seat) => seat.returnable || (seat.kind === "open" && !seat.name));
  const seated = card.seats.some((seat) => seat.yours);
  const attempt = async (/** @type {() => Promise<unknown>} */ work) => {
    try {
      await work();
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  const sit = (/** @type {number} */ side) =>
    attempt(async () => {
      const { id } = await api.sit(card.id, side);
      navigate(`/table/${id}`);
    });
  const hide = () => attempt(() => api.hide(card.id, !card.hidden).then(changed));
  return html`<li class=${`table-row ${card.your_turn ? "mine-now" : ""}`}>
    <a class="table-link" href=${`/table/${card.id}`}>
      <span class="table-name"><strong>${card.title}</strong> ${card.scenario}</span>
      <span class="table-heading">${card.heading}</span>
      <span class="table-seats">
        ${card.seats.map(
          (seat) => html`<span class="seat-word" key=${seat.side}>
            <${SideMark} side=${seat.side} name=${seat.side_name} />
            <span class=${seat.name ? "" : "hint"}>${seat.name || t("empty_seat")}</span>
          </span>`,
        )}
      </span>
      <span class=${`standing ${card.your_turn ? "turn" : ""}`}>${standing(card)}</span>
      <span class="small">${t("changed", { when: ago(card.changed) })}</span>
    </a>
    ${
      !seated &&
      !card.ending &&
      free.map(
        (seat) =>
          html`${seat.exposed && html`<p class="note warn">${t("host_knows")}</p>`}
          <${Button} kind="main" onClick=${() => sit(seat.side)}>
            ${t(seat.returnable ? "come_back_as" : "sit_as", { side: seat.side_name })}
          <//>`,
      )
    }
    ${
      card.ending &&
      changed &&
      html`<${Button}
        kind="quiet slim"
        name="hide"
        label=${card.hidden ? undefined : t("hide_game_of", { title: card.title })}
        onClick=${hide}
      >${t(card.hidden ? "show_game" : "hide_game")}<//>`
    }
    ${problem && html`<${Failure} reason=${problem} />`}
  </li>`;
}

/** A saved game, by a button or dropped on the page. */
function Import() {
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (file.size > LARGEST_FILE) return void setProblem(t("import_large", { most: LARGEST_FILE / 1024 / 1024 }));
    setBusy(true);
    setProblem("");
    try {
      goTo(await api.importGame(file));
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  const waiting = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => waiting.current?.scrollIntoView({ block: "nearest" }), [busy]); // the file may be dropped anywhere
  useEffect(() => dropZone(setOver, take), []);
  return html`<section aria-labelledby="import">
    <h2 id="import">${t("import_game")}</h2>
    <p class="lead">${t("import_hint")}</p>
    <input
      ref=${field}
      class="unseen"
      type="file"
      tabindex="-1"
      aria-label=${t("import_game")}
      onChange=${(/** @type {Event} */ event) => take(/** @type {HTMLInputElement} */ (event.target).files?.[0])}
    />
    <${Button} icon="file" busy=${busy} onClick=${() => field.current?.click()}>
      ${busy ? t("importing") : t("import_game")}
    <//>
    ${busy && html`<p class="note" role="status" ref=${waiting}>${t("importing_long")}</p>`}
    ${problem && html`<${Failure} reason=${problem} />`}
    ${over && html`<div class="drop-here" aria-hidden="true">${t("drop_here")}</div>`}
  </section>`;
}

/** @param {(over: boolean) => void} setOver @param {(file: File | undefined) => void} take */
function dropZone(setOver, take) {
  const over = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const leave = (/** @type {DragEvent} */ event) => event.relatedTarget === null && setOver(false);
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files[0]);
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", leave);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("dragleave", leave);
    removeEventListener("drop", drop);
  };
}
