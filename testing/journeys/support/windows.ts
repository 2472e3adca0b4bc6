/** The windows that a screen is checked in: a phone's, and a computer's. */
export const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;
