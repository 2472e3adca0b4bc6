/** For tests: simulates a browser's sound, which jsdom lacks. */

/** Gives the page sound, as before its first tap. @returns the number of tones played so far, and a function that removes the sound */
export function giveAudio(): { tones: () => number; takeAway: () => void } {
  let tones = 0;
  const parameter = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  const node = { connect: (next: unknown) => next };
  class FakeAudioContext {
    state = 'suspended';
    currentTime = 0;
    destination = node;
    addEventListener = () => {};
    removeEventListener = () => {};
    close = async () => {};
    resume = async () => {
      this.state = 'running';
    };
    createGain = () => ({ ...node, gain: parameter });
    createOscillator = () => ({ ...node, frequency: parameter, stop: () => {}, start: () => (tones += 1) });
  }
  Object.assign(window, { AudioContext: FakeAudioContext });
  return { tones: () => tones, takeAway: () => void Reflect.deleteProperty(window, 'AudioContext') };
}
