/** The language of a menu's own texts: of its names in the list, and of the fields of a form where the menu has several languages. */
import { createContext, useContext } from 'react';
import type { LanguageAttributes } from 'shared-contracts/language';

export const Writing = createContext<LanguageAttributes>({});

/** Returns the attributes of an element with a text of the menu. A field of a menu in one language has none. */
export const useWriting = (): LanguageAttributes => useContext(Writing);
