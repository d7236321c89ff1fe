// Shows what the server tells, one thing after another, at a speed that people can follow.
//
// The server sends as fast as it can; every push holds the whole table, so nothing is lost by
// showing them later, or by leaving out the motion when too many wait.
import { holdTime, settings, speed } from "../settings.js";
import { withBid, withPlayed, withTaken } from "./scene.js";

/** @typedef {import("../wire.js").Push} Push */
/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Event} Event */

/**
 * What a screen must be able to do.
 * @typedef {object} Stage
 * @property {(view: View, push: Push, isNow: boolean) => void} show `isNow`: nothing newer waits
 * @property {(event: Event, view: View, isForMe: boolean) => void} tell say it to a screen reader; `isForMe`: a CPU player did it at my seat
 * @property {(seat: number, view: View) => void} sweep the trick goes to its winner
 * @property {(seat: number, view: View) => void} late a turn ran out
 * @property {(view: View) => void} deal
 * @property {(name: "draw" | "result" | "end", push: Push) => Promise<void>} pause until the person goes on
 * @property {(name: string) => void} sound
 */

const FLY = 380;
const GAP = 140;
const SWEEP = 400;
const BID = 520;
const DEAL_APART = 45;
const DEAL_ONE = 220;
/** With more pushes than this waiting, motion is left out. */
const MOST_WAITING = 24;

export class Director {
  /** @type {Push[]} */
  #waiting = [];
  #isRunning = false;
  /** @type {View | null} */
  #view = null;
  /** @type {(() => void) | null} */
  #wake = null;
  #isHurried = false;
  #isClosed = false;
  /** When the next thing may happen, so that people see the one before. */
  #freeAt = 0;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** Whether what is shown is the newest there is. */
  get isIdle() {
    return !this.#isRunning;
  }

  /** @param {Push} push */
  take(push) {
    this.#waiting.push(push);
    if (!this.#isRunning) void this.#run();
  }

  /** Do not wait for motion any more, until everything is shown. */
  hurry() {
    if (!this.#isRunning) return;
    this.#isHurried = true;
    this.#wake?.();
  }

  close() {
    this.#isClosed = true;
    this.#waiting = [];
    this.#wake?.();
  }

  async #run() {
    this.#isRunning = true;
    try {
      for (let push = this.#waiting.shift(); push && !this.#isClosed; push = this.#waiting.shift()) {
        await this.#perform(push);
      }
    } finally {
      this.#isRunning = false;
      this.#isHurried = false;
    }
  }

  /** @param {Push} push */
  async #perform(push) {
    const wasOver = this.#view !== null && isOver(this.#view);
    const events = push.did.flatMap((step) => step.events);
    const forMe = new Set(push.did.filter((step) => isForMe(step, push.view))
      .flatMap((step) => step.events));
    if (this.#view === null || this.#waiting.length > MOST_WAITING) {
      this.#show(push.view, push);
      if (isOver(push.view) && !wasOver) await this.stage.pause("end", push);
      return;
    }
    await this.#wait(this.#freeAt - performance.now(), false);
    for (const { by, events: [first] } of push.did) {
      if (by === "timeout" && first && "seat" in first) this.stage.late(first.seat, push.view);
    }
    for (const [i, event] of events.entries()) {
      if (this.#isClosed) return;
      await this.#play(event, events[i + 1] ?? null, push, forMe.has(event));
    }
    if (this.#isClosed) return;
    this.#show(push.view, push);
    const last = events[events.length - 1];
    this.#freeAt = performance.now() + (last ? timeAfter(last) * speed() : 0);
    // After a break the server tells no steps, so that nothing above may have led to the end.
    if (events.length === 0 && isOver(push.view) && !wasOver) await this.stage.pause("end", push);
  }

  /** @param {View} view @param {Push} push */
  #show(view, push) {
    this.#view = view;
    this.stage.show(view, push, view === push.view && this.#waiting.length === 0);
  }

  /** @param {Event} event @param {Event | null} next @param {Push} push @param {boolean} isForMe */
  async #play(event, next, push, isForMe) {
    const view = /** @type {View} */ (this.#view);
    const isLast = next === null;
    switch (event.event) {
      case "played": {
        const winner = next?.event === "trick" ? next.seat : null;
        this.stage.sound("card");
        if (isLast) {
          this.stage.tell(event, push.view, isForMe);
          return;
        }
        const played = withPlayed(view, event.seat, event.card, winner);
        this.#show(played, push);
        this.stage.tell(event, played, isForMe);
        await this.#wait(FLY);
        return;
      }
      case "trick": {
        await this.#wait(holdTime(), false);
        this.stage.tell(event, view, isForMe);
        this.stage.sound("sweep");
        this.stage.sweep(event.seat, view);
        this.#show(withTaken(view, event.seat), push);
        if (!isLast) await this.#wait(SWEEP);
        return;
      }
      case "bid":
      case "bid-changed": {
        this.stage.sound("bid");
        const bid = withBid(view, event.seat, event.tricks);
        if (!isLast) this.#show(bid, push);
        this.stage.tell(event, isLast ? push.view : bid, isForMe);
        if (!isLast) await this.#wait(BID);
        return;
      }
      case "round": {
        this.#show({ ...push.view, to_act: [], legal: [] }, push);
        this.stage.tell(event, push.view, isForMe);
        this.stage.deal(push.view);
        await this.#wait(DEAL_APART * event.size + DEAL_ONE);
        return;
      }
      case "dealer": {
        this.stage.tell(event, push.view, isForMe);
        if (event.draws.length > 0) await this.stage.pause("draw", push);
        return;
      }
      case "scored": {
        this.stage.tell(event, push.view, isForMe);
        this.stage.sound("round");
        if (settings.results !== "none") await this.stage.pause("result", push);
        return;
      }
      case "ended":
      case "abandoned": {
        this.stage.tell(event, push.view, isForMe);
        this.stage.sound("end");
        await this.stage.pause("end", push);
        return;
      }
      default:
        this.stage.tell(event, push.view, isForMe);
    }
  }

  /** @param {number} time milliseconds at normal speed @param {boolean} [isMotion] */
  #wait(time, isMotion = true) {
    const long = isMotion ? time * speed() : time;
    if (long <= 0 || this.#isHurried || this.#isClosed || document.hidden) {
      return Promise.resolve();
    }
    return /** @type {Promise<void>} */ (new Promise((done) => {
      const timer = setTimeout(() => this.#wake?.(), long);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
    }));
  }
}

/** Whether a CPU player acted at my seat. @param {import("../wire.js").Step} step @param {View} view */
function isForMe({ by, events: [first] }, { seat }) {
  return (by === "cpu" || by === "timeout") && first !== undefined && "seat" in first &&
    first.seat === seat;
}

/** @param {View} view */
const isOver = (view) => view.phase === "over" || view.phase === "abandoned";

/** How long what happened stays before the next thing does, in milliseconds. @param {Event} last */
function timeAfter(last) {
  switch (last.event) {
    case "played":
      return FLY + GAP;
    case "trick":
      return SWEEP;
    case "bid":
    case "bid-changed":
    case "bid-hidden":
      return BID;
    case "bids":
      return 2 * BID;
    default:
      return 0;
  }
}
