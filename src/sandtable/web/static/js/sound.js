// @ts-check
// Three short sounds, made on the spot; silent unless the reader switched sound on.

import { prefs } from "./prefs.js";

/** Tones as [pitch in Hz, start in s, length in s]. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  turn: [
    [523, 0, 0.12],
    [784, 0.13, 0.22],
  ],
  dice: [
    [180, 0, 0.04],
    [240, 0.07, 0.04],
    [150, 0.15, 0.05],
    [210, 0.22, 0.06],
  ],
  chat: [[660, 0, 0.08]],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {"turn" | "dice" | "chat"} name */
export function play(name) {
  if (!prefs.state.sound) return;
  context ??= new AudioContext();
  for (const [pitch, start, length] of SOUNDS[name] ?? [])
    tone(context, pitch, context.currentTime + start, length);
}

/** @param {AudioContext} audio @param {number} pitch @param {number} start @param {number} length */
function tone(audio, pitch, start, length) {
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.type = "triangle";
  wave.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  wave.connect(volume).connect(audio.destination);
  wave.start(start);
  wave.stop(start + length);
}
