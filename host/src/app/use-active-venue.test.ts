import { createEventStore, provideEventStore, shellState } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient, queryClient, resourceKey } from 'shared-contracts/query';
import { anActiveVenue, aVenue } from 'shared-contracts/testing';
import type { RouteMatch, ShellRoute } from '../routes/shell-route';
import { activateKnownVenue } from './use-active-venue';

const at = (venueId: string): RouteMatch => ({
  route: { path: '/venues/:venueId/vendors' } as ShellRoute,
  params: { venueId },
});

beforeEach(() => {
  provideQueryClient(createQueryClient());
  queryClient().setQueryData(resourceKey('/venues/1'), { data: aVenue({ id: 1, name: 'Market Hall' }) });
});

test.each<[string, { match: RouteMatch | undefined; before?: number; active: number | undefined }]>([
  ['the venue in the address is active before the first render if the page contains it', { match: at('1'), active: 1 }],
  ['the venue in the address replaces the one of an earlier page', { match: at('1'), before: 2, active: 1 }],
  ['no venue is active yet if the page does not contain the one in the address', { match: at('2'), active: undefined }],
  ['an address without a venue keeps the one of an earlier page', { match: undefined, before: 2, active: 2 }],
])('%s', (_what, { match, before, active }) => {
  provideEventStore(createEventStore(before ? { initial: { venue: anActiveVenue({ id: before }) } } : {}));
  activateKnownVenue(match);
  expect(shellState().venue?.id).toBe(active);
});
