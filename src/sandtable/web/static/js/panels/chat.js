// @ts-check
// Words between the people at the table.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { useStore } from "../store.js";
import { Failure, SideMark, reasonOf, taking } from "../ui.js";
import { t, time } from "../words.js";

const LONGEST = 500;

/** @param {{ session: import("../session.js").Session }} props */
export function Chat({ session }) {
  const lines = useStore(session.store, (state) => state.chat);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  useEffect(() => session.store.set({ chatSeen: lines.at(-1)?.number ?? 0 }), [lines]);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim()) return;
    try {
      await api.talk(session.id, text.trim());
      setText("");
      setProblem("");
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  return html`<div class="chat">
    <ol class="chat-lines" ref=${list} tabindex="0" aria-label=${t("chat")}>
      ${!lines.length && html`<li class="empty">${t("chat_empty")}</li>`}
      ${lines.map(
        (line) => html`<li key=${line.number}>
          <span class="chat-who"><${SideMark} side=${line.side} name=${line.name} /></span>
          <time class="small">${time(line.at)}</time>
          <p>${line.text}</p>
        </li>`,
      )}
    </ol>
    ${problem && html`<${Failure} reason=${problem} />`}
    <form class="chat-form" onSubmit=${send}>
      <input
        data-name="chat"
        aria-label=${t("chat_label")}
        placeholder=${t("chat_label")}
        maxlength=${LONGEST}
        value=${text}
        onInput=${taking(setText)}
      />
      <button class="button" type="submit">${t("chat_send")}</button>
    </form>
  </div>`;
}
