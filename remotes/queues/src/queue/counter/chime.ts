/**
 * Plays the sounds of a kitchen: short tones that the browser makes, so that no file is loaded. The page has one audio context, since a
 * browser allows sound after a tap on that page.
 */

/** The frequencies of the tones in hertz, in their order. A new order rises; an order that no one has seen falls and repeats. */
const TONES = { new: [880, 1174.66], unseen: [1174.66, 783.99, 1174.66, 783.99] } as const;
export type Sound = keyof typeof TONES;
const TONE_SECONDS = 0.18;
const LOUDNESS = 0.3;

let context: AudioContext | undefined;
const listeners = new Set<() => void>();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

export function canChime(): boolean {
  return 'AudioContext' in window;
}

/** Tells whether a tap has allowed this page to play sounds. A phone call or the device's silent mode ends that. */
export function isChimeAllowed(): boolean {
  return context?.state === 'running';
}

export function followChime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Allows sounds. Call it from a tap, since browsers are silent before one. It plays the sound as a proof that it works. */
export async function allowChime(): Promise<void> {
  if (!context) {
    context = new AudioContext();
    context.addEventListener('statechange', notifyListeners);
  }
  await context.resume();
  notifyListeners();
  chime();
}

/** Withdraws the permission that a tap gave, as leaving the page does. */
export function disallowChime(): void {
  context?.removeEventListener('statechange', notifyListeners);
  void context?.close();
  context = undefined;
  notifyListeners();
}

/** Plays a sound. It does nothing until a tap has allowed it. */
export function chime(sound: Sound = 'new'): void {
  if (!context || !isChimeAllowed()) return;
  const start = context.currentTime;
  for (const [index, frequency] of TONES[sound].entries()) {
    const at = start + index * TONE_SECONDS;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    // Fades each tone out, since a tone that is cut off clicks.
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
  }
}
