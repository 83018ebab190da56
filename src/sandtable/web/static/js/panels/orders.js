// @ts-check
// Standing orders: what one leaves for decisions that are likely to come, seen, changed and called off in one place.

import { html, useEffect, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { useStore } from "../store.js";
import { Button, Choice, Failure, Loading, reasonOf } from "../ui.js";
import { t } from "../words.js";

/**
 * @typedef {import("../session.js").Session} Session
 * @typedef {import("../wire.js").Orders} Known
 * @typedef {import("../wire.js").OrderKind} Kind
 * @typedef {import("../wire.js").StandingOrder} Order
 */

/** May whoever looks at the table leave orders here? @param {import("../state.js").State} state */
export const canOrder = ({ info, side }) => Boolean(info?.orders && info.yours.includes(side));

/** @param {{ session: Session }} props */
export function StandingOrders({ session }) {
  const side = useStore(session.store, (state) => state.side);
  const number = useStore(session.store, (state) => state.update?.number);
  const over = useStore(session.store, (state) => Boolean(state.update?.ending));
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const [failed, setFailed] = useState("");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    api.orders(session.id, side).then(
      (found) => wanted && (setKnown(found), setFailed("")),
      (error) => wanted && setFailed(reasonOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [side, number, tries]);
  if (failed && !known) return html`<${Failure} reason=${failed} onRetry=${() => setTries(tries + 1)} />`;
  if (!known) return html`<${Loading} />`;
  const leave = async (/** @type {Order[]} */ orders) => {
    try {
      setKnown(await api.leaveOrders(session.id, { side, orders }));
      setFailed("");
      document.getElementById("tab-panel")?.scrollTo({ top: 0 });
    } catch (error) {
      setFailed(reasonOf(error));
    }
  };
  return html`<div class="orders">
    <p class="small">${t("orders_note")}</p>
    ${failed && html`<${Failure} reason=${failed} />`}
    <h3>${t("orders_left")}</h3>
    <${Left} known=${known} leave=${leave} />
    ${
      !over &&
      html`<h3>${t("orders_new")}</h3>
    ${known.kinds.map((kind) => html`<${NewOrder} key=${kind.id} kind=${kind} known=${known} leave=${leave} />`)}`
    }
  </div>`;
}

/** @param {Known} known @returns {Order[]} */
const plain = (known) => known.left.map(({ order, terms }) => ({ order, terms }));

/** @param {{ known: Known, leave: (orders: Order[]) => void }} props */
function Left({ known, leave }) {
  const orders = plain(known);
  if (!orders.length) return html`<p class="small">${t("orders_none")}</p>`;
  const sooner = (/** @type {number} */ at) =>
    leave([...orders.slice(0, at - 1), orders[at], orders[at - 1], ...orders.slice(at + 1)]);
  return html`<ol class="order-list">
    ${known.left.map(
      ({ words }, at) => html`<li class="order" data-name=${`order-${at}`}>
        <span>${words}</span>
        <span class="buttons">
          ${at > 0 && html`<${Button} icon="up" label=${t("order_sooner", { words })} onClick=${() => sooner(at)} />`}
          <${Button}
            icon="cross"
            label=${t("order_call_off_this", { words })}
            onClick=${() => leave(orders.filter((_, other) => other !== at))}
          >${t("order_call_off")}<//>
        </span>
      </li>`,
    )}
  </ol>
  ${orders.length > 1 && html`<p class="small">${t("orders_first")}</p>`}`;
}

/** One kind of order, to be filled in. @param {{ kind: Kind, known: Known, leave: (orders: Order[]) => void }} props */
function NewOrder({ kind, known, leave }) {
  const [picked, setPicked] = useState(/** @type {Record<string, string>} */ ({}));
  const values = Object.fromEntries(kind.terms.map(({ name, values: all }) => [name, all.map(([value]) => value)]));
  const terms = Object.fromEntries(
    kind.terms.map(({ name }) => [name, values[name].includes(picked[name]) ? picked[name] : (values[name][0] ?? "")]),
  );
  const lacking = kind.terms.find(({ name }) => !values[name].length);
  return html`<section class="new-order" aria-label=${kind.title} data-name=${`new-order-${kind.id}`}>
    <h4>${kind.title}</h4>
    <p class="small">${kind.description}</p>
    <div class="order-terms">
      ${kind.terms.map(
        ({ name, title, values: all }) => html`<${Choice}
          key=${name}
          label=${title}
          name=${`${kind.id}-${name}`}
          value=${terms[name]}
          options=${all}
          onChange=${(/** @type {string} */ value) => setPicked({ ...picked, [name]: value })}
        />`,
      )}
      <${Button}
        name=${`leave-${kind.id}`}
        label=${t("order_leave_this", { title: kind.title })}
        why=${lacking ? t("order_lacks", { title: lacking.title }) : ""}
        onClick=${() => leave([...plain(known), { order: kind.id, terms }])}
      >${t("order_leave")}<//>
    </div>
  </section>`;
}
