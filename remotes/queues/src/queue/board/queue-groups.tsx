import { HandPlatter } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import type { Order } from 'shared-contracts/types';
import { cx, Icon } from 'shared-contracts/ui';
import { t } from '../../words';
import { QueueCell } from '../card/queue-cell';
import type { Locks } from '../locks';
import type { QueueGroups as Groups, Listed, QueueAudience } from '../queue.rules';
import type { Moves } from '../use-moves';
import styles from './queue-groups.module.css';
import { QueueMasonry } from './queue-masonry';
import { useListFocus } from './use-list-focus';
import { useStepwiseList } from './use-stepwise-list';

export interface QueueGroupsProps {
  groups: Groups;
  /** Changes with the tab, the order or the search, at the same time as the groups. */
  view: string;
  audience: QueueAudience;
  locks: Locks;
  /** The entry that was moved last. */
  lastId: number | undefined;
  /** The function must be stable. */
  onMove: Moves['move'];
  /** Asks to cancel an order. The function must be stable. */
  onCancel: (order: Order) => void;
}

/**
 * The number of cards that the list has after each step; the last step draws the rest. The first steps add a row of a small tablet each.
 * The later ones draw cards that are far away and have only words.
 */
const STEPS = [3, 6, 9, 12, 15, 18, 114, 210];
/** A list of up to two rows is drawn in one step. */
const SHORT = 6;

/** Returns the step in which a card is drawn again. */
function drawStep(index: number): number {
  const step = STEPS.findIndex((end) => index < end);
  return step < 0 ? STEPS.length : step;
}

/**
 * Shows the cards. They render when the list changes and not with every tap. Ready food is in a green group under the reminder: first on a
 * phone, and beside the rest where there is room.
 */
export const QueueGroups = memo(function QueueGroups({
  groups,
  view,
  audience,
  locks,
  lastId,
  onMove,
  onCancel,
}: QueueGroupsProps) {
  const { ready, rest } = groups;
  const list = useRef<HTMLDivElement>(null);
  const isShort = rest.length <= SHORT;
  const { steps, isWhole } = useStepwiseList(
    groups,
    view,
    isShort ? 1 : drawStep(rest.length - 1) + 1,
    STEPS.length + 1,
  );
  const shownView = useRef<string>(undefined);
  useLayoutEffect(() => {
    shownView.current = view;
  }, [view]);
  const listFocus = useListFocus(
    list,
    [...ready, ...rest].map(({ id }) => id),
    isWhole,
  );
  const isSplit = ready.length > 0 && rest.length > 0;
  // A cell is a position and keeps its place in its column; the card in it is keyed by its entry.
  const cell = ({ id, entry }: Listed, index: number, isReady: boolean) => (
    <QueueCell
      key={index}
      entry={entry}
      locks={locks}
      index={index}
      view={view}
      shownView={shownView}
      audience={audience}
      isReady={isReady}
      isLast={lastId === id}
      onMove={onMove}
      onCancel={onCancel}
    />
  );
  return (
    <div ref={list} {...listFocus} tabIndex={-1} className={cx(styles.groups, isSplit && styles.split)}>
      {ready.length > 0 && (
        <section className={styles.ready} aria-label={t('Ready')}>
          <p className={styles.reminder}>
            <Icon of={HandPlatter} className={styles.reminderIcon} />
            <span>{t('REMEMBER TO MARK YOUR ORDER AS RECEIVED')}</span>
          </p>
          <QueueMasonry columns={isSplit ? 'ready' : 'whole'}>
            {ready.map((placed, index) => cell(placed, index, true))}
          </QueueMasonry>
        </section>
      )}
      {rest.length > 0 && (
        <div className={styles.rest}>
          <QueueMasonry columns={isSplit ? 'rest' : 'whole'}>
            {rest.map((placed, index) => cell(steps[drawStep(index)]?.rest[index] ?? placed, index, false))}
          </QueueMasonry>
        </div>
      )}
    </div>
  );
});
