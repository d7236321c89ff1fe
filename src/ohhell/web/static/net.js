// The one connection to the server: messages up and down, and coming back after a break.
// Every push holds the whole table, so a connection that comes back needs no history.

/** @typedef {import("./wire.js").Outgoing} Outgoing */
/** @typedef {import("./wire.js").Saying} Saying */
/** @typedef {import("./wire.js").Refused} Refused */
/** @typedef {{text: string, isSafe: boolean, isTold: boolean, isSent: boolean, tries: number, done: (answer: Outgoing) => void, failed: (why: Error) => void}} Asked */

/** Something the server refused, or that never reached it (`code` is then `offline`). */
export class NotDone extends Error {
  /** @param {string} code @param {string} sentence @param {Refused | null} refused */
  constructor(code, sentence, refused = null) {
    super(sentence || code);
    this.code = code;
    this.sentence = sentence;
    this.refused = refused;
  }
}

/** The server's word that it has not even looked at a message, for there were too many. */
const TOO_MANY = "too-many-messages";
/** How often such a message is said again; each time a second later. */
const MOST_TRIES = 4;
const MOMENT = 1000;
/** What would be done twice if it were said twice. */
const ONCE = new Set(["open", "gather", "say", "poke", "redeem"]);
const SLOWEST = 8000;
/** Milliseconds without a word before the server is asked whether it is there; longer where nobody looks. */
const QUIET = 5000;
const QUIET_UNSEEN = 25_000;
/** And how long its answer may take. */
const SILENT = 5000;

const base = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
  byte.toString(16).padStart(2, "0")).join("");

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #count = 0;
  #timer = 0;
  #pulse = 0;
  #isWelcome = false;
  /** What was asked and is not answered, in its order. @type {Map<string, Asked>} */
  #open = new Map();
  /** Whether all that is asked waits: for something before it to be said again, or for the table. */
  #isHeld = false;
  /** @type {string | null} the table that is shown, entered again after a break */
  #table = null;
  /** The message that entered it. */
  #entering = "";

  /**
   * @param {string} path
   * @param {(message: Outgoing) => void} heard every message, answers too
   * @param {(isUp: boolean) => void} changed
   */
  constructor(path, heard, changed) {
    this.path = path;
    this.heard = heard;
    this.changed = changed;
    /** Seconds to add to this device's clock to get the server's. */
    this.ahead = 0;
    this.longestName = 24;
    addEventListener("online", () => this.#again());
    // The browser knows sooner than the socket does.
    addEventListener("offline", () => this.#drop());
    addEventListener("pageshow", () => this.#again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#again();
    });
    this.#connect();
  }

  get isUp() {
    return this.#isWelcome;
  }

  /** Show this table from now on, after a break too; null for none. @param {string | null} table */
  keep(table) {
    if (table === this.#table) return;
    this.#table = table;
    // Another table is not to be entered any more, and nothing waits for it.
    if (this.#open.delete(this.#entering)) this.#release();
  }

  /**
   * Ask, and wait for the answer; rejects with `NotDone`.  What may safely be said twice is said
   * again after a break; what would be done twice (`ONCE`) is not, and fails instead.  What was too
   * much at once is said again a moment later, whatever it is, for nothing was done; and all that was
   * asked after it waits, so that wishes arrive in their order.
   * @param {Saying} saying @param {string} [id] of something said before, to say it again
   * @param {boolean} [isTold] it is of no use after a break
   * @returns {Promise<Outgoing>}
   */
  ask(saying, id = this.newId(), isTold = false) {
    const text = JSON.stringify({ ...saying, id });
    return new Promise((done, failed) => {
      const isSafe = !ONCE.has(saying.type);
      this.#open.set(id, { text, isSafe, isTold, isSent: false, tries: 0, done, failed });
      if (this.#isWelcome && !this.#isHeld) this.#send(id);
    });
  }

  /** Say something whose answer nobody waits for. @param {Saying} saying */
  tell(saying) {
    if (this.#isWelcome) this.ask(saying, this.newId(), true).catch(() => {});
  }

  /** Ask for the table that is shown, which the server has lost sight of; all else waits for it. */
  enter() {
    this.#open.delete(this.#entering);
    if (this.#table === null || !this.#isWelcome) return;
    this.#isHeld = true;
    this.#entering = this.newId();
    this.ask({ type: "enter", table: this.#table }, this.#entering, true).catch(() => {});
    this.#send(this.#entering);
  }

  /** @param {string} id */
  #send(id) {
    const asked = this.#open.get(id);
    if (asked === undefined) return;
    asked.isSent = true;
    this.#socket?.send(asked.text);
  }

  /** Send what waits: to be at the table first, and all the rest once that is answered. */
  #release() {
    const entering = this.#open.get(this.#entering);
    if (entering?.isSent) return;
    if (entering !== undefined) {
      this.#send(this.#entering);
      return;
    }
    this.#isHeld = false;
    for (const [id, asked] of this.#open) if (!asked.isSent) this.#send(id);
  }

  newId() {
    this.#count += 1;
    return `${base}-${this.#count}`;
  }

  #connect() {
    clearTimeout(this.#timer);
    const address = new URL(this.path, document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #again() {
    const state = this.#socket?.readyState;
    if (state === WebSocket.CLOSED || state === WebSocket.CLOSING) {
      this.#tries = 0;
      this.#connect();
    } else if (this.#isWelcome) this.#check();
  }

  /** This connection is of no use any more: try another. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    this.#lost();
  }

  #lost() {
    clearTimeout(this.#pulse);
    this.#isWelcome = false;
    this.changed(false);
    for (const [id, asked] of this.#open) {
      if (!asked.isTold && (asked.isSafe || !asked.isSent)) continue;
      this.#open.delete(id);
      asked.failed(new NotDone("offline", ""));
    }
    clearTimeout(this.#timer);
    const wait = Math.min(SLOWEST, 200 * 2 ** this.#tries) * (0.7 + Math.random() * 0.6);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** Whether the server is still there: a phone that slept may not have noticed that it is not. */
  #check() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    // It goes at once, and whatever comes back is an answer.
    socket.send(JSON.stringify({ type: "ping", id: this.newId() }));
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      if (socket === this.#socket) this.#drop();
    }, SILENT);
  }

  /** Whether what was too much at once is said again. @param {Asked} asked */
  #isSaidAgain(asked) {
    if (asked.tries >= MOST_TRIES) return false;
    asked.tries += 1;
    asked.isSent = false;
    this.#isHeld = true;
    const socket = this.#socket;
    setTimeout(() => {
      // After a break all was said again.
      if (socket === this.#socket && this.#isWelcome) this.#release();
    }, MOMENT * asked.tries);
    return true;
  }

  /** @param {Outgoing} message */
  #hear(message) {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => this.#check(), document.hidden ? QUIET_UNSEEN : QUIET);
    if (message.type === "welcome") {
      this.#isWelcome = true;
      this.#tries = 0;
      this.ahead = message.now - Date.now() / 1000;
      this.longestName = message.longest_name;
      // First the table, then what was asked before the break: an action said twice is done once.
      for (const asked of this.#open.values()) asked.isSent = false;
      this.enter();
      this.#release();
      this.changed(true);
    }
    const re = "re" in message ? message.re : null;
    const asked = re === null ? undefined : this.#open.get(re);
    const isTooMany = message.type === "refused" && message.code === TOO_MANY;
    if (isTooMany && asked !== undefined && this.#isSaidAgain(asked)) return;
    this.heard(message);
    if (re === null || asked === undefined) return;
    this.#open.delete(re);
    if (re === this.#entering) this.#release();
    if (message.type === "refused") {
      asked.failed(new NotDone(message.code, message.sentence, message));
    } else {
      asked.done(message);
    }
  }
}
