// Keeps the screen awake while a game is on; where the browser does not let pages do that (plain
// http from another machine is one such place), the device does as it is set to.

/** @type {WakeLockSentinel | null} */
let held = null;
let isWanted = false;

async function hold() {
  if (!isWanted || held !== null || document.hidden || !("wakeLock" in navigator)) return;
  try {
    held = await navigator.wakeLock.request("screen");
    held.addEventListener("release", () => {
      held = null;
    });
    if (!isWanted) void held.release();
  } catch {
    // A battery that runs low is a good reason to refuse.
  }
}

/** @param {boolean} wanted */
export function keepAwake(wanted) {
  isWanted = wanted;
  if (wanted) void hold();
  else void held?.release();
}

document.addEventListener("visibilitychange", () => void hold());
