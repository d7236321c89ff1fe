// The clock of a limited turn: counts down, and warns of the last seconds of my own.
import { play as playSound } from "../sounds.js";
import { say } from "../text.js";
import { isMyTurn } from "./scene.js";

/** @typedef {import("../wire.js").View} View */
/** @typedef {import("../wire.js").Push} Push */

/** The end of my turn is announced when no more seconds than this are left. */
const LAST_SECONDS = 10;
/** How the clock round a seat is divided where the limit itself is not known. */
const USUAL_LIMIT = 60;

export class TurnClock {
  /** The turn of which the last seconds were said. */
  #warnedAt = -1;
  #ticker;

  /**
   * @param {import("./house.js").House} house
   * @param {() => {view: View | null, push: Push | null}} now
   * @param {() => void} ticked some time has gone by
   */
  constructor(house, now, ticked) {
    this.house = house;
    this.now = now;
    this.#ticker = setInterval(() => {
      ticked();
      this.#tick();
    }, 500);
  }

  close() {
    clearInterval(this.#ticker);
  }

  #tick() {
    const { view, push } = this.now();
    const seconds = this.seconds();
    if (seconds === null || push?.pause.is_paused) return;
    this.house.draw();
    if (seconds > LAST_SECONDS || view === null || !isMyTurn(view)) return;
    if (this.#warnedAt === view.turn) return;
    this.#warnedAt = view.turn;
    this.house.announce(say("web.said.seconds", { seconds }));
    playSound("clock");
  }

  /** Seconds that are left of the turn; null without a limit. */
  seconds() {
    const at = this.now().push?.deadline ?? null;
    return at === null ? null
      : Math.max(0, Math.ceil(at - Date.now() / 1000 - this.house.net.ahead));
  }

  /** The share of the turn that is left. */
  share() {
    const seconds = this.seconds();
    return seconds === null ? null
      : Math.min(1, seconds / (this.house.company()?.limit ?? USUAL_LIMIT));
  }
}
