import { site } from 'shared-contracts/site';
import { BrandMark } from './brand-mark';
import styles from './footer.module.css';

export function Footer() {
  const { brand } = site();
  return (
    <footer className={styles.footer}>
      <BrandMark size="footer" />
      <p>
        Copyright © {brand} {new Date().getFullYear()}. All Rights Reserved.
      </p>
      <p>Be Quicker with {brand}</p>
    </footer>
  );
}
