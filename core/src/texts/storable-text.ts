/**
 * Characters that JSON can spell but that cannot be stored. PostgreSQL refuses NUL and half of a surrogate pair, and the XML of a workbook
 * refuses the noncharacters of Unicode, such as U+FFFE.
 */
const UNSTORABLE = /[\0\p{Cs}\p{Noncharacter_Code_Point}]/u;
const ALL_UNSTORABLE = /[\0\p{Cs}\p{Noncharacter_Code_Point}]/gu;

export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Replaces each character that cannot be stored with the replacement character. */
export function storableText(text: string): string {
  return text.replace(ALL_UNSTORABLE, '\ufffd');
}
