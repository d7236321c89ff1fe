// What a link leads to: who is there, a free seat, a name, one press.  The link itself is taken out
// of the address at once, so that nobody reads it over a shoulder or in a history.
import { Errand } from "../errand.js";
import { icon } from "../icons.js";
import { classes, html, nothing } from "../lit.js";
import { NotDone } from "../net.js";
import { timeOf } from "../pages/book.js";
import { bookName } from "../pages/book_name.js";
import { top } from "../pages/top.js";
import { set, settings } from "../settings.js";
import { disc } from "../table/seats.js";
import { say } from "../text.js";
import { seatNames } from "./chairs.js";
import { OF_NAMES, doorPage, homeLink, nameField, nameIn } from "./start_page.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").Invitation} Invitation */
/** @typedef {"join" | "watch" | "seat"} Kind */
/** @typedef {{kind: Kind, link: string}} Link */

const KEY = "ohhell.link";
const KINDS = ["join", "watch", "seat"];

/** The link in the address, taken out of it; else the one this tab came by. @returns {Link | null} */
export function takeLink() {
  const [, kind = "", link = ""] = location.hash.replace(/^#/, "").split("/");
  if (KINDS.includes(kind) && link !== "") {
    const taken = { kind: /** @type {Kind} */ (kind), link: decoded(link) };
    keep(taken);
    history.replaceState(null, "", "/join");
    return taken;
  }
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Link} link */
function keep(link) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(link));
  } catch {
    // Then a reload of this page needs the link again.
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It was not kept.
  }
}

export class JoinPage {
  /** @type {Invitation | null} */
  #now = null;
  /** @type {NotDone | null} */
  #refused = null;
  /** @type {number | null} */
  #seat = null;
  #errand;
  /** What is played, once that is known. @type {import("../wire.js").Explained | null} */
  #what = null;
  /** What was wrong with the name, in a sentence. */
  #nameTrouble = "";
  /** The seat that was asked back, until the host has answered. @type {number | null} */
  #claimed = null;

  /** @param {House} house @param {Link | null} link */
  constructor(house, link) {
    this.house = house;
    this.link = link;
    this.#errand = new Errand(house.draw);
    if (link !== null && link.kind !== "seat") void this.#look();
  }

  title() {
    return say("web.party.join.title");
  }

  /** The host has decided about the seat I asked for. @param {import("../wire.js").Outgoing} message */
  hear(message) {
    if (message.type !== "claimed" || message.re !== null || this.#claimed === null) return;
    if (message.is_given) {
      this.#enter(message.party);
      return;
    }
    this.#claimed = null;
    this.#errand.trouble = say("web.party.claim.refused");
    this.house.announce(this.#errand.trouble);
    this.house.draw();
  }

  async #look() {
    try {
      const answer = await this.house.net.ask({ type: "look", link: this.link?.link ?? "" });
      if (answer.type !== "invitation") return;
      this.#now = answer;
      this.#refused = null;
      if (answer.rulebook !== this.#what?.rulebook) void this.#explain(answer);
      if (answer.party !== null) {
        this.#enter(answer.party);
        return;
      }
      const chosen = answer.chairs.find((chair) => chair.seat === this.#seat && chair.name === null);
      this.#seat = chosen?.seat ?? answer.chairs.find((chair) => chair.name === null)?.seat ?? null;
    } catch (error) {
      this.#refuse(error);
    }
    this.house.draw();
    this.#focusHead();
  }

  #focusHead() {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    /** @type {HTMLElement | null} */ (document.querySelector("h1"))?.focus({ preventScroll: true });
  }

  /** What is played there; an invitation without it invites as well. @param {Invitation} invitation */
  async #explain({ rulebook, chairs }) {
    try {
      const answer = await this.house.net.ask({
        type: "explain", rulebook, names: seatNames(chairs),
      });
      if (answer.type === "explained") this.#what = answer;
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
    }
    this.house.draw();
  }

  /** What was wrong a while ago says nothing about now. */
  #lookAgain() {
    this.#errand.trouble = "";
    this.#nameTrouble = "";
    void this.#look();
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (!(error instanceof NotDone)) throw error;
    if (error.code === "offline") return;
    this.#refused = error;
    this.house.announce(this.#why(error.code));
  }

  /** @param {string} party */
  #enter(party) {
    forget();
    this.house.go(`/party/${encodeURIComponent(party)}`, true);
  }

  /** @param {() => Promise<void>} work */
  #once(work) {
    this.#nameTrouble = "";
    return this.#errand.run(work, async (why) => {
      if (OF_NAMES.includes(why.code)) {
        this.#nameTrouble = this.#errand.trouble;
        this.#errand.trouble = "";
        document.getElementById("name")?.focus();
      } else {
        this.house.announce(this.link?.kind === "seat" ? this.#why(why.code) : this.#errand.trouble);
      }
      // Somebody else may have been quicker: what is free now?
      if (this.link?.kind !== "seat") await this.#look();
      else this.#refused = why;
    });
  }

  /** @param {string} name */
  #join(name) {
    return this.#once(async () => {
      if (this.link?.kind === "join") set("name", name);
      const answer = await this.house.net.ask({
        type: "join", link: this.link?.link, name,
        ...(this.link?.kind === "join" && this.#seat !== null ? { seat: this.#seat } : {}),
      });
      if (answer.type === "party") this.#enter(answer.party);
    });
  }

  #redeem() {
    return this.#once(async () => {
      const answer = await this.house.net.ask({ type: "redeem", link: this.link?.link });
      if (answer.type !== "redeemed") return;
      forget();
      if (answer.table !== null) this.house.go(`/table/${encodeURIComponent(answer.table)}`, true);
      else if (answer.party !== null) this.#enter(answer.party);
    });
  }

  /** @param {number} seat */
  #claim(seat) {
    return this.#once(async () => {
      await this.house.net.ask({ type: "claim", link: this.link?.link, seat });
      this.#claimed = seat;
      this.house.announce(say("web.party.claim.asked"));
    });
  }

  template() {
    if (this.#refused !== null || this.link === null) return this.#problem();
    if (this.link.kind === "seat") return this.#device();
    const now = this.#now;
    if (now === null) {
      return doorPage(this.house, say("web.party.join.title"), say("web.loading"), homeLink());
    }
    if (now.phase === "closed") return this.#problem("link-expired");
    if (this.link.kind === "watch" || now.role === "watcher") return this.#watch(now);
    if (now.phase === "playing") return this.#started(now);
    return now.is_full ? this.#full(now) : this.#choose(now);
  }

  /** @param {string} [code] */
  #problem(code = this.#refused?.code ?? "no-link") {
    return doorPage(this.house, say(this.#kind(code)), this.#why(code), html`
      <a class="btn first" href="/party">${icon("people")} ${say("web.party.start.head")}</a>
      ${homeLink()}`);
  }

  /** The key of what is wrong with the link. @param {string} code */
  #kind(code) {
    const kind = code === "link-expired" ? this.link?.kind === "seat" ? "used" : "expired"
      : code === "no-link" ? "none" : code === "wrong-link" ? "wrong" : "other";
    return `web.party.problem.${kind}`;
  }

  /** The same to read and to hear: what is to be done about it. @param {string} code */
  #why(code) {
    const key = this.#kind(code);
    return key.endsWith(".other") ? this.#refused?.sentence ?? this.#errand.trouble : say(`${key}.text`);
  }

  #device() {
    return doorPage(this.house, say("web.party.device.take"), say("web.party.device.take.text"),
      html`<button type="button" class="btn first big" data-redeem aria-disabled=${this.#errand.isRunning ? "true" : nothing}
        @click=${() => void this.#redeem()}>${icon("device")} ${say("web.party.device.take.go")}</button>
      ${homeLink()}`);
  }

  /** The game runs, and whoever came to play may watch it. @param {string} url */
  #watchInstead(url) {
    /** @type {Link} */
    const link = { kind: "watch", link: decoded(url.split("/").pop() ?? "") };
    this.link = link;
    keep(link);
    this.#errand.trouble = "";
    void this.#look();
  }

  /** @param {Invitation} now */
  #watch(now) {
    return doorPage(this.house, say("web.party.watch.head", { who: now.host_name }),
      say("web.party.watch.text", { names: now.names }),
      html`<button type="button" class="btn first big" data-watch aria-disabled=${this.#errand.isRunning ? "true" : nothing}
        @click=${() => void this.#join(settings.name || say("web.party.watcher"))}>${icon("eye")}
        ${say("web.party.watch.go")}</button>${homeLink()}
        <span class="small refusal">${this.#errand.trouble}</span>`);
  }

  /** @param {Invitation} now */
  #full(now) {
    return doorPage(this.house, say("web.party.full"), say("web.party.full.text", {
      who: now.host_name, names: now.names,
    }), html`<button type="button" class="btn first" data-again @click=${() => this.#lookAgain()}
      >${say("web.party.full.again")}</button>
      <a class="btn" href="/party">${icon("people")} ${say("web.party.start.own")}</a>${homeLink()}`);
  }

  /** @param {Invitation} now */
  #started(now) {
    const persons = now.chairs.filter((chair) => chair.name !== null);
    return html`<div class="page">${top(this.house)}<main id="main" class="party-door">
      <div class="pad stack"><h1 tabindex="-1">${say("web.party.begun")}</h1>
        ${this.#claimed === null ? html`<p>${say("web.party.begun.text", { who: now.host_name })}</p>
          <h2>${say("web.party.claim.head")}</h2>
          <p class="small muted">${say("web.party.claim.text", { who: now.host_name })}</p>
          <ul class="chairs">${persons.map((chair) => html`<li>${disc(chair.name ?? "", chair.seat, false)}
            <span class="nm"><b class="cut">${chair.name}</b>${chair.is_present
              ? html`<span class="small muted">${say("web.party.is-here")}</span>` : nothing}</span>
            ${chair.is_present ? nothing : html`<button type="button" class="btn push" data-claim=${chair.seat}
              aria-disabled=${this.#errand.isRunning ? "true" : nothing} @click=${() => void this.#claim(chair.seat)}
              >${say("web.party.claim.go")}<span class="sr"> ${chair.name}</span></button>`}</li>`)}</ul>`
        : html`<p role="status">${say("web.party.claim.waiting", { who: now.host_name })}</p>`}
        <p class="small refusal">${this.#errand.trouble}</p>
        <p class="row gap-s wrap">${now.watch_url === null ? nothing : html`<button type="button"
          class="btn" data-watch-instead @click=${() => this.#watchInstead(now.watch_url ?? "")}
          >${icon("eye")} ${say("web.party.watch.instead")}</button>`}<button type="button" class="btn" data-again
          @click=${() => this.#lookAgain()}>${say("web.party.full.again")}</button>${homeLink()}</p>
      </div></main></div>`;
  }

  /** @param {Invitation} now */
  #choose(now) {
    const what = this.#what?.rulebook === now.rulebook ? this.#what : null;
    return html`<div class="page">${top(this.house)}<main id="main" class="party-door">
      <form class="pad stack" @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        const name = nameIn(/** @type {HTMLFormElement} */ (event.currentTarget));
        if (name !== "") void this.#join(name);
        else {
          this.#nameTrouble = say("web.party.name.missing");
          this.house.draw();
        }
      }}>
        <h1 tabindex="-1">${say("web.party.join.head", { who: now.host_name })}</h1>
        ${what === null ? nothing : html`<p data-what>${say("web.party.join.what", {
          book: bookName(what.preset, what.standing),
          seats: now.chairs.length, rounds: what.rounds, time: timeOf(what),
        })}</p>`}
        <p class="muted">${say("web.party.join.lead")}</p>
        ${nameField(this.house, this.#nameTrouble)}
        <fieldset class="chairs-choice"><legend><b>${say("web.party.join.seat")}</b></legend>
          <ul class="chairs">${now.chairs.map((chair) => this.#chair(chair))}</ul></fieldset>
        <p class="small refusal">${this.#errand.trouble}</p>
        <button type="submit" class="btn first big" data-join aria-disabled=${this.#errand.isRunning ? "true" : nothing}
          >${say("web.party.join.go")}</button>
      </form></main></div>`;
  }

  /** @param {import("../wire.js").InvitedChair} chair */
  #chair(chair) {
    const isFree = chair.name === null;
    if (!isFree) {
      return html`<li>${disc(chair.name ?? "", chair.seat, false)}
        <span class="nm"><b class="cut" dir="auto">${chair.name}</b><span class="small muted">
        ${say("web.party.seat.number", { seat: chair.seat + 1 })}</span></span></li>`;
    }
    const isMine = chair.seat === this.#seat;
    return html`<li class="free ${classes({ chosen: isMine })}"><label>
      <span class="disc none" aria-hidden="true">${chair.seat + 1}</span>
      <span class="nm"><b>${say("web.party.seat.number", { seat: chair.seat + 1 })}</b>
        <span class="small muted">${say("web.party.seat.free")}</span></span>
      <input type="radio" name="seat" class="push" value=${chair.seat} .checked=${isMine}
        @change=${() => {
          this.#seat = chair.seat;
          this.house.draw();
        }}></label></li>`;
  }
}
