import type { ReactNode } from 'react';
import { languageAttributes } from '../language';

export interface InLanguageProps {
  /** The language of the text; undefined if it is unknown. */
  of: string | undefined;
  children: ReactNode;
}

/**
 * A text in a language that may not be the page's. In another language it is marked, so that it is read and punctuated as its language does,
 * and keeps its place in the line.
 * @example
 * <h3><InLanguage of={vendor.language}>{item.name}</InLanguage></h3>
 */
export function InLanguage({ of, children }: InLanguageProps) {
  const attributes = languageAttributes(of);
  return attributes.lang === undefined ? children : <span {...attributes}>{children}</span>;
}
