// The rulebook of a game to come: which one, its house rules, and what they come to.
// Choosing for oneself and a party's lobby both show it; they differ in whom they ask for a change.
import { ringed } from "../icons.js";
import { classes, html, nothing } from "../lit.js";
import { NotDone } from "../net.js";
import { planBars } from "../table/sheet.js";
import { capital, rich, say, signed } from "../text.js";
import { asText } from "./as_text.js";
import { axisControl } from "./axis.js";
import { bookName } from "./book_name.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").Explained} Explained */
/** @typedef {import("../wire.js").Rulebooks} Rulebooks */
/** @typedef {import("../wire.js").Preset} Preset */
/**
 * Whom to ask for a change; what they refuse (`NotDone`) is shown at the axis it was about.
 * @typedef {object} BookCalls
 * @property {(change: {[axis: string]: string}) => Promise<void>} change
 * @property {(rulebook: string) => Promise<void>} take
 * @property {(error: unknown) => void} fail
 * @property {() => void} changed
 */

/** The house rules that people change most; the others are a step away. */
const FIRST = ["max_size", "sequence", "hook", "scoring"];
/** Where the reason stands that a pasted rulebook was not taken. */
const AS_TEXT = "text";

export class Book {
  /** @type {Rulebooks | null} */
  books = null;
  /** @type {Explained | null} */
  now = null;
  isCustom = false;
  /** @type {{axis: string, sentence: string} | null} */
  #refused = null;
  /** @type {string | null} the axis whose own value is being written */
  #writing = null;
  /** One change after another, each on top of what came of the one before. */
  #line = Promise.resolve();

  /** Of the seats, by `null` for mine; none where I alone play against CPU players. @type {(string | null)[]} */
  names = [];

  /** @param {House} house @param {BookCalls} calls */
  constructor(house, calls) {
    this.house = house;
    this.calls = calls;
  }

  /** Fetch what there is to choose from. @returns {Promise<Rulebooks | null>} */
  async load() {
    const books = await this.house.net.ask({ type: "rulebooks" });
    if (books.type !== "rulebooks") return null;
    this.books = books;
    return books;
  }

  /** @param {string} rulebook @param {{[axis: string]: string}} [change] */
  async explain(rulebook, change = {}) {
    const answer = await this.house.net.ask({
      type: "explain", rulebook, change, names: this.names,
    });
    if (answer.type !== "explained") return;
    this.now = answer;
    this.#refused = null;
    this.#writing = null;
    for (const sentence of answer.adjusted) this.house.announce(sentence);
  }

  /** @param {() => Promise<void>} work */
  inLine(work) {
    this.#line = this.#line.then(work);
  }

  /** @param {string} axis @param {string} value */
  async #change(axis, value) {
    try {
      await this.calls.change({ [axis]: value });
      if (this.#refused?.axis === axis) this.#refused = null;
      if (this.#writing === axis) this.#writing = null;
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.#refused = { axis, sentence: error.sentence };
      this.house.announce(error.sentence);
    }
    this.calls.changed();
    this.house.draw();
  }

  /** @param {Preset} preset */
  async #take(preset) {
    const players = this.players;
    const fits = preset.fewest <= players && players <= preset.most;
    try {
      await this.calls.take(fits ? `${preset.name} players=${players}` : preset.rulebook);
    } catch (error) {
      this.calls.fail(error);
    }
    this.isCustom = false;
    this.calls.changed();
    this.house.draw();
  }

  /** A rulebook somebody pasted; where it cannot be, the reason stands below it. @param {string} text */
  async #takeText(text) {
    try {
      await this.calls.take(text);
      if (this.#refused?.axis === AS_TEXT) this.#refused = null;
      this.isCustom ||= this.now?.standing === "custom";
      if (this.now) this.house.announce(this.now.standing_label);
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      const sentence = error.sentence || say("web.lost.open");
      this.#refused = { axis: AS_TEXT, sentence };
      this.house.announce(sentence);
    }
    this.calls.changed();
    this.house.draw();
  }

  get players() {
    const control = this.now?.controls.find((one) => one.axis === "players");
    return Number(control?.value ?? 4);
  }

  /** The named rulebooks and the house rules, to be changed. @param {Explained} now @param {Rulebooks} books */
  choice(now, books) {
    const offered = now.controls.filter((control) => control.axis !== "players" &&
      (this.isCustom || control.options.filter((option) => option.is_by_source).length > 1));
    const isAllFree = now.controls.every((control) =>
      control.options.every((option) => option.is_by_source));
    const first = offered.filter((control) => FIRST.includes(control.axis));
    const more = offered.filter((control) => !FIRST.includes(control.axis));
    return html`<section class="pad" aria-labelledby="book-head">
      <div class="row"><h2 id="book-head">${say("web.choose.book")}</h2>
        <span class="chip push">${capital(now.standing_label)}</span></div>
      <div class="presets" role="group" aria-labelledby="book-head">${books.presets.map((preset) =>
        html`<button type="button" data-preset=${preset.name}
          aria-pressed=${preset.name === now.preset ? "true" : "false"}
          @click=${() => this.inLine(() => this.#take(preset))}><b>${preset.label}</b>
          <span class="xs">${preset.line}</span></button>`)}</div>
      ${isAllFree && !this.isCustom ? nothing
        : html`<label class="check"><input type="checkbox" data-custom .checked=${this.isCustom}
        @change=${() => {
          this.isCustom = !this.isCustom;
          this.calls.changed();
          this.house.draw();
        }}> <span><b>${say("web.choose.custom")}</b> <span class="xs muted">
        ${say("web.choose.custom.line")}</span></span></label>`}
      ${offered.length === 0 ? html`<p class="small muted">${say("web.choose.fixed")}</p>` : nothing}
      ${first.map((control) => this.control(now, control.axis, this.isCustom))}
      ${more.length === 0 ? nothing : html`<details class="more" ?open=${first.length === 0}>
        <summary>${say("web.choose.more", { count: more.length })}</summary>
        ${more.map((control) => this.control(now, control.axis, this.isCustom))}</details>`}
      ${asText(now.rulebook, this.#refused?.axis === AS_TEXT ? this.#refused.sentence : "",
        (text) => this.inLine(() => this.#takeText(text)))}
    </section>`;
  }

  /** @param {Explained} now @param {string} axis @param {boolean} isFree */
  control(now, axis, isFree) {
    const control = now.controls.find((one) => one.axis === axis);
    if (!control) return nothing;
    return axisControl(control, {
      isFree,
      refusal: this.#refused?.axis === axis ? this.#refused.sentence : "",
      isWriting: this.#writing === axis,
    }, {
      choose: (value) => this.inLine(() => this.#change(axis, value)),
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
}

/** The rulebook for those who cannot change it. @param {Explained} now @param {Rulebooks} books */
export function bookToRead(now, books) {
  const preset = books.presets.find((one) => one.name === now.preset);
  return html`<section class="pad" aria-labelledby="book-head">
    <div class="row"><h2 id="book-head">${say("web.choose.book")}</h2>
      <span class="chip push">${capital(now.standing_label)}</span></div>
    <p><b>${bookName(now.preset, now.standing)}</b>${preset && now.standing === "as-written"
      ? html` <span class="small muted">${preset.line}</span>` : nothing}</p>
    <dl class="chosen">${now.controls.filter((control) => FIRST.includes(control.axis) ||
      control.is_changed).map((control) => html`<dt>${control.label}</dt>
      <dd>${chosen(control)}</dd>`)}</dl>
  </section>`;
}

/** What somebody chose, in a word or two. @param {import("../wire.js").Control} control */
const chosen = (control) =>
  control.options.find((option) => option.value === control.value)?.label ?? control.value;

/** The house rules of `now` that were otherwise, each with its value. @param {Explained} old @param {Explained} now */
export const changesSince = (old, now) => now.controls.filter((control) =>
  control.value !== old.controls.find((one) => one.axis === control.axis)?.value)
  .map((control) => say("web.choose.change", { label: control.label, value: chosen(control) }));

/** How long a game takes. @param {Explained} now */
export const timeOf = ({ minutes: [from, to] }) =>
  say(from === to ? "web.choose.time" : "web.choose.time.between", { from, to });

/** What a rulebook comes to: rounds, time, what bids pay. @param {Explained} now */
export const whatToPlay = (now) => html`<section class="pad"
    aria-labelledby="what-head">
  <div class="row wrap"><h2 id="what-head">${say("web.choose.what")}</h2>
    <span class="muted small push">${say("web.choose.length", {
      rounds: now.rounds, time: timeOf(now),
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
