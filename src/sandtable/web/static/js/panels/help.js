// @ts-check
// The help beside the map.

import { html } from "../../vendor/preact.js";
import { HelpWords } from "../pages/help.js";
import { Button } from "../ui.js";
import { t } from "../words.js";
import { GuideHere } from "./guidehere.js";
import { openRule } from "./rules.js";

/** @typedef {import("../session.js").Session} Session */

/** Show the help beside the map. @param {Session} session */
export const openHelp = (session) => session.showPanel?.("help");

/** @param {{ session: Session }} props */
export function Help({ session }) {
  return html`<div class="help-panel">
    <${Button} icon="rule" name="read-rules" onClick=${() => openRule(session)}>${t("rules_open")}<//>
    <${GuideHere} session=${session} onRule=${(/** @type {string} */ rule) => openRule(session, rule)} />
    <${HelpWords} />
  </div>`;
}
