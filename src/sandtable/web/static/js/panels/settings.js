// @ts-check
// Settings of this device.

import { html } from "../../vendor/preact.js";
import { prefs, setPrefs } from "../prefs.js";
import { useStore } from "../store.js";
import { Choice } from "../ui.js";
import { t } from "../words.js";

/** @type {readonly (readonly [keyof import("../prefs.js").Prefs, import("../words.js").Key])[]} */
const SWITCHES = [
  ["confirm", "set_confirm"],
  ["motion", "set_motion"],
  ["dice", "set_dice"],
  ["sound", "set_sound"],
  ["numbers", "set_numbers"],
];
const SIZES = ["0.875", "1", "1.125", "1.25", "1.5"];

export function Settings() {
  const all = useStore(prefs, (state) => state);
  return html`<div class="settings">
    ${SWITCHES.map(
      ([name, words]) => html`<label class="switch" key=${name}>
        <input
          type="checkbox"
          role="switch"
          name=${name}
          checked=${Boolean(all[name])}
          onChange=${(/** @type {Event} */ event) => setPrefs({ [name]: /** @type {HTMLInputElement} */ (event.target).checked })}
        />
        <span>${t(words)}</span>
      </label>`,
    )}
    <${Choice}
      label=${t("set_text")}
      value=${String(all.text)}
      options=${SIZES.map((size) => [size, `${Math.round(Number(size) * 100)} %`])}
      onChange=${(/** @type {string} */ size) => setPrefs({ text: Number(size) })}
    />
    <${Choice}
      label=${t("set_theme")}
      name="theme"
      value=${all.theme}
      options=${[
        ["auto", t("theme_auto")],
        ["light", t("theme_light")],
        ["dark", t("theme_dark")],
      ]}
      onChange=${(/** @type {"auto" | "light" | "dark"} */ theme) => setPrefs({ theme })}
    />
    <${Choice}
      label=${t("set_speed")}
      name="speed"
      value=${all.speed}
      options=${[
        ["slow", t("speed_slow")],
        ["normal", t("speed_normal")],
        ["fast", t("speed_fast")],
        ["instant", t("speed_instant")],
      ]}
      onChange=${(/** @type {import("../prefs.js").Prefs["speed"]} */ speed) => setPrefs({ speed })}
    />
  </div>`;
}
