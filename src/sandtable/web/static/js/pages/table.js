// @ts-check
// The table: the map in the middle, the prompt over it, the panels beside it.

import { html, useEffect, useMemo, useRef } from "../../vendor/preact.js";
import { Emblem } from "../header.js";
import { listen } from "../keys.js";
import { MapView } from "../map/view.js";
import { Dock, layoutNow, openPanel, useLayout } from "../panels/dock.js";
import { Here } from "../panels/here.js";
import { Legend, ReachKey } from "../panels/legend.js";
import { Prompt } from "../panels/prompt.js";
import { ReplayBar } from "../panels/replaybar.js";
import { openHelp } from "../panels/help.js";
import { seatWords } from "../panels/seats.js";
import { Shelf } from "../panels/shelf.js";
import { Banner, DiceTray, HoverLine, Overlays } from "../panels/toolbar.js";
import { onThemeChange, prefs, setPrefs } from "../prefs.js";
import { canAct, sideName } from "../scene.js";
import { Session } from "../session.js";
import { useStore } from "../store.js";
import { Button, Failure, Loading, SideMark } from "../ui.js";
import { visitor } from "../visitor.js";
import { t } from "../words.js";

/** @param {{ id: string }} props */
export function Table({ id }) {
  const session = useMemo(() => new Session(id), [id]);
  const layout = useLayout();
  const stage = useStore(session.store, (state) => state.stage);
  const failure = useStore(session.store, (state) => state.failure);
  const handOver = useStore(session.store, (state) => state.handOver);
  const replaying = useStore(session.store, (state) => state.replay !== null);
  useEffect(() => {
    session.showPanel = openPanel;
    session.open();
    const deaf = listen(session);
    const end = onThemeChange(() => session.drawOptions());
    return () => {
      deaf();
      end();
      session.close();
    };
  }, [session]);
  useTitle(session);
  if (stage === "failed" && failure) {
    return html`<main class="page narrow" id="main">
      <h1>${t("table_failed")}</h1>
      <${Failure} ...${failure} onRetry=${() => session.open()} />
      <p><a class="button" href="/">${t("to_games")}</a></p>
    </main>`;
  }
  return html`<div class=${`table ${layout} ${handOver !== null ? "hidden-from-view" : ""}`}>
    <${Bar} session=${session} />
    <main class="stage" id="main" aria-label=${t("map")}>
      ${handOver === null && html`<${MapHost} session=${session} />`}
      ${stage === "loading" && html`<div class="veil"><${Loading} text=${t("loading_table")} /></div>`}
      <${Banner} session=${session} />
      <${Overlays} session=${session} />
      <${Legend} session=${session} />
      <${ReachKey} session=${session} />
      <${HoverLine} session=${session} />
      <${Here} session=${session} />
      <${DiceTray} session=${session} />
    </main>
    ${replaying ? html`<${ReplayBar} session=${session} />` : html`<div class="prompt-place"><${Prompt} session=${session} /></div>`}
    ${handOver === null && html`<${Shelf} session=${session} />`}
    ${handOver === null && html`<${Dock} session=${session} layout=${layout} />`}
    ${handOver !== null && html`<${HandOver} session=${session} side=${handOver} />`}
  </div>`;
}

/** @param {Session} session */
function useTitle(session) {
  const mine = useStore(session.store, canAct);
  const game = useStore(session.store, (state) => state.info?.card.title ?? "");
  useEffect(() => {
    document.title = mine
      ? `● ${t("your_turn_title", { game })}`
      : [game, t("sandtable")].filter(Boolean).join(" - ");
  }, [mine, game]);
}

/** @param {{ session: Session }} props */
function Bar({ session }) {
  const info = useStore(session.store, (state) => state.info);
  const side = useStore(session.store, (state) => state.side);
  const replay = useStore(session.store, (state) => state.replay !== null);
  const panels = useStore(prefs, (state) => state.panels);
  const overheard = useStore(visitor, ({ me }) => me !== null && !me.private && !me.loopback);
  const eyes = side >= 0 ? t("heading_side", { side: sideName(session.state, side) }) : t("watching");
  return html`<header class="table-bar">
    <a class="brand" href="/" aria-label=${t("to_games")}><${Emblem} /></a>
    <h1>${info ? info.card.title : t("sandtable")}<span class="small"> ${info?.card.scenario}</span></h1>
    <${SeatStrip} session=${session} />
    <span class="eyes small">${info && eyes}</span>
    <nav aria-label=${t("panels")}>
      ${
        overheard &&
        html`<${Button}
          kind="quiet"
          icon="warning"
          name="not-private"
          label=${t("not_private")}
          onClick=${() => openPanel("seats")}
        />`
      }
      <${Button} kind="quiet" icon="replay" label=${t("replay")} name="replay" keys="r" pressed=${replay}
        onClick=${() => (replay ? session.replay.leave() : session.replay.enter())} />
      <${Button} kind="quiet" icon="help" label=${t("help")} keys="?" onClick=${() => openHelp(session)} />
      <${Button} kind="quiet panels-toggle" icon="menu" label=${t(panels ? "close_panels" : "open_panels")} pressed=${panels}
        onClick=${() => setPrefs({ panels: !panels })} />
    </nav>
  </header>`;
}

/** Who plays, who is here, whose turn it is. @param {{ session: Session }} props */
function SeatStrip({ session }) {
  const seats = useStore(session.store, (state) => state.seats);
  const actor = useStore(session.store, (state) =>
    state.update?.ending ? -1 : (state.update?.scene.actor ?? -1),
  );
  return html`<ul class="seat-strip">
    ${seats.map(
      (seat) => html`<li key=${seat.side} class=${seat.side === actor ? "to-move" : ""}>
        <${SideMark} side=${seat.side} name=${seat.side_name} />
        <span class="seat-name">${seat.name || t("empty_seat")}</span>
        <span class="small">${seat.side === actor ? t(seat.thinking ? "thinking" : "to_move") : seatWords(seat)}</span>
      </li>`,
    )}
  </ul>`;
}

/** @param {{ session: Session }} props */
function MapHost({ session }) {
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  const title = useStore(session.store, (state) => state.info?.card.title ?? "");
  useEffect(() => {
    if (!host.current) return;
    const map = new MapView(host.current, {
      onCell: (cell) => void session.play.cell(cell),
      onPiece: (id, cell, event) => void session.play.piece(id, cell, "shiftKey" in event && Boolean(event.shiftKey)),
      onEmpty: (scenery) => void session.play.empty(scenery),
      onStack: (pieces) => session.play.gather(pieces),
      together: (pieces, cell, known) => session.play.together(pieces, cell, known),
      mayJoin: (id) => session.play.mayJoin(id),
      onJoin: (id) => void session.play.join([id]),
      onTogether: (pieces, cell) => void session.play.takeAll(pieces, cell),
      onHover: (cell) => session.play.hover(cell),
      onZoom: () => session.sight.set({ changes: session.sight.state.changes + 1 }),
      goesTo: (cell, event) => session.play.goesTo(cell, event),
      onOverlay: (name, answer) => session.places.lay(name, answer),
      onAway: (cell) => session.places.show(cell),
      onFlash: (cells) => session.places.flash(cells),
      onLift: (pieces, cell, exact) => session.play.lift(pieces, cell, exact),
      onCarry: (cell) => session.play.carry(cell),
      onDrop: (cell) => void session.play.drop(cell),
    });
    map.setOptions({ minimap: layoutNow() !== "phone" });
    session.attach(map);
    return () => {
      session.attach(null);
      map.destroy();
    };
  }, [session]);
  return html`<div class="map" ref=${host} aria-label=${t("map_label", { game: title })}></div>`;
}

/** Between two players at one device nothing is to be seen. @param {{ session: Session, side: number }} props */
function HandOver({ session, side }) {
  const name = sideName(session.state, side);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => button.current?.querySelector("button")?.focus(), []);
  return html`<section class="hand-over" aria-labelledby="hand-over" ref=${button}>
    <${SideMark} side=${side} name=${name} />
    <h2 id="hand-over">${t("hand_over_title", { side: name })}</h2>
    <p>${t("hand_over_text", { side: name })}</p>
    <${Button} kind="main" name="reveal" onClick=${() => session.reveal()}>${t("hand_over_go", { side: name })}<//>
  </section>`;
}
