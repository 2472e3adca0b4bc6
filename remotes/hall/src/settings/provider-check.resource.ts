/** Asks the API to try the keys of a hall at its provider. */
import { api } from 'shared-contracts/client';
import { fillPath } from 'shared-contracts/query';
import type { Envelope, ProviderCheck } from 'shared-contracts/types';

export async function checkProvider(venueId: string): Promise<ProviderCheck> {
  const path = fillPath('/venues/:venueId/provider-check', { venueId });
  return (await api().post<Envelope<ProviderCheck>>(path)).data;
}
