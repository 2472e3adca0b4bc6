/** FNV-1a, 32 bits, unsigned. It makes the same name look the same on every machine, and is unfit for secrets. */
export function hash(text: string): number {
  let value = 2166136261;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 16777619);
  }
  return value >>> 0;
}

/** Picks one of `choices` by the hash. Another `salt` makes an independent pick from the same hash. */
export function pick<Choice>(choices: readonly [Choice, ...Choice[]], hashed: number, salt = ''): Choice {
  return choices[hash(`${hashed}${salt}`) % choices.length] ?? choices[0];
}
