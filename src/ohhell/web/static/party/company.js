// What friends add to the table: who is away, what they say, a pause, the link for more of them.
import { icon } from "../icons.js";
import { classes, css, html, nothing } from "../lit.js";
import { haveResigned, relative } from "../table/scene.js";
import { called } from "../table/story.js";
import { say } from "../text.js";
import { chatPanel } from "./chat.js";
import { deed, deviceDialog } from "./dialogs.js";
import { dialog } from "../dialog.js";
import { linkBox, reachNote } from "./link_box.js";
import { doneSince, doneText, findRead, keepRead } from "./meanwhile.js";
import { peopleDialog } from "./people.js";
import { phraseText } from "./room.js";

/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../table/geometry.js").Layout} Layout */
/** @typedef {import("./room.js").Room} Room */
/** @typedef {"chat" | "people" | "links" | "device" | "resign"} Open */
/** @typedef {{view: View, push: Push, table: Layout, box: {w: number, h: number}}} Shown */

export class Company {
  /** @type {Open | null} */
  open = null;
  /** @type {import("../wire.js").Invited | null} */
  #links = null;
  /** Whose wish for a pause I have seen and not shared. */
  #notNow = "";
  /** How much had been said when the chat was last open. */
  #seen = 0;
  #heard = 0;
  #timer = 0;
  /** @type {import("./meanwhile.js").Done | null} what was done for me, until I act or have read it */
  #done = null;
  /** Up to which number of the table I have read that, and up to which it was said. */
  #read;
  #said = 0;

  /** @param {import("../app.js").House} house @param {Room} room @param {string} table */
  constructor(house, room, table) {
    this.house = house;
    this.room = room;
    this.table = table;
    this.#read = findRead(table);
  }

  close() {
    clearTimeout(this.#timer);
  }

  /** @param {Open | null} open */
  show(open) {
    const before = this.open;
    this.open = before === open ? null : open;
    this.room.trouble = "";
    if (this.open === "links") void this.#askLinks();
    this.house.draw();
    /** @type {HTMLElement | null} */ (document.querySelector(
      this.open === "chat" ? "#chat-head" : before === "chat" ? "[data-tool=chat]" : "#none",
    ))?.focus({ preventScroll: true });
  }

  async #askLinks() {
    const answer = await this.room.ask("invite");
    if (answer?.type === "invite") this.#links = answer;
    this.house.draw();
  }

  /** Say something about this table; what is refused is shown. @param {string} type @param {{[field: string]: unknown}} [fields] */
  async #ask(type, fields = {}) {
    try {
      await this.house.net.ask({ type, table: this.table, ...fields });
      this.room.trouble = "";
    } catch (error) {
      const sentence = error instanceof Error ? error.message : "";
      this.room.trouble = sentence;
      this.house.announce(sentence);
    }
    this.house.draw();
  }

  /** A CPU player plays in my place. @param {View} view @param {Push} push */
  #isStoodIn(view, push) {
    const mine = view.seat === null ? undefined : push.seats[view.seat];
    return mine !== undefined && !mine.has_resigned && (mine.is_voted_out || mine.has_stand_in);
  }

  /** Nothing of mine is wanted now, whatever the game says. @param {View} view @param {Push} push */
  isHeld(view, push) {
    return isOn(view) && (push.pause.is_paused || this.#isStoodIn(view, push));
  }

  /** A turn ran out, and a CPU player acted; of mine more is told. @param {View} view @param {number} seat */
  late(view, seat) {
    if (seat !== view.seat) {
      this.house.announce(say("web.said.timeout", { who: view.names[seat] ?? "" }));
    }
  }

  /**
   * A push came: find what it tells to have been done for me.
   * @param {Push} push
   */
  took(push) {
    const { view, did } = push;
    this.#done = doneSince(push, this.#read);
    if (this.#done === null) this.#haveRead(push.number);
    // While a CPU player sits in, each of its acts is heard as it is shown; in all they are told then.
    const isTime = did.length === 0 || did.some(({ by, events }) => by === "timeout" ||
      events.some((event) => event.event === "returned" && event.seat === view.seat));
    if (this.#done === null || !isTime || this.#done.last === this.#said) return;
    this.#said = this.#done.last;
    this.house.announce(doneText(this.#done, view).said);
  }

  /** @param {number} number */
  #haveRead(number) {
    this.#done = null;
    this.#read = number;
    keepRead(this.table, number);
  }

  /** Whether the party has left this table for its next game. */
  get hasGoneOn() {
    return this.room.party !== null && this.room.party.table !== this.table;
  }

  /** Seconds a turn may take; null without a limit. */
  get limit() {
    return this.room.party?.settings.turn_seconds ?? null;
  }

  /** The buttons of the bar. @param {Layout} table */
  buttons(table) {
    const unread = this.open === "chat" ? 0 : this.#unread();
    const isShort = table.hasRail || table.flat || table.tall;
    return html`${isShort ? nothing : html`<button type="button" class="btn icon" data-tool="people"
        aria-haspopup="dialog" aria-label=${say("web.people.head")}
        @click=${() => this.show("people")}>${icon("people")}</button>`}
      <button type="button" class="btn icon ${classes({ unread: unread > 0 })}" data-tool="chat"
        aria-expanded=${this.open === "chat" ? "true" : "false"}
        aria-label=${say("web.chat.open", { count: unread || "" })}
        @click=${() => this.show("chat")}>${icon("speech")}</button>`;
  }

  #unread() {
    const last = this.room.bubbles.reduce((most, one) =>
      one.member === this.room.party?.me ? most : Math.max(most, one.number), this.#heard);
    this.#heard = last;
    if (this.open === "chat") this.#seen = last;
    return last > this.#seen ? 1 : 0;
  }

  /** Lines of the table's menu. @param {View} view @param {Push} push @returns {{name: string, key: string, icon: import("../icons.js").Icon, go: () => void}[]} */
  menu(view, push) {
    const isPlaying = view.seat !== null && isOn(view) &&
      push.seats[view.seat]?.has_resigned === false;
    return [
      { name: "people", key: "web.people.head", icon: "people", go: () => this.show("people") },
      { name: "chat", key: "web.chat.head", icon: "speech", go: () => this.show("chat") },
      ...(view.seat === null ? [] : [
        { name: "links", key: "web.party.link.head", icon: /** @type {const} */ ("link"),
          go: () => this.show("links") },
        { name: "device", key: "web.party.device.head", icon: /** @type {const} */ ("device"),
          go: () => this.show("device") },
      ]),
      ...(isPlaying ? [
        { name: "pause", key: "web.pause.want", icon: /** @type {const} */ ("pause"),
          go: () => void this.#ask("pause", { is_wanted: true }) },
        { name: "resign", key: "web.resign.head", icon: /** @type {const} */ ("alert"),
          go: () => this.show("resign") },
      ] : []),
    ];
  }

  /** What leaving the table means, in a sentence. @param {Push} push */
  leaving(push) {
    if (push.view.seat === null || !isOn(push.view)) return say("web.leave.text.back");
    if (haveResigned(push)) return say("web.resign.done");
    const seconds = this.room.party?.settings.grace_seconds;
    return say("web.leave.text.party", { seconds: seconds ?? "" });
  }

  /** What lies over the cloth. @param {Shown} shown */
  over(shown) {
    const { view, push, table } = shown;
    this.#unread();
    return html`${this.room.bubbles.map((one) => this.#bubble(one, shown))}
      <div class="notices" ${css({ "--bar": `${table.bar}px` })}>${this.#notices(view, push)}</div>
      ${this.#held(view, push)}
      ${view.seat === null ? watching(shown) : nothing}`;
  }

  /** What is said and can be, beside the table or over its lower part. @param {boolean} isBeside */
  chat(isBeside) {
    if (this.open !== "chat") return nothing;
    return html`<aside class="chat ${isBeside ? "side" : "pop"}" aria-labelledby="chat-head"
      @keydown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.show("chat");
      }}>${chatPanel(this.room, html`<button type="button" class="btn icon bare push"
        aria-label=${say("web.close")} @click=${() => this.show("chat")}>${icon("close")}</button>`)}
      </aside>`;
  }

  /** @param {import("./room.js").Bubble} bubble @param {Shown} shown */
  #bubble(bubble, { view, table, box }) {
    const member = this.room.member(bubble.member);
    if (member === null) return nothing;
    const plate = table.plates[relative(view, member.seat)];
    const isSmall = table.tall || table.flat;
    const width = isSmall ? 150 : 200;
    // Where plates stand one above the other, there is room beside them only.
    const side = table.tall && plate ? plate.side : "top";
    const at = !plate
      ? { x: isSmall ? 8 + width / 2 : 140, y: table.hasRail ? table.rail.y - 46 : box.h - 140 }
      : side === "top" ? { x: plate.x, y: plate.y + plate.h / 2 + 6 }
      : { x: plate.x + (side === "left" ? 1 : -1) * (plate.w / 2 + 8), y: plate.y - 15 };
    const x = side === "top" ? Math.max(width / 2 + 6, Math.min(box.w - width / 2 - 6, at.x)) : at.x;
    return html`<div class="bubble on-${side} ${classes({ own: !plate })}" aria-hidden="true"
      data-bubble=${member.seat} ${css({ left: x, top: at.y, "max-width": width })}
      >${phraseText(bubble.phrase)}</div>`;
  }

  /** What asks for an answer, and can wait. @param {View} view @param {Push} push */
  #notices(view, push) {
    const { room } = this;
    const wish = push.pause.wanted_by.join();
    const iWant = view.seat !== null && push.pause.wanted_by.includes(view.seat);
    const isAsked = !push.pause.is_paused && wish !== "" && view.seat !== null && isOn(view);
    const done = this.#isStoodIn(view, push) ? null : this.#done;
    return html`
      ${done ? html`<div class="notice" data-done><p>${doneText(done, view).shown}</p>
        <button type="button" class="btn" @click=${() => {
          this.#haveRead(done.last);
          this.house.draw();
        }}>${say("web.done.read")}</button></div>` : nothing}
      ${room.news ? html`<p class="notice bright">${room.news}</p>` : nothing}
      ${!room.isHost ? nothing : room.party?.claims.map((claim) => html`<div class="notice" role="group"
        aria-label=${say("web.claim.head")}><p>${say("web.claim.text", {
          who: claim.name,
          here: room.member(claim.member)?.is_present
            ? say("web.claim.here", { who: claim.name }) : "",
        })}</p>
        <span class="row gap-s"><button type="button" class="btn first" data-give=${claim.seat}
          @click=${() => void room.ask("give-seat", { claim: claim.claim, is_given: true })}
          >${say("web.claim.give")}</button>
        <button type="button" class="btn" data-keep=${claim.seat}
          @click=${() => void room.ask("give-seat", { claim: claim.claim, is_given: false })}
          >${say("web.claim.refuse")}</button></span></div>`)}
      ${isAsked && iWant ? html`<div class="notice"><p>${say("web.pause.waiting")}</p>
        <button type="button" class="btn" data-pause-back
          @click=${() => void this.#ask("pause", { is_wanted: false })}
          >${say("web.pause.back")}</button></div>` : nothing}
      ${isAsked && !iWant && this.#notNow !== wish ? html`<div class="notice" role="group"
        aria-label=${say("web.pause.want")}><p>${say("web.pause.asked", {
          names: push.pause.wanted_by.map((seat) => called(view, seat)),
        })}</p><span class="row gap-s"><button type="button" class="btn first" data-pause-yes
          @click=${() => void this.#ask("pause", { is_wanted: true })}>${say("web.pause.agree")}
        </button><button type="button" class="btn" data-pause-no @click=${() => {
          this.#notNow = wish;
          this.house.draw();
        }}>${say("web.pause.not-now")}</button></span></div>` : nothing}`;
  }

  /** What stands between me and the game. @param {View} view @param {Push} push */
  #held(view, push) {
    if (!isOn(view)) return nothing;
    if (push.pause.is_paused) {
      return html`<section class="pop centre held" aria-labelledby="held-head">
        <h2 id="held-head">${say("web.pause.head")}</h2><p class="muted">${say("web.pause.text")}</p>
        ${view.seat === null ? nothing : html`<button type="button" class="btn first big go"
          data-demand data-resume @click=${() => void this.#ask("pause", { is_wanted: false })}
          >${say("web.pause.go-on")}</button>`}</section>`;
    }
    if (!this.#isStoodIn(view, push)) return nothing;
    return html`<section class="pop centre held" aria-labelledby="held-head">
      <h2 id="held-head">${say("web.stood-in.head")}</h2>
      <p class="muted">${say("web.stood-in.text")}</p>
      ${this.#done ? html`<p data-done>${doneText(this.#done, view).shown}</p>` : nothing}
      <button type="button" class="btn first big go" data-demand data-back
        @click=${() => void this.#ask("back")}>${say("web.stood-in.back")}</button></section>`;
  }

  /** Whether whoever is to act has been waited for long enough to be voted for. @param {Push} push */
  #isIdle(push) {
    clearTimeout(this.#timer);
    if (push.idle_at === null) return false;
    const left = push.idle_at * 1000 - Date.now() - this.house.net.ahead * 1000;
    if (left > 0) this.#timer = setTimeout(() => this.house.draw(), left + 50);
    return left <= 0;
  }

  /** What is open beside the table. @param {View} view @param {Push} push @param {() => void} closed gives the focus back */
  dialog(view, push, closed) {
    const { room } = this;
    const isIdle = this.#isIdle(push);
    const close = () => {
      this.open = null;
      this.house.draw();
      closed();
    };
    switch (this.open) {
      case "people":
        return peopleDialog(room, view, push, isIdle, {
          close,
          standIn: (seat, isWanted) =>
            void this.#ask("stand-in", { seat, is_wanted: isWanted }),
        });
      case "device":
        return deviceDialog(this.house, { table: this.table }, close);
      case "links":
        return dialog({ name: "links", head: say("web.party.link.head"), close, body: this.#linkBody() });
      case "resign":
        return dialog({
          name: "resign", head: say("web.resign.head"), close,
          body: html`<p>${say("web.resign.text")}</p><div class="row gap-s wrap">
            ${deed("btn first", say("web.resign.yes"), () => this.#ask("resign"), "resign")}
            ${deed("btn", say("web.cancel"), () => {}, "cancel")}</div>`,
        });
      default:
        return nothing;
    }
  }

  #linkBody() {
    const links = this.#links;
    if (links === null) return html`<p role="status">${this.room.trouble || say("web.loading")}</p>`;
    return html`${links.watch_url === null ? html`<p class="small muted">
        ${say("web.party.link.no-watch")}</p>` : html`
        <h3>${say("web.party.link.watch.head")}</h3>
        <p class="small muted">${say("web.party.link.watch.text")}</p>
        ${linkBox({ url: links.watch_url, qr: links.watch_qr, label: say("web.party.link.watch"),
          reach: links.reach, share: say("web.party.link.share.watch") }, this.house.announce)}`}
      <h3>${say("web.party.link.lost.head")}</h3>
      <p class="small muted">${say("web.party.link.lost.text")}</p>
      ${linkBox({ url: links.url, qr: links.qr, label: say("web.party.link.join"),
        reach: links.reach, share: say("web.party.link.share.text") }, this.house.announce)}
      ${this.room.isHost ? reachNote(links.reach) : nothing}`;
  }
}

/** @param {View} view */
const isOn = (view) => view.phase !== "over" && view.phase !== "abandoned";

/** Told where a hand would be. @param {Shown} shown */
const watching = ({ table }) => html`<p class="watching ${classes({ "is-low": table.flat })}"
  >${icon("eye")} ${say("web.watching")}</p>`;
