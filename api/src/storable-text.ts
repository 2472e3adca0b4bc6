/** What JSON can spell and PostgreSQL's texts cannot hold: a NUL, or half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const ALL_UNSTORABLE = /[\0\p{Cs}]/gu;

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** With the replacement character in the place of what cannot be stored. */
export function storableText(text: string): string {
  return text.replace(ALL_UNSTORABLE, '\ufffd');
}
