import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import { type Attempt, paymentRefOf } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import type { ProviderFee, ProviderMovement } from '../providers/payment-provider';
import type { Watched } from '../watch/provider-watch';
import { bookFee } from './book-fee';
import { moneyByPayment, tomorrow } from './check-provider';

/**
 * The fees of payments: a provider may tell one later than the payment, or change it. The account's movements have all of them, so that no
 * payment is asked for its own.
 */
export const watchedFees = (deps: Pick<PaymentDeps, 'db' | 'clock' | 'outbox' | 'providers'>): Watched => {
  /** The fees of the last look whose payment is among its movements. */
  const told = new Map<string, ProviderFee>();
  return {
    name: 'fees',
    changes: async ({ venueId, provider, since }) => {
      if (!provider.movements) return null;
      const merchant = await deps.providers.merchant(venueId, provider.name);
      const movements: ProviderMovement[] = [];
      for await (const movement of provider.movements(merchant, { since, until: tomorrow(deps.clock.now()) })) {
        if (movement.kind !== 'dispute') movements.push(movement);
      }
      const changed = await changedFees(deps.db, provider.name, movements);
      told.clear();
      for (const { reference, fee, isWhole } of changed) if (isWhole) told.set(reference, fee);
      return new Set(changed.map(({ reference }) => reference));
    },
    follow: async (attempt) => {
      const fee = told.get(attempt.reference ?? '') ?? (await feeOf(deps, attempt));
      if (fee === null) return;
      await deps.outbox.transaction(async (trx) => {
        await trx.selectFrom('payment_attempts').select('id').where('id', '=', attempt.id).forNoKeyUpdate().execute();
        await bookFee(trx, attempt, fee, deps.clock.now());
      });
    },
  };
};

interface ChangedFee {
  reference: string;
  fee: ProviderFee;
  /** False if the movements have a change of the fee and not the payment itself. */
  isWhole: boolean;
}

async function changedFees(
  db: Queryable,
  provider: string,
  movements: readonly ProviderMovement[],
): Promise<ChangedFee[]> {
  const found = [...moneyByPayment(movements)].map(([key, { feesMinor, receivedMinor }]) => {
    const [reference = '', currency = ''] = key.split(' ');
    return { reference, fee: { amountMinor: feesMinor, currency }, isWhole: receivedMinor > 0 };
  });
  const { rows } = await sql<{ reference: string; minor: number }>`
    select attempt.reference, -sum(posting.amount_minor)::bigint as minor
    from payment_attempts attempt
      join ledger_entries entry on entry.attempt_id = attempt.id and entry.cause = 'fee'
      join ledger_postings posting on posting.entry_id = entry.id and posting.account = 'fees'
    where attempt.provider = ${provider} and attempt.reference = any(${found.map(({ reference }) => reference)}::text[])
      and exists (select from ledger_entries told where told.attempt_id = attempt.id and told.cause = 'fee' and not told.is_estimated)
    group by attempt.reference`.execute(db);
  const booked = new Map(rows.map(({ reference, minor }) => [reference, minor]));
  return found.filter(({ reference, fee, isWhole }) =>
    isWhole ? fee.amountMinor !== (booked.get(reference) ?? 0) : fee.amountMinor !== 0,
  );
}

/** Asks for all movements since the payment. Only a fee that changed long after it needs them. */
async function feeOf(
  { providers, clock }: Pick<PaymentDeps, 'providers' | 'clock'>,
  attempt: Attempt,
): Promise<ProviderFee | null> {
  const provider = providers.named(attempt.provider);
  if (!provider.movements) return null;
  const { reference } = paymentRefOf(attempt);
  const merchant = await providers.merchant(attempt.venue_id, provider.name);
  const movements: ProviderMovement[] = [];
  for await (const movement of provider.movements(merchant, {
    since: attempt.created_at,
    until: tomorrow(clock.now()),
  })) {
    if (movement.reference === reference && movement.kind !== 'dispute') movements.push(movement);
  }
  const [money] = moneyByPayment(movements);
  const [currency] = movements.map((movement) => movement.currency);
  return money && currency ? { amountMinor: money[1].feesMinor, currency } : null;
}
