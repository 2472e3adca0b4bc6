// Chance that repeats itself: the same seed, the same draws.

/** @returns {() => number} numbers from 0 up to 1 (mulberry32) */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One source of chance a payment, so that what one of them draws does not hang on how fast another one was. */
export function randomOf(seed, stream = 0) {
  const next = generator(seed * 7_919 + stream * 104_729 + 1);
  const random = {
    /** From `min` to `max`, both included. */
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)],
    shuffled(list) {
      const copy = [...list];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = random.int(0, last);
        [copy[last], copy[other]] = [copy[other], copy[last]];
      }
      return copy;
    },
  };
  return random;
}

/** Deals a list's entries in a shuffled order, again and again: each of them comes up as often as the others. */
export function deckOf(random, list) {
  let left = [];
  return () => {
    if (left.length === 0) left = random.shuffled(list);
    return left.pop();
  };
}
