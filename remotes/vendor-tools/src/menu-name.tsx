import type { ReactNode } from 'react';
import { languageAttributes } from 'shared-contracts/language';

export interface MenuNameProps {
  /** The language of the menu; undefined if it is unknown. */
  of: string | undefined;
  children: ReactNode;
}

/** A name of a menu, as it was typed. It is marked with its language where that is not the page's, and a browser does not translate it. */
export const MenuName = ({ of, children }: MenuNameProps) => (
  <span translate="no" {...languageAttributes(of)}>
    {children}
  </span>
);
