// @ts-check
// The header of every page except the table.

import { html } from "../vendor/preact.js";
import { Icon } from "./icons.js";
import { useStore } from "./store.js";
import { visitor } from "./visitor.js";
import { t } from "./words.js";

export function Header() {
  const me = useStore(visitor, (state) => state.me);
  return html`<header class="head">
    <a class="skip" href="#main">${t("skip_to_main")}</a>
    <a class="brand" href="/"><${Emblem} /><span>${t("sandtable")}</span></a>
    <nav aria-label=${t("sandtable")}>
      <a class="button quiet" href="/help"><${Icon} name="help" /><span>${t("help")}</span></a>
      <a class="button quiet" href="/account"><${Icon} name="person" /><span class="name">${me?.name ?? t("account")}</span></a>
    </nav>
  </header>`;
}

/** Three hexes of a map. */
export function Emblem() {
  return html`<svg class="emblem" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path class="a" d="M16 2l6 3.5v7L16 16l-6-3.5v-7z" />
    <path class="b" d="M9.5 14l6 3.5v7l-6 3.5-6-3.5v-7z" />
    <path class="c" d="M22.5 14l6 3.5v7l-6 3.5-6-3.5v-7z" />
  </svg>`;
}

/** Over plain http the reader is warned; quietly if nobody else can listen. */
export function PrivacyNote() {
  const me = useStore(visitor, (state) => state.me);
  if (!me || me.private) return null;
  const text = t(me.loopback ? "not_private_here" : "not_private");
  return html`<p class=${`privacy note ${me.loopback ? "quiet" : "warn"}`}><${Icon} name="warning" />${text}</p>`;
}
