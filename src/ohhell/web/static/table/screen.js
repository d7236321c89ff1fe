// The table: puts its parts together, and knows what is open, chosen and in focus.
import { classes, html, nothing } from "../lit.js";
import { CHOICES, set, settings } from "../settings.js";
import { play as playSound } from "../sounds.js";
import { say } from "../text.js";
import { bar, roundText, trumpText } from "./bar.js";
import { bidPanel, fit } from "./bid_panel.js";
import { Choosing } from "./choosing.js";
import { TurnClock } from "./clock.js";
import { Director } from "./director.js";
import { cloth, floor, prompt } from "./floor.js";
import { FocusKeeper, keysOfGrid, keysOfRow, shortcutOf } from "./focus.js";
import { layout } from "./geometry.js";
import { cardLayer, slot, trickText } from "./hand.js";
import { dealIn, flyNew, sweepOut } from "./motion.js";
import { opened } from "./opened.js";
import { drawPanel, lastTrick, pausePanel, runningLine } from "./panels.js";
import { isOvertaken, stayFor } from "./pause.js";
import { heldIn, places, seatPoint, tabStop } from "./places.js";
import {
  asMine, canChangeBid, haveResigned, isMyTurn, legalCards, mustBid, seatsRound,
} from "./scene.js";
import { plate } from "./seats.js";
import { asked, told } from "./story.js";

/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./opened.js").Open} Open */
/** @typedef {import("./house.js").House} House */

/** What stands beside the table is so wide; the score sheet does where that leaves it at ease. */
const SIDE = 320;
const ROOMY = 1180;
/** And what friends say, wherever there is more than a phone. */
const WIDER_THAN_A_PHONE = 720;

export class Table {
  /** @type {View | null} */
  view = null;
  /** @type {Push | null} the newest that is shown */
  push = null;
  /** @type {Push | null} the newest that came */
  newest = null;
  #isNow = false;
  /** @type {Open | null} */
  #open = null;
  /** @type {{name: "draw" | "result", push: Push, done: () => void} | null} */
  #pause = null;
  /** @type {number | null} when my time that runs behind a panel closes it, in milliseconds */
  #closesAt = null;
  #choosing;
  /** The room for the table when it was last drawn, and whether it was another before. */
  #room = "";
  #isMoved = false;
  #box = { w: 1280, h: 800 };
  /** How high it is what stands between the bar and the seats. */
  #above = 0;
  /** @type {Layout} */
  #table = layout(4, this.#box, 10);
  #focus = new FocusKeeper();
  #director;
  /** @type {TurnClock} */
  #clock;
  #keys = (/** @type {KeyboardEvent} */ event) => this.#shortcut(event);

  /** @param {string} id @param {House} house */
  constructor(id, house) {
    this.id = id;
    this.house = house;
    this.#choosing = new Choosing(this);
    this.#director = new Director({
      show: (view, push, isNow) => this.#show(view, push, isNow),
      tell: (event, view, isForMe) => this.#tell(event, view, isForMe),
      sweep: (seat) => this.#sweep(seat),
      late: (seat, view) => this.house.company()?.late(view, seat),
      deal: (view) => this.#deal(view),
      pause: (name, push) => this.#wait(name, push),
      sound: playSound,
    });
    addEventListener("keydown", this.#keys);
    // Behind a panel the time of the newest turn runs, not that of what the panel tells.
    this.#clock = new TurnClock(house, () => this.#pause === null ? this
      : { view: this.newest?.view ?? null, push: this.newest }, () => this.#watchPause());
  }

  close() {
    removeEventListener("keydown", this.#keys);
    this.#clock.close();
    this.#choosing.close();
    this.#director.close();
  }

  /** @param {Push} given */
  take(given) {
    const push = asMine(given);
    this.newest = push;
    this.house.company()?.took(push);
    this.#director.take(push);
    this.#watchPause();
  }

  /** The box that is there for the table. @param {{w: number, h: number}} box */
  resize(box) {
    if (box.w === this.#box.w && box.h === this.#box.h) return;
    this.#box = box;
    this.house.draw();
  }

  title() {
    if (this.view === null) return say("web.table");
    const mine = isMyTurn(this.view) && this.#isNow;
    return mine ? say("web.title.turn") : roundText(this.view);
  }

  // ---------------------------------------------------------------- what the director asks for

  /** @param {View} view @param {Push} push @param {boolean} isNow */
  #show(view, push, isNow) {
    const before = this.view;
    const isNewTurn = before === null || before.turn !== view.turn || view.legal.length > 0 !==
      before.legal.length > 0;
    this.view = view;
    this.push = push;
    this.#isNow = isNow;
    if (isNewTurn) this.#choosing.forget();
    if (before && view.turn !== before.turn) this.#choosing.notice = "";
    const isNewRound = before !== null && before.round?.number !== view.round?.number;
    if (isNewRound && this.#open === "last") this.#open = null;
    if (isNow && isMyTurn(view) && (!before || !isMyTurn(before))) {
      this.house.announce(asked(view));
      playSound("turn");
    }
    this.house.draw();
    if (before) flyNew(before, view, this.#places(), this.#table, this.#box);
    this.#focus.settle(this.#wantedFocus());
    if (isNow) this.#choosing.resume();
    this.#choosing.playForced();
  }

  /** @param {import("../wire.js").Event} event @param {View} view @param {boolean} isForMe */
  #tell(event, view, isForMe) {
    const hasResigned = this.newest !== null && haveResigned(this.newest);
    const text = told(event, view, isForMe || hasResigned);
    if (text) this.house.announce(text);
  }

  /** @param {number} winner */
  #sweep(winner) {
    const view = /** @type {View} */ (this.view);
    sweepOut(this.#places(), seatPoint(view, this.#table, winner, this.#box), this.#table);
  }

  /** @param {View} view */
  #deal(view) {
    const from = seatPoint(view, this.#table, view.round?.dealer ?? 0, this.#box);
    dealIn(this.#places(), from, this.#table);
  }

  /** @param {"draw" | "result" | "end"} name @param {Push} push @returns {Promise<void>} */
  #wait(name, push) {
    if (name === "end") {
      this.house.ended(this);
      return Promise.resolve();
    }
    if (this.#isOvertaken(push)) {
      this.#director.hurry();
      return Promise.resolve();
    }
    return new Promise((done) => {
      const timer = name === "result" && settings.results === "go"
        ? setTimeout(() => this.#goOn(), 4000) : 0;
      this.#pause = { name, push, done: () => { clearTimeout(timer); done(); } };
      this.house.draw();
      this.#focus.settle(this.#wantedFocus());
    });
  }

  #goOn() {
    const pause = this.#pause;
    // My time runs already: what happened before it is shown at once.
    if (this.#closesAt !== null) this.#director.hurry();
    this.#pause = null;
    this.#closesAt = null;
    this.house.draw();
    pause?.done();
    this.#focus.settle(this.#wantedFocus());
  }

  /** @param {Push} push what a panel tells of */
  #isOvertaken(push) {
    return this.house.company()?.hasGoneOn === true ||
      (this.newest !== null && isOvertaken(push, this.newest));
  }

  /** A panel never stands before what the game asks of me, or after it. */
  #watchPause() {
    const { newest } = this;
    if (this.#pause === null || newest === null) return;
    if (this.#isOvertaken(this.#pause.push)) {
      this.#director.hurry();
      this.#goOn();
      return;
    }
    const seconds = this.#clock.seconds();
    if (seconds === null || newest.pause.is_paused || !isMyTurn(newest.view)) {
      this.#closesAt = null;
    } else if (this.#closesAt === null) {
      this.#closesAt = performance.now() + stayFor(seconds);
      this.house.announce(asked(newest.view));
      playSound("turn");
      this.house.draw();
    } else if (performance.now() >= this.#closesAt) this.#goOn();
  }

  // ---------------------------------------------------------------- what the person does

  #keep() {
    this.#choosing.keep();
    this.#focus.settle(this.#wantedFocus());
  }

  /** @param {Open | null} open */
  #toggle(open) {
    this.#open = this.#open === open ? null : open;
    this.house.draw();
    if (this.#open === "last") this.#focus.to("[data-close]");
    else if (this.#open === null) this.#focus.settle(this.#wantedFocus());
  }

  #sortNext() {
    const all = CHOICES.sort;
    const next = all[(all.indexOf(settings.sort) + 1) % all.length] ?? "high";
    set("sort", next);
    this.house.announce(say("web.sort.label", { how: say(`web.sort.${next}`) }));
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const key = shortcutOf(event);
    if (key === null || this.view === null) return;
    if (key === "close") {
      if (this.#open === "last" || this.#open === "sheet") this.#toggle(this.#open);
    } else if (key === "sort") this.#sortNext();
    else if (key === "hint") void this.#choosing.askHint();
    else if (key === "chat" || key === "people") this.house.company()?.show(key);
    else this.#toggle(key);
  }

  // ---------------------------------------------------------------- what is to be seen

  /** Whether a card of mine is wanted now. */
  get isChoosing() {
    const { view } = this;
    return view !== null && this.#isNow && !this.#isHeld() && isMyTurn(view) &&
      legalCards(view).length > 0;
  }

  #isBidding() {
    const view = /** @type {View} */ (this.view);
    return this.#isNow && this.#pause === null && !this.#isHeld() &&
      this.#choosing.isBidding(mustBid(view));
  }

  /** Whether a pause, or a CPU player in my place, keeps me from acting. */
  #isHeld() {
    const { view, push } = this;
    return view !== null && push !== null &&
      this.house.company()?.isHeld(view, push) === true;
  }

  /** @returns {Map<string, Place>} */
  #places() {
    return places(/** @type {View} */ (this.view), this.#table, settings.sort, this.isChoosing,
      this.#choosing.hint.cards.size > 0);
  }

  /** Where the focus belongs when what had it is gone, as selectors from best to worst. */
  #wantedFocus() {
    if (this.#open === "last") return ["[data-close]"];
    if (this.#pause) return ["[data-go]"];
    if (this.#isHeld()) return ["[data-demand]", "#table-head"];
    if (this.#isBidding()) return [`[data-bid="${this.#choosing.firstBid}"]`];
    return [
      '.hand [tabindex="0"]',
      ".hand .card:not([disabled])",
      "#table-head",
    ];
  }

  template() {
    const { view, push } = this;
    if (view === null || push === null) {
      return html`<main class="scene waiting" id="main"><h1 class="sr">${say("web.title")}</h1>
        <p class="prompt wait still">${say("web.loading")}</p></main>`;
    }
    const company = this.house.company();
    const hasSheet = this.#open === "sheet" && this.#box.w >= ROOMY;
    const hasChat = company?.open === "chat" && this.#box.w >= WIDER_THAN_A_PHONE &&
      !this.#table.flat;
    const hasSide = hasSheet || hasChat;
    const box = { w: this.#box.w - (hasSide ? SIDE : 0), h: this.#box.h };
    const table = layout(view.names.length, box, view.round?.hand.length ?? 0, this.#above);
    // In another room everything has another place: cards go there as the rest does, at once.
    const room = `${box.w} ${box.h} ${this.#above}`;
    this.#isMoved = room !== this.#room;
    this.#room = room;
    this.#table = table;
    const at = this.#places();
    this.#choosing.focusedCard = tabStop(at, this.#choosing.focusedCard, this.#choosing.hasLooked);
    const left = this.#clock.share();
    const { round } = view;
    return html`<main class="scene" id="main">
      <div class="table ${classes({
        "is-tall": table.tall, "is-short": table.short, "is-flat": table.flat,
        "with-panel": hasSide, "has-rail": table.hasRail, "has-company": company !== null,
        "is-moved": this.#isMoved,
      })}" aria-label=${say("web.table")} role="region" @click=${() => this.#director.hurry()}>
        <h1 class="sr" id="table-head" tabindex="-1">${roundText(view)}</h1>
        ${cloth(table, box)}
        <header>${bar(view, table, this.#open === "sheet",
          company?.buttons(table) ?? nothing, this.#calls())}</header>
        ${seatsRound(view).map((seat) => plate(view, push, table, seat, left))}
        <p class="sr">${round ? trumpText(round) : ""} ${trickText(view)}</p>
        ${this.isChoosing ? slot(table) : nothing}
        ${cardLayer(view, table, at, {
          isChoosing: this.isChoosing, focused: this.#choosing.focusedCard, pointed: this.#choosing.pointedCard,
          sent: this.#choosing.sentCard, lifted: this.#choosing.lifted, hints: this.#choosing.hint.cards,
        }, {
          press: (card, event) => this.#choosing.pressCard(card, event),
          point: (card) => {
            this.#choosing.pointedCard = card;
            this.house.draw();
          },
          focus: (card) => this.#focusCard(card),
          key: (event) => this.#handKey(event, at),
        })}
        <div id="flights" aria-hidden="true"></div>
        ${this.#isBidding() ? this.#bidding(view, table) : nothing}
        ${floor(view, table, this.#prompting(), {
          canHint: this.#choosing.canAsk,
          isAsking: this.#choosing.isAsking, left,
        }, this.#calls())}
        ${this.#open === "last" ? lastTrick(view, table.tall ? box.h - table.rail.y + 6 : null,
          () => this.#toggle("last"))
          : this.#pause !== null ? pausePanel(view, this.#pause, this.#running(), () => this.#goOn())
          : this.#open === "draw" ? drawPanel(push.view, this.#running(), () => this.#toggle("draw"))
          : nothing}
        ${company?.over({ view, push, table, box }) ?? nothing}
      </div>
      ${opened(this.#open, view, hasSheet, this.#openCalls())}
      ${company?.chat(hasChat) ?? nothing}
      ${company?.dialog(view, push, () => this.#focus.settle(this.#wantedFocus())) ?? nothing}
    </main>`;
  }

  /** What goes on behind a panel: the time that runs, or that nothing is heard of the others. */
  #running() {
    if (!this.house.net.isUp) return html`<p class="running">${say("web.lost")}</p>`;
    const seconds = this.#clock.seconds();
    return this.newest === null || seconds === null ? nothing
      : runningLine(this.newest, seconds);
  }

  /** What had the focus is gone. */
  refocus() {
    this.#focus.settle(this.#wantedFocus());
  }

  /** What has been drawn can be measured now. */
  drawn() {
    // Measured before the next drawing, places in the new room are there without a flight.
    if (this.#isMoved) /** @type {HTMLElement | null} */ (document.querySelector(".table"))?.offsetWidth;
    const panel = /** @type {HTMLElement | null} */ (document.querySelector(".bidpanel"));
    if (panel) fit(panel, this.#table);
    const notices = /** @type {HTMLElement | null} */ (document.querySelector(".notices"));
    const above = notices === null || this.#table.flat ? 0 : notices.offsetHeight;
    if (above === this.#above) return;
    this.#above = above;
    this.house.draw();
  }

  /** @param {string} card */
  #focusCard(card) {
    this.#choosing.focusedCard = card;
    this.#choosing.pointedCard = this.#choosing.hasLooked ? card : null;
    this.house.draw();
  }

  /** @param {KeyboardEvent} event @param {Map<string, Place>} at */
  #handKey(event, at) {
    const next = keysOfRow(event, heldIn(at), this.#choosing.focusedCard);
    if (next === null) return;
    this.#choosing.hasLooked = true;
    this.#focus.to(`[data-card="${next}"]`);
  }

  /** @param {KeyboardEvent} event */
  #bidKey(event) {
    const size = this.view?.round?.size ?? 0;
    const next = keysOfGrid(event, size + 1, this.#choosing.focusedBid);
    if (next === null) return;
    this.#choosing.hasLooked = true;
    this.#focus.to(`[data-bid="${next}"]`);
  }

  /** @param {View} view @param {Layout} table */
  #bidding(view, table) {
    return bidPanel(view, table, {
      chosen: this.#choosing.sentBid ?? this.#choosing.bid, pointed: this.#choosing.pointedBid,
      focused: this.#choosing.firstBid,
      isChange: canChangeBid(view), isSent: this.#choosing.sent !== null, hints: this.#choosing.hint.bids,
      hintText: this.#choosing.hint.text, hintShort: this.#choosing.hint.short,
      seconds: this.#clock.seconds(),
      confirm: table.flat && this.#choosing.bid !== null
        ? prompt(view, table, this.#prompting()) : nothing,
    }, {
      press: (bid, event) => this.#choosing.pressBid(bid, event),
      point: (bid) => {
        this.#choosing.pointedBid = bid;
        this.house.draw();
      },
      focus: (bid) => {
        this.#choosing.focusedBid = bid;
        // The focus also comes by itself: what a bid would do is told of one that is looked at.
        if (this.#choosing.hasLooked) this.#choosing.pointedBid = bid;
        this.house.draw();
      },
      key: (event) => this.#bidKey(event),
      keep: () => this.#keep(),
    });
  }

  /** @returns {import("./opened.js").OpenCalls} */
  #openCalls() {
    return {
      close: () => {
        this.#open = null;
        this.house.draw();
        this.#focus.settle(this.#wantedFocus());
      },
      open: (name) => {
        this.#open = name;
        this.house.draw();
      },
      settings: this.house.settingsDialog,
      rules: this.house.rulesDialog,
      company: () => {
        const { view, push } = this;
        return view && push ? this.house.company()?.menu(view, push) ?? null : null;
      },
      leaving: () => {
        const { push } = this;
        return (push && this.house.company()?.leaving(push)) ?? say("web.leave.text");
      },
      giveUp: () => {
        this.house.net.ask({ type: "abandon", table: this.id })
          .catch((error) => this.#choosing.refuse(error));
      },
    };
  }

  /** @returns {import("./floor.js").Prompting} */
  #prompting() {
    return {
      isPaused: this.#pause !== null || this.#isHeld(), isUp: this.house.net.isUp, isNow: this.#isNow,
      isBidding: this.#isBidding(), isChoosing: this.isChoosing, notice: this.#choosing.notice,
      isKept: this.#choosing.isKept,
      chosen: this.#choosing.bid, lifted: this.#choosing.lifted, hint: this.#choosing.hint.short,
      seconds: this.#clock.seconds(), push: /** @type {Push} */ (this.push),
      people: this.house.company() ? () => this.house.company()?.show("people") : null,
      confirm: (bid) => void this.#choosing.act({ bid }),
      change: () => {
        this.#choosing.isChanging = true;
        this.house.draw();
        this.#focus.settle(this.#wantedFocus());
      },
    };
  }

  /** @returns {import("./bar.js").BarCalls} */
  #calls() {
    return {
      menu: () => this.#toggle("menu"),
      sheet: () => this.#toggle("sheet"),
      sound: () => set("sounds", settings.sounds === "on" ? "off" : "on"),
      sort: () => this.#sortNext(),
      last: () => this.#toggle("last"),
      hint: () => void this.#choosing.askHint(),
    };
  }
}
