// @ts-check
// A rule in our words, beside the map; where none is read, the help.

import { html } from "../../vendor/preact.js";
import * as api from "../api.js";
import { HelpWords } from "../pages/help.js";
import { useStore } from "../store.js";
import { Button, Failure, Loading } from "../ui.js";
import { t } from "../words.js";
import { GuideHere } from "./guidehere.js";

/** @typedef {import("../session.js").Session} Session */

/** Read a rule beside the map. @param {Session} session @param {string} rule */
export async function openRule(session, rule) {
  const game = session.state.game?.id;
  if (!game || !rule) return;
  session.store.set({ rule: { paragraph: rule, clauses: null, error: "" } });
  session.showPanel?.("rules");
  try {
    const clauses = await api.rules(game, rule);
    if (session.state.rule?.paragraph === rule)
      session.store.set({ rule: { paragraph: rule, clauses, error: "" } });
  } catch (error) {
    const reason = error instanceof api.Refused ? error.reason : t("cannot_reach");
    if (session.state.rule?.paragraph === rule)
      session.store.set({ rule: { paragraph: rule, clauses: [], error: reason } });
  }
}

/**
 * Show the help beside the map.
 * @param {Session} session
 */
export function openHelp(session) {
  session.store.set({ rule: null });
  session.showPanel?.("rules");
}

/** @param {{ session: Session }} props */
export function Rules({ session }) {
  const rule = useStore(session.store, (state) => state.rule);
  if (!rule) return html`<div class="rules"><p class="empty">${t("rules_empty")}</p><${GuideHere} session=${session} onRule=${(/** @type {string} */ paragraph) => openRule(session, paragraph)} /><${HelpWords} /></div>`;
  return html`<div class="rules">
    <h3>${t("rules_title", { rule: rule.paragraph })}
      <${Button} kind="bare" icon="cross" label=${t("close")} onClick=${() => session.store.set({ rule: null })} />
    </h3>
    ${rule.error && html`<${Failure} reason=${rule.error} />`}
    ${!rule.clauses && html`<${Loading} />`}
    ${rule.clauses && !rule.clauses.length && !rule.error && html`<p class="empty">${t("rules_none")}</p>`}
    <ul class="clauses">
      ${rule.clauses?.map(
        (clause) =>
          html`<li key=${clause.id}><span class="clause-id">${clause.id}</span> ${clause.statement}</li>`,
      )}
    </ul>
  </div>`;
}
