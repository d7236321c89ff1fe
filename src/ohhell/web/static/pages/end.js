// The end of a game: places, the sheet, how often each made its bid, and whether the deals were fair.
import { Errand } from "../errand.js";
import { icon } from "../icons.js";
import { classes, html, nothing } from "../lit.js";
import { find } from "../fair/kept.js";
import { doneSince, doneText, findRead } from "../party/meanwhile.js";
import { disc, hueOf, isCpu } from "../table/seats.js";
import { runningTotals, scoreSheet } from "../table/sheet.js";
import { called } from "../table/story.js";
import { say, signed } from "../text.js";
import { bookName } from "./book_name.js";
import { curve } from "./curve.js";
import { top } from "./top.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../fair/verify.js").Verdict} Verdict */

const TOO_MANY = 429;
const MOST_TRIES = 5;

export class EndPage {
  /** @type {Verdict | "checking" | "unread" | null} */
  #verdict = null;
  #isChecking = false;
  /** When it was checked once more, in a sentence. */
  #checkedAgain = "";
  #errand;

  /** @param {House} house @param {import("../table/screen.js").Table} table */
  constructor(house, table) {
    this.house = house;
    this.table = table;
    this.#errand = new Errand(house.draw);
    void this.#check();
  }

  get push() {
    return /** @type {Push} */ (this.table.newest);
  }

  title() {
    return headline(this.push.view);
  }

  #recordAddress() {
    return new URL(`tables/${encodeURIComponent(this.table.id)}/record`, document.baseURI).href;
  }

  async #check() {
    // Watchers kept nothing to compare with, and the record is for those who played.
    if (this.push.view.seat === null || this.#isChecking) return;
    const isAgain = this.#verdict !== null;
    this.#isChecking = true;
    this.#verdict ??= "checking";
    if (isAgain) this.house.announce(say("web.fair.checking"));
    this.house.draw();
    try {
      // The seed is told in a message of its own, just after the game is over.
      await this.#seedIsOpen();
      const [answer, { verify }] = await Promise.all([
        this.#record(), import("../fair/verify.js"),
      ]);
      const { view } = this.push;
      this.#verdict = answer.ok
        ? verify(await answer.text(), {
          firstDealer: `${view.rulebook["first_dealer"]}`, plan: view.plan,
        }, find(this.table.id))
        : "unread";
    } catch {
      this.#verdict = "unread";
    }
    this.#isChecking = false;
    this.#checkedAgain = isAgain ? say("web.fair.checked-again", {
      time: new Date().toLocaleTimeString(document.documentElement.lang),
    }) : "";
    const found = typeof this.#verdict === "object"
      ? this.#verdict.faults.length === 0 ? "web.fair.yes" : "web.fair.no" : "web.fair.unread";
    this.house.announce(`${this.#checkedAgain} ${say(found)}`.trim());
    this.house.draw();
  }

  /** The record, asked for again a moment later where much was asked for just before. */
  async #record() {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(this.#recordAddress());
      if (answer.status !== TOO_MANY || tries === MOST_TRIES) return answer;
      await new Promise((done) => {
        setTimeout(done, 1000 * tries);
      });
    }
  }

  async #seedIsOpen() {
    for (let tries = 0; this.push.shuffle.seed === null && tries < 40; tries += 1) {
      await new Promise((done) => {
        setTimeout(done, 100);
      });
    }
  }

  #again() {
    const { view, seats } = this.push;
    const levels = seats.flatMap((seat, i) => (i === view.seat ? [] : [seat.player]));
    return this.house.play(view.rulebook, levels);
  }

  template() {
    const { push } = this;
    const { view } = push;
    return html`<div class="page">${top(this.house)}<main id="main" class="ending">
      <section class="headline"><div><p class="small muted">${say("web.end.meta", {
        rounds: view.results.length || "", book: bookName(`${view.rulebook["preset"]}`, view.standing),
      })}</p><h1 tabindex="-1">${headline(view)}</h1>
        ${this.#meanwhile()}
        ${afterExtensions(view) ? html`<p class="muted">${say("web.end.extensions")}</p>` : nothing}
        <p class="small refusal" role="status">${this.#errand.trouble}</p></div>
        <div class="row wrap gap-s acts">${push.party !== null ? this.#ways(push.party)
          : html`<button type="button" class="btn first big" data-again
            ?disabled=${this.#errand.isRunning}
            @click=${() => void this.#errand.run(() => this.#again())}>${say("web.end.again")}
            </button><a class="btn big" href="/new">${say("web.home.choose")}</a>`}</div></section>
      <div class="grid"><div class="col">
        ${view.results.length > 0 ? places(push) : nothing}
        ${view.seat === null ? nothing : this.#fair()}</div>
        ${view.results.length > 0 ? html`<section class="pad sheetbox">
          <h2>${say("web.sheet.head")}</h2>
          ${scoreSheet(view, { isTight: view.names.length > 4 })}</section>` : nothing}</div>
    </main></div>`;
  }

  /** What a CPU player did for me until the end, while I was away. */
  #meanwhile() {
    const { push } = this;
    const done = push.party === null ? null : doneSince(push, findRead(this.table.id));
    return done === null ? nothing
      : html`<p class="muted" data-done>${doneText(done, push.view).shown}</p>`;
  }

  /** How the party goes on. @param {string} party */
  #ways(party) {
    const room = this.house.room();
    const now = room?.id === party ? room.party : null;
    const lobby = `/party/${encodeURIComponent(party)}`;
    if (now === null) return html`<a class="btn big" href="/">${say("web.home")}</a>`;
    if (now.phase === "gathering" || now.table !== this.table.id) {
      return html`<a class="btn first big" href=${lobby} data-lobby>${say("web.end.lobby")}</a>`;
    }
    if (now.role === "host") {
      return html`<button type="button" class="btn first big" data-rematch
        ?disabled=${this.#errand.isRunning} @click=${() => void this.#errand.run(async () => {
          await room?.demand("rematch", {});
          this.house.go(lobby);
        })}>${say("web.end.rematch")}</button>`;
    }
    return html`<p class="muted" role="status">${say("web.end.wait", {
      who: room?.called(now.host) ?? "",
    })}</p><a class="btn big" href="/">${say("web.home")}</a>`;
  }

  #fair() {
    const verdict = this.#verdict;
    const record = html`<a class="btn" href=${this.#recordAddress()} download="ohhell.jsonl">
      ${icon("download")} ${say("web.end.record")}</a>`;
    if (verdict === null || verdict === "checking" || verdict === "unread") {
      return html`<section class="pad fair"><h2>${say("web.fair.head")}</h2>
        <p class="small muted" role="status">${say(verdict === "unread" ? "web.fair.unread"
          : "web.fair.checking")}</p><div class="row wrap gap-s">${verdict === "unread"
          ? this.#checkAgain() : nothing}${record}</div>${this.#againLine()}</section>`;
    }
    const isFair = verdict.faults.length === 0;
    return html`<section class="pad fair ${classes({ bad: !isFair })}" data-fair=${isFair}>
      <span class="seal" aria-hidden="true">${icon(isFair ? "check" : "alert")}</span>
      <div><h2>${say(isFair ? "web.fair.yes" : "web.fair.no")}</h2>
        ${isFair ? html`<p class="small muted">${say("web.fair.text", {
          rounds: verdict.rounds, cards: verdict.cards || "",
        })} ${say(verdict.hasNonce ? "web.fair.nonce" : verdict.isLate
          ? "web.fair.late" : verdict.isOther ? "web.fair.other" : verdict.hasKept ? "web.fair.kept" : "web.fair.stranger")}</p>`
          : html`<ul class="small">${verdict.faults.map((fault) =>
            html`<li>${say(`web.fair.fault.${fault.key}`, fault.params)}</li>`)}</ul>`}
        <p class="xs muted hash">sha-256 <b>${verdict.commitment.slice(0, 8)} …
          ${verdict.commitment.slice(-8)}</b> ${say("web.fair.fixed")}</p>
        <div class="row wrap gap-s">${this.#checkAgain()}${record}</div>
        ${this.#againLine()}</div></section>`;
  }

  /** That another check was made, or is being made; what it found stands above. */
  #againLine() {
    const line = this.#isChecking ? say("web.fair.checking") : this.#checkedAgain;
    return line && this.#verdict !== "checking"
      ? html`<p class="small checked">${this.#isChecking ? nothing : icon("check")} ${line}</p>` : nothing;
  }

  #checkAgain() {
    return html`<button type="button" class="btn ${classes({ busy: this.#isChecking })}" data-check
      aria-disabled=${this.#isChecking ? "true" : nothing} @click=${() => void this.#check()}>
      ${say("web.fair.again")}</button>`;
  }
}

/** Whether extensions put somebody before a better total. @param {View} view */
function afterExtensions(view) {
  if (view.extensions_played === 0) return false;
  const sign = view.plan.low_wins ? -1 : 1;
  const best = Math.max(...view.totals.map((total) => sign * total));
  return view.places.some((place, seat) => place === 1 && sign * (view.totals[seat] ?? 0) < best);
}

/** Who won, in a sentence. @param {View} view */
export function headline(view) {
  if (view.phase === "abandoned" || view.places.length === 0) return say("web.end.abandoned");
  const first = view.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const names = [...first].sort((one, other) =>
    Number(other === view.seat) - Number(one === view.seat)).map((seat) => called(view, seat));
  if (first.length > 1) return say("web.end.share", { names });
  if (first[0] === view.seat) return say("web.end.you");
  const mine = view.seat === null ? undefined : view.places[view.seat];
  return say("web.end.wins", { who: names[0], place: mine ? say(`web.place.${mine}`) : "" });
}

/** @param {Push} push */
function places(push) {
  const { view } = push;
  const order = view.names.map((_, seat) => seat).sort((one, other) =>
    (view.places[one] ?? 9) - (view.places[other] ?? 9) ||
    Number(other === view.seat) - Number(one === view.seat) || one - other);
  return html`<section class="pad places"><h2 class="sr">${say("web.end.places")}</h2>
    <ol>${order.map((seat) => {
      const place = view.places[seat];
      const isShared = view.places.filter((one) => one === place).length > 1;
      const bids = view.results.flatMap((result) => {
        const bid = result.bids[seat] ?? null;
        return bid === null ? [] : [Math.sign((result.taken[seat] ?? 0) - bid)];
      });
      const made = bids.filter((sign) => sign === 0).length;
      return html`<li class=${place === 1 ? "one" : ""}><span class="pl num">${place ?? "–"}
        ${isShared && place !== undefined
          ? html`<span class="xs">${say("web.end.shared")}</span>` : nothing}</span>
        ${disc(view.names[seat] ?? "", seat, isCpu(push, seat))}
        <span class="nm"><b class="cut">${called(view, seat)}</b>${push.seats[seat]?.has_resigned
          ? html` <span class="tag">${say("web.badge.resigned")}</span>` : nothing}<span class="small muted">
          ${say("web.end.made", { made, count: bids.length })}</span></span>
        <span class="dots" aria-hidden="true">${bids.map((sign) =>
          html`<i class=${sign === 0 ? "m" : sign > 0 ? "o" : "s"}></i>`)}</span>
        <b class="pts num">${signed(view.totals[seat] ?? 0)}</b></li>`;
    })}</ol>
    <p class="xs muted key"><span class="dots"><i class="m"></i></span> ${say("web.end.key.made")}
      <span class="dots"><i class="o"></i></span> ${say("web.end.key.over")}
      <span class="dots"><i class="s"></i></span> ${say("web.end.key.short")}</p>
    ${view.results.length > 1 ? curve(
      view.names.map((_, seat) => ({
        name: called(view, seat), hue: hueOf(seat), isMe: seat === view.seat,
        totals: [0, ...runningTotals(view).map((totals) => totals[seat] ?? 0)],
      })), say("web.end.curve", { rounds: view.results.length })) : nothing}
  </section>`;
}

