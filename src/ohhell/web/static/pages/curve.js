// Running totals as lines, told apart by dashes as well as by colour.
import { classes, css, html, svg } from "../lit.js";

/** @typedef {{name: string, hue: number, isMe: boolean, totals: number[]}} Line */

const WIDE = 640;
const HIGH = 158;
const NAMES = 84;
const DASHES = ["none", "6 4", "2 4", "10 4 2 4", "1 3", "12 3", "4 2 1 2"];
const APART = 15;

/** @param {Line[]} lines @param {string} label */
export function curve(lines, label) {
  const all = lines.flatMap((line) => line.totals);
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const steps = Math.max(1, (lines[0]?.totals.length ?? 1) - 1);
  /** @param {number} i */
  const x = (i) => (i * (WIDE - NAMES)) / steps;
  /** @param {number} total */
  const y = (total) => HIGH - 8 - ((total - low) * (HIGH - 24)) / (high - low);
  const ends = spread(lines.map((line) => y(line.totals[line.totals.length - 1] ?? 0)));
  return html`<svg class="curve" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${label}>
    ${[low, (low + high) / 2, high].map((total) => gridLine(y(total)))}
    ${lines.map((line, i) => drawn(line, i,
      line.totals.map((total, step) => `${x(step).toFixed(1)},${y(total).toFixed(1)}`).join(" "),
      ends[i] ?? 0))}</svg>`;
}

/** Names at the ends of lines, kept apart. @param {number[]} heights */
function spread(heights) {
  const order = heights.map((height, i) => ({ height, i })).sort((one, other) =>
    one.height - other.height);
  let least = 8;
  const most = HIGH - APART * (order.length - 1);
  order.forEach((entry, rank) => {
    entry.height = Math.max(least, Math.min(entry.height, most + rank * APART));
    least = entry.height + APART;
  });
  return order.sort((one, other) => one.i - other.i).map((entry) => entry.height);
}

/** @param {number} y */
const gridLine = (y) => svg`<line class="grid-line" x1="0" x2=${WIDE - NAMES} y1=${y} y2=${y} />`;

/** @param {Line} line @param {number} i @param {string} points @param {number} end */
const drawn = (line, i, points, end) => svg`<g class=${classes({ me: line.isMe })}
  ${css({ "--hue": line.hue })}><polyline points=${points}
  stroke-dasharray=${line.isMe ? "none" : DASHES[i % DASHES.length]} />
  <text x=${WIDE - NAMES + 8} y=${end + 4}>${line.name.length > 11
    ? `${line.name.slice(0, 10)}…` : line.name}</text></g>`;
