// The lobby: the link, who is there and ready, what will be played.  Everybody sees the same; the
// host also sees what can be changed.
import { icon } from "../icons.js";
import { html, nothing } from "../lit.js";
import { NotDone } from "../net.js";
import { Book, bookToRead, changesSince, whatToPlay } from "../pages/book.js";
import { top } from "../pages/top.js";
import { set } from "../settings.js";
import { say } from "../text.js";
import { chatPanel } from "./chat.js";
import { chairList, seatNames } from "./chairs.js";
import {
  deviceDialog, memberDialog, quitDialog, renameDialog, renewDialog, startDialog,
} from "./dialogs.js";
import { linkBox, reachNote } from "./link_box.js";
import { settingsDialog, settingsLine } from "./party_settings.js";
import { doorPage, homeLink } from "./start_page.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").Party} Party */
/** @typedef {import("../wire.js").Invited} Invite */
/** @typedef {"rename" | "settings" | "renew" | "device" | "quit" | "start" | {member: number}} Open */

export class Lobby {
  /** @type {Book} */
  #book;
  #explained = "";
  /** The rules as they were when I was ready. @type {import("../wire.js").Explained | null} */
  #agreed = null;
  /** @type {Invite | null} */
  #invite = null;
  #inviteFor = "";
  /** @type {Open | null} */
  #open = null;
  #hasChat = false;
  /** How many seats were asked for last, until the answer is there. @type {number | null} */
  #seats = null;
  #isBusy = false;

  /** @param {House} house @param {import("./room.js").Room} room */
  constructor(house, room) {
    this.house = house;
    this.room = room;
    this.#book = new Book(house, {
      change: async (change) => {
        await room.demand("arrange", { change });
      },
      take: async (rulebook) => {
        await room.demand("arrange", { rulebook });
      },
      fail: (error) => {
        if (!(error instanceof NotDone)) throw error;
        room.trouble = error.sentence || say("web.lost.open");
        house.announce(room.trouble);
      },
      changed: () => {},
    });
    this.#book.load().then(() => house.draw(), () => {});
  }

  title() {
    return say("web.party.lobby");
  }

  /** Ask for what belongs to the newest state of the party and is not known yet. @param {Party} party */
  #follow(party) {
    if (party.rulebook !== this.#explained) {
      this.#explained = party.rulebook;
      const { rulebook } = party;
      this.#book.names = seatNames(party.chairs);
      this.#book.explain(rulebook).then(() => this.house.draw(), () => {
        if (this.#explained === rulebook) this.#explained = "";
      });
    }
    const { now } = this.#book;
    if (now !== null && this.room.me?.is_ready && now.rulebook === party.rulebook) {
      this.#agreed = now;
    }
    this.room.changes = now !== null && this.#agreed !== null ? changesSince(this.#agreed, now) : [];
    const linkOf = `${party.role} ${party.settings.may_watch}`;
    if (party.role !== "watcher" && this.#inviteFor !== linkOf) {
      this.#inviteFor = linkOf;
      void this.#askInvite();
    }
  }

  async #askInvite() {
    const answer = await this.room.ask("invite");
    if (answer?.type === "invite") this.#invite = answer;
    else this.#inviteFor = "";
    this.house.draw();
  }

  /** @param {Open | null} open */
  #show(open) {
    this.#open = open;
    this.house.draw();
  }

  async #start() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.house.draw();
    await this.room.ask("start");
    this.#isBusy = false;
    this.house.draw();
  }

  template() {
    const { room } = this;
    const { party } = room;
    if (room.gone) {
      return doorPage(this.house, say("web.party.gone"), room.gone, html`
        <a class="btn first" href="/party">${icon("people")} ${say("web.party.start.own")}</a>
        ${homeLink()}`);
    }
    if (party === null) {
      return doorPage(this.house, say("web.party.lobby"), say("web.loading"), homeLink());
    }
    if (party.phase === "closed") {
      return doorPage(this.house, say("web.party.gone"), say("web.party.closed"), homeLink());
    }
    this.#follow(party);
    const { now, books } = this.#book;
    const call = this.#calls();
    return html`<div class="page lobby">${top(this.house)}<main id="main" class="choose">
      <h1 tabindex="-1">${this.#head(party)}</h1>
      <div class="col">
        ${party.role === "watcher" ? nothing : this.#asking(party)}
        ${chairList(room, books?.levels ?? [], call)}
        ${settingsLine(room, books?.levels ?? [], () => this.#show("settings"))}
        ${party.role === "watcher" ? nothing : this.#more()}
      </div>
      <div class="col">${now === null || books === null
        ? html`<p class="pad" role="status">${say("web.loading")}</p>`
        : html`${room.isHost ? this.#book.choice(now, books) : bookToRead(now, books)}
          ${whatToPlay(now)}`}</div>
      ${this.#startbar(party)}
    </main>${this.#dialog(party)}</div>`;
  }

  /** @param {Party} party */
  #head(party) {
    const host = this.room.member(party.host);
    return this.room.isHost || host === null ? say("web.party.head.mine")
      : say("web.party.head", { who: host.name });
  }

  /** @param {Party} party */
  #asking(party) {
    const link = this.#invite;
    return html`<section class="pad" aria-labelledby="ask-head">
      <div class="row"><h2 id="ask-head">${say("web.party.invite.head")}</h2>
        ${this.room.isHost ? html`<button type="button" class="btn bare small push"
          @click=${() => this.#show("renew")}>${say("web.party.link.renew")}</button>` : nothing}</div>
      <p class="small muted">${say("web.party.invite.text")}</p>
      ${link === null ? html`<p class="small" role="status">${say("web.loading")}</p>`
        : html`${linkBox({ url: link.url, qr: link.qr, label: say("web.party.link.join"),
          reach: link.reach, share: say("web.party.link.share.text") }, this.house.announce)}
        ${this.room.isHost ? reachNote(link.reach) : nothing}
        ${link.watch_url !== null && party.settings.may_watch ? html`<details class="more">
          <summary>${say("web.party.link.watch.head")}</summary>
          <p class="small muted">${say("web.party.link.watch.text")}</p>
          ${linkBox({ url: link.watch_url, qr: link.watch_qr,
            label: say("web.party.link.watch"), reach: link.reach,
            share: say("web.party.link.share.watch") },
          this.house.announce)}</details>` : nothing}`}
    </section>`;
  }

  #more() {
    return html`<div class="row wrap gap-s">
      <button type="button" class="btn bare" aria-expanded=${this.#hasChat ? "true" : "false"}
        data-chat @click=${() => this.#turnChat()}>${icon("speech")} ${say("web.chat.head")}</button>
      <button type="button" class="btn bare" @click=${() => this.#show("device")}>
        ${icon("device")} ${say("web.party.device.head")}</button>
      <button type="button" class="btn bare" @click=${() => this.#show("quit")}>
        ${icon("close")} ${say("web.party.quit.head")}</button></div>
      ${this.#hasChat ? html`<section class="pad" aria-labelledby="chat-head">
        ${chatPanel(this.room)}</section>` : nothing}`;
  }

  /** What is said opens at the end of the page: it comes into sight with its head. */
  #turnChat() {
    this.#hasChat = !this.#hasChat;
    this.house.draw();
    if (!this.#hasChat) return;
    const head = /** @type {HTMLElement | null} */ (document.querySelector("#chat-head"));
    head?.closest("section")?.scrollIntoView({ block: "nearest" });
    head?.focus({ preventScroll: true });
  }

  /** @param {Party} party */
  #startbar(party) {
    const { room } = this;
    const { me } = room;
    const slow = notReady(party);
    const empty = party.chairs.filter((chair) => chair.member === null);
    const state = room.unsettled ? ""
      : slow.some((one) => one.member === me?.member) ? say("web.party.waiting.you")
      : slow.length > 0 ? say("web.party.waiting", { names: slow.map((one) => one.name) })
      : empty.length > 0 ? say("web.party.empty", { count: empty.length }) : say("web.party.all");
    const start = html`<button type="button" class="btn big ${slow.length > 0 ? "" : "first"}"
      data-start aria-disabled=${this.#isBusy ? "true" : nothing} @click=${() => slow.length > 0 ? this.#show("start")
        : void this.#start()}
      >${say("web.choose.start")}</button>`;
    const isReady = me?.is_ready === true;
    const ready = html`<button type="button" class="btn big ${isReady ? "" : "first"}" data-ready
      aria-pressed=${isReady ? "true" : "false"}
      @click=${() => void room.ask("ready", { is_ready: !isReady })}>
      ${isReady ? html`${icon("check")} ` : nothing}${say("web.party.ready")}</button>`;
    return html`<div class="startbar"><div class="says">${room.unsettled
      ? html`<p class="small note" data-unsettled>${room.unsettled}</p>` : nothing}
      <p class="small muted" role="status">${room.news
      ? html`<b>${room.news}</b>`
      : room.trouble || (room.isWatcher ? say("web.party.watching") : state)}</p></div>
      ${room.isHost ? start : me === null ? nothing : ready}</div>`;
  }

  /** @returns {import("./chairs.js").ChairCalls} */
  #calls() {
    const { room } = this;
    return {
      seats: (step) => void this.#seat(step),
      level: (seat, level) => void room.ask("arrange", { levels: { [seat]: level } }),
      sit: (seat) => void room.ask("move", { seat }),
      rename: () => this.#show("rename"),
      poke: (member) => void this.#poke(member),
      member: (member) => this.#show({ member }),
    };
  }

  /** Presses that come faster than their answers add up. @param {number} step */
  async #seat(step) {
    const seats = (this.#seats ?? this.room.party?.chairs.length ?? 0) + step;
    this.#seats = seats;
    await this.room.ask("arrange", { seats });
    if (this.#seats === seats) this.#seats = null;
  }

  /** @param {number} member */
  async #poke(member) {
    const { room } = this;
    room.trouble = "";
    const answer = await room.ask("poke", { member });
    if (answer !== null) room.around.announce(say("web.party.poke.done", { who: room.called(member) }));
  }

  /** @param {Party} party */
  #dialog(party) {
    const { room } = this;
    const close = () => this.#show(null);
    const open = this.#open;
    if (open === null) return nothing;
    if (open === "rename") {
      return renameDialog(this.house, room, (name) => set("name", name), close);
    }
    if (open === "settings") return settingsDialog(room, this.#book.books?.levels ?? [], close);
    if (open === "renew") {
      return renewDialog(async () => {
        if (await room.ask("renew-link") === null) return;
        await this.#askInvite();
        room.tell(say("web.party.link.renewed"));
      }, close);
    }
    if (open === "start") {
      return startDialog(notReady(party).map((one) => one.name), () => this.#start(), close);
    }
    if (open === "device") return deviceDialog(this.house, { party: party.party }, close);
    if (open === "quit") {
      return quitDialog(async () => {
        if (await room.ask("quit")) this.house.go("/");
      }, close);
    }
    return memberDialog(room, open.member, close);
  }
}

/** Members for whom a start would come too early; the host's own press says enough. @param {Party} party */
const notReady = (party) =>
  party.members.filter((one) => !one.is_ready && one.member !== party.host);
