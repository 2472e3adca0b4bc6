/** For tests: a browser's sound, which jsdom has not. */

/** Gives the page sound, as before its first tap. @returns how many tones it has played, and the way to take it away again */
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
