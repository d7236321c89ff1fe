// Choosing a game: seats, levels, rulebook, house rules, and what all that comes to.
import { ringed } from "../icons.js";
import { classes, html, nothing } from "../lit.js";
import { NotDone } from "../net.js";
import { set, settings } from "../settings.js";
import { planBars } from "../table/sheet.js";
import { disc } from "../table/seats.js";
import { rich, say, signed } from "../text.js";
import { asText } from "./as_text.js";
import { axisControl } from "./axis.js";
import { top } from "./top.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").Explained} Explained */
/** @typedef {import("../wire.js").Rulebooks} Rulebooks */
/** @typedef {import("../wire.js").Preset} Preset */

const KEY = "ohhell.choice";
/** The house rules that people change most; the others are a step away. */
const FIRST = ["max_size", "sequence", "hook", "scoring"];

/** Where the reason stands that a pasted rulebook was not taken. */
const AS_TEXT = "text";

/** @typedef {{rulebook: string, levels: string[], isCustom: boolean}} Choice */

/** @returns {Choice | null} */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept && typeof kept.rulebook === "string" && Array.isArray(kept.levels) ? kept : null;
  } catch {
    return null;
  }
}

export class Chooser {
  /** @type {Rulebooks | null} */
  #books = null;
  /** @type {Explained | null} */
  #now = null;
  /** @type {string[]} of seats 1, 2, … */
  #levels = [];
  #isCustom = false;
  #isEach = false;
  /** @type {{axis: string, sentence: string} | null} */
  #refused = null;
  /** @type {string | null} the axis whose own value is being written */
  #writing = null;
  #trouble = "";
  #isOpening = false;
  /** One change after another, each on top of what came of the one before. */
  #line = Promise.resolve();

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    void this.#load();
  }

  title() {
    return say("web.choose.head");
  }

  async #load() {
    try {
      const books = await this.house.net.ask({ type: "rulebooks" });
      if (books.type !== "rulebooks") return;
      this.#books = books;
      const kept = remembered();
      const known = new Set(books.levels.map((level) => level.level));
      this.#levels = Array.from({ length: 6 }, (_, i) => {
        const level = kept?.levels[i];
        return level && known.has(level) ? level : books.level;
      });
      this.#isEach = new Set(this.#levels).size > 1;
      this.#isCustom = kept?.isCustom === true;
      await this.#explain(kept?.rulebook ?? books.rulebook, {}, "")
        .catch(() => this.#explain(books.rulebook, {}, ""));
    } catch (error) {
      this.#fail(error);
    }
    this.house.draw();
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof NotDone)) throw error;
    this.#trouble = error.sentence || say("web.lost.open");
  }

  /** @param {string} rulebook @param {{[axis: string]: string}} change @param {string} axis */
  async #explain(rulebook, change, axis) {
    const answer = await this.house.net.ask({ type: "explain", rulebook, change });
    if (answer.type !== "explained") return;
    this.#now = answer;
    this.#refused = null;
    if (axis === this.#writing) this.#writing = null;
    for (const sentence of answer.adjusted) this.house.announce(sentence);
  }

  /** @param {() => Promise<void>} work */
  #inLine(work) {
    this.#line = this.#line.then(work);
  }

  /** @param {string} axis @param {string} value */
  async #change(axis, value) {
    if (this.#now === null) return;
    try {
      await this.#explain(this.#now.rulebook, { [axis]: value }, axis);
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.#refused = { axis, sentence: error.sentence };
      this.house.announce(error.sentence);
    }
    this.#remember();
    this.house.draw();
  }

  /** @param {Preset} preset */
  async #take(preset) {
    const players = this.#players();
    const fits = preset.fewest <= players && players <= preset.most;
    try {
      await this.#explain(fits ? `${preset.name} players=${players}` : preset.rulebook, {}, "");
    } catch (error) {
      this.#fail(error);
    }
    this.#isCustom = false;
    this.#remember();
    this.house.draw();
  }

  /** A rulebook somebody pasted; where it cannot be, the reason stands below it. @param {string} text */
  async #takeText(text) {
    try {
      await this.#explain(text, {}, "");
      this.#isCustom ||= this.#now?.standing === "custom";
      if (this.#now) this.house.announce(this.#now.standing_label);
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      const sentence = error.sentence || say("web.lost.open");
      this.#refused = { axis: AS_TEXT, sentence };
      this.house.announce(sentence);
    }
    this.#remember();
    this.house.draw();
  }

  #remember() {
    /** @type {Choice} */
    const choice = {
      rulebook: this.#now?.rulebook ?? "", levels: this.#levels, isCustom: this.#isCustom,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(choice));
    } catch {
      // It is chosen anew the next time.
    }
  }

  #players() {
    const control = this.#now?.controls.find((one) => one.axis === "players");
    return Number(control?.value ?? 4);
  }

  /** @param {number} seat @param {string} level */
  #setLevel(seat, level) {
    this.#levels = this.#levels.map((old, i) => (this.#isEach && i !== seat ? old : level));
    this.#remember();
    this.house.draw();
  }

  async #start() {
    if (this.#now === null || this.#isOpening) return;
    this.#isOpening = true;
    this.#trouble = "";
    this.house.draw();
    try {
      await this.house.play(this.#now.rulebook, this.#levels.slice(0, this.#players() - 1));
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isOpening = false;
      this.house.draw();
    }
  }

  template() {
    const now = this.#now;
    return html`<div class="page">${top(this.house)}<main id="main" class="choose">
      <h1 tabindex="-1">${say("web.choose.head")}</h1>
      ${now === null || this.#books === null
        ? html`<p class="pad" role="status">${this.#trouble || say("web.loading")}</p>`
        : html`<div class="col">${this.#who(now, this.#books)}${this.#what(now)}</div>
          <div class="col">${this.#book(now, this.#books)}</div>
          <div class="startbar"><p class="small muted" role="status">${this.#trouble ||
            say("web.choose.sum", {
              seats: this.#players(), rounds: now.rounds, from: now.minutes[0], to: now.minutes[1],
            })}</p>
            <button type="button" class="btn first big" data-start ?disabled=${this.#isOpening}
              @click=${() => this.#inLine(() => this.#start())}>${say("web.choose.start")}</button></div>`}
    </main></div>`;
  }

  /** @param {Explained} now @param {Rulebooks} books */
  #who(now, books) {
    const others = this.#players() - 1;
    const [first = ""] = this.#levels;
    return html`<section class="pad" aria-labelledby="who-head">
      <h2 id="who-head">${say("web.choose.who")}</h2>
      <label class="axis"><span class="legend"><b>${say("web.choose.name")}</b></span>
        <input class="field" maxlength=${this.house.net.longestName} autocomplete="nickname"
          placeholder=${say("web.you")} .value=${settings.name}
          @change=${(/** @type {Event} */ event) => set("name",
            /** @type {HTMLInputElement} */ (event.target).value.trim())}></label>
      ${this.#control(now, "players", true)}
      ${this.#isEach ? Array.from({ length: others }, (_, i) => html`<label class="axis">
          <span class="legend row gap-s">${disc(`${i + 1}`, true, "s")}
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

  /** @param {Explained} now @param {Rulebooks} books */
  #book(now, books) {
    const offered = now.controls.filter((control) => control.axis !== "players" &&
      (this.#isCustom || control.options.filter((option) => option.is_by_source).length > 1));
    const isAllFree = now.controls.every((control) => control.options.every((option) =>
      option.is_by_source || option.refusal !== null));
    const first = offered.filter((control) => FIRST.includes(control.axis));
    const more = offered.filter((control) => !FIRST.includes(control.axis));
    return html`<section class="pad" aria-labelledby="book-head">
      <div class="row"><h2 id="book-head">${say("web.choose.book")}</h2>
        <span class="chip push">${now.standing_label}</span></div>
      <div class="presets" role="group" aria-labelledby="book-head">${books.presets.map((preset) =>
        html`<button type="button" data-preset=${preset.name}
          aria-pressed=${preset.name === now.preset ? "true" : "false"}
          @click=${() => this.#inLine(() => this.#take(preset))}><b>${preset.label}</b>
          <span class="xs">${preset.line}</span></button>`)}</div>
      ${isAllFree && !this.#isCustom ? nothing
        : html`<label class="check"><input type="checkbox" data-custom .checked=${this.#isCustom}
        @change=${() => {
          this.#isCustom = !this.#isCustom;
          this.#remember();
          this.house.draw();
        }}> <span><b>${say("web.choose.custom")}</b> <span class="xs muted">
        ${say("web.choose.custom.line")}</span></span></label>`}
      ${offered.length === 0 ? html`<p class="small muted">${say("web.choose.fixed")}</p>` : nothing}
      ${first.map((control) => this.#control(now, control.axis, this.#isCustom))}
      ${more.length === 0 ? nothing : html`<details class="more" ?open=${first.length === 0}>
        <summary>${say("web.choose.more", { count: more.length })}</summary>
        ${more.map((control) => this.#control(now, control.axis, this.#isCustom))}</details>`}
      ${asText(now.rulebook, this.#refused?.axis === AS_TEXT ? this.#refused.sentence : "",
        (text) => this.#inLine(() => this.#takeText(text)))}
    </section>`;
  }

  /** @param {Explained} now @param {string} axis @param {boolean} isFree */
  #control(now, axis, isFree) {
    const control = now.controls.find((one) => one.axis === axis);
    if (!control) return nothing;
    return axisControl(control, {
      isFree,
      refusal: this.#refused?.axis === axis ? this.#refused.sentence : "",
      isWriting: this.#writing === axis,
    }, {
      choose: (value) => this.#inLine(() => this.#change(axis, value)),
      refuse: (sentence) => {
        this.#refused = { axis, sentence };
        this.house.announce(sentence);
        this.house.draw();
      },
      write: () => {
        this.#writing = this.#writing === axis ? null : axis;
        this.house.draw();
      },
    });
  }

  /** @param {Explained} now */
  #what(now) {
    return html`<section class="pad" aria-labelledby="what-head">
      <div class="row wrap"><h2 id="what-head">${say("web.choose.what")}</h2>
        <span class="muted small push">${say("web.choose.length", {
          rounds: now.rounds, from: now.minutes[0], to: now.minutes[1],
        })}</span></div>
      ${now.adjusted.map((sentence) => html`<p class="small note">${sentence}</p>`)}
      ${planBars(now.plan.sizes, -1, true)}
      <ul class="examples">${now.examples.map((example) => html`<li
        class=${classes({ made: example.bid === example.tricks })}>
        <span>${rich("web.choose.example", {
          bid: example.bid === example.tricks ? ringed(example.bid) : example.bid,
          tricks: example.tricks,
        })}</span><b class="num">${signed(example.points)}</b></li>`)}</ul>
      ${now.low_wins ? html`<p class="small">${say("web.choose.low-wins")}</p>` : nothing}
      <details class="more"><summary>${say("web.choose.rules")}</summary>
        ${now.sections.map((section) => html`<h3>${section.heading}</h3>${section.lines.map((line) =>
          html`<p class="small ${classes({ item: line.is_item })}">${line.text}</p>`)}`)}</details>
    </section>`;
  }
}
