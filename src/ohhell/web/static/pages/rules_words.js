// A rulebook in words, and those of one game over its table.
import { dialog } from "../dialog.js";
import { classes, html } from "../lit.js";
import { say } from "../text.js";

/** @typedef {import("../app.js").House} House */
/** @typedef {import("../wire.js").Section} Section */
/** @typedef {import("../wire.js").View} View */

/** @param {readonly Section[]} sections */
export const words = (sections) => sections.map((section) => html`<section><h3>${section.heading}</h3>
  ${section.lines.map((line) => html`<p class=${classes({ item: line.is_item })}>${line.text}</p>`)}
  </section>`);

/** What was asked for the table's own rules, by table. @type {Map<string, Section[]>} */
const asked = new Map();

/** The rules of one game, over its table. @param {House} house @param {View} view @param {() => void} close */
export function rulesDialog(house, view, close) {
  const names = view.names.map((name, seat) => (seat === view.seat ? null : name));
  const key = JSON.stringify([view.rulebook, names]);
  const sections = asked.get(key);
  if (sections === undefined) {
    asked.set(key, []);
    house.net.ask({ type: "explain", rulebook: view.rulebook, names }).then((answer) => {
      if (answer.type === "explained") asked.set(key, answer.sections);
      house.draw();
    }, () => asked.delete(key));
  }
  return dialog({
    name: "rules", head: say("web.menu.rules"), close,
    body: sections === undefined || sections.length === 0
      ? html`<p>${say("web.loading")}</p>` : html`<div class="words">${words(sections)}</div>`,
  });
}

