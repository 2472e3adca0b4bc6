/** Shared parts of the lists of people. */
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { showToast, useShell } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Member } from 'shared-contracts/types';
import { AlertDialog, Badge, Button, Page, QuietHeading, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { showFailure } from '../failures';
import rows from '../row.module.css';
import { t } from '../words';
import styles from './members.module.css';

export function LoadingPeople({ heading }: { heading: string }) {
  return (
    <Page width="account" className={styles.page}>
      <QuietHeading>{heading}</QuietHeading>
      <Skeleton label={t('Loading the people…')} className={styles.waiting}>
        <SkeletonBlock shape="title" width="half" />
        <SkeletonBlock width="long" />
        <SkeletonBlock width="long" />
      </Skeleton>
    </Page>
  );
}

/** Moves the focus to the heading of the list when a removed row takes the focus with it. */
export function useFocusAfterRemoval(ids: readonly number[]): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(ids);
  useLayoutEffect(() => {
    const isGone = before.current.some((id) => !ids.includes(id));
    before.current = ids;
    if (isGone && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
  return heading;
}

export const useIsSelf = (userId: number): boolean => useShell(({ session }) => session?.user.id === userId);

interface PersonRowProps {
  user: Member['user'];
  /** The person's role in words: 'Owner'. */
  badge: string;
  remove: () => Promise<void>;
  /** The consequence for the person, which the question names before the removal. */
  loss: string;
  /** Further buttons, before Remove. */
  children?: ReactNode;
}

export function PersonRow({ user, badge, remove, loss, children }: PersonRowProps) {
  const isSelf = useIsSelf(user.id);
  const [isAsking, setIsAsking] = useState(false);
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => showToast(t('{name} was removed.', { name: user.name }), { color: 'success' }),
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={rows.name}>
          <span translate="no">{user.name}</span>
          {isSelf && <span> {t('(you)')}</span>} <Badge>{badge}</Badge>
        </p>
        <p className={rows.note} translate="no">
          {user.email}
        </p>
      </div>
      <div className={rows.actions}>
        {children}
        <Button size="small" aria-label={t('Remove {name}', { name: user.name })} onClick={() => setIsAsking(true)}>
          {t('Remove')}
        </Button>
      </div>
      <AlertDialog
        open={isAsking}
        title={t('Remove {name}?', { name: user.name })}
        okLabel={t('Remove')}
        closeLabel={t('Cancel')}
        isDanger
        busy={removal.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => removal.mutate()}
      >
        {loss}
      </AlertDialog>
    </li>
  );
}
