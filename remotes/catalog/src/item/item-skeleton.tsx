import { BuyBar, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './item.module.css';
import own from './item-skeleton.module.css';

/** Shows the skeleton of a loading item: picture, name, cards of choices and buy bar. */
export function ItemSkeleton() {
  return (
    <Skeleton label={t('Loading…')}>
      <div className={styles.columns}>
        <div className={styles.picture}>
          <SkeletonBlock shape="picture" />
        </div>
        <div className={styles.sheet}>
          <SkeletonBlock width="half" className={own.title} />
          <div className={own.description}>
            <SkeletonBlock />
            <SkeletonBlock width="long" />
          </div>
          <ChoicesSkeleton />
          <BuyBar>
            <SkeletonBlock className={own.stepper} />
            <SkeletonBlock className={own.button} />
          </BuyBar>
        </div>
      </div>
    </Skeleton>
  );
}

/** Shows the skeleton of the choices below an item's description. */
export function ChoicesSkeleton() {
  return (
    <>
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className={styles.field}>
          <SkeletonBlock shape="badge" width="short" />
          <SkeletonBlock className={own.choices} />
        </div>
      ))}
    </>
  );
}
