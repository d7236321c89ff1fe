// What a button asks of the server: one thing at a time, and a sentence where it was refused.
import { NotDone } from "./net.js";
import { say } from "./text.js";

export class Errand {
  isRunning = false;
  /** What went wrong, in a sentence; "" where nothing did. */
  trouble = "";

  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  /**
   * Nothing happens while another is on its way.
   * @param {() => unknown} work
   * @param {(why: NotDone) => unknown} [refused] what else a refusal asks for
   */
  async run(work, refused) {
    if (this.isRunning) return;
    this.isRunning = true;
    this.trouble = "";
    this.draw();
    try {
      await work();
    } catch (error) {
      this.fail(error);
      await refused?.(/** @type {NotDone} */ (error));
    } finally {
      this.isRunning = false;
      this.draw();
    }
  }

  /** Keep why something was not done; any other error goes on. @param {unknown} error */
  fail(error) {
    if (!(error instanceof NotDone)) throw error;
    this.trouble = error.sentence || say("web.lost.open");
  }
}
