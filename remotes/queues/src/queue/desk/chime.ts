/** The sound of a new order: two short tones made by the browser, so there is no file to load. One for the page, since browsers count the taps that allow it a page. */

/** Hertz, one after the other. */
const TONES = [880, 1174.66] as const;
const TONE_SECONDS = 0.18;
const LOUDNESS = 0.3;

let context: AudioContext | undefined;
let isOn = false;
const listeners = new Set<() => void>();

export function canChime(): boolean {
  return 'AudioContext' in window;
}

export function isChimeOn(): boolean {
  return isOn;
}

export function followChime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** To be called from a tap: browsers let nothing sound before one. Turning it on plays it, so that it is known to work. */
export function turnChime(on: boolean): void {
  isOn = on;
  if (on) {
    context ??= new AudioContext();
    void context.resume();
    chime();
  }
  for (const listener of listeners) listener();
}

/** Does nothing while it is off. */
export function chime(): void {
  if (!isOn || !context) return;
  const start = context.currentTime;
  for (const [index, frequency] of TONES.entries()) {
    const at = start + index * TONE_SECONDS;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    // Faded out, since a tone that is cut off clicks.
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
  }
}
