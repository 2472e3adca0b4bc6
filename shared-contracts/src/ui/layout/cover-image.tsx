import { useState } from 'react';
import { type PictureCut, srcSetOf } from '../../rules/pictures';
import { cx } from '../cx';
import styles from './cover-image.module.css';
import { EmptyPlate } from './empty-plate';

/** Width to height, reserved before the picture is there, so that nothing jumps. */
export type CoverRatio = 'venue' | 'vendor' | 'head' | 'item' | 'square' | 'fill';

/**
 * For a photograph as wide as the window. On a sharp screen the browser then takes a form that is narrower than the screen's own
 * pixels. It has about half of the bytes, and on food the difference is hard to see (docs/decisions/photographs.md).
 */
const WHOLE_WIDTH = '(resolution >= 1.5dppx) 82vw, 100vw';
const CARD = `(width >= 1024px) 355px, (width >= 700px) 50vw, ${WHOLE_WIDTH}`;
const HEAD = `(width >= 1024px) 440px, ${WHOLE_WIDTH}`;

/**
 * The cut and the width of a photograph by ratio, which choose among its forms. `auto` is not used, since Chromium
 * would fetch a picture again, as wide as the window, when it leaves the page.
 */
const SHOWN: Readonly<Record<CoverRatio, readonly [cut: PictureCut, sizes: string]>> = {
  venue: ['wide', CARD],
  vendor: ['wide', CARD],
  head: ['wide', HEAD],
  item: ['whole', HEAD],
  square: ['square', '(width >= 1024px) 120px, (resolution >= 1.5dppx) 80px, 104px'],
  fill: ['whole', `(width >= 1024px) 560px, ${WHOLE_WIDTH}`],
};

export interface CoverImageProps {
  /** Absent, null or broken: an empty plate. */
  src?: string | null;
  /** `venue` 2:1, `vendor` 8:5, `head` 1.9:1, `item` 5:4, `square` (default), or `fill`: as large as its parent. */
  ratio?: CoverRatio;
  /** The first picture of the screen, which is fetched at once rather than when it comes near. */
  eager?: boolean;
  /** A description for those who cannot see it. If absent or empty, the picture is decoration: the words beside it say the same. */
  alt?: string | undefined;
  /** Its width, its radius. */
  className?: string;
}

/** A picture of food. */
export function CoverImage({ src, ratio = 'square', eager, alt = '', className }: CoverImageProps) {
  const [broken, setBroken] = useState<string>();
  const [cut, sizes] = SHOWN[ratio];
  const srcSet = src ? srcSetOf(src, cut) : undefined;
  return (
    <div className={cx(styles.cover, styles[ratio], className)}>
      {src && src !== broken ? (
        <img
          className={styles.picture}
          src={src}
          srcSet={srcSet}
          sizes={srcSet && sizes}
          alt={alt}
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
