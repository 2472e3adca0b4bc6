/** Maps the server's events to events of the event store: `App\Events\OrderUpdated`, here `OrderUpdated`, becomes `order-updated`. */
import { type EventName, publish } from 'shared-contracts/events';
import type { RealtimeEvents } from 'shared-contracts/types';

const NAMES = {
  QueueOrderAdded: 'queue-order-added',
  QueueOrderStateUpdated: 'queue-order-state-updated',
  OrderUpdated: 'order-updated',
  Message: 'message-received',
  CartUpdated: 'cart-updated',
  StockUpdated: 'stock-updated',
  QueuePositionsChanged: 'queue-positions-changed',
  PrintingChanged: 'printing-changed',
  OrdersUnseen: 'orders-unseen',
} as const satisfies Record<keyof RealtimeEvents, EventName>;

export type WireName = keyof typeof NAMES;
export const WIRE_NAMES = Object.keys(NAMES) as WireName[];

export function publishServerEvent<Name extends WireName>(name: Name, payload: RealtimeEvents[Name]): void {
  publish(NAMES[name], payload as never, 'server');
}
