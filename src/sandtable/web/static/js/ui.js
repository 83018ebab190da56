// @ts-check
// Small parts that all pages are made of.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { announce } from "./announce.js";
import * as api from "./api.js";
import { Icon } from "./icons.js";
import { t } from "./words.js";

/** @typedef {import("../vendor/preact.js").Child} Child */

/**
 * A button that stays reachable when it cannot be used, and then says why.
 * @param {{ onClick: (event: MouseEvent) => void, children?: Child, icon?: string, label?: string, kind?: string,
 *   why?: string, busy?: boolean, pressed?: boolean, title?: string, onPoint?: (on: boolean) => void,
 *   keys?: string, name?: string }} props
 */
export function Button({
  onClick,
  children,
  icon,
  label,
  kind = "",
  why = "",
  busy,
  pressed,
  title,
  onPoint,
  keys,
  name,
}) {
  const off = Boolean(why) || busy;
  return html`<button
    type="button"
    class=${`button ${kind}`}
    aria-label=${label}
    aria-disabled=${off ? "true" : undefined}
    aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    aria-keyshortcuts=${keys}
    title=${why || title || (children ? undefined : label)}
    data-name=${name}
    onClick=${(/** @type {MouseEvent} */ event) => (off ? why && announce(why) : onClick(event))}
    onMouseEnter=${onPoint && (() => onPoint(true))}
    onMouseLeave=${onPoint && (() => onPoint(false))}
    onFocus=${onPoint && (() => onPoint(true))}
    onBlur=${onPoint && (() => onPoint(false))}
  >
    ${icon && html`<${Icon} name=${icon} />`}${children}
  </button>`;
}

const SHAPES = ["M4 4h12v12H4z", "M10 3a7 7 0 110 14 7 7 0 010-14z", "M10 2l8 8-8 8-8-8z", "M10 3l8 14H2z"];

/**
 * The mark of a side: a shape and a colour, always with a name beside or in it.
 * @param {{ side: number, name?: string }} props
 */
export function SideMark({ side, name }) {
  if (side < 0) return html`<span class="side-mark none">${name}</span>`;
  return html`<span class=${`side-mark side-${side % 4}`}>
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${SHAPES[side % 4]} /></svg>${name}
  </span>`;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die as it lies; more than six is written. @param {{ value: number, rolling?: boolean }} props */
export function Die({ value, rolling = false }) {
  const pips = PIPS[value];
  return html`<svg
    class=${`die ${rolling ? "rolling" : ""}`}
    viewBox="0 0 30 30"
    role="img"
    aria-label=${t("die_shows", { value })}
  >
    <rect x="1.5" y="1.5" width="27" height="27" rx="5" />
    ${
      pips
        ? pips.map((pip) => html`<circle cx=${8 + 7 * (pip % 3)} cy=${8 + 7 * Math.floor(pip / 3)} r="2.6" />`)
        : html`<text x="15" y="20.5" text-anchor="middle">${value}</text>`
    }
  </svg>`;
}

/** @param {{ text?: string }} props */
export function Loading({ text = t("loading") }) {
  return html`<p class="loading" role="status"><span class="spinner" aria-hidden="true"></span>${text}</p>`;
}

/** @param {{ reason: string, hint?: string, onRetry?: () => void }} props */
export function Failure({ reason, hint = "", onRetry }) {
  return html`<div class="failure" role="alert">
    <${Icon} name="warning" />
    <p>${reason}${hint && html` <span class="hint">${hint}</span>`}</p>
    ${onRetry && html`<${Button} onClick=${onRetry}>${t("try_again")}<//>`}
  </div>`;
}

/**
 * A part that folds.
 * @param {{ title: Child, open: boolean, onToggle: () => void, children?: Child, level?: number, name?: string }}
 *   props
 */
export function Fold({ title, open, onToggle, children, name }) {
  return html`<section class=${`fold ${open ? "open" : ""}`} data-name=${name}>
    <h3>
      <button type="button" class="fold-head" aria-expanded=${String(open)} onClick=${onToggle}>
        <${Icon} name=${open ? "down" : "forward"} /><span>${title}</span>
      </button>
    </h3>
    ${open && html`<div class="fold-body">${children}</div>`}
  </section>`;
}

/** A link to be sent to somebody. @param {{ label: string, value: string }} props */
export function CopyField({ label, value }) {
  const [copied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => setCopied(false), [value]);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      document.execCommand("copy"); // plain http has no clipboard of its own
    }
    setCopied(true);
    announce(t("copied"));
  };
  return html`<div class="copy-field">
    <label>
      <span>${label}</span>
      <input ref=${field} readonly value=${value} onFocus=${() => field.current?.select()} />
    </label>
    <${Button} icon=${copied ? "check" : "copy"} onClick=${copy}>${copied ? t("copied") : t("copy")}<//>
  </div>`;
}

/**
 * @param {{ label: string, name: string, value: string, onInput: (value: string) => void, type?: string, hint?: string,
 *   autocomplete?: string, min?: number, max?: number }} props
 */
export function Field({ label, name, value, onInput, type = "text", hint, autocomplete, min, max }) {
  return html`<label class="field">
    <span>${label}</span>
    <input
      name=${name}
      type=${type}
      value=${value}
      autocomplete=${autocomplete}
      minlength=${min}
      maxlength=${max}
      required
      onInput=${taking(onInput)}
    />
    ${hint && html`<span class="hint">${hint}</span>`}
  </label>`;
}

/**
 * @param {{ label: string, value: string, options: readonly (readonly [string, string])[], onChange: (value:
 *   string) => void, name?: string }} props
 */
export function Choice({ label, value, options, onChange, name }) {
  return html`<label class="field">
    <span>${label}</span>
    <select
      name=${name}
      value=${value}
      onChange=${taking(onChange)}
    >
      ${options.map(([id, text]) => html`<option key=${id} value=${id} selected=${id === value}>${text}</option>`)}
    </select>
  </label>`;
}

/** A rule number that opens the text of the rule. @param {{ rule: string, onOpen: (rule: string) => void }} props */
export function RuleChip({ rule, onOpen }) {
  if (!rule) return null;
  const open = (/** @type {MouseEvent} */ event) => {
    event.stopPropagation();
    onOpen(rule);
  };
  return html`<button type="button" class="rule-chip" title=${t("rules_title", { rule })} onClick=${open}>
    <span class="unseen">${t("rules")} </span><span aria-hidden="true">§</span>${rule}
  </button>`;
}

/**
 * What listens to a field and hands over its value.
 * @param {(value: string) => void} take
 */
export const taking = (take) => (/** @type {Event} */ event) =>
  take(/** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value);

/** What went wrong, in words for a reader. @param {unknown} error */
export function reasonOf(error) {
  if (error instanceof api.Refused) return [error.reason, error.hint].filter(Boolean).join(" ");
  return t(error instanceof api.Unreachable ? "cannot_reach" : "went_wrong");
}
