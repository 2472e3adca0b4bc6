import type { ReactNode } from 'react';
import { CoverImage } from 'shared-contracts/ui';
import styles from './item.module.css';

export interface ItemFrameProps {
  name: string;
  description: string;
  picture: string | null;
  /** A description of the picture. */
  alt: string | undefined;
  /** Below its words: what there is to choose, and the bar that sells it. */
  children: ReactNode;
}

/** Narrow: a picture under a sheet of words. Wide: the picture left of them. */
export function ItemFrame({ name, description, picture, alt, children }: ItemFrameProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.picture}>
        <CoverImage src={picture} ratio="fill" eager alt={alt} />
      </div>
      <div className={styles.sheet}>
        <h1>{name}</h1>
        <p className={styles.description}>{description}</p>
        {children}
      </div>
    </div>
  );
}
