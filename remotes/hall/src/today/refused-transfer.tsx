import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { formatMajor } from 'shared-contracts/rules/money';
import type { RefusedTransfer as Refused } from 'shared-contracts/types';
import { Button } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { stallPath } from '../office/paths';
import { plural, t } from '../words';
import { Entry } from './entry';
import { decideRefused } from './today.resource';

/** What Stripe refused to transfer to a stall, or to take back from it: the operator tries again, or settles it with the next payout. */
export function RefusedTransfer({ venueId, refused }: { venueId: string; refused: Refused }) {
  const { vendor, amount, currency, currency_symbol, is_reversal, payments, reason } = refused;
  const { id, name } = vendor;
  const decide = useMutation<void, unknown, 'retry' | 'by-hand'>({
    mutationFn: (decision) => decideRefused(venueId, id, decision),
    onSuccess: (_nothing, decision) =>
      showToast(decision === 'retry' ? t('It is tried again.') : t('It is in the next statement.'), {
        color: 'success',
      }),
    onError: showFailure,
  });
  const shown = { amount: formatMajor(amount, currency, currency_symbol) };
  return (
    <Entry
      head={<bdi translate="no">{name}</bdi>}
      badge={is_reversal ? t('Not taken back') : t('Transfer refused')}
      note={
        <>
          {is_reversal
            ? t('Stripe did not take {amount} back after refunds or disputes. The stall owes it to the hall.', shown)
            : t('Stripe did not transfer {amount} to the stall. The hall owes it to the stall.', shown)}{' '}
          {plural(payments, { one: '# payment', other: '# payments' })}
          {' · '}
          <bdi translate="no">{reason}</bdi>
        </>
      }
      actions={
        <>
          <Button
            size="small"
            busy={decide.isPending && decide.variables === 'retry'}
            disabled={decide.isPending}
            aria-label={t('Try Again: {name}', { name })}
            onClick={() => decide.mutate('retry')}
          >
            {t('Try Again')}
          </Button>
          <Button
            size="small"
            busy={decide.isPending && decide.variables === 'by-hand'}
            disabled={decide.isPending}
            aria-label={t('Settle by hand: {name}', { name })}
            onClick={() => decide.mutate('by-hand')}
          >
            {t('Settle by hand')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            to={stallPath(venueId, id)}
            aria-label={t('Account of {name}', { name })}
          >
            {t('Account')}
          </Button>
        </>
      }
    />
  );
}
