// Seeded randomness: the same seed gives the same draws.

/** @returns numbers from 0 up to 1 (mulberry32) */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Random {
  /** Draws a whole number from `min` to `max`, both included. */
  int: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  /** @throws for an empty list */
  pick: <T>(list: readonly T[]) => T;
  shuffled: <T>(list: readonly T[]) => T[];
}

/** Gives each payment its own source of randomness, so that its draws do not depend on the speed of another one. */
export function randomOf(seed: number, stream = 0): Random {
  const next = generator(seed * 7_919 + stream * 104_729 + 1);
  const int: Random['int'] = (min, max) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new RangeError('There is nothing to pick from.');
      return list[Math.floor(next() * list.length)] as T;
    },
    shuffled<T>(list: readonly T[]) {
      const copy = [...list];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = int(0, last);
        [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
      }
      return copy;
    },
  };
}

/** Deals a list's entries in a shuffled order again and again, so that each comes up as often as the others. */
export function deckOf<T>(random: Random, list: readonly T[]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = random.shuffled(list);
    const last = left.pop();
    if (last === undefined) throw new RangeError('There is nothing to deal.');
    return last;
  };
}
