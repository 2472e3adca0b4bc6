import { site } from 'shared-contracts/site';
import { cx } from 'shared-contracts/ui';
import styles from './brand-mark.module.css';

export interface BrandMarkProps {
  /** 30 (default) in the header, 38 in the rail, 40 in the footer, 44 over forms. */
  size?: 'small' | 'rail' | 'footer' | 'large';
}

/** The brand's logo. The name is always beside it, or in the link around it. */
export function BrandMark({ size = 'small' }: BrandMarkProps) {
  return <img loading="lazy" className={cx(styles.mark, styles[size])} src={site().logo_url} alt="" />;
}
