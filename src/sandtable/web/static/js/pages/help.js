// @ts-check
// One page of help: keys, and how the table works.

import { html, useEffect } from "../../vendor/preact.js";
import { HELP, KEYS } from "../helpwords.js";
import { t } from "../words.js";

export function Help() {
  useEffect(() => void (document.title = `${t("help_title")} - ${t("sandtable")}`), []);
  return html`<main class="page narrow" id="main">
    <h1>${t("help_title")}</h1>
    <p class="lead">${t("help_intro")}</p>
    <${HelpWords} />
  </main>`;
}

export function HelpWords() {
  return html`<${Concepts} /><${KeyTable} />`;
}

function Concepts() {
  return html`<h2>${t("help_concepts")}</h2>
    <dl class="concepts">
      ${HELP.map(([title, text]) => html`<div key=${title}><dt>${title}</dt><dd>${text}</dd></div>`)}
    </dl>`;
}

function KeyTable() {
  return html`<h2>${t("help_keys")}</h2>
    <table class="keys">
      <thead><tr><th scope="col">${t("key")}</th><th scope="col">${t("does")}</th></tr></thead>
      <tbody>
        ${KEYS.map(
          ([keys, text]) => html`<tr key=${keys}>
            <td>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</td>
            <td>${text}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
}
