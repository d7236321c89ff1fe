// What can be said: phrases and pictures, nothing of one's own, so that nobody need be afraid of it.
import { html, nothing, repeat } from "../lit.js";
import { keysOf, say } from "../text.js";
import { phraseText } from "./room.js";

/** @typedef {import("./room.js").Room} Room */

const BEGIN = "chat.";
const PICTURE = /\p{Extended_Pictographic}/u;
const SHOWN = 5;

/** The phrases the server knows, words first. */
export function phrases() {
  const all = keysOf(BEGIN).map((key) => key.slice(BEGIN.length));
  return {
    words: all.filter((one) => !PICTURE.test(phraseText(one))),
    pictures: all.filter((one) => PICTURE.test(phraseText(one))),
  };
}

/** What was said last, and what one can say. @param {Room} room @param {unknown} [close] a way to close it */
export function chatPanel(room, close = nothing) {
  const { words, pictures } = phrases();
  /** @param {string} phrase @param {string} look */
  const key = (phrase, look) => html`<button type="button" class=${look} data-phrase=${phrase}
    @click=${() => void room.ask("say", { phrase })}>${phraseText(phrase)}</button>`;
  const last = room.said.slice(-SHOWN);
  return html`<header class="row"><h2 id="chat-head" tabindex="-1">${say("web.chat.head")}</h2>
      ${close}</header>
    <ul class="said" aria-label=${say("web.chat.last")}>${last.length === 0
      ? html`<li class="small muted">${say("web.chat.none")}</li>`
      : repeat(last, (one) => one, (one) => html`<li><b class="cut" dir="auto">
        ${room.called(one.member)}</b> <span>${phraseText(one.phrase)}</span></li>`)}</ul>
    ${room.party?.me === null ? html`<p class="small muted">${say("web.chat.watcher")}</p>`
      : html`<div class="pictures" role="group" aria-label=${say("web.chat.pictures")}>
        ${pictures.map((one) => key(one, "picture"))}</div>
      <div class="phrases" role="group" aria-label=${say("web.chat.phrases")}>
        ${words.map((one) => key(one, "phrase"))}</div>`}
    ${room.trouble ? html`<p class="small refusal">${room.trouble}</p>` : nothing}`;
}
