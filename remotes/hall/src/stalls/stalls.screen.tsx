import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { useParams } from 'shared-contracts/router';
import type { HallStall, HallStalls } from 'shared-contracts/types';
import { Badge, Button, Card, EmptyState } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { Office } from '../office/office';
import { stallHoursPath, stallMenuPath, stallPath, stallPeoplePath, stallPrintersPath } from '../office/paths';
import { t } from '../words';
import { moved } from './stall-form.rules';
import { stallCounts } from './stall-words';
import styles from './stalls.module.css';
import { orderStalls, setTakesOrders, showStalls, useStalls } from './stalls.resource';

/** Lists the stalls of a hall in the order of its list. */
export function Screen() {
  const { venueId = '' } = useParams();
  const stalls = useStalls(venueId);
  return (
    <Office section="stalls" heading={t('Stalls')} read={stalls}>
      {(data) => <Stalls venueId={venueId} stalls={data} />}
    </Office>
  );
}

function Stalls({ venueId, stalls }: { venueId: string; stalls: HallStalls }) {
  const [isOrdering, setIsOrdering] = useState(false);
  const { data, version, archived } = stalls;
  const order = useMutation<void, ApiErrorShape, { id: number; step: -1 | 1 }>({
    mutationFn: ({ id, step }) =>
      orderStalls(
        venueId,
        version,
        moved(
          data.map((stall) => stall.id),
          id,
          step,
        ),
      ),
    onError: (error) => {
      if (isApiError(error) && error.status === 409 && error.data) showStalls(venueId, error.data as HallStalls);
      showFailure(error);
    },
  });
  const add = (
    <Button variant="primary" icon={Plus} to={stallPath(venueId, 'new')}>
      {t('Add a stall')}
    </Button>
  );
  if (data.length === 0) {
    return (
      <EmptyState
        title={t('This hall has no stall yet.')}
        text={t('A name is enough to begin. Its menu and its people come next.')}
        action={add}
      />
    );
  }
  return (
    <>
      <div className={styles.actions}>
        {add}
        {data.length > 1 && (
          <Button aria-pressed={isOrdering} onClick={() => setIsOrdering(!isOrdering)}>
            {isOrdering ? t('Done with the order') : t('Change the order')}
          </Button>
        )}
      </div>
      <ol className={styles.list}>
        {data.map((stall, index) => (
          <Card as="li" padded key={stall.id} className={styles.stall}>
            {isOrdering ? (
              <OrderRow
                stall={stall}
                isFirst={index === 0}
                isLast={index === data.length - 1}
                onStep={(step) => {
                  if (!order.isPending) order.mutate({ id: stall.id, step });
                }}
              />
            ) : (
              <StallRow venueId={venueId} stall={stall} />
            )}
          </Card>
        ))}
      </ol>
      {archived.length > 0 && (
        <section aria-labelledby="archived" className={styles.section}>
          <h2 id="archived">{t('Archived')}</h2>
          <p className={styles.note}>{t('Their orders stay with the reports.')}</p>
          <ul className={styles.names}>
            {archived.map(({ id, name }) => (
              <li key={id} translate="no">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function StallRow({ venueId, stall }: { venueId: string; stall: HallStall }) {
  const { id, name, is_open, mode, items } = stall;
  const isShut = mode === 'closed';
  const toggle = useMutation({
    mutationFn: () => setTakesOrders(venueId, id, isShut),
    onSuccess: () =>
      showToast(isShut ? t('{name} takes orders.', { name }) : t('{name} takes no orders.', { name }), {
        color: 'success',
      }),
    onError: showFailure,
  });
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.name} translate="no">
          <bdi>{name}</bdi>
        </h2>
        <Badge tone={is_open ? 'done' : 'neutral'}>{openText(stall)}</Badge>
      </div>
      <p className={styles.note}>{stallCounts(stall).join(' · ')}</p>
      {items === 0 && (
        <p className={styles.todo}>
          <span>{t('Its menu is empty, so no guest can order here.')}</span>
          <Button size="small" variant="primary" to={stallMenuPath(id)}>
            {t('Add the first item')}
          </Button>
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" to={stallPath(venueId, id)} aria-label={t('Edit {name}', { name })}>
          {t('Edit')}
        </Button>
        <Button
          size="small"
          busy={toggle.isPending}
          aria-label={isShut ? t('Open the stall: {name}', { name }) : t('Close the stall: {name}', { name })}
          onClick={() => toggle.mutate()}
        >
          {isShut ? t('Open the stall') : t('Close the stall')}
        </Button>
        <Button size="small" variant="quiet" to={stallMenuPath(id)} aria-label={t('Menu of {name}', { name })}>
          {t('Menu')}
        </Button>
        <Button size="small" variant="quiet" to={stallHoursPath(id)} aria-label={t('Hours of {name}', { name })}>
          {t('Hours')}
        </Button>
        <Button size="small" variant="quiet" to={stallPeoplePath(id)} aria-label={t('People of {name}', { name })}>
          {t('People')}
        </Button>
        <Button size="small" variant="quiet" to={stallPrintersPath(id)} aria-label={t('Printers of {name}', { name })}>
          {t('Printers')}
        </Button>
      </div>
    </>
  );
}

function openText({ is_open, mode }: HallStall): string {
  if (mode === 'closed') return t('Closed');
  if (is_open) return t('Open');
  return mode === 'schedule' ? t('Closed by its hours') : t('Takes no orders');
}

interface OrderRowProps {
  stall: HallStall;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: -1 | 1) => void;
}

/** The buttons stay where they are when a row has moved, so the same finger can move on. */
function OrderRow({ stall: { name }, isFirst, isLast, onStep }: OrderRowProps) {
  return (
    <div className={styles.head}>
      <span className={styles.name} translate="no">
        <bdi>{name}</bdi>
      </span>
      <span className={styles.steps}>
        <Button
          size="small"
          icon={ArrowUp}
          aria-disabled={isFirst || undefined}
          aria-label={t('Move {name} up', { name })}
          onClick={() => !isFirst && onStep(-1)}
        >
          {t('Up')}
        </Button>
        <Button
          size="small"
          icon={ArrowDown}
          aria-disabled={isLast || undefined}
          aria-label={t('Move {name} down', { name })}
          onClick={() => !isLast && onStep(1)}
        >
          {t('Down')}
        </Button>
      </span>
    </div>
  );
}
