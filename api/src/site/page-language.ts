/** Chooses the language of a page. */
import type { Reader } from 'core/http/language';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';

/**
 * The visitor's choice comes first. Inside a hall, the page is in the first language of the browser that the hall has too, else in the hall's
 * first language: its menus are in no other one. Elsewhere it is in the first language of the browser.
 * @param isSpoken true for a language of the shell
 * @param hall the languages of the hall that the page is in, its first language first; undefined outside of halls
 * @example
 * pageLanguage({ choice: undefined, accepted: ['es', 'fr'] }, isSpoken, ['en', 'fr']); // 'fr'
 */
export function pageLanguage(
  { choice, accepted }: Reader,
  isSpoken: (language: string) => boolean,
  hall: readonly string[] | undefined,
): string {
  if (choice !== undefined && isSpoken(choice)) return choice;
  const suits = (language: string) => isSpoken(language) && (hall?.includes(language) ?? true);
  const ofHall = hall?.slice(0, 1).find(isSpoken);
  return accepted.find(suits) ?? ofHall ?? SOURCE_LANGUAGE;
}
