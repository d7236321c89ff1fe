// Home: what this is, and one press to play.
import { faceOf } from "../cards.js";
import { Errand } from "../errand.js";
import { icon, ringed, struck } from "../icons.js";
import { css, html, nothing } from "../lit.js";
import { withheld } from "../plain_http.js";
import { say, signed } from "../text.js";
import { bookName } from "./book_name.js";
import { top } from "./top.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").TableSummary} Summary */
/** @typedef {import("../wire.js").PartySummary} PartySummary */
/** @typedef {import("../wire.js").Rulebooks} Rulebooks */

const FAN = ["9S", "KH", "AH", "4C", "JD"];
const FEW = 3;

export class Home {
  /** @type {Summary[] | null} */
  #games = null;
  /** @type {PartySummary[]} */
  #parties = [];
  /** @type {Rulebooks | null} */
  #books = null;
  #errand;
  #showsAll = false;

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.#errand = new Errand(house.draw);
    void this.#load();
  }

  title() {
    return say("web.home");
  }

  async #load() {
    try {
      const [books, games] = await Promise.all([
        this.house.net.ask({ type: "rulebooks" }), this.house.net.ask({ type: "tables" }),
      ]);
      if (books.type === "rulebooks") this.#books = books;
      if (games.type === "tables") {
        this.#games = games.tables.sort((one, other) => Number(isOver(one)) - Number(isOver(other)));
        this.#parties = games.parties.filter((party) => party.phase !== "closed");
      }
    } catch (error) {
      this.#errand.fail(error);
    }
    this.house.draw();
  }

  async #play() {
    const books = this.#books ?? await this.house.net.ask({ type: "rulebooks" });
    if (books.type !== "rulebooks") return;
    await this.house.play(books.rulebook, [books.level, books.level, books.level]);
  }

  template() {
    const games = this.#games ?? [];
    const shown = this.#showsAll ? games : games.slice(0, FEW);
    return html`<div class="page home">${top(this.house)}<main id="main">
      <section class="hero"><div class="say">
        <h1 tabindex="-1">${say("web.home.head")}</h1>
        <p class="lead">${say("web.home.lead")}</p>
        ${this.#parties.length === 0 ? nothing : html`<div class="waiting-friends">
          ${this.#parties.map((party) => partyCard(party))}</div>`}
        <div class="go"><button type="button" class="btn first big" data-play
          ?disabled=${this.#errand.isRunning}
          @click=${() => void this.#errand.run(() => this.#play())}>${icon("play")}
          ${say("web.home.play")}</button>
          <a class="btn big" href="/party">${icon("people")} ${say("web.home.friends")}</a>
          <a class="btn big" href="/new">${say("web.home.choose")}</a></div>
        <p class="small muted under" role="status">${this.#errand.trouble || say("web.home.play.line")}</p>
      </div>${art()}</section>
      <section class="ways" aria-label=${say("web.home.ways")}>
        ${shown.map((game) => gameCard(game))}
        ${games.length > FEW && !this.#showsAll ? html`<button type="button" class="btn bare"
          @click=${() => {
            this.#showsAll = true;
            this.house.draw();
          }}>${say("web.home.all", { count: games.length })}</button>` : nothing}
        <a class="pad way" href="/rules"><span class="ico">${icon("cards")}</span>
          <span><b>${say("web.nav.rules")}</b><br><span class="muted small">
          ${say("web.home.rules.line")}</span></span></a>
      </section>${withheld()}</main></div>`;
  }
}

/** A party to return to. @param {PartySummary} party */
const partyCard = (party) => html`<article class="pad game" data-party=${party.party}>
  <div class="row"><div><h2>${say("web.home.party")}</h2>
    <p class="small muted">${say("web.home.party.line", {
      names: party.names, book: bookName(party.preset, party.standing),
    })}</p></div>
    <a class="btn first push" href="/party/${encodeURIComponent(party.party)}"
      >${say("web.game.go-on")}</a></div></article>`;

/** @param {Summary} game */
const isOver = ({ phase }) => phase === "over" || phase === "abandoned";

/** A game to go on with, or to look at: told from others by its day, rulebook, length and points. @param {Summary} game */
function gameCard(game) {
  const isDone = isOver(game);
  const [place] = game.places.slice(game.seat).map((one) => say(`web.place.${one}`));
  const opened = new Date(game.opened);
  return html`<article class="pad game" data-phase=${game.phase}><div class="row"><div>
      <h2>${!isDone ? say("web.game.on") : place === undefined ? say("web.game.given-up")
        : say("web.game.over", { place })}</h2>
      <p class="small muted"><time datetime=${game.opened}>${say("web.game.opened", {
        day: opened.toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
        rank: isDone ? "" : place,
      })}</time></p>
      <p class="small muted">${say("web.game.line", {
        points: place === undefined ? "" : signed(game.totals[game.seat] ?? 0),
        rounds: game.phase === "over" ? say("web.game.rounds", { rounds: game.round })
          : game.round > game.rounds ? say("web.bar.extension", { number: game.round - game.rounds })
          : say("web.bar.round-text", { number: Math.max(1, game.round), rounds: game.rounds }),
        book: bookName(game.preset, game.standing),
        names: game.names.filter((_, seat) => seat !== game.seat),
      })}</p></div>
      <a class="btn ${isDone ? "" : "first"} push" href="/table/${encodeURIComponent(game.table)}"
        >${say(isDone ? "web.game.look" : "web.game.go-on")}</a></div></article>`;
}

/** The game in a picture. */
const art = () => html`<div class="scenelet" aria-hidden="true"><div class="felt"></div>
  <div class="fan">${FAN.map((card, i) => html`<span ${css({ "--a": `${(i - 2) * 7.5}deg` })}>
    <img src=${faceOf(card)} alt="" width="138" height="193"></span>`)}</div>
  <div class="plate demo"><span class="disc" ${css({ "--hue": 15 })}>G</span>
    <span class="who">Grace</span>
    <span class="fig">${ringed(html`2<i>/</i>2`)}</span><span class="line"><span class="pips">
    <u class="on"></u><u class="on"></u></span></span>
    <span class="state made">${icon("check")}${say("web.state.made")}</span></div>
  <div class="strip">${[0, 1, 2, 3, 4, 5].map((bid) => html`<span>${bid === 2 ? ringed(bid)
    : bid === 3 ? struck(bid) : bid}</span>`)}</div></div>`;

