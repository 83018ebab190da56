// @ts-check
// A new game with everything to choose: scenario, who plays, options.

import { html, useEffect, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { PrivacyNote } from "../header.js";
import { described, levelOf, offered } from "../opponents.js";
import { Choice, Failure, Loading, SideMark, reasonOf } from "../ui.js";
import { t } from "../words.js";
import { startTable } from "./lobby.js";
import { ScenarioChoice } from "./scenarios.js";

/**
 * @typedef {import("../wire.js").GameCard} GameCard
 * @typedef {import("../wire.js").ScenarioCard} ScenarioCard
 */

/** @param {{ game: string }} props */
export function NewGame({ game: wanted }) {
  const [games, setGames] = useState(/** @type {GameCard[] | null} */ (null));
  const [lobby, setLobby] = useState(/** @type {import("../wire.js").Lobby | null} */ (null));
  const [id, setId] = useState(wanted);
  const [problem, setProblem] = useState("");
  const load = () => {
    setProblem("");
    Promise.all([api.games(), api.lobby()]).then(
      ([cards, tables]) => {
        setLobby(tables);
        setGames(cards);
      },
      (error) => setProblem(reasonOf(error)),
    );
  };
  useEffect(() => {
    document.title = `${t("new_title")} - ${t("sandtable")}`;
    load();
  }, []);
  const game = games?.find((one) => one.id === id) ?? games?.[0];
  return html`<main class="page narrow" id="main">
    <h1>${t("new_title")}</h1>
    <${PrivacyNote} />
    ${problem && html`<${Failure} reason=${problem} onRetry=${load} />`}
    ${!games && !problem && html`<${Loading} />`}
    ${
      games &&
      games.length > 1 &&
      html`<${Choice}
      label=${t("game")}
      name="game"
      value=${game?.id ?? ""}
      options=${games.map((one) => [one.id, one.title])}
      onChange=${setId}
    />`
    }
    ${game && html`<${Plan} key=${game.id} game=${game} lobby=${lobby} />`}
  </main>`;
}

/** @param {GameCard} game */
function seatKinds(game) {
  /** @type {[string, string][]} */
  const kinds = [
    ["here", t("seat_here")],
    ["link", t("seat_link")],
    ["open", t("seat_open")],
  ];
  return kinds.concat(
    game.players.map((player) => [
      `computer:${player.name}`,
      t("seat_computer", { title: player.title, level: levelOf(player) }),
    ]),
  );
}

/** @param {{ game: GameCard, lobby: import("../wire.js").Lobby | null }} props */
function Plan({ game, lobby }) {
  const [scenarioId, setScenario] = useState(game.scenarios[0]?.id ?? "");
  const opponent = offered(game, lobby);
  const [seats, setSeats] = useState(() =>
    game.sides.map((_, side) => (side === 0 ? "here" : opponent ? `computer:${opponent.name}` : "link")),
  );
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const scenario = game.scenarios.find((one) => one.id === scenarioId) ?? game.scenarios[0];
  const start = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    const newSeats = seats.map((seat) => ({ kind: seat.split(":")[0], player: seat.split(":")[1] ?? "" }));
    const known = new Set(scenario.options.map((option) => option.name));
    const chosen = Object.fromEntries(Object.entries(options).filter(([name]) => known.has(name)));
    Object.assign(chosen, scenario.settled);
    try {
      await startTable({ game: game.id, scenario: scenario.scenario, options: chosen, seats: newSeats });
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  };
  return html`<form onSubmit=${start}>
    <${ScenarioChoice} game=${game} chosen=${scenario} onChoose=${(/** @type {ScenarioCard} */ one) => setScenario(one.id)} />
    <fieldset>
      <legend>${t("who_plays")}</legend>
      ${game.sides.map(
        (name, side) => html`<${SeatChoice}
          key=${side}
          ...${{ game, name, side, value: seats[side] }}
          onChange=${(/** @type {string} */ kind) => setSeats(seats.map((old, at) => (at === side ? kind : old)))}
        />`,
      )}
      <${SeatNote} scenario=${scenario} seats=${seats} />
    </fieldset>
    <fieldset>
      <legend>${t("options")}</legend>
      ${!scenario.options.length && html`<p class="hint">${t("no_options")}</p>`}
      ${scenario.options.map(
        (option) => html`<div class="option-row" key=${option.name}>
          <${Choice}
            label=${option.name.replaceAll("-", " ")}
            value=${options[option.name] ?? option.values[0]}
            options=${option.values.map((value) => [value, value.replaceAll("-", " ")])}
            onChange=${(/** @type {string} */ value) => setOptions({ ...options, [option.name]: value })}
          />
          <p class="hint">${option.description}</p>
        </div>`,
      )}
    </fieldset>
    ${problem && html`<${Failure} reason=${problem} />`}
    <p class="buttons">
      <button class="button main" type="submit" aria-disabled=${busy ? "true" : undefined}>
        ${busy ? t("starting") : t("start_game")}
      </button>
      <a class="button quiet" href="/">${t("cancel")}</a>
    </p>
  </form>`;
}

/**
 * @param {{ game: GameCard, name: string, side: number, value: string, onChange: (kind: string) => void }} props
 */
function SeatChoice({ game, name, side, value, onChange }) {
  const player = game.players.find((one) => value === `computer:${one.name}`);
  return html`<div class="seat-choice">
    <${SideMark} side=${side} />
    <${Choice}
      label=${name}
      name=${`seat-${side}`}
      value=${value}
      options=${seatKinds(game)}
      onChange=${onChange}
    />
  </div>
  ${player && html`<p class="hint opponent">${described(player)}</p>`}`;
}

/** @param {{ scenario: ScenarioCard, seats: string[] }} props */
function SeatNote({ scenario, seats }) {
  const mine = seats.filter((seat) => seat === "here").length;
  if (mine === 0) return html`<p class="note">${t("nobody_here")}</p>`;
  if (mine > 1) return html`<p class="note">${t(scenario.secrets ? "hot_seat_secret" : "hot_seat_note")}</p>`;
  return null;
}
