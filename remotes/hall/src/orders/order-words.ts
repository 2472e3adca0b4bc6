import type { HallOrder, OrderHistory } from 'shared-contracts/types';
import type { StateTone } from 'shared-contracts/ui';
import { t } from '../words';
import type { OrderRefund } from './orders.resource';

export function stateName(state: HallOrder['state']): string {
  switch (state) {
    case 'new':
      return t('New');
    case 'busy':
      return t('Preparing');
    case 'done':
      return t('Done');
    case 'collected':
      return t('Collected');
    case 'cancelled':
      return t('Cancelled');
  }
}

export const STATE_TONES: Readonly<Record<HallOrder['state'], 'neutral' | StateTone>> = {
  new: 'new',
  busy: 'preparing',
  done: 'done',
  collected: 'neutral',
  cancelled: 'late',
};

type EventKind = OrderHistory['events']['data'][number]['kind'];

export function eventName(kind: EventKind): string {
  switch (kind) {
    case 'placed':
      return t('Paid and placed');
    case 'seen':
      return t('Seen by the stall');
    case 'printed':
      return t('Ticket printed');
    case 'busy':
      return t('Preparing');
    case 'done':
      return t('Done');
    case 'collected':
      return t('Collected');
    case 'undone':
      return t('Set back');
    case 'notified':
      return t('Customer told again');
    case 'texted':
      return t('Text message sent');
    case 'receipt-emailed':
      return t('Receipt sent by email');
    case 'emailed':
      return t('Email about a cancellation or a refund sent');
    case 'reprinted':
      return t('Printed again');
    case 'cancelled':
      return t('Cancelled');
  }
}

/** Steps that a person makes. Older ones do not say who. */
const STEPS: readonly EventKind[] = ['busy', 'done', 'collected', 'undone'];

/** Names who did it, for the evidence of a dispute; '' for what no person does. */
export function personOf({ kind, by }: { kind: EventKind; by: string | null }): string {
  return by ?? (STEPS.includes(kind) ? t('not known by whom') : '');
}

export function refundState(state: OrderRefund['state']): string {
  switch (state) {
    case 'pending':
      return t('On its way');
    case 'delayed':
      return t('Refund delayed');
    case 'unclear':
      return t('Refund unclear');
    case 'refunded':
      return t('Refunded');
    case 'failed':
      return t('Refund failed');
    case 'void':
      return t('Not made');
  }
}
