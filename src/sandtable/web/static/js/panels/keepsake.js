// @ts-check
// What to keep or send on when a game begins: links to its seats, and a guest's recovery code.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { prefs, setPrefs } from "../prefs.js";
import { recoveryCode } from "../recovery.js";
import { useStore } from "../store.js";
import { Button, CopyField } from "../ui.js";
import { publicBase, visitor } from "../visitor.js";
import { t } from "../words.js";

/** The recovery code of a guest who has a seat; nothing for anybody else. @param {boolean} seated */
export function useRecovery(seated) {
  const guest = useStore(visitor, ({ me }) => me !== null && !me.account) && seated;
  const [code, setCode] = useState("");
  useEffect(() => {
    if (guest) recoveryCode().then(setCode, () => setCode(""));
  }, [guest]);
  return guest ? code : "";
}

/**
 * Above the panels: what to know about the result, links to be sent to somebody, or else the recovery code.
 * @param {{ session: import("../session.js").Session }} props
 */
export function ToKeep({ session }) {
  const { invitations, seats, info, update } = useStore(session.store, (state) => state);
  const notes = update?.ending?.notes ?? [];
  const waiting = seats.filter((seat) => seat.kind === "link" && !seat.name && invitations[seat.side]);
  if (notes.length) {
    return html`<aside class="keepsake" aria-label=${t("result_notes")}>
      <p>${t("result_notes")} ${notes.join(". ")}.</p>
    </aside>`;
  }
  if (!waiting.length || info?.card.ending) return html`<${Keepsake} seated=${Boolean(info?.yours.length)} />`;
  return html`<aside class="keepsake" aria-label=${t("link_title")}>
    ${waiting.map((seat) => html`<${Invitation} key=${seat.side} seat=${seat} path=${invitations[seat.side]} />`)}
  </aside>`;
}

/**
 * The link to a seat, for the one person it is sent to.
 * @param {{ seat: import("../wire.js").SeatInfo, path: string }} props
 */
function Invitation({ seat, path }) {
  const loopback = useStore(visitor, ({ me }) => me?.loopback ?? false);
  return html`<div class="invitation">
    <${CopyField} label=${t("link_for", { side: seat.side_name })} value=${publicBase() + path} />
    <p class="small">${t("link_note")}${loopback && html` <strong>${t("link_loopback")}</strong>`}</p>
  </div>`;
}

/** @param {{ seated: boolean }} props */
export function Keepsake({ seated }) {
  const kept = useStore(prefs, (state) => state.kept);
  const code = useRecovery(seated && !kept);
  if (!code || kept) return null;
  return html`<aside class="keepsake" aria-label=${t("recovery_code")}>
    <p>${t("recovery_short")} <code>${code}</code></p>
    <${Button} kind="slim" name="kept" onClick=${() => setPrefs({ kept: true })}>${t("recovery_kept")}<//>
  </aside>`;
}
