/** Makes a transfer to a stall's own account, or takes a part of one back. It is made once, even after several tries. */
import type { Queryable, Trx } from 'core/database/kysely';
import type { TransfersTable } from 'core/database/types';
import type { Selectable } from 'kysely';
import { type Attempt, findAttempt, paymentRefOf } from '../core/payment.repository';
import { bookFee } from '../ledger/book-fee';
import { askToTransfer, bookTransfers } from '../ledger/book-transfers';
import type { PaymentDeps } from '../providers/payment-deps';
import { isProviderError, type Merchant, type PaymentProvider, ProviderError } from '../providers/payment-provider';

/** After this time a call whose response was lost has ended at the provider, so the next try can look for it. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

type TransferDeps = Pick<PaymentDeps, 'db' | 'clock' | 'outbox' | 'log' | 'providers'>;
type TransferRow = Selectable<TransfersTable>;

/**
 * Makes one transfer or reversal for the outbox. The state becomes 'asked' before the call, so that the amount stays the same for every try.
 * A provider that fails is asked again after 30 s, then after twice as long each time, at most an hour. A refusal is final: the amount is then
 * owed to the stall again, and an operator decides.
 */
export async function makeTransfer(deps: TransferDeps, transferId: number): Promise<void> {
  const attempt = await attemptOf(deps.db, transferId);
  if (!attempt) return;
  let transfer = await findOpen(deps.db, transferId);
  if (!transfer) return;
  const entry = { transfer: transferId, attempt: attempt.id, reference: attempt.reference };
  let providerTransferId: string;
  try {
    const provider = deps.providers.named(attempt.provider);
    const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
    if (transfer.reverses === null) await learnFee(deps, attempt, { provider, merchant });
    transfer = await markAsked(deps, transferId);
    if (!transfer) return;
    providerTransferId = await call(deps.db, { provider, merchant, attempt, transfer });
  } catch (error) {
    const reason = isProviderError(error) ? `${error.failure}: ${error.code}` : String(error);
    const isRefused = isProviderError(error) && (error.failure === 'refused' || error.failure === 'unknown-reference');
    deps.log.error({ ...entry, reason }, `payment: a transfer ${isRefused ? 'was refused' : 'failed'}`);
    if (isRefused) await conclude(deps, attempt.id, transferId, { state: 'refused', error: reason.slice(0, 500) });
    else await postpone(deps, transferId, reason);
    return;
  }
  await conclude(deps, attempt.id, transferId, {
    state: 'done',
    provider_transfer_id: providerTransferId,
    error: null,
  });
  deps.log.info({ ...entry, amountMinor: transfer.amount_minor }, 'payment: a transfer');
}

async function attemptOf(db: Queryable, transferId: number): Promise<Attempt | null> {
  const row = await db.selectFrom('transfers').select('attempt_id').where('id', '=', transferId).executeTakeFirst();
  return row ? findAttempt(db, row.attempt_id) : null;
}

async function findOpen(db: Queryable, transferId: number): Promise<TransferRow | null> {
  const row = await db
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', transferId)
    .where('state', 'in', ['wanted', 'asked'])
    .executeTakeFirst();
  return row ?? null;
}

interface Account {
  provider: PaymentProvider;
  merchant: Merchant;
}

/**
 * Books the fee of the payment, unless it is booked as the provider told it: the stall's part of it is not transferred.
 * @throws ProviderError while the provider does not tell it
 */
async function learnFee(deps: TransferDeps, attempt: Attempt, { provider, merchant }: Account): Promise<void> {
  const told = await deps.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('cause', '=', 'fee')
    .where('is_estimated', '=', false)
    .executeTakeFirst();
  if (told) return;
  const { fee } = await provider.retrieve(merchant, paymentRefOf(attempt));
  if (!fee) throw new ProviderError('unavailable', 'fee_unknown');
  await deps.outbox.transaction(async (trx) => {
    await lockPayment(trx, attempt.id);
    await bookFee(trx, attempt, fee, deps.clock.now());
  });
}

async function lockPayment(trx: Trx, attemptId: number): Promise<void> {
  await trx.selectFrom('payment_attempts').select('id').where('id', '=', attemptId).forNoKeyUpdate().execute();
}

/** @returns the transfer with the amount that it keeps from now on; null if it is not needed any more, or was made meanwhile */
async function markAsked({ db }: Pick<TransferDeps, 'db'>, transferId: number): Promise<TransferRow | null> {
  const row = await db
    .updateTable('transfers')
    .set({ state: 'asked' })
    .where('id', '=', transferId)
    .where('state', 'in', ['wanted', 'asked'])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

async function call(
  db: Queryable,
  { provider, merchant, attempt, transfer }: Account & { attempt: Attempt; transfer: TransferRow },
): Promise<string> {
  const { reference: paymentReference, currency } = paymentRefOf(attempt);
  const common = { key: `transfer-${transfer.id}`, amountMinor: transfer.amount_minor, currency, paymentReference };
  if (!provider.transfer || !provider.reverseTransfer) throw new ProviderError('refused', 'no_transfers');
  if (transfer.reverses === null) {
    return provider.transfer(merchant, { ...common, account: transfer.account, group: paymentReference });
  }
  const { provider_transfer_id } = await db
    .selectFrom('transfers')
    .select('provider_transfer_id')
    .where('id', '=', transfer.reverses)
    .executeTakeFirstOrThrow();
  return provider.reverseTransfer(merchant, { ...common, transferId: provider_transfer_id ?? '' });
}

type Outcome = { state: 'done'; provider_transfer_id: string; error: null } | { state: 'refused'; error: string };

/** Records an outcome and plans what follows from it. A second outcome of the same transfer changes nothing. */
async function conclude(
  { outbox, clock }: Pick<TransferDeps, 'outbox' | 'clock'>,
  attemptId: number,
  transferId: number,
  outcome: Outcome,
): Promise<void> {
  const at = clock.now();
  await outbox.transaction(async (trx) => {
    await lockPayment(trx, attemptId);
    const concluded = await trx
      .updateTable('transfers')
      .set({ ...outcome, settled_at: at })
      .where('id', '=', transferId)
      .where('state', 'in', ['wanted', 'asked'])
      .returning('id')
      .executeTakeFirst();
    if (concluded) await bookTransfers(trx, attemptId, at);
  });
}

/** Records a failed try, and queues the next one as a new message. */
async function postpone(
  { outbox, clock }: Pick<TransferDeps, 'outbox' | 'clock'>,
  transferId: number,
  reason: string,
): Promise<void> {
  await outbox.transaction(async (trx) => {
    const postponed = await trx
      .updateTable('transfers')
      .set((query) => ({ error: reason.slice(0, 500), tries: query('tries', '+', 1) }))
      .where('id', '=', transferId)
      .where('state', 'in', ['wanted', 'asked'])
      .returning('tries')
      .executeTakeFirst();
    if (!postponed) return;
    const { tries } = postponed;
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20));
    const availableAt = new Date(clock.now().getTime() + waitMs);
    await askToTransfer(trx, transferId, `transfer:${transferId}:${tries}`, availableAt);
  });
}
