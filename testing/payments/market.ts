// Reads once from the API what can be bought: the demo venue of each provider, and for each vendor some lines for a cart.

import { hallSettingsSchema, one } from 'shared-contracts/schemas';
import type { PaymentProvider } from 'shared-contracts/types';
import { type Client, clientOf, type Send } from '../client/http';
import { itemsOf, type Line, lineOf, readItem, readVendor, vendorsOf, venuesOf } from '../client/orders';

const ITEMS_PER_VENDOR = 3;

export interface MarketVenue {
  id: number;
  /** The venue's public key at its provider. */
  key: string;
  /** The lines of each vendor that is open and has something to sell. */
  vendors: Line[][];
}

export type Market = Partial<Record<PaymentProvider, MarketVenue>>;

/** Switches tips on in each hall whose provider can charge them. */
export async function takeTips(operator: Client, market: Market): Promise<void> {
  for (const [provider, { id }] of Object.entries(market)) {
    if (provider === 'Paystack') continue;
    const path = `/venues/${id}/settings`;
    const { data } = await operator.get(path, one(hallSettingsSchema));
    await operator.put(path, { part: 'tips', version: data.tips.version, tips: [5, 10, 15] });
  }
}

export async function readMarket(send: Send): Promise<Market> {
  const client = clientOf(send);

  async function linesOf(vendorId: number): Promise<Line[]> {
    const vendor = await readVendor(client, vendorId);
    const lines: Line[] = [];
    for (const { id, status } of itemsOf(vendor)) {
      if (lines.length === ITEMS_PER_VENDOR) break;
      const item = await readItem(client, id);
      if (status === 'active' && item.master.status === 'active') lines.push(lineOf(vendor, item));
    }
    return lines;
  }

  const market: Market = {};
  for (const venue of await venuesOf(client)) {
    const vendors: Line[][] = [];
    for (const { id, accepting_orders: isOpen } of await vendorsOf(client, venue.id)) {
      if (isOpen) vendors.push(await linesOf(id));
    }
    const open = vendors.filter((lines) => lines.length > 0);
    if (open.length > 0)
      market[venue.payment_provider] = { id: venue.id, key: venue.payment_provider_key, vendors: open };
  }
  return market;
}
