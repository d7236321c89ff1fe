// What browsers withhold from a page that came over plain http from another machine, in a sentence.
import { html, nothing } from "./lit.js";
import { say } from "./text.js";

export const withheld = () =>
  isSecureContext ? nothing : html`<p class="small muted withheld">${say("web.plain-http")}</p>`;
