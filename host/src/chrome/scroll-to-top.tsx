import { ArrowUp } from 'lucide-react';
import { IconButton } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './scroll-to-top.module.css';
import { useScrolledPast } from './use-scrolled-past';

const showAt = () => 20;

export function ScrollToTop() {
  const isShown = useScrolledPast(showAt);
  if (!isShown) return null;
  return (
    <IconButton
      className={styles.button}
      icon={ArrowUp}
      aria-label={t('Scroll to top')}
      floating
      onClick={() => window.scrollTo({ top: 0 })}
    />
  );
}
