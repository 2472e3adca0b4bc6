/**
 * JSON can spell these characters and a text cannot hold them: PostgreSQL takes no NUL and no half of a surrogate pair, and the XML of a
 * workbook takes nothing that Unicode calls no character, such as U+FFFE.
 */
const UNSTORABLE = /[\0\p{Cs}\p{Noncharacter_Code_Point}]/u;
const ALL_UNSTORABLE = /[\0\p{Cs}\p{Noncharacter_Code_Point}]/gu;

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Puts the replacement character in the place of each character that cannot be stored. */
export function storableText(text: string): string {
  return text.replace(ALL_UNSTORABLE, '\ufffd');
}
