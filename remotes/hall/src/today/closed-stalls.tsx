import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { HallToday } from 'shared-contracts/types';
import { Button } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { stallHoursPath } from '../office/paths';
import { t } from '../words';
import { Entry } from './entry';
import { switchStall } from './today.resource';

type Closed = HallToday['closed']['data'];

/** Lists the stalls that take no orders, each with what opens it. */
export function ClosedStalls({ venueId, stalls }: { venueId: string; stalls: Closed }) {
  return stalls.map(({ vendor, mode }) => (
    <ClosedStall key={vendor.id} venueId={venueId} vendor={vendor} mode={mode} />
  ));
}

function ClosedStall({ venueId, vendor: { id, name }, mode }: { venueId: string } & Closed[number]) {
  const open = useMutation({
    mutationFn: () => switchStall(venueId, id, true),
    onSuccess: () => showToast(t('{name} takes orders.', { name }), { color: 'success' }),
    onError: showFailure,
  });
  return (
    <Entry
      head={<bdi translate="no">{name}</bdi>}
      note={closedText(mode)}
      actions={
        <>
          {mode === 'closed' && (
            <Button
              size="small"
              busy={open.isPending}
              aria-label={t('Open the stall: {name}', { name })}
              onClick={() => open.mutate()}
            >
              {t('Open the stall')}
            </Button>
          )}
          {mode === 'schedule' && (
            <Button size="small" to={stallHoursPath(id)} aria-label={t('Hours of {name}', { name })}>
              {t('Hours')}
            </Button>
          )}
        </>
      }
    />
  );
}

function closedText(mode: Closed[number]['mode']): string {
  switch (mode) {
    case 'closed':
      return t('Closed by its switch');
    case 'schedule':
      return t('Closed by its hours');
    case 'open':
      return t('Takes no orders, since it cannot be reached');
  }
}
