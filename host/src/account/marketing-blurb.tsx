import { t } from '../words';
import styles from './marketing-blurb.module.css';
import takeAway from './take-away.svg';

export function MarketingBlurb() {
  return (
    <aside className={styles.blurb} aria-label={t('One cart, every stall')}>
      <div className={styles.words}>
        <h2>{t('One cart, every stall')}</h2>
        <p>{t('Ramen for you, tacos for them, one payment, and no line to stand in.')}</p>
      </div>
      <img
        className={styles.picture}
        src={takeAway}
        alt=""
        onError={({ currentTarget }) => {
          currentTarget.style.visibility = 'hidden';
        }}
      />
    </aside>
  );
}
