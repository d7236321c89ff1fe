// Opening a party: a name, and everything else in its lobby, where the others see it too.
import { Errand } from "../errand.js";
import { icon } from "../icons.js";
import { html, nothing } from "../lit.js";
import { NotDone } from "../net.js";
import { remembered } from "../pages/chooser.js";
import { top } from "../pages/top.js";
import { set, settings } from "../settings.js";
import { say } from "../text.js";

/** @typedef {import("../app.js").House} House */

const STEPS = ["link", "seats", "rules"];

export class StartPage {
  #errand;

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.#errand = new Errand(house.draw);
  }

  title() {
    return say("web.party.start.head");
  }

  /** @param {Event} event */
  #open(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const name = nameIn(form);
    if (name === "") {
      this.#errand.trouble = say("web.party.name.missing");
      this.house.draw();
      return;
    }
    void this.#errand.run(async () => {
      set("name", name);
      const party = await this.#gather(name);
      if (party.type === "party") this.house.go(`/party/${encodeURIComponent(party.party)}`);
    });
  }

  /** The rulebook last chosen here is a good one to begin with. @param {string} name */
  async #gather(name) {
    const { net } = this.house;
    const books = await net.ask({ type: "rulebooks" });
    const usual = books.type === "rulebooks" ? books.rulebook : "common";
    const kept = remembered()?.rulebook;
    if (kept) {
      try {
        return await net.ask({ type: "gather", name, rulebook: kept });
      } catch (error) {
        // What was kept by an older version may be no rulebook any more; other refusals come again.
        if (!(error instanceof NotDone) || error.code === "offline") throw error;
      }
    }
    return net.ask({ type: "gather", name, rulebook: usual });
  }

  template() {
    return html`<div class="page">${top(this.house)}<main id="main" class="party-door">
      <form class="pad stack" @submit=${(/** @type {Event} */ event) => this.#open(event)}>
        <h1 tabindex="-1">${say("web.party.start.head")}</h1>
        <p class="muted">${say("web.party.start.lead")}</p>
        ${nameField(this.house, this.#errand.trouble)}
        <button type="submit" class="btn first big" data-open-party aria-disabled=${this.#errand.isRunning ? "true" : nothing}
          >${say("web.party.start.open")}</button>
      </form>
      <ol class="pad steps">${STEPS.map((step) => html`<li>
        <b>${say(`web.party.start.step.${step}`)}</b>
        <span>${say(`web.party.start.step.${step}.line`)}</span></li>`)}</ol>
    </main></div>`;
  }
}

/**
 * A name to be written, and what was wrong with the one before.
 * @param {House} house @param {string} trouble in a sentence; "" where nothing was @param {string} [name]
 */
export const nameField = (house, trouble, name = settings.name) => html`<div class="namefield"><label
  for="name"><b>${say("web.choose.name")}</b></label><input class="field" id="name" name="name" required
    maxlength=${house.net.longestName} autocomplete="nickname" dir="auto" .value=${name}
    aria-invalid=${trouble ? "true" : "false"} aria-describedby="name-trouble">
  <p class="small refusal" id="name-trouble" role="status">${trouble}</p></div>`;

/** Refusals that are about the name. */
export const OF_NAMES = ["no-name", "name-in-use"];

/** @param {HTMLFormElement} form */
export const nameIn = (form) =>
  /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value.trim();

/** What this is, in a sentence, and ways on. @param {House} house @param {string} head @param {unknown} text @param {unknown} ways */
export const doorPage = (house, head, text, ways) => html`<div class="page">${top(house)}
  <main id="main" class="party-door"><div class="pad stack"><h1 tabindex="-1">${head}</h1>
    <p>${text}</p><p class="row gap-s wrap">${ways}</p></div></main></div>`;

export const homeLink = () => html`<a class="btn" href="/">${icon("back")} ${say("web.home")}</a>`;
