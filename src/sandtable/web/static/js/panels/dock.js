// @ts-check
// The panels beside the map: what is looked at, and one of the tabs under it; on a phone all are tabs of a sheet.

import { html, useEffect, useState } from "../../vendor/preact.js";
import { Icon } from "../icons.js";
import { later } from "../later.js";
import { prefs, setPrefs } from "../prefs.js";
import { useStore } from "../store.js";
import { Button } from "../ui.js";
import { t } from "../words.js";
import { Chat } from "./chat.js";
import { Help } from "./help.js";
import { ToKeep } from "./keepsake.js";
import { Log } from "./log.js";
import { Now } from "./now.js";
import { canOrder, StandingOrders } from "./orders.js";
import { Rules } from "./rules.js";
import { Seats } from "./seats.js";
import { Settings } from "./settings.js";
import { focusShelf, openShelf } from "./shelf.js";
import { Tracks } from "./tracks.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../words.js").Key} Key
 * @typedef {"phone" | "laptop" | "wide"} Layout
 */

/** Fetched when it is opened. */
const Sequence = later(async () => (await import("./sequence.js")).Sequence, { sheet: "sequence" });
const Charts = later(async () => (await import("./charts.js")).Charts, { sheet: "charts" });

/** @type {Record<string, { words: Key, icon: string, body: (props: { session: Session }) => unknown }>} */
const TABS = {
  now: { words: "now", icon: "now", body: Now },
  log: { words: "log", icon: "log", body: Log },
  tracks: { words: "tracks", icon: "track", body: Tracks },
  sequence: { words: "sequence", icon: "sequence", body: Sequence },
  charts: { words: "charts", icon: "chart", body: Charts },
  orders: { words: "orders", icon: "orders", body: StandingOrders },
  chat: { words: "chat", icon: "chat", body: Chat },
  seats: { words: "seats", icon: "seats", body: Seats },
  rules: { words: "rules_tab", icon: "rule", body: Rules },
  help: { words: "help", icon: "help", body: Help },
  settings: { words: "settings", icon: "settings", body: Settings },
};
/** Narrow or low, or upright like a tablet: the panels are a sheet below the map. */
const PHONE = matchMedia(
  "(max-width: 760px), (max-height: 480px) and (max-width: 960px), (max-width: 1100px) and (orientation: portrait)",
);
const WIDE = matchMedia("(min-width: 1900px)");
const MOST_IN_A_ROW = 7;

/** @returns {Layout} */
export const layoutNow = () => (PHONE.matches ? "phone" : WIDE.matches ? "wide" : "laptop");

/** @returns {Layout} */
export function useLayout() {
  const [layout, setLayout] = useState(layoutNow);
  useEffect(() => {
    const change = () => setLayout(layoutNow());
    PHONE.addEventListener("change", change);
    WIDE.addEventListener("change", change);
    return () => {
      PHONE.removeEventListener("change", change);
      WIDE.removeEventListener("change", change);
    };
  }, []);
  return layout;
}

/** Open a panel, wherever it lies in this layout. @param {string} name */
export function openPanel(name) {
  if (name === "below") return void focusShelf();
  if (name === "places") return void openShelf();
  if (layoutNow() === "phone") setPrefs({ sheet: true, tab: name });
  else if (name === "now") setPrefs({ panels: true, now: true });
  else setPrefs({ panels: true, tab: name, large: false });
}

/** @param {{ session: Session, layout: Layout }} props */
export function Dock({ session, layout }) {
  const { panels, sheet, tab, now, large } = useStore(prefs, (state) => state);
  const ordering = useStore(session.store, canOrder);
  const names = Object.keys(TABS).filter(
    (name) => (layout === "phone" || name !== "now") && (ordering || name !== "orders"),
  );
  const open = names.includes(tab) ? tab : "log";
  if (layout === "phone") return html`<${Sheet} session=${session} names=${names} open=${open} shown=${sheet} />`;
  if (!panels) return null;
  const grown = now && large ? "enlarged" : "";
  const looked = html`<div class=${`dock-now ${now ? "" : "folded"}`} data-name="now">
    <h2>
      <button
        type="button"
        class="dock-head"
        aria-expanded=${String(now)}
        onClick=${() => setPrefs({ now: !now })}
      >
        <${Icon} name=${now ? "down" : "forward"} />${t("now")}
      </button>
      ${now && html`<${Enlarge} large=${large} />`}
    </h2>
    ${
      now &&
      html`<div
      class="dock-body"
      tabindex="0"
      role="region"
      aria-label=${t("now_label")}
    ><${Now} session=${session} /></div>`
    }
  </div>`;
  const tabs = html`<${ToKeep} session=${session} /><section class="dock-tabs" aria-label=${t("panels")}>
    <${TabList}
      session=${session}
      names=${names}
      open=${open}
      onPick=${(/** @type {string} */ name) => setPrefs({ tab: name, large: false })}
    />
    <${TabBody} session=${session} name=${open} />
  </section>`;
  if (layout === "wide")
    return html`<aside class="dock left">${tabs}</aside><aside class=${`dock right ${grown}`}>${looked}</aside>`;
  return html`<aside class=${`dock right ${grown}`}>${looked}${tabs}</aside>`;
}

/** Makes the panel of the moment, or the phone's sheet, large, and small again. @param {{ large: boolean }} props */
function Enlarge({ large }) {
  return html`<${Button}
    kind="quiet enlarge"
    icon=${large ? "smaller" : "larger"}
    name="enlarge"
    label=${t(large ? "panel_smaller" : "panel_larger")}
    pressed=${large}
    onClick=${() => setPrefs({ large: !large })}
  />`;
}

/**
 * The phone's sheet: touching the open tab lowers it.
 * @param {{ session: Session, names: string[], open: string, shown: boolean }} props
 */
function Sheet({ session, names, open, shown }) {
  const large = useStore(prefs, (state) => state.large);
  const pick = (/** @type {string} */ name) => setPrefs({ sheet: !(shown && name === open), tab: name });
  return html`<aside class=${`dock sheet ${shown ? "up" : ""} ${large ? "enlarged" : ""}`}>
    <div class="sheet-head">
      <${TabList} session=${session} names=${names} open=${shown ? open : ""} onPick=${pick} />
      ${shown && html`<${Enlarge} large=${large} />`}
    </div>
    ${shown && html`<${ToKeep} session=${session} />`}
    ${shown && html`<${TabBody} session=${session} name=${open} />`}
  </aside>`;
}

/**
 * The tabs: beside the map in two rows if there are more than fit in one; in the phone's sheet they slide.
 * @param {{ session: Session, names: string[], open: string, onPick: (name: string) => void }} props
 */
function TabList({ session, names, open, onPick }) {
  const chat = useStore(session.store, (state) => state.chat);
  const seen = useStore(session.store, (state) => state.chatSeen);
  const unread = open === "chat" ? 0 : chat.filter((line) => line.number > seen).length;
  const turn = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = names[(names.indexOf(open || names[0]) + by + names.length) % names.length];
    onPick(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const style = { "--columns": names.length > MOST_IN_A_ROW ? Math.ceil(names.length / 2) : names.length };
  useEffect(() => document.getElementById(`tab-${open}`)?.scrollIntoView({ block: "nearest", inline: "nearest" }), [open]);
  return html`<div class="tabs" role="tablist" aria-label=${t("panels")} onKeyDown=${turn} style=${style}>
    ${names.map(
      (name) => html`<button
        key=${name}
        type="button"
        role="tab"
        id=${`tab-${name}`}
        class="tab"
        aria-selected=${String(name === open)}
        aria-controls=${name === open ? "tab-panel" : undefined}
        tabindex=${name === (open || names[0]) ? 0 : -1}
        onClick=${() => onPick(name)}
      >
        <${Icon} name=${TABS[name].icon} /><span>${t(TABS[name].words)}</span>
        ${name === "chat" && unread > 0 && html`<span class="unread">${unread}<span class="unseen"> ${t("chat_unread", { n: unread })}</span></span>`}
      </button>`,
    )}
  </div>`;
}

/** @param {{ session: Session, name: string }} props */
function TabBody({ session, name }) {
  return html`<div
    class=${`tab-body ${name}-tab`}
    role="tabpanel"
    id="tab-panel"
    tabindex="0"
    aria-labelledby=${`tab-${name}`}
  >
    <h2 class="unseen">${t(TABS[name].words)}</h2>
    <${TABS[name].body} key=${name} session=${session} />
  </div>`;
}
