// Sounds, made on the spot; off until somebody wants them.
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/**
 * Each sound: tones as [Hz, start, length, loudness], or a rustle of noise as [0, …].
 * @type {{[name: string]: [number, number, number, number][]}}
 */
const SOUNDS = {
  card: [[0, 0, 0.05, 0.25]],
  sweep: [[0, 0, 0.16, 0.14]],
  bid: [[520, 0, 0.07, 0.12]],
  turn: [[660, 0, 0.1, 0.14], [880, 0.09, 0.14, 0.14]],
  round: [[440, 0, 0.12, 0.12], [554, 0.1, 0.12, 0.12], [659, 0.2, 0.2, 0.12]],
  clock: [[990, 0, 0.08, 0.14], [990, 0.2, 0.08, 0.14]],
  end: [[392, 0, 0.18, 0.14], [523, 0.16, 0.18, 0.14], [659, 0.32, 0.18, 0.14], [784, 0.48, 0.4, 0.14]],
};

/** @param {string} name */
export function play(name) {
  const tones = SOUNDS[name];
  if (settings.sounds === "off" || tones === undefined) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [pitch, start, length, loudness] of tones) {
    const at = context.currentTime + start;
    const gain = context.createGain();
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    gain.connect(context.destination);
    const source = pitch === 0 ? noise(context, length) : tone(context, pitch);
    source.connect(gain);
    source.start(at);
    source.stop(at + length);
  }
}

/** @param {AudioContext} audio @param {number} pitch */
function tone(audio, pitch) {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  return source;
}

/** @param {AudioContext} audio @param {number} length */
function noise(audio, length) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}
