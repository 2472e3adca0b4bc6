import { currentLanguage, directionOf } from 'shared-contracts/language';

/** Marks an element with the language of the shell, which the embedding page may not have. */
export function inLanguage<E extends HTMLElement>(element: E): E {
  element.lang = currentLanguage();
  element.dir = directionOf(currentLanguage());
  return element;
}
