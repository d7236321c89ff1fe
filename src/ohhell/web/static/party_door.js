// The way to the pages of parties: which party this browser is in, and its pages once they are there.

import { PAPER, styled } from "./stylesheets.js";
import { loadCatalogue } from "./text.js";

/** @typedef {typeof import("./party/door.js")} Door */
/** @typedef {import("./party/room.js").Room} Room */
/** @typedef {import("./party/company.js").Company} Company */

/** @type {Promise<Door> | null} */
let asked = null;
/** @type {Door | null} */
let door = null;

/** Fetch the pages of parties, once. @returns {Promise<Door>} */
export function openDoor() {
  asked ??= Promise.all([
    import("./party/door.js"), loadCatalogue("catalogue-party.json"),
    loadCatalogue("catalogue-pages.json"), styled(...PAPER, "doors", "party"),
  ]).then(([found]) => {
    door = found;
    return found;
  });
  // After a break in the connection another try may do.
  asked.catch(() => {
    asked = null;
  });
  return asked;
}

/** The party this browser attends, and what it adds to the table that is shown. */
export class Attending {
  /** @type {Room | null} */
  room = null;
  /** @type {Company | null} */
  company = null;

  /** @param {() => import("./app.js").House} house */
  constructor(house) {
    this.house = house;
  }

  /** Attend this party and no other; `null` for none. @param {string | null} id */
  attend(id) {
    if (id !== null && this.room?.id === id && !this.room.gone) return this.room;
    this.leaveTable();
    this.room?.close();
    this.room = null;
    if (id === null || door === null) return null;
    this.room = new door.Room(id, this.house());
    void this.room.attend();
    return this.room;
  }

  /** Friends play at this table. @param {string} party @param {string} table */
  async sit(party, table) {
    if (this.company?.table === table) return;
    const { Company: Made } = await openDoor();
    if (this.company?.table === table) return;
    const room = this.attend(party);
    if (room === null) return;
    this.company?.close();
    this.company = new Made(this.house(), room, table);
    this.house().draw();
  }

  leaveTable() {
    this.company?.close();
    this.company = null;
  }

  /** The connection is there again. */
  again() {
    if (this.room !== null && !this.room.gone) void this.room.attend();
  }
}
