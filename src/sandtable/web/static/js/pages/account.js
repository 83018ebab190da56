// @ts-check
// Name, account, password.

import { html, useEffect, useLayoutEffect, useState } from "../../vendor/preact.js";
import * as api from "../api.js";
import { PrivacyNote } from "../header.js";
import { comeBack, endOthers, forgetCode, recoveryCode, validCode } from "../recovery.js";
import { useStore } from "../store.js";
import { Button, CopyField, Failure, Field, reasonOf } from "../ui.js";
import { visitor } from "../visitor.js";
import { t } from "../words.js";

/** @typedef {import("../wire.js").Me} Me */
/** @typedef {import("../wire.js").Homecoming} Homecoming */

export function Account() {
  const me = useStore(visitor, (state) => state.me);
  const [logsIn, setLogsIn] = useState(false);
  useEffect(() => void (document.title = `${t("account")} - ${t("sandtable")}`), []);
  return html`<main class="page narrow" id="main">
    <h1>${t("account")}</h1>
    <${PrivacyNote} />
    ${me && html`<p class="lead">${t("you_are", { name: me.name })}. ${t(me.account ? "account_note" : "guest_note")}</p>`}
    ${!me?.account && html`<${NameForm} name=${me?.name ?? ""} />`}
    ${
      !me?.account &&
      html`<${CredentialsForm} key=${logsIn} logsIn=${logsIn} onSwitch=${() => setLogsIn(!logsIn)} />`
    }
    ${me && !me.account && html`<${Recovery} me=${me} />`}
    ${me?.known && html`<${EndSessions} />`}
    ${me?.account && html`<${PasswordForm} /><${LogOut} />`}
  </main>`;
}

/**
 * A form that sends something and says how it went.
 * @param {{ title: string, text?: string, submit: string, send: () => Promise<Me>, done: string, children?: unknown, after?: () => void }} props
 */
function Form({ title, text, submit, send, done, children, after }) {
  const [problem, setProblem] = useState("");
  const [told, setTold] = useState("");
  const [busy, setBusy] = useState(false);
  const go = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem("");
    setTold("");
    try {
      visitor.set({ me: await send() });
      setTold(done);
      after?.();
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  return html`<form class="card" onSubmit=${go} aria-label=${title}>
    <h2>${title}</h2>
    ${text && html`<p>${text}</p>`}
    ${children}
    ${problem && html`<${Failure} reason=${problem} />`}
    ${told && html`<p class="note good" role="status">${told}</p>`}
    <p class="buttons"><button
      class="button main"
      type="submit"
      aria-disabled=${busy ? "true" : undefined}
    >${submit}</button></p>
  </form>`;
}

/** @param {{ name: string }} props */
function NameForm({ name: before }) {
  const [name, setName] = useState(before);
  useLayoutEffect(() => setName(before), [before]); // at once: later it would undo what is typed meanwhile
  return html`<${Form}
    title=${t("your_name")}
    submit=${t("save_name")}
    done=${t("name_saved")}
    send=${() => api.rename(name)}
  >
    <${Field}
      label=${t("your_name")}
      name="nickname"
      value=${name}
      onInput=${setName}
      min=${2}
      max=${24}
      autocomplete="nickname"
    />
  <//>`;
}

/** A guest's own recovery code, and coming back with one. @param {{ me: Me }} props */
function Recovery({ me }) {
  const [own, setOwn] = useState("");
  useEffect(() => setOwn(validCode(me)), [me]);
  const show = () => recoveryCode().then(setOwn, () => setOwn(""));
  return html`${
    me.known &&
    html`<section class="card" aria-labelledby="own-code">
      <h2 id="own-code">${t("recovery_code")}</h2>
      <p>${t("recovery_note")}</p>
      ${
        own
          ? html`<${CopyField} label=${t("recovery_code")} value=${own} />`
          : html`<p class="buttons"><${Button} name="show-code" onClick=${show}>${t("recovery_show")}<//></p>`
      }
    </section>`
  }
    <${ComeBack} me=${me} />`;
}

/**
 * First the code is looked at: what comes and what goes is told, and then it is asked for.
 * @param {{ me: Me }} props
 */
function ComeBack({ me }) {
  const [typed, setTyped] = useState("");
  const [plan, setPlan] = useState(/** @type {Homecoming | null} */ (null));
  const type = (/** @type {string} */ code) => {
    setTyped(code);
    setPlan(null);
  };
  const send = async () => {
    if (!plan) {
      setPlan(await api.lookAtRecovery(typed));
      return me;
    }
    const back = await comeBack(typed);
    type("");
    return back;
  };
  return html`<${Form}
    title=${t("recovery_title")}
    text=${t("recovery_text")}
    submit=${t(plan ? "recovery_yes" : "recovery_go")}
    done=${plan ? t("recovery_done") : ""}
    send=${send}
  >
    <${Field} label=${t("recovery_code")} name="code" value=${typed} onInput=${type} max=${40} autocomplete="off" />
    ${plan && html`<${Plan} me=${me} plan=${plan} />`}
  <//>`;
}

/** What coming back with a code would bring. @param {{ me: Me, plan: Homecoming }} props */
function Plan({ me, plan }) {
  return html`<div class="note" role="status">
    <p>${t("recovery_back", { n: plan.back, name: plan.name })}</p>
    ${me.known && plan.along > 0 && html`<p>${t("recovery_along", { n: plan.along })}</p>`}
    ${me.known && plan.behind > 0 && html`<p>${t("recovery_behind", { n: plan.behind, name: me.name })}</p>`}
    <p>${t("recovery_once")}</p>
  </div>`;
}

/** For whoever fears that somebody else has come in with their code, their cookie or their password. */
function EndSessions() {
  return html`<${Form}
    title=${t("sessions_title")}
    text=${t("sessions_text")}
    submit=${t("sessions_end")}
    done=${t("sessions_done")}
    send=${endOthers}
  />`;
}

/** @param {{ logsIn: boolean, onSwitch: () => void }} props */
function CredentialsForm({ logsIn, onSwitch }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const send = async () => {
    const me = await (logsIn ? api.logIn : api.signUp)({ name, password });
    forgetCode();
    return me;
  };
  const title = t(logsIn ? "log_in" : "sign_up");
  return html`<${Form} title=${title} text=${logsIn ? "" : t("sign_up_text")} submit=${title} done="" send=${send}>
      <${Field}
        label=${t("your_name")}
        name="username"
        value=${name}
        onInput=${setName}
        min=${2}
        max=${24}
        autocomplete="username"
      />
      <${Field}
        label=${t("password")}
        name="password"
        type="password"
        value=${password}
        onInput=${setPassword}
        hint=${logsIn ? "" : t("password_hint")}
        min=${logsIn ? undefined : 10}
        max=${128}
        autocomplete=${logsIn ? "current-password" : "new-password"}
      />
    <//>
    <p>
      ${t(logsIn ? "no_account" : "have_account")}${" "}
      <${Button} kind="quiet" onClick=${onSwitch}>${t(logsIn ? "sign_up" : "log_in")}<//>
    </p>`;
}

function PasswordForm() {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const clear = () => {
    setOld("");
    setNext("");
  };
  return html`<${Form}
    title=${t("change_password")}
    submit=${t("change_password")}
    done=${t("password_changed")}
    send=${() => api.changePassword({ old, new: next })}
    after=${clear}
  >
    <${Field}
      label=${t("old_password")}
      name="old"
      type="password"
      value=${old}
      onInput=${setOld}
      autocomplete="current-password"
    />
    <${Field}
      label=${t("new_password")}
      name="new"
      type="password"
      value=${next}
      onInput=${setNext}
      hint=${t("password_hint")}
      min=${10}
      max=${128}
      autocomplete="new-password"
    />
  <//>`;
}

function LogOut() {
  return html`<${Form}
    title=${t("log_out")}
    submit=${t("log_out")}
    done=${t("logged_out")}
    send=${() => api.logOut()}
  />`;
}
