import type { ReactNode } from 'react';
import { CoverImage } from 'shared-contracts/ui';
import styles from './item.module.css';

export interface ItemFrameProps {
  name: ReactNode;
  description: ReactNode;
  /** Says in which language the menu is, if it is not the page's. */
  language: ReactNode;
  picture: string | null;
  /** A description of the picture. */
  alt: string | undefined;
  /** The choices and the buy bar, below the words. */
  children: ReactNode;
}

/** Lays out an item. A narrow window has the picture behind a sheet of words, and a wide one has it left of them. */
export function ItemFrame({ name, description, language, picture, alt, children }: ItemFrameProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.picture}>
        <CoverImage src={picture} ratio="fill" eager alt={alt} />
      </div>
      <div className={styles.sheet}>
        <h1>{name}</h1>
        <p className={styles.description}>{description}</p>
        {language}
        {children}
      </div>
    </div>
  );
}
