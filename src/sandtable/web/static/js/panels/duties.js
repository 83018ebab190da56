// @ts-check
// What ending a step would cost the reader, and what will strike later.

import { html } from "../../vendor/preact.js";
import { canAct } from "../scene.js";
import { t } from "../words.js";
import { Warnings } from "./planner.js";

/** @param {{ session: import("../session.js").Session, state: import("../state.js").State }} props */
export function Duties({ session, state }) {
  const duties = canAct(state) ? (state.update?.scene.duties ?? []) : [];
  if (!duties.length) return null;
  const warnings = duties.map((duty) => ({ ...duty, tone: "warn" }));
  return html`<div class="combat duties" data-name="duties">
    <${Warnings} ...${{ session, state, title: t("duties"), kind: "duties", warnings, level: 3 }} />
  </div>`;
}
