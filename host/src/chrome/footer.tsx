import { site } from 'shared-contracts/site';
import { BrandMark } from './brand-mark';
import styles from './footer.module.css';

export function Footer() {
  const { brand } = site();
  return (
    <footer className={styles.footer}>
      <BrandMark size="footer" />
      <p>
        {/* Where a phone needs two lines, the sentences part. */}
        Copyright © {`${brand}\u00a0${new Date().getFullYear()}`}. All Rights Reserved.
      </p>
      <p>Be Quicker with {brand}</p>
    </footer>
  );
}
