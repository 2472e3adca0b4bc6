import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { aVendor, type FakeRequest, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { OpeningHours, Schedule } from 'shared-contracts/types';
import { useVendor } from '../stock.resource';
import { isAfter, layOut } from '../testing/lay-out';
import { proposedSchedule, setDay } from './hours.rules';
import { Screen } from './hours.screen';

/** A stall that is open on Mondays only makes a short screen. */
const LUNCH: Schedule = {
  weekly: [[{ from: '11:00', until: '14:00' }], [], [], [], [], [], []],
  exceptions: [],
};

const hoursResponse = (fields: Partial<OpeningHours> = {}): { data: OpeningHours } => ({
  data: { mode: 'schedule', schedule: LUNCH, version: 3, ...fields },
});

/** Simulates an API that has hours and accepts others. */
function stall(fields: Partial<OpeningHours> = {}) {
  const api = fakeApi();
  let hours = hoursResponse(fields).data;
  const respond = (change: Partial<OpeningHours>) => {
    hours = { ...hours, ...change };
    api.on('GET /vendors/7/hours', { data: hours });
    api.on('GET /vendors/7/watch', { data: { ring_minutes: 2, staff_minutes: 4, hall_minutes: 8 } });
    return { data: hours };
  };
  respond({});
  api
    .on('PUT /vendors/7/hours', ({ body }: FakeRequest) => {
      const { schedule, version } = body as { schedule: Schedule | null; version: number };
      if (version !== hours.version) return new ApiError(409, { code: 'HOURS_CHANGED', data: hours });
      return respond({ schedule, version: version + 1 });
    })
    .on('PUT /vendors/7', ({ body }: FakeRequest) =>
      respond({ mode: (body as { opening_mode: OpeningHours['mode'] }).opening_mode }),
    );
  return { api, respond };
}

const show = (api = stall().api, session = VENDOR) =>
  renderScreen(<Screen />, { api, at: '/vendor/7/hours', path: '/vendor/:vendorId/hours', state: { session } });

// Finds a day by label and text: a query by role computes the name of each of a hundred elements.
const day = async (name: string) => within(await screen.findByLabelText(name));
const press = async (name: string) => userEvent.click(await screen.findByText(name));
const setTime = (label: HTMLElement, value: string) => fireEvent.change(label, { target: { value } });
const saved = (api: ReturnType<typeof fakeApi>) =>
  api.requests.filter(({ method, path }) => method === 'PUT' && path === '/vendors/7/hours').map(({ body }) => body);

beforeEach(() => window.sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

test('saves a changed day for the version that was read', async () => {
  const { api, store } = show();
  const monday = await day('Monday');
  setTime(monday.getByLabelText('Until'), '15:00');
  expect(screen.getByText('Not saved yet.')).toBeVisible();
  await press('Save hours');
  await waitFor(() => expect(store.state.getState().toast?.content).toBe('The hours are saved.'));
  expect(saved(api)).toEqual([{ schedule: setDay(LUNCH, 0, [{ from: '11:00', until: '15:00' }]), version: 3 }]);
  expect(screen.queryByText('Not saved yet.')).toBeNull();
  expect(monday.getByLabelText('Until')).toHaveValue('15:00');
});

test('disables the fields during a save and sends it only once', async () => {
  const { api } = stall();
  let respond: (response: unknown) => void = () => {};
  api.on(
    'PUT /vendors/7/hours',
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  show(api);
  const monday = await day('Monday');
  setTime(monday.getByLabelText('Until'), '15:00');
  await press('Save hours');
  expect(monday.getByLabelText('Until')).toBeDisabled();
  expect(screen.getByText('Remove all hours').closest('button')).toBeDisabled();
  expect(screen.getByText('Discard').closest('button')).toBeDisabled();
  await press('Save hours');
  expect(saved(api)).toHaveLength(1);
  respond(hoursResponse({ schedule: setDay(LUNCH, 0, [{ from: '11:00', until: '15:00' }]), version: 4 }));
  await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull());
  expect(monday.getByLabelText('Until')).toBeEnabled();
});

test('adds, removes and copies times', async () => {
  show();
  const monday = await day('Monday');
  await userEvent.click(monday.getByLabelText('Add a time: Monday'));
  const [, from] = monday.getAllByLabelText('From');
  const [, until] = monday.getAllByLabelText('Until');
  if (!from || !until) throw new Error('There is no second time.');
  setTime(from, '18:00');
  setTime(until, '02:00');
  expect(monday.getByText('Until 02:00 the next day')).toBeVisible();
  await userEvent.click(monday.getByText('Copy to all days'));
  const sunday = await day('Sunday');
  expect(sunday.getAllByLabelText('From')).toHaveLength(2);
  await userEvent.click(sunday.getByLabelText('Remove 11:00, Sunday'));
  await userEvent.click(sunday.getByLabelText('Remove 18:00, Sunday'));
  expect(sunday.getByText('Closed')).toBeVisible();
});

test('does not show unsaved changes to the next person on the same tab', async () => {
  const { unmount } = show();
  setTime((await day('Monday')).getByLabelText('Until'), '15:00');
  unmount();
  show(stall().api, VENDOR && { ...VENDOR, user: { ...VENDOR.user, id: 99 } });
  expect((await day('Monday')).getByLabelText('Until')).toHaveValue('14:00');
  expect(screen.queryByText('Not saved yet.')).toBeNull();
});

test('does not announce the user’s own save as a colleague’s while the page still fetches the stall', async () => {
  const Stall = () => <p>{useVendor('7').data?.name}</p>;
  const api = stall().api.on('GET /vendors/7', { data: aVendor({ menus: [] }) });
  const state = { session: VENDOR };
  const screens = (
    <>
      <Screen />
      <Stall />
    </>
  );
  renderScreen(screens, { api, at: '/vendor/7/hours', path: '/vendor/:vendorId/hours', state });
  await screen.findByText('Kumo Ramen');
  setTime((await day('Monday')).getByLabelText('Until'), '15:00');
  api.on('GET /vendors/7', () => new Promise(() => {}));
  await press('Save hours');
  await waitFor(() => expect(saved(api)).toHaveLength(1));
  await waitFor(() => expect(api.requests.filter(({ path }) => path === '/vendors/7')).toHaveLength(2));
  expect(screen.queryByText(/Someone else changed the hours/)).toBeNull();
  await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull());
});

test('saves a holiday as a day without times', async () => {
  const { api } = show();
  await press('Add a day');
  setTime(screen.getByLabelText('Date'), '2026-12-25');
  expect((await day('Friday 25 December 2026')).getByText('Closed')).toBeVisible();
  await press('Save hours');
  await waitFor(() => expect(saved(api)).toHaveLength(1));
  expect(saved(api)).toEqual([{ schedule: { ...LUNCH, exceptions: [{ date: '2026-12-25', spans: [] }] }, version: 3 }]);
});

test('shows an error at its day and sends nothing', async () => {
  const { api } = show();
  const monday = await day('Monday');
  setTime(monday.getByLabelText('From'), '');
  await press('Save hours');
  expect(monday.getByText('Fill in both times, or remove the row.')).toBeVisible();
  expect(screen.getByText('Some times have to be mended first: Monday.')).toBeVisible();
  // The field is far above the button on a phone.
  expect(monday.getByLabelText('From')).toHaveFocus();
  expect(saved(api)).toEqual([]);
});

test('keeps Save under the finger when errors appear above it', async () => {
  show();
  setTime((await day('Monday')).getByLabelText('From'), '');
  const button = (await screen.findByText('Save hours')).closest('button') as HTMLElement;
  const place = layOut(button);
  await press('Save hours');
  expect(window.scrollBy).toHaveBeenCalledTimes(1);
  expect(button.getBoundingClientRect().top).toBe(place);
  expect(isAfter(screen.getByText('Some times have to be mended first: Monday.'), button)).toBe(true);
});

test('keeps unsaved changes after the screen is left, until they are discarded', async () => {
  const { unmount } = show();
  setTime((await day('Monday')).getByLabelText('Until'), '15:00');
  unmount();
  show();
  expect((await day('Monday')).getByLabelText('Until')).toHaveValue('15:00');
  await press('Discard');
  expect((await day('Monday')).getByLabelText('Until')).toHaveValue('14:00');
});

describe('when two editors change the hours', () => {
  const theirs = setDay(LUNCH, 0, [{ from: '08:00', until: '12:00' }]);

  async function conflict() {
    const { api, respond } = stall();
    show(api);
    setTime((await day('Monday')).getByLabelText('Until'), '15:00');
    respond({ schedule: theirs, version: 4 });
    await press('Save hours');
    const theirHours = await screen.findByText('Monday: 08:00 to 12:00');
    expect(theirHours).toBeVisible();
    expect(isAfter(theirHours, screen.getByText('Save hours'))).toBe(true);
    await waitFor(() => expect(document.activeElement).toContainElement(theirHours));
    return api;
  }

  test('the second editor sees the hours of the first, and can go on with their own', async () => {
    const api = await conflict();
    await press('Go on with mine');
    await press('Save hours');
    await waitFor(() =>
      expect(saved(api).at(-1)).toEqual({
        schedule: setDay(LUNCH, 0, [{ from: '11:00', until: '15:00' }]),
        version: 4,
      }),
    );
  });

  test('a second press on Save leads to the other editor’s hours again and sends nothing', async () => {
    const api = await conflict();
    await userEvent.click((await day('Tuesday')).getByText('Tuesday'));
    const sent = saved(api).length;
    await press('Save hours');
    expect(document.activeElement).toContainElement(screen.getByText('Monday: 08:00 to 12:00'));
    expect(saved(api)).toHaveLength(sent);
    await press('Go on with mine');
    expect(screen.getByText('Save hours').closest('button')).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('the second editor can take the hours of the first', async () => {
    await conflict();
    await press('Take theirs');
    expect(screen.getByLabelText('Opening hours')).toHaveFocus();
    expect((await day('Monday')).getByLabelText('From')).toHaveValue('08:00');
    expect(screen.queryByText('Not saved yet.')).toBeNull();
  });

  test('an editor without changes sees the other editor’s hours at once', async () => {
    const { api, respond } = stall();
    show(api);
    await day('Monday');
    respond({ schedule: theirs, version: 4 });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: null }, 'server'));
    await waitFor(async () => expect((await day('Monday')).getByLabelText('From')).toHaveValue('08:00'));
  });
});

test('proposes hours to a stall without any and keeps the focus in the editor', async () => {
  const { api } = show(stall({ schedule: null, version: 0 }).api);
  expect(await screen.findByText('No hours are set: always open.')).toBeVisible();
  await press('Set hours');
  expect(screen.getByLabelText('Opening hours')).toHaveFocus();
  await press('Save hours');
  await waitFor(() => expect(saved(api)).toEqual([{ schedule: proposedSchedule(), version: 0 }]));
  await waitFor(() => expect(screen.getByLabelText('Opening hours')).toHaveFocus());
});

describe('a stall of a hall with hours', () => {
  const hall_schedule = setDay(LUNCH, 0, [{ from: '09:00', until: '21:00' }]);

  test('follows them without hours of its own, and shows them', async () => {
    show(stall({ schedule: null, hall_schedule, version: 0 }).api);
    const hall = await day('Hours of the hall');
    expect(hall.getByText('This stall follows them, as it has no hours of its own.')).toBeVisible();
    expect(hall.getByText('Monday: 09:00 to 21:00')).toBeVisible();
    expect(screen.getByText('Opens and closes by itself.')).toBeVisible();
    expect(screen.queryByLabelText('Monday')).toBeNull();
  });

  test('begins hours of its own with a copy of them', async () => {
    const { api } = show(stall({ schedule: null, hall_schedule, version: 0 }).api);
    await press('Set hours of its own');
    expect(screen.getByLabelText('Opening hours')).toHaveFocus();
    expect((await day('Monday')).getByLabelText('From')).toHaveValue('09:00');
    await press('Save hours');
    await waitFor(() => expect(saved(api)).toEqual([{ schedule: hall_schedule, version: 0 }]));
  });

  test('follows them instead of its own hours once that is saved', async () => {
    const { api } = show(stall({ hall_schedule }).api);
    await press('Follow the hours of the hall');
    expect((await day('Hours of the hall')).getByText('Monday: 09:00 to 21:00')).toBeVisible();
    expect(screen.getByText('Not saved yet.')).toBeVisible();
    await press('Save hours');
    await waitFor(() => expect(saved(api)).toEqual([{ schedule: null, version: 3 }]));
    await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull());
  });

  test('says in a conflict that another editor lets it follow the hall', async () => {
    const { api, respond } = stall({ hall_schedule });
    show(api);
    setTime((await day('Monday')).getByLabelText('Until'), '15:00');
    respond({ schedule: null, version: 4 });
    await press('Save hours');
    expect(within(await screen.findByRole('alert')).getByText('The hours of the hall')).toBeVisible();
  });

  test('shows other hours of the hall as soon as an operator sets them', async () => {
    const { api, respond } = stall({ schedule: null, hall_schedule, version: 0 });
    show(api);
    await screen.findByText('Monday: 09:00 to 21:00');
    respond({ hall_schedule: LUNCH });
    act(() => publish('stock-updated', { vendor_id: 7, item_id: null }, 'server'));
    expect(await screen.findByText('Monday: 11:00 to 14:00')).toBeVisible();
  });
});

test('moves the focus to the reason after a failed save', async () => {
  const { api } = stall();
  api.on('PUT /vendors/7/hours', new ApiError(503, { code: 'DATABASE_UNAVAILABLE', message: 'Not available.' }));
  show(api);
  setTime((await day('Monday')).getByLabelText('Until'), '15:00');
  await press('Save hours');
  const reason = await screen.findByText('Not available.');
  expect(isAfter(reason, screen.getByText('Save hours'))).toBe(true);
  await waitFor(() => expect(document.activeElement).toContainElement(reason));
});

test('removes all hours', async () => {
  const { api } = show();
  await press('Remove all hours');
  await press('Save hours');
  await waitFor(() => expect(saved(api)).toEqual([{ schedule: null, version: 3 }]));
  expect(await screen.findByText('No hours are set.')).toBeVisible();
});

test('sends a choice of the switch at once', async () => {
  const { api } = show();
  expect(await screen.findByRole('radio', { name: /By the hours/ })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: /Closed/ }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /Closed/ })).toBeEnabled());
  expect(screen.getByRole('radio', { name: /Closed/ })).toBeChecked();
  expect(api.requests).toContainEqual(
    expect.objectContaining({ method: 'PUT', path: '/vendors/7', body: { opening_mode: 'closed' } }),
  );
});

test('keeps the switch unchanged after a failed save, and says so', async () => {
  const { api } = stall();
  const { store } = show(api.on('PUT /vendors/7', new ApiError(500, { code: 'INTERNAL' })));
  await userEvent.click(await screen.findByRole('radio', { name: /^Open/ }));
  await waitFor(() => expect(store.state.getState().toast?.content).toBe('That was not saved. Please try again.'));
  expect(screen.getByRole('radio', { name: /By the hours/ })).toBeChecked();
});

test('keeps the typed hours after a failed save, with the reason', async () => {
  const { api } = stall();
  show(api.on('PUT /vendors/7/hours', new ApiError(500, { code: 'INTERNAL', message: 'Something went wrong.' })));
  setTime((await day('Monday')).getByLabelText('Until'), '15:00');
  await press('Save hours');
  expect(await screen.findByText('Something went wrong.')).toBeVisible();
  expect((await day('Monday')).getByLabelText('Until')).toHaveValue('15:00');
});

test('says who sets the hours when the API refuses them', async () => {
  show(fakeApi().on('GET /vendors/7/hours', new ApiError(403, { code: 'NO' })));
  expect(await screen.findByText('Only an owner of this vendor sets its hours.')).toBeVisible();
});

test('loads the hours with Try Again after a failure', async () => {
  const { api, respond } = stall();
  show(api.on('GET /vendors/7/hours', new ApiError(400, { message: 'No.' })));
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  respond({});
  await press('Try Again');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hours' })).toBeVisible();
});

test('shows the hours to a person outside the vendor only if the API allows it, as for an operator', async () => {
  const session = VENDOR && { ...VENDOR, user: { ...VENDOR.user, vendors: [] } };
  const { unmount } = show(stall().api, session);
  expect((await day('Monday')).getByLabelText('Until')).toHaveValue('14:00');
  unmount();
  show(fakeApi().on('GET /vendors/7/hours', new ApiError(403, { code: 'FORBIDDEN' })), session);
  expect(await screen.findByText('This is not one of your vendors.')).toBeVisible();
});

test('requests no hours for staff and says who sets them', () => {
  const user = { id: 9, name: 'Aiko Tanaka', vendors: [{ id: 7, name: 'Kumo Ramen', role: 'staff' as const }] };
  const { api } = show(stall().api, VENDOR && { ...VENDOR, user });
  expect(screen.getByText('Only an owner of this vendor sets its hours.')).toBeVisible();
  expect(api.requests).toEqual([]);
});
