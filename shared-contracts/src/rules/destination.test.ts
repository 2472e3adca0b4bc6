import { destinationAt, scannedAt } from './destination';

const SCAN = { destination: '12', destinationFrom: { venueId: 1, scannedAt: 1_000 } };
const ADDRESS = { destination: 'Room 4', destinationFrom: { venueId: 1 } };
const WITHOUT_VENUE = { destination: '12' };

describe('where the visitor is', () => {
  test.each([
    ['a scanned table is shown in its venue', SCAN, 1, '12'],
    ['a scanned table is not shown in another venue', SCAN, 2, ''],
    ['a scanned table is shown while the venue is not known yet', SCAN, undefined, '12'],
    ['a place without a venue is shown in each', WITHOUT_VENUE, 2, '12'],
  ])('%s', (_case, state, venueId, shown) => {
    expect(destinationAt(state, venueId)).toBe(shown);
  });

  test.each([
    ['a scanned table is a choice in its venue', SCAN, 1, 1_000],
    ['a scanned table is no choice in another venue', SCAN, 2, undefined],
    ['a place that was not scanned is no choice', ADDRESS, 1, undefined],
    ['a place without a venue is no choice', WITHOUT_VENUE, 1, undefined],
    ['a place is no choice while no venue is known', WITHOUT_VENUE, undefined, undefined],
  ])('%s', (_case, state, venueId, at) => {
    expect(scannedAt(state, venueId)).toBe(at);
  });
});
