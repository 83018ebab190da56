// @ts-check
// The page of a game's rules: the address says where it is open.

import { html, useEffect, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { Rulebook } from "../panels/rulebook.js";
import { t } from "../words.js";

/** Where the address says that the book is open. */
const here = () => ({ place: decodeURIComponent(location.hash.slice(1)) });

/** @param {{ id: string }} props the game */
export function RulesPage({ id }) {
  const [reading, setReading] = useState(here);
  const [title, setTitle] = useState("");
  useEffect(() => {
    const turned = () => setReading(here());
    addEventListener("hashchange", turned);
    return () => removeEventListener("hashchange", turned);
  }, []);
  useEffect(() => {
    api.rulebook(id).then((book) => setTitle(book.title), () => setTitle("")); // the book itself says what is wrong
  }, [id]);
  useEffect(() => {
    document.title = `${t("rules_of", { game: title })} - ${t("sandtable")}`;
  }, [title]);
  const go = (/** @type {string} */ place, /** @type {string} */ from) => {
    history.replaceState(null, "", `#${encodeURIComponent(from)}`); // so that the way back leads to where the link was
    if (from === place) setReading(here());
    else location.hash = encodeURIComponent(place);
  };
  return html`<main class="page rules-page" id="main">
    <h1>${title ? t("rules_of", { game: title }) : t("rules_tab")}</h1>
    <p class="lead">${t("rules_lead")}</p>
    <${Rulebook} key=${id} game=${id} reading=${reading} onGo=${go} wide />
  </main>`;
}
