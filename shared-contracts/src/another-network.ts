/** Advice for a visitor who met NOT_AN_ANSWER. It is a file of its own, as a remote may bring a copy of the primitives and not of the client. */
export const ANOTHER_NETWORK =
  'This network answered in place of the site. Sign in to the Wi-Fi if it asks you to, then try again.';
