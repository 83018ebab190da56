// @ts-check
// A link to a seat: its secret goes to the server once, and out of the address.

import { html, useEffect, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { prefs, setPrefs } from "../prefs.js";
import { navigate } from "../router.js";
import { Failure, Loading, reasonOf } from "../ui.js";
import { meet } from "../visitor.js";
import { t } from "../words.js";

/** The secret after the #, which is taken out of the address at once. */
function takeSecret() {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}

export function Join() {
  const [secret] = useState(takeSecret);
  const [problem, setProblem] = useState("");
  const [warned, setWarned] = useState("");
  const claim = async () => {
    setProblem("");
    if (!secret) return void setProblem(t("no_secret"));
    try {
      await meet(); // a guest who has lost the session comes back first
      const { id, side } = await api.claim(secret);
      meet();
      if (!prefs.state.kept) setPrefs({ sheet: true, tab: "seats" }); // where a guest's recovery code is shown
      const { card } = await api.info(id);
      if (card.seats[side].exposed) return void setWarned(id);
      navigate(`/table/${id}`, { replace: true });
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  useEffect(() => void claim(), []);
  if (warned) {
    return html`<main class="page narrow" id="main">
      <h1>${t("joined")}</h1>
      <p class="note warn">${t("host_knows")}</p>
      <p><a class="button main" data-name="to-table" href=${`/table/${warned}`}>${t("to_table")}</a></p>
    </main>`;
  }
  return html`<main class="page narrow" id="main">
    ${
      problem
        ? html`<h1>${t("join_failed")}</h1>
          <${Failure} reason=${problem} onRetry=${secret ? claim : undefined} />
          <p><a class="button" href="/">${t("to_games")}</a></p>`
        : html`<h1 class="unseen">${t("joining")}</h1><${Loading} text=${t("joining")} />`
    }
  </main>`;
}
