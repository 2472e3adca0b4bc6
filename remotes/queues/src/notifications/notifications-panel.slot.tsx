import { BellDot, ChefHat, CircleCheckBig, ClockAlert, type LucideIcon, ReceiptText } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Link } from 'shared-contracts/router';
import { sortQueue } from 'shared-contracts/rules/queue-state';
import type { QueueEntry } from 'shared-contracts/types';
import {
  cx,
  EmptyState,
  FailedState,
  Icon,
  Skeleton,
  SkeletonBlock,
  type StateTone,
  VisuallyHidden,
  washOf,
} from 'shared-contracts/ui';
import { OrderSomething } from '../order/order-something';
import { orderTime, zoneNote } from '../order/order-time.rules';
import { orderPath } from '../order/order-words.rules';
import { useAudience, useQueue } from '../queue/queue.resource';
import { emptyQueueText } from '../queue/queue.rules';
import { useTicking } from '../queue/ticker';
import { t } from '../words';
import {
  type NotificationIcon,
  type NotificationTexts,
  notificationIcon,
  notificationTexts,
} from './notification.rules';
import { readUnread, saveViewed, withoutCollected } from './notification-records';
import styles from './notifications-panel.module.css';

const ICONS: Record<NotificationIcon, { drawing: LucideIcon; tone: StateTone }> = {
  new: { drawing: ReceiptText, tone: 'new' },
  busy: { drawing: ChefHat, tone: 'preparing' },
  done: { drawing: CircleCheckBig, tone: 'done' },
  'done-late': { drawing: ClockAlert, tone: 'late' },
};

/** Shows the running orders as notifications, the readiest first. Opening it marks all of them as seen. */
export function Slot() {
  const queue = useQueue();
  const isOpen = useShell((state) => state.isNotificationsOpen);
  if (queue.isPending) {
    return (
      <Skeleton label={t('Loading notifications…')}>
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className={styles.row}>
            <div className={styles.link}>
              <SkeletonBlock shape="thumbnail" />
              <div>
                <SkeletonBlock shape="name" width="long" />
                <SkeletonBlock />
                <SkeletonBlock width="short" />
              </div>
            </div>
          </div>
        ))}
      </Skeleton>
    );
  }
  if (!queue.data) {
    return (
      <FailedState
        title={t('Notifications could not be loaded')}
        text={t('Your orders are not affected.')}
        error={queue.error}
        onRetry={() => void queue.refetch()}
        busy={queue.isFetching}
      />
    );
  }
  return <Notifications entries={queue.data} isOpen={isOpen} />;
}

function Notifications({ entries: listed, isOpen }: { entries: QueueEntry[]; isOpen: boolean }) {
  const audience = useAudience();
  const entries = useMemo(() => withoutCollected(listed), [listed]);
  // The marks stay as long as the panel is open, although all of its entries count as seen from now on.
  const [unread, setUnread] = useState<ReadonlySet<number>>(() => new Set(readUnread(entries)));
  useEffect(() => {
    if (!isOpen) return;
    const news = readUnread(entries);
    if (news.length > 0) setUnread((before) => new Set([...before, ...news]));
    saveViewed(entries);
  }, [entries, isOpen]);

  const running = sortQueue(entries).reverse();
  if (running.length === 0) {
    return <EmptyState title={emptyQueueText()} action={audience === 'customer' && <OrderSomething />} />;
  }
  const note = zoneNote(running.map(({ order }) => order));
  return (
    <>
      <ul>
        {running.map((entry) => (
          <li key={entry.id} className={styles.row}>
            <NotificationLink
              entry={entry}
              texts={notificationTexts(entry, audience)}
              isUnread={unread.has(entry.id)}
            />
          </li>
        ))}
      </ul>
      {note && <p className={styles.zone}>{note}</p>}
    </>
  );
}

interface NotificationLinkProps {
  entry: QueueEntry;
  texts: NotificationTexts;
  isUnread: boolean;
}

function NotificationLink({ entry, texts, isUnread }: NotificationLinkProps) {
  const icon = useTicking((now) => notificationIcon(entry, now));
  return (
    <Link className={styles.link} to={orderPath(entry.order.id, entry.state, entry.id)}>
      <span className={cx(styles.icon, washOf(ICONS[icon].tone))} data-icon={icon}>
        <Icon of={ICONS[icon].drawing} />
      </span>
      <div>
        <div className={styles.top}>
          <p className={styles.title}>
            <span>{texts.title}</span>
            {icon === 'done-late' && <VisuallyHidden> {t('Late.')}</VisuallyHidden>}
          </p>
          {isUnread && (
            <span className={styles.unread}>
              <Icon of={BellDot} size="small" />
              <VisuallyHidden>{t('Unread')}</VisuallyHidden>
            </span>
          )}
        </div>
        <p className={styles.text}>{texts.text}</p>
        <p className={styles.time}>
          {texts.number && <span translate="no">{`${texts.number} · `}</span>}
          <time dateTime={entry.created_at}>{orderTime(entry.order, entry.created_at)}</time>
        </p>
      </div>
    </Link>
  );
}
