// What cannot be shown, in a sentence, and a way on.
import { brand } from "../icons.js";
import { html } from "../lit.js";
import { NotDone } from "../net.js";
import { say } from "../text.js";

/** @param {unknown} error */
export function problemPage(error) {
  const why = error instanceof NotDone && error.sentence ? error.sentence : say("web.problem.text");
  return {
    title: () => say("web.problem.head"),
    template: () => html`<div class="page"><header class="top">${brand()}</header>
      <main id="main" class="pad problem"><h1 tabindex="-1">${say("web.problem.head")}</h1>
        <p>${why}</p>
        <p class="row gap-s wrap"><a class="btn first" href="/">${say("web.home")}</a></p>
      </main></div>`,
  };
}
