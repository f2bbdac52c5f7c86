/** Small sounds made by the browser itself; off unless somebody switches them on. */
import { settings } from '$lib/settings.svelte';

export type Sound = 'card' | 'turn' | 'trick' | 'knock' | 'word';

let audio: AudioContext | null = null;

function context(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  return audio;
}

/** A short noise, as of a card that falls on wood. */
function slap(to: AudioContext, loud: number, low: number, at = 0): void {
  const length = Math.floor(to.sampleRate * 0.07);
  const buffer = to.createBuffer(1, length, to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = to.createBufferSource();
  source.buffer = buffer;
  const filter = to.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = low;
  const gain = to.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(to.destination);
  source.start(to.currentTime + at);
}

/** A soft tone, as of a plucked string. */
function pluck(to: AudioContext, pitch: number, at: number, loud = 0.12): void {
  const tone = to.createOscillator();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  const gain = to.createGain();
  const start = to.currentTime + at;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.45);
  tone.connect(gain).connect(to.destination);
  tone.start(start);
  tone.stop(start + 0.5);
}

export function play(sound: Sound): void {
  if (!settings.sounds) return;
  const to = context();
  if (!to) return;
  if (sound === 'card') slap(to, 0.35, 2600);
  else if (sound === 'trick') for (const at of [0, 0.05, 0.1]) slap(to, 0.16, 1400, at);
  else if (sound === 'knock') for (const at of [0, 0.14]) slap(to, 0.7, 480, at);
  else if (sound === 'word') pluck(to, 330, 0, 0.05);
  else {
    pluck(to, 523.25, 0);
    pluck(to, 783.99, 0.12);
  }
}
