/**
 * The colours of a picture's ground. `mark` draws the pattern, `plate` tints china and pale fields, `deep` colours the awning, counter and
 * shadow.
 */
export interface Ground {
  ground: string;
  mark: string;
  plate: string;
  deep: string;
}

export const grounds = {
  saffron: { ground: '#ffcb52', mark: '#fabd35', plate: '#ffe9b3', deep: '#c77f00' },
  paprika: { ground: '#f48a68', mark: '#ec7850', plate: '#fddccf', deep: '#b23f17' },
  basil: { ground: '#5aab86', mark: '#4b9d77', plate: '#d3eddf', deep: '#1f6a48' },
  sea: { ground: '#62a9d3', mark: '#4f9ac6', plate: '#d6ebf7', deep: '#1f648f' },
  berry: { ground: '#e0839f', mark: '#d56f8e', plate: '#fae0e8', deep: '#9c2f54' },
  olive: { ground: '#b6c45e', mark: '#a8b74b', plate: '#edf2cd', deep: '#67741a' },
  sand: { ground: '#e3c79b', mark: '#d8b986', plate: '#f8eddd', deep: '#93682a' },
  night: { ground: '#2d4059', mark: '#3b5170', plate: '#d3deea', deep: '#16243a' },
} as const satisfies Record<string, Ground>;

export type GroundName = keyof typeof grounds;

export const groundNames = Object.keys(grounds) as GroundName[];

export const china = '#fffdf8';

/** Returns a colour `#rrggbb` between `from` (amount 0) and `to` (amount 1), linear in sRGB. */
export function mix(from: string, to: string, amount: number): string {
  const channel = (start: number) => {
    const a = Number.parseInt(from.slice(start, start + 2), 16);
    const b = Number.parseInt(to.slice(start, start + 2), 16);
    return Math.round(a + (b - a) * amount)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
