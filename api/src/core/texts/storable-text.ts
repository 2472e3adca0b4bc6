/**
 * What JSON can spell and a text cannot hold: a NUL or half of a surrogate pair for PostgreSQL, and what Unicode says is no character,
 * such as U+FFFE, for the XML of a workbook.
 */
const UNSTORABLE = /[\0\p{Cs}\p{Noncharacter_Code_Point}]/u;
const ALL_UNSTORABLE = /[\0\p{Cs}\p{Noncharacter_Code_Point}]/gu;

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** With the replacement character in the place of what cannot be stored. */
export function storableText(text: string): string {
  return text.replace(ALL_UNSTORABLE, '\ufffd');
}
