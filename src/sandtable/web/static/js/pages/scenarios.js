// @ts-check
// The scenarios of a game, one to be chosen, each with what it is about and how long it takes.

import { html } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @typedef {import("../wire.js").ScenarioCard} ScenarioCard */

/**
 * @param {{ game: import("../wire.js").GameCard, chosen: ScenarioCard, onChoose: (one: ScenarioCard) => void }} props
 */
export function ScenarioChoice({ game, chosen, onChoose }) {
  return html`<fieldset>
    <legend>${t("scenario")}</legend>
    ${game.scenarios.map(
      (one) => html`<label class=${`option ${one.id === chosen.id ? "chosen" : ""}`} key=${one.id}>
        <input
          type="radio"
          name=${`scenario of ${game.id}`}
          value=${one.id}
          checked=${one.id === chosen.id}
          onChange=${() => onChoose(one)}
        />
        <span><strong>${one.title}</strong> ${one.description}<span class="small">${t("length", { length: one.length })}</span></span>
      </label>`,
    )}
  </fieldset>`;
}
