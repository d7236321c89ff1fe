// The head of every page of paper.
import { brand, icon } from "../icons.js";
import { html } from "../lit.js";
import { say } from "../text.js";

/** @param {import("../app.js").House} house */
export const top = (house) => html`<header class="top">${brand()}
  <nav aria-label=${say("web.nav")}>
    <a href="/new">${say("web.nav.new")}</a><a href="/rules">${say("web.nav.rules")}</a>
    <button type="button" class="btn icon bare" aria-label=${say("web.settings.head")}
      aria-haspopup="dialog" @click=${house.openSettings}>${icon("sliders")}</button>
  </nav></header>`;
