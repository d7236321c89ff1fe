// What cannot be shown, in a sentence, and a way on.
import { brand } from "../icons.js";
import { html } from "../lit.js";
import { NotDone } from "../net.js";
import { say } from "../text.js";

/** @param {unknown} error */
export const problemPage = (error) => sorryPage(say("web.problem.head"),
  error instanceof NotDone && error.sentence ? error.sentence : say("web.problem.text"));

/** An address that is none of ours. */
export const nowherePage = () => sorryPage(say("web.nowhere.head"), say("web.nowhere.text"));

/** @param {string} head @param {string} why */
function sorryPage(head, why) {
  return {
    title: () => head,
    template: () => html`<div class="page"><header class="top">${brand()}</header>
      <main id="main" class="pad problem"><h1 tabindex="-1">${head}</h1>
        <p>${why}</p>
        <p class="row gap-s wrap"><a class="btn first" href="/">${say("web.home")}</a></p>
      </main></div>`,
  };
}
