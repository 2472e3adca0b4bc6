/** Reads and changes the tables of a hall. The API lets its operators do both. */
import { ApiError, api } from 'shared-contracts/client';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type { Envelope } from 'shared-contracts/types';

export interface HallTable {
  id: number;
  name: string;
  /** The content of the printed code. */
  url: string;
}

const listPath = (venueId: string) => fillPath('/venues/:venueId/tables', { venueId });

export function useTables(venueId: string) {
  return useResource<Envelope<HallTable[]>, HallTable[]>(listPath(venueId), {}, { select: readTables });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readTables({ data }: Envelope<HallTable[]>): HallTable[] {
  if (!Array.isArray(data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** Adds tables. One that is there already keeps its code, so a second try changes nothing. */
export async function addTables(
  venueId: string,
  names: readonly string[],
): Promise<{ added: string[]; existing: string[] }> {
  const { data } = await api().post<Envelope<{ added: string[]; existing: string[] }>>(listPath(venueId), { names });
  await invalidate(listPath(venueId));
  return data;
}

export async function removeTable(venueId: string, tableId: number): Promise<void> {
  await api().delete(`${listPath(venueId)}/${tableId}`);
  await invalidate(listPath(venueId));
}
