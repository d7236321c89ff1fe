// All that concerns parties, fetched when one is first wanted: people who play alone never need it.
import { Company } from "./company.js";
import { JoinPage, takeLink } from "./join_page.js";
import { Lobby } from "./lobby.js";
import { Room } from "./room.js";
import { StartPage } from "./start_page.js";

export { Company, JoinPage, Lobby, Room, StartPage, takeLink };

/** Fetch a stylesheet; what does not come holds nothing up. @param {string} name @returns {Promise<void>} */
const style = (name) => new Promise((done) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../styles/${name}.css`, import.meta.url).href;
  link.onload = () => done();
  link.onerror = () => done();
  document.head.append(link);
});

/** The styles of these pages; once they are there nothing jumps. */
export const styled = Promise.all(["doors", "party"].map(style));
