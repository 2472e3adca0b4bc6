/** Reads and changes the settings of a hall. The API lets its operators do both. */
import { ApiError, type ApiErrorShape, api, isApiError } from 'shared-contracts/client';
import { fillPath, invalidate, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, HallSettings, HallSettingsChange } from 'shared-contracts/types';

export const settingsPath = (venueId: string) => fillPath('/venues/:venueId/settings', { venueId });

export function useSettings(venueId: string) {
  return useResource<Envelope<HallSettings>, HallSettings>(settingsPath(venueId), {}, { select: readSettings });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readSettings({ data }: Envelope<HallSettings>): HallSettings {
  if (typeof (data as Partial<HallSettings> | null)?.name?.version !== 'string')
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** Shows what a response or a refusal (409) says of the settings. */
function show(venueId: string, settings: HallSettings): void {
  queryClient().setQueryData(resourceKey(settingsPath(venueId)), { data: settings });
}

/**
 * Changes one part. A refusal with the current settings shows them, so that the page can say what somebody else has saved; one of a person who
 * is no operator any more reads them again, so that the page says so.
 */
export async function changeSettings(venueId: string, change: HallSettingsChange): Promise<void> {
  try {
    const { data } = await api().put<Envelope<HallSettings>>(settingsPath(venueId), change);
    show(venueId, data);
  } catch (error) {
    await afterRefusal(venueId, error as ApiErrorShape);
    throw error;
  }
  if (change.part === 'name') await invalidate('/operated-venues');
}

async function afterRefusal(venueId: string, error: ApiErrorShape): Promise<void> {
  if (!isApiError(error)) return;
  if (error.status === 409 && error.data) show(venueId, error.data as HallSettings);
  if (error.status === 403) await invalidate(settingsPath(venueId));
}

/** Opens the hall for guests, or closes it. */
export async function setHallOpen(venueId: string, isOpen: boolean): Promise<void> {
  await api().put(fillPath('/venues/:venueId', { venueId }), { is_open: isOpen });
  await Promise.all([
    invalidate(settingsPath(venueId)),
    invalidate('/operated-venues'),
    invalidate(fillPath('/venues/:venueId/today', { venueId })),
  ]);
}
