import { ChefHat, ChevronDown } from 'lucide-react';
import { Fragment, memo } from 'react';
import { Icon } from 'shared-contracts/ui';
import { t } from '../../words';
import type { Dish } from '../to-make.rules';
import styles from './to-make.module.css';

/**
 * Counts how many of each dish the new and the started orders need. Closed, it shows the largest count in one line; open, all of them with
 * their choices.
 */
export const ToMake = memo(function ToMake({ dishes }: { dishes: readonly Dish[] }) {
  const [most, ...others] = dishes;
  if (!most) return null;
  return (
    <details className={styles.box}>
      <summary className={styles.summary}>
        <Icon of={ChefHat} size="medium" className={styles.icon} />
        <span className={styles.title}>{t('To make')}</span>
        <span className={styles.line} translate="no">
          {/* A dish and its count read in the direction of the dish's name. Where there is no room, the name is cut and not the count. */}
          <bdi className={styles.most}>
            <span className={styles.name}>{most.name}</span>
            <span className={styles.times}>{` ×${most.count}`}</span>
          </bdi>
          <span className={styles.others}>
            {others.map(({ name, count }) => (
              <Fragment key={name}>
                {t(', ')}
                <bdi>
                  {name}
                  <span className={styles.times}>{` ×${count}`}</span>
                </bdi>
              </Fragment>
            ))}
          </span>
        </span>
        <Icon of={ChevronDown} size="medium" className={styles.arrow} />
      </summary>
      <ul className={styles.list} translate="no">
        {dishes.map(({ name, count, choices }) => (
          <li key={name} className={styles.dish}>
            <span className={styles.count}>{count}</span>
            <div className={styles.words}>
              <bdi>{name}</bdi>
              {choices.map((choice) => (
                <p key={choice.name} className={styles.choice}>
                  {`${choice.count} ${choice.name}`}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
});
