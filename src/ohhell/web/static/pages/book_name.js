// What a rulebook is called, and whether somebody has changed it.
import { say } from "../text.js";

/** @param {string} preset @param {import("../wire.js").Standing} standing */
export const bookName = (preset, standing) => say(
  standing === "as-written" ? "web.book" : "web.book.changed", { book: say(`preset.${preset}`) });
