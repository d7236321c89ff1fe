// One party as this browser knows it: the newest word of the server, what is being said, who is
// muted.  Every message of a party holds the whole of it; nothing is patched.
import { NotDone } from "../net.js";
import { has, say } from "../text.js";

/** @typedef {import("../wire.js").Party} Party */
/** @typedef {import("../wire.js").Member} Member */
/** @typedef {import("../wire.js").Outgoing} Outgoing */
/** @typedef {import("../wire.js").PartyDid} PartyDid */
/** @typedef {{member: number, phrase: string, until: number, number: number}} Bubble */
/**
 * What a party needs of the page around it.
 * @typedef {object} Around
 * @property {import("../net.js").Connection} net
 * @property {() => void} draw
 * @property {(text: string) => void} announce
 */

/** Milliseconds for which what was said stays at the seat. */
const SHOWN = 6000;
const MOST_SAID = 30;
/** Milliseconds without another change of the rules, until they are spoken of. */
const SETTLED = 1500;

export class Room {
  /** @type {Party | null} */
  party = null;
  /** Why there is nothing to see, in a sentence; "" as long as there is. */
  gone = "";
  /** What was refused last, in a sentence. */
  trouble = "";
  /** What I was told just now, in a sentence; "" after a while. */
  news = "";
  #timer = 0;
  /** @type {Bubble[]} the newest of each member, as long as it shows */
  bubbles = [];
  /** @type {{member: number, phrase: string}[]} the last that was said */
  said = [];
  /** The host changed the rules, so that I am not ready any more. */
  #isUnsettled = false;
  /** @type {string[]} what is other than when I was ready, where that is known */
  changes = [];
  #rulesTimer = 0;
  /** How many devices of mine came to the seat since this page is open. */
  devices = 0;
  /** @type {Set<number>} */
  #muted;
  #isClosed = false;

  /** @param {string} id @param {Around} around */
  constructor(id, around) {
    this.id = id;
    this.around = around;
    this.#muted = readMuted(id);
  }

  /** Be told of it on this connection, from now on; after a break too. */
  async attend() {
    try {
      await this.around.net.ask({ type: "attend", party: this.id });
    } catch (error) {
      this.#leftOut(error);
    }
  }

  /** @param {unknown} error */
  #leftOut(error) {
    if (!(error instanceof NotDone)) throw error;
    if (error.code === "offline") return;
    this.gone = error.sentence;
    this.around.draw();
  }

  close() {
    this.#isClosed = true;
    this.around.net.tell({ type: "depart", party: this.id });
  }

  get me() {
    return this.party?.members.find((one) => one.member === this.party?.me) ?? null;
  }

  get isHost() {
    return this.party?.role === "host";
  }

  get isWatcher() {
    return this.party?.role === "watcher";
  }

  /** @param {number | null} member */
  member(member) {
    return this.party?.members.find((one) => one.member === member) ?? null;
  }

  /** @param {number} seat */
  sitting(seat) {
    return this.party?.members.find((one) => one.seat === seat) ?? null;
  }

  /** @param {number | null} member */
  called(member) {
    return member !== null && member === this.party?.me ? say("web.you")
      : this.member(member)?.name ?? "";
  }

  /**
   * Ask for something in this party; what is refused is shown and said, and is no error.
   * @param {string} type @param {{[field: string]: unknown}} [fields]
   * @returns {Promise<Outgoing | null>} null: it was refused
   */
  async ask(type, fields = {}) {
    try {
      return await this.demand(type, fields);
    } catch (error) {
      if (!(error instanceof NotDone)) throw error;
      this.trouble = error.sentence || say("web.lost.open");
      this.around.announce(this.trouble);
      this.around.draw();
      return null;
    }
  }

  /** As `ask`, but a refusal is the caller's. @param {string} type @param {{[field: string]: unknown}} fields */
  async demand(type, fields) {
    this.trouble = "";
    return this.around.net.ask({ type, party: this.id, ...fields });
  }

  /** Why I am not ready any more, in a sentence; "" where there is no such reason. */
  get unsettled() {
    if (!this.#isUnsettled) return "";
    return say("web.party.unsettled", {
      who: this.called(this.party?.host ?? null), changes: this.changes,
    });
  }

  /** @param {Outgoing} message */
  hear(message) {
    if (this.#isClosed || !("party" in message) || message.party !== this.id) return;
    if (message.type === "party") this.#take(message);
    if (message.type === "said") this.#hearSaid(message);
    if (message.type === "poked") {
      this.#hearPoke(message);
    }
    if (message.type === "departed" && message.re === null) this.#hearDeparted(message.code);
  }

  /** @param {import("../wire.js").Poked} message */
  #hearPoke({ member, by }) {
    if (member !== this.party?.me || this.#muted.has(by)) return;
    navigator.vibrate?.(200);
    this.tell(say("web.party.poked", { who: this.called(by) }));
  }

  /** Something that concerns me: said, and shown for a while. @param {string} sentence */
  tell(sentence) {
    this.news = sentence;
    this.around.announce(sentence);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.news = "";
      this.around.draw();
    }, SHOWN);
    this.around.draw();
  }

  /** @param {string} code */
  #hearDeparted(code) {
    if (code === "closing") {
      // The server puts the party away; it is woken by asking for it again.
      setTimeout(() => !this.#isClosed && void this.attend(), 500);
      return;
    }
    const key = `web.party.departed.${code}`;
    this.gone = say(has(key) ? key : "web.party.departed.asked");
    this.around.announce(this.gone);
    this.around.draw();
  }

  /** @param {Party} party */
  #take(party) {
    const before = this.party;
    this.party = party;
    this.gone = "";
    for (const sentence of party.adjusted) {
      if (before?.adjusted.includes(sentence) !== true) this.around.announce(sentence);
    }
    this.#isUnsettled = this.#isMadeUnready(before);
    const isNew = (/** @type {import("../wire.js").Claim} */ { claim }) =>
      !before?.claims.some((one) => one.claim === claim);
    if (!this.isHost && party.claims.some(isNew)) {
      this.tell(say("web.party.claimed", { who: this.called(party.host) }));
    }
    if (before !== null) {
      for (const did of party.did) {
        const text = this.#told(did);
        if (did.what === "device" && did.member === party.me) this.devices += 1;
        if (did.what === "arranged") this.#tellOfRules();
        else if (text && did.what === "host" && did.member === party.me) this.tell(text);
        else if (text) this.around.announce(text);
      }
    }
    this.around.draw();
  }

  /** @param {Party | null} before */
  #isMadeUnready(before) {
    const { party, me } = this;
    if (party === null || me === null || me.is_ready || party.phase !== "gathering") return false;
    if (me.member === party.host) return false;
    const old = before?.members.find((one) => one.member === me.member);
    return this.#isUnsettled || (old?.is_ready === true && before?.rulebook !== party.rulebook);
  }

  /** Rules are changed by many presses, one after another: that is worth one sentence. */
  #tellOfRules() {
    clearTimeout(this.#rulesTimer);
    this.#rulesTimer = setTimeout(() => {
      if (!this.#isClosed) this.around.announce(this.unsettled || say("web.party.said.arranged"));
    }, SETTLED);
  }

  /** What happened, in a sentence; "" where it needs none, or where the table tells it, in its time. @param {PartyDid} did */
  #told(did) {
    const member = did.member ?? null;
    const isMine = member !== null && member === this.party?.me;
    if (isMine && ["joined", "moved", "renamed", "ready"].includes(did.what)) return "";
    const key = did.what === "ready" && !this.member(member)?.is_ready ? "unready" : did.what;
    const text = `web.party.said.${key}${isMine ? ".you" : ""}`;
    if (!has(text)) return "";
    return say(text, {
      who: did.name ?? (this.called(member) || say("web.party.somebody")),
      seat: did.seat === undefined ? "" : did.seat + 1,
    });
  }

  /** @param {import("../wire.js").Said} message */
  #hearSaid({ member, phrase, number }) {
    if (this.#muted.has(member)) return;
    this.said = [...this.said, { member, phrase }].slice(-MOST_SAID);
    const until = Date.now() + SHOWN;
    this.bubbles = [...this.bubbles.filter((one) => one.member !== member),
      { member, phrase, until, number }];
    if (member !== this.party?.me) {
      this.around.announce(say("web.party.says", {
        who: this.called(member), phrase: phraseText(phrase),
      }));
    }
    setTimeout(() => {
      this.bubbles = this.bubbles.filter((one) => one.until > Date.now());
      this.around.draw();
    }, SHOWN + 20);
    this.around.draw();
  }

  /** @param {number} member */
  isMuted(member) {
    return this.#muted.has(member);
  }

  /** Hear no more, or again, what a member says; kept in this browser. @param {number} member */
  mute(member) {
    if (!this.#muted.delete(member)) {
      this.#muted.add(member);
      this.bubbles = this.bubbles.filter((one) => one.member !== member);
      this.said = this.said.filter((one) => one.member !== member);
    }
    keepMuted(this.id, this.#muted);
    this.around.announce(say(this.#muted.has(member) ? "web.party.muted" : "web.party.unmuted", {
      who: this.called(member),
    }));
    this.around.draw();
  }
}

/** @param {string} phrase */
export const phraseText = (phrase) => (has(`chat.${phrase}`) ? say(`chat.${phrase}`) : phrase);

const KEY = "ohhell.muted";
const MOST_PARTIES = 40;

/** @returns {{[party: string]: number[]}} */
function allMuted() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept !== null && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** @param {string} party @returns {Set<number>} */
const readMuted = (party) => new Set(allMuted()[party] ?? []);

/** @param {string} party @param {Set<number>} muted */
function keepMuted(party, muted) {
  const { [party]: _, ...others } = allMuted();
  const kept = Object.entries({ ...others, [party]: [...muted] }).slice(-MOST_PARTIES);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // It holds for as long as the page is open.
  }
}
