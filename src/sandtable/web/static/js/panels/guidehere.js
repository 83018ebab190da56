// @ts-check
// How this game goes, in the help beside the map: fetched when somebody opens the help.

import { html, useEffect, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { useStore } from "../store.js";
import { Failure, Fold, Loading, reasonOf } from "../ui.js";
import { t } from "../words.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {{ guide: import("../wire.js").Guide, View: (props: any) => unknown }} Ready */

/** @param {{ session: Session, onRule: (rule: string) => void }} props */
export function GuideHere({ session, onRule }) {
  const game = useStore(session.store, (state) => state.game);
  const [open, setOpen] = useState(true);
  const [ready, setReady] = useState(/** @type {Ready | null} */ (null));
  const [problem, setProblem] = useState("");
  const load = async () => {
    if (!game?.guide) return;
    setProblem("");
    try {
      const [guide, { GuideView }] = await Promise.all([api.guide(game.id), import("./guide.js")]);
      setReady({ guide, View: GuideView });
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  useEffect(() => void load(), [game?.id]);
  if (!game?.guide) return null;
  return html`<${Fold} name="guide" title=${t("guide_open")} open=${open} onToggle=${() => setOpen(!open)}>
    ${problem && html`<${Failure} reason=${problem} onRetry=${load} />`}
    ${!ready && !problem && html`<${Loading} />`}
    ${ready && html`<${ready.View} guide=${ready.guide} onRule=${onRule} />`}
    <p><a href=${`/games/${encodeURIComponent(game.id)}/guide`} target="_blank" rel="noopener">${t("guide_all_of_it")}</a></p>
  <//>`;
}
