// Choosing a game: seats, levels, rulebook, house rules, and what all that comes to.
import { Errand } from "../errand.js";
import { html } from "../lit.js";
import { set, settings } from "../settings.js";
import { disc } from "../table/seats.js";
import { say } from "../text.js";
import { Book, timeOf, whatToPlay } from "./book.js";
import { top } from "./top.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").Explained} Explained */
/** @typedef {import("../wire.js").Rulebooks} Rulebooks */

const KEY = "ohhell.choice";

/** @typedef {{rulebook: string, levels: string[], isCustom: boolean}} Choice */

/** @returns {Choice | null} */
export function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept && typeof kept.rulebook === "string" && Array.isArray(kept.levels) ? kept : null;
  } catch {
    return null;
  }
}

export class Chooser {
  /** @type {Book} */
  #book;
  /** @type {string[]} of seats 1, 2, … */
  #levels = [];
  #isEach = false;
  #errand;

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.#errand = new Errand(house.draw);
    this.#book = new Book(house, {
      change: (change) => this.#book.explain(this.#book.now?.rulebook ?? "", change),
      take: (rulebook) => this.#book.explain(rulebook),
      fail: (error) => this.#errand.fail(error),
      changed: () => this.#remember(),
    });
    void this.#load();
  }

  title() {
    return say("web.choose.head");
  }

  async #load() {
    try {
      const books = await this.#book.load();
      if (books === null) return;
      const kept = remembered();
      const known = new Set(books.levels.map((level) => level.level));
      this.#levels = Array.from({ length: 6 }, (_, i) => {
        const level = kept?.levels[i];
        return level && known.has(level) ? level : books.level;
      });
      this.#isEach = new Set(this.#levels).size > 1;
      this.#book.isCustom = kept?.isCustom === true;
      await this.#book.explain(kept?.rulebook ?? books.rulebook)
        .catch(() => this.#book.explain(books.rulebook));
    } catch (error) {
      this.#errand.fail(error);
    }
    this.house.draw();
  }

  #remember() {
    /** @type {Choice} */
    const choice = {
      rulebook: this.#book.now?.rulebook ?? "", levels: this.#levels,
      isCustom: this.#book.isCustom,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(choice));
    } catch {
      // It is chosen anew the next time.
    }
  }

  /** @param {number} seat @param {string} level */
  #setLevel(seat, level) {
    this.#levels = this.#levels.map((old, i) => (this.#isEach && i !== seat ? old : level));
    this.#remember();
    this.house.draw();
  }

  #start() {
    const { now, players } = this.#book;
    if (now === null) return Promise.resolve();
    return this.#errand.run(() =>
      this.house.play(now.rulebook, this.#levels.slice(0, players - 1)));
  }

  template() {
    const { now, books, players } = this.#book;
    return html`<div class="page">${top(this.house)}<main id="main" class="choose">
      <h1 tabindex="-1">${say("web.choose.head")}</h1>
      ${now === null || books === null
        ? html`<p class="pad" role="status">${this.#errand.trouble || say("web.loading")}</p>`
        : html`<div class="col">${this.#who(now, books)}${whatToPlay(now)}</div>
          <div class="col">${this.#book.choice(now, books)}</div>
          <div class="startbar"><p class="small muted" role="status">${this.#errand.trouble ||
            say("web.choose.sum", {
              others: players - 1, rounds: now.rounds, time: timeOf(now),
            })}</p>
            <button type="button" class="btn first big" data-start ?disabled=${this.#errand.isRunning}
              @click=${() => this.#book.inLine(() => this.#start())}>${say("web.choose.start")}</button></div>`}
    </main></div>`;
  }

  /** @param {Explained} now @param {Rulebooks} books */
  #who(now, books) {
    const others = this.#book.players - 1;
    const [first = ""] = this.#levels;
    return html`<section class="pad" aria-labelledby="who-head">
      <h2 id="who-head">${say("web.choose.who")}</h2>
      <label class="axis"><span class="legend"><b>${say("web.choose.name")}</b></span>
        <input class="field" maxlength=${this.house.net.longestName} autocomplete="nickname"
          placeholder=${say("web.you")} .value=${settings.name}
          @change=${(/** @type {Event} */ event) => set("name",
            /** @type {HTMLInputElement} */ (event.target).value.trim())}></label>
      ${this.#book.control(now, "players", true)}
      ${this.#isEach ? Array.from({ length: others }, (_, i) => html`<label class="axis">
          <span class="legend row gap-s">${disc(`${i + 1}`, i + 1, true, "s")}
            <b>${say("web.choose.seat", { seat: i + 1 })}</b></span>
          <select class="field narrow" @change=${(/** @type {Event} */ event) => this.#setLevel(i,
            /** @type {HTMLSelectElement} */ (event.target).value)}>${books.levels.map((level) =>
            html`<option value=${level.level} ?selected=${this.#levels[i] === level.level}>
              ${level.label}</option>`)}</select></label>`)
        : html`<fieldset class="axis"><legend><b>${say("web.choose.level")}</b>
          <span class="xs muted line">${books.levels.find((one) => one.level === first)?.line}
          </span></legend>
          <div class="pick wrap">${books.levels.map((level) => html`<button type="button"
            data-level=${level.level} aria-pressed=${first === level.level ? "true" : "false"}
            @click=${() => this.#setLevel(0, level.level)}>${level.label}</button>`)}</div>
        </fieldset>`}
      <label class="check"><input type="checkbox" .checked=${this.#isEach}
        @change=${() => {
          this.#isEach = !this.#isEach;
          if (!this.#isEach) this.#setLevel(0, first);
          this.house.draw();
        }}> ${say("web.choose.each")}</label>
    </section>`;
  }
}
