// What a rulebook is called, and whether somebody has changed it.
import { say } from "../text.js";

/** @param {string} preset @param {boolean} isChanged */
export const bookName = (preset, isChanged) =>
  say(isChanged ? "web.book.changed" : "web.book", { book: say(`preset.${preset}`) });

/** Whether the text form of a rulebook says more than its name and the number of players. @param {string} text */
export const isChangedText = (text) =>
  text.split(" ").slice(1).some((axis) => !axis.startsWith("players="));
