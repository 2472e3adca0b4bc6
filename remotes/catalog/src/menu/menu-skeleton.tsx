import { Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './menu-skeleton.module.css';

/** Shows the skeleton of a loading menu: the head, the tabs, the title of a group and four items. */
export function MenuSkeleton() {
  return (
    <Skeleton label={t('Loading the menu…')}>
      <div className={styles.picture}>
        <SkeletonBlock shape="picture" />
      </div>
      <div className={styles.body}>
        <div className={styles.lead}>
          <SkeletonBlock shape="title" width="half" />
          <SkeletonBlock width="long" />
          <SkeletonBlock shape="badge" width="half" />
        </div>
        <div className={styles.tabs}>
          {['a', 'b', 'c'].map((key) => (
            <SkeletonBlock key={key} className={styles.tab} />
          ))}
        </div>
        <SkeletonBlock shape="heading" width="short" className={styles.group} />
        <div className={styles.items}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <div key={key} className={styles.item}>
              <div className={styles.words}>
                <SkeletonBlock shape="name" width="long" />
                <SkeletonBlock />
                <SkeletonBlock width="half" />
                <SkeletonBlock shape="name" width="short" className={styles.price} />
              </div>
              <SkeletonBlock className={styles.thumbnail} />
            </div>
          ))}
        </div>
      </div>
    </Skeleton>
  );
}
