import { site } from 'shared-contracts/site';
import { BrandMark } from '../brand/brand-mark';
import styles from './footer.module.css';

export function Footer() {
  const { brand } = site();
  return (
    <footer className={styles.footer}>
      <BrandMark size="footer" />
      <p>
        {/* If a phone needs two lines, they break between the sentences. */}
        Copyright © <span className={styles.whole}>{`${brand} ${new Date().getFullYear()}.`}</span> All Rights Reserved.
      </p>
      <p>{`Be Quicker with ${brand}`}</p>
    </footer>
  );
}
