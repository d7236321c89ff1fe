// The rules, fetched when somebody reads them: how a game goes, a trick to look at, every rulebook in words, and a little advice.
import { faceOf, nameOf } from "../cards.js";
import { classes, html } from "../lit.js";
import { NotDone } from "../net.js";
import { say } from "../text.js";
import { words } from "./rules_words.js";
import { top } from "./top.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").Explained} Explained */
/** @typedef {import("../wire.js").Preset} Preset */

const STEPS = ["deal", "bid", "play", "score", "again"];
const TERMS = ["round", "trick", "trump", "turn-up", "follow", "hook", "exact", "extension"];
const ADVICE = ["sure", "ruffed", "zero", "sum", "duck"];
/** A trick in which hearts are led and a small trump takes it. */
const TRICK = ["9H", "KH", "4C", "2H"];
const WINNER = 2;

export class RulesPage {
  /** @type {Preset[]} */
  #presets = [];
  /** @type {Explained | null} */
  #now = null;
  #trouble = "";

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    void this.#load();
  }

  title() {
    return say("web.nav.rules");
  }

  async #load() {
    try {
      const books = await this.house.net.ask({ type: "rulebooks" });
      if (books.type !== "rulebooks") return;
      this.#presets = books.presets;
      await this.#explain(books.rulebook);
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

  /** @param {string} rulebook */
  async #explain(rulebook) {
    const answer = await this.house.net.ask({ type: "explain", rulebook });
    if (answer.type === "explained") this.#now = answer;
  }

  /** @param {Preset} preset */
  #show(preset) {
    this.#explain(preset.rulebook).catch((error) => this.#fail(error))
      .finally(() => this.house.draw());
  }

  template() {
    return html`<div class="page">${top(this.house)}<main id="main" class="rules">
      <h1 tabindex="-1">${say("web.rules.head")}</h1>
      <div class="rules-grid"><div class="col">
        <section class="pad"><h2>${say("web.rules.short")}</h2>
          <ol class="steps">${STEPS.map((step) => html`<li><b>${say(`web.rules.step.${step}`)}</b>
            <span>${say(`web.rules.step.${step}.line`)}</span></li>`)}</ol></section>
        <section class="pad"><h2>${say("web.rules.trick")}</h2>
          <p class="small muted">${say("web.rules.trick.line")}</p>
          <ul class="spread">${TRICK.map((card, i) => html`<li
            class="laid ${classes({ win: i === WINNER })}"><img src=${faceOf(card)}
            alt=${nameOf(card)} width="84" height="118"><span class="name">${i === WINNER ? "★ " : ""}
            ${say(`web.rules.trick.${i}`)}</span></li>`)}</ul>
          <p class="small">${say("web.rules.trick.why")}</p></section>
        <section class="pad"><h2>${say("web.rules.terms")}</h2>
          <dl class="terms">${TERMS.map((term) => html`<dt>${say(`web.rules.term.${term}`)}</dt>
            <dd>${say(`web.rules.term.${term}.line`)}</dd>`)}</dl></section>
        <section class="pad"><h2>${say("web.rules.advice")}</h2>
          <ul class="advice">${ADVICE.map((one) => html`<li>${say(`web.rules.advice.${one}`)}</li>`)}
          </ul></section>
      </div>
      <section class="pad books"><h2>${say("web.rules.books")}</h2>
        <div class="pick wrap" role="group" aria-label=${say("web.rules.books")}>
          ${this.#presets.map((preset) => html`<button type="button"
            aria-pressed=${preset.name === this.#now?.preset ? "true" : "false"}
            @click=${() => this.#show(preset)}>${preset.label}</button>`)}</div>
        ${this.#now ? words(this.#now.sections)
          : html`<p role="status">${this.#trouble || say("web.loading")}</p>`}
        <p class="row gap-s wrap"><a class="btn first" href="/new">${say("web.home.choose")}</a></p>
      </section></div></main></div>`;
  }
}
