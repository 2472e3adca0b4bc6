import { site } from 'shared-contracts/site';
import { BrandMark } from '../brand/brand-mark';
import { rich, t } from '../words';
import styles from './footer.module.css';

export function Footer() {
  const { brand } = site();
  return (
    <footer className={styles.footer}>
      <BrandMark size="footer" />
      <p>
        {/* If a phone needs two lines, they break between the sentences. */}
        {rich('Copyright © <whole>{brand} {year}.</whole> All Rights Reserved.', {
          brand,
          year: String(new Date().getFullYear()),
          whole: (text) => (
            <span key="whole" className={styles.whole}>
              {text}
            </span>
          ),
        })}
      </p>
      <p>{t('Be Quicker with {brand}', { brand })}</p>
    </footer>
  );
}
