import { useState } from 'react';
import { cx } from '../cx';
import styles from './cover-image.module.css';
import { EmptyPlate } from './empty-plate';

/** Width to height, reserved before the picture is there, so that nothing jumps. */
export type CoverRatio = 'venue' | 'vendor' | 'head' | 'item' | 'square' | 'fill';

export interface CoverImageProps {
  /** Absent, null or broken: an empty plate. */
  src?: string | null;
  /** `venue` 2:1, `vendor` 8:5, `head` 1.9:1, `item` 5:4, `square` (default), or `fill`: as large as its parent. */
  ratio?: CoverRatio;
  /** The one picture that the screen opens with: fetched first instead of when it comes near. */
  eager?: boolean;
  /** Its width, its radius. */
  className?: string;
}

/** A picture of food. Decoration: what it shows is always said in words beside it. */
export function CoverImage({ src, ratio = 'square', eager, className }: CoverImageProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <div className={cx(styles.cover, styles[ratio], className)}>
      {src && src !== broken ? (
        <img
          className={styles.picture}
          src={src}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <EmptyPlate className={styles.picture} />
      )}
    </div>
  );
}
