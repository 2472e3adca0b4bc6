import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { CUSTOMER, type FakeApi, type FakeRequest, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { HallHours, Schedule } from 'shared-contracts/types';
import { Screen } from './hall-hours.screen';
import { proposedSchedule, setDay } from './hours.rules';

/** A hall that is open on Mondays only makes a short screen. */
const LUNCH: Schedule = {
  weekly: [[{ from: '11:00', until: '14:00' }], [], [], [], [], [], []],
  exceptions: [],
};
const LONGER = setDay(LUNCH, 0, [{ from: '11:00', until: '15:00' }]);

/** Simulates an API that has hours and accepts others. */
function hall(fields: Partial<HallHours> = {}) {
  const api = fakeApi();
  let hours: HallHours = { schedule: LUNCH, version: 3, ...fields };
  const respond = (change: Partial<HallHours>) => {
    hours = { ...hours, ...change };
    api.on('GET /venues/1/hours', { data: hours });
    return { data: hours };
  };
  respond({});
  api.on('PUT /venues/1/hours', ({ body }: FakeRequest) => {
    const { schedule, version } = body as HallHours;
    if (version !== hours.version) return new ApiError(409, { code: 'HOURS_CHANGED', data: hours });
    return respond({ schedule, version: version + 1 });
  });
  return { api, respond };
}

const show = (api: FakeApi) =>
  renderScreen(<Screen />, { api, at: '/hall/1/hours', path: '/hall/:venueId/hours', state: { session: CUSTOMER } });

// Finds a day by label and text: a query by role computes the name of each of a hundred elements.
const day = async (name: string) => within(await screen.findByLabelText(name));
const press = async (name: string) => userEvent.click(await screen.findByText(name));
const setUntil = async (value: string) =>
  fireEvent.change((await day('Monday')).getByLabelText('Until'), { target: { value } });
const saved = ({ requests }: FakeApi) => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

beforeEach(() => window.sessionStorage.clear());

describe('the hours of a hall', () => {
  test('are shown in the office, and saved for the version that was read', async () => {
    const { api } = hall();
    const { store } = show(api);
    expect(await screen.findByRole('heading', { level: 1, name: 'Hours of the hall' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'true');
    await setUntil('15:00');
    await press('Save hours');
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('The hours are saved.'));
    expect(saved(api)).toEqual([{ schedule: LONGER, version: 3 }]);
    expect(screen.queryByText('Not saved yet.')).toBeNull();
  });

  test('are proposed to a hall without any', async () => {
    const { api } = hall({ schedule: null, version: 1 });
    show(api);
    expect(
      await screen.findByText('A stall without hours of its own is open, unless it is closed by hand.'),
    ).toBeVisible();
    await press('Set hours');
    await press('Save hours');
    await waitFor(() => expect(saved(api)).toEqual([{ schedule: proposedSchedule(), version: 1 }]));
  });

  test('are removed', async () => {
    const { api } = hall();
    show(api);
    await press('Remove all hours');
    await press('Save hours');
    await waitFor(() => expect(saved(api)).toEqual([{ schedule: null, version: 3 }]));
    expect(await screen.findByText('No hours are set.')).toBeVisible();
  });

  test('of another operator are shown in a conflict, and can be replaced', async () => {
    const { api, respond } = hall();
    show(api);
    await setUntil('15:00');
    respond({ schedule: null, version: 4 });
    await press('Save hours');
    expect(within(await screen.findByRole('alert')).getByText('No hours are set.')).toBeVisible();
    await press('Go on with mine');
    await press('Save hours');
    await waitFor(() => expect(saved(api).at(-1)).toEqual({ schedule: LONGER, version: 4 }));
  });

  test('of another operator are shown at once where nothing was edited', async () => {
    const { api, respond } = hall();
    show(api);
    await day('Monday');
    respond({ schedule: LONGER, version: 4 });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: null }, 'server'));
    await waitFor(async () => expect((await day('Monday')).getByLabelText('Until')).toHaveValue('15:00'));
  });

  test('keep what was typed after a failed save, with the reason', async () => {
    const { api } = hall();
    show(api.on('PUT /venues/1/hours', new ApiError(503, { code: 'DATABASE_UNAVAILABLE', message: 'Not available.' })));
    await setUntil('15:00');
    await press('Save hours');
    expect(await screen.findByText('Not available.')).toBeVisible();
    expect((await day('Monday')).getByLabelText('Until')).toHaveValue('15:00');
  });

  test('are refused to an operator of another hall', async () => {
    show(fakeApi().on('GET /venues/1/hours', new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sets its hours.')).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('are refused to a person whose role ends while the page is open', async () => {
    const { api } = hall();
    show(api);
    await setUntil('15:00');
    const refusal = new ApiError(403, { code: 'FORBIDDEN' });
    api.on('PUT /venues/1/hours', refusal).on('GET /venues/1/hours', refusal);
    await press('Save hours');
    expect(await screen.findByText('Only an operator of this hall sets its hours.')).toBeVisible();
  });

  test('load with Try Again after a failure', async () => {
    const { api, respond } = hall();
    show(api.on('GET /venues/1/hours', new ApiError(400, { message: 'No.' })));
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    respond({});
    await press('Try Again');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hours of the hall' })).toBeVisible();
  });
});
