/** The windows in which a screen is checked: a phone's, and a computer's. */
export const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;
