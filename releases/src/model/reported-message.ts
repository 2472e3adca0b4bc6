/** Removes personal data from the message of an error. The page applies it before it reports, and the server again, since anyone may report. */

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Marks of direction and other characters without a form, which would turn the text around or hide a number from the rules below. */
const INVISIBLE = /\p{Cf}/gu;

/** Returns the message without emails, queries, and words that are long enough to be a token, a card or a phone number. */
export const withoutPersonalData = (message: string): string =>
  message
    .replaceAll(INVISIBLE, '')
    .replaceAll(CONTROLS, ' ')
    .replaceAll(/[^\s'"<>]+(?:@|%40)[^\s'"<>]+/g, '…')
    .replaceAll(/[?#][^\s'"]+/g, '…')
    .replaceAll(/[\w-]{24,}/g, '…')
    .replaceAll(/\d[\d -]{5,}\d/g, '…');
