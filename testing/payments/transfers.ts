// Stalls with connected accounts of their own: the provider transfers to them after each payment, and one of the accounts is closed at times.
import { z } from 'zod';
import type { Client } from '../client/http';

const stallsSchema = z.object({ data: z.array(z.looseObject({ id: z.number() })) });
const termsSchema = z.object({
  data: z.object({
    version: z.string(),
    vendors: z.array(z.object({ vendor: z.object({ id: z.number() }), version: z.string() })),
  }),
});
const idOfAccount = (vendorId: number) => `acct_stall${vendorId}`;

export interface Accounts {
  vendorIds: number[];
  /** The id of the account that the provider closes at times. */
  closing: string;
}

/** Gives every second stall of a venue an account, and lets each pay a commission and bear its part of the fees. */
export async function openAccounts(operator: Client, venueId: number): Promise<Accounts> {
  const terms = (await operator.get(`/venues/${venueId}/terms`, termsSchema)).data;
  const ofHall = { version: terms.version, fees_borne_by: 'stalls', fee_percent: 0, fee_fixed: 0 };
  await operator.put(`/venues/${venueId}/terms`, ofHall);
  const { data } = await operator.get(`/venues/${venueId}/vendors`, stallsSchema);
  const vendorIds: number[] = [];
  for (const [index, stall] of data.entries()) {
    const version = terms.vendors.find(({ vendor }) => vendor.id === stall.id)?.version;
    const ofStall = { version, commission_percent: 12, rent: 0, rent_from: null };
    await operator.put(`/venues/${venueId}/terms/${stall.id}`, ofStall);
    if (index % 2 !== 0) continue;
    await operator.put(`/vendors/${stall.id}/details`, { ...stall, stripe_account: idOfAccount(stall.id) });
    vendorIds.push(stall.id);
  }
  return { vendorIds, closing: idOfAccount(vendorIds[0] ?? 0) };
}

const todaySchema = z.object({
  data: z.object({ refused_transfers: z.object({ data: z.array(z.object({ payments: z.number() })) }) }),
});

/** Tries all refused transfers again, as the operator. @returns how many payments had one */
export async function retryRefused(operator: Client, venueId: number, { vendorIds }: Accounts): Promise<number> {
  const { data } = await operator.get(`/venues/${venueId}/today`, todaySchema);
  for (const id of vendorIds) await operator.put(`/venues/${venueId}/refused-transfers/${id}`, { decision: 'retry' });
  return data.refused_transfers.data.reduce((sum, { payments }) => sum + payments, 0);
}
