import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError } from 'shared-contracts/client';
import type { WithDestination } from 'shared-contracts/rules/destination';
import { CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { DeliveryMethodType, Order } from 'shared-contracts/types';
import { ramenOrder } from '../testing/carts';
import { DeliveryPanel, type DeliveryPanelProps } from './delivery-panel';
import { useDeliveries } from './use-deliveries';

const NOT_SET = {
  delivery_method: null,
  delivery_method_type: null,
  delivery_method_location: '',
  delivery_method_instructions: '',
} as const;

function order(offered: DeliveryMethodType[], change: Partial<Order> = {}): Order {
  return ramenOrder({ ...change, vendor: { ...ramenOrder().vendor, delivery_method_types: offered } });
}

function Panel(props: Omit<DeliveryPanelProps, 'deliveries'>) {
  return <DeliveryPanel {...props} deliveries={useDeliveries()} />;
}

interface Shown extends Partial<WithDestination> {
  isChangeHidden?: boolean;
}

function show(shown: Order, { isChangeHidden = false, destination = '', destinationFrom }: Shown = {}) {
  const onEditingChange = jest.fn();
  const api = fakeApi().on('GET /carts/active', { data: null });
  const rendered = renderScreen(
    <Panel order={shown} onEditingChange={onEditingChange} isChangeHidden={isChangeHidden} />,
    { api, state: { session: CUSTOMER, destination, destinationFrom } },
  );
  return { ...rendered, onEditingChange };
}

const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option);

test('the panel opens in view mode for an order with a delivery that the vendor offers', () => {
  const { onEditingChange } = show(order(['collect', 'table']));
  expect(screen.getByText('Deliver to Table 12')).toBeVisible();
  expect(onEditingChange).toHaveBeenLastCalledWith(11, false);
});

test('the panel opens in edit mode for an order without a delivery, and reports that to the parent', () => {
  const { onEditingChange } = show(order(['collect', 'table', 'room'], NOT_SET));
  expect(screen.getByRole('combobox', { name: 'Collect / Deliver' })).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
  expect(onEditingChange).toHaveBeenLastCalledWith(11, true);
});

test('Change is hidden if the vendor only offers collect or the parent hides it', () => {
  const collected = {
    delivery_method: 'collect',
    delivery_method_type: 'collect',
    delivery_method_location: '',
  } as const;
  show(order(['collect'], collected)).unmount();
  expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument();
  show(order(['collect', 'table']), { isChangeHidden: true });
  expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument();
});

test.each([
  [
    'a type that the vendor no longer offers',
    ['collect', 'table'],
    { delivery_method_type: 'room', delivery_method_location: '4' },
    'This vendor does not offer that.',
  ],
  [
    'a room without its number',
    ['collect', 'room'],
    { delivery_method_type: 'room', delivery_method_location: '' },
    'Please specify a delivery method location',
  ],
  [
    'collect at a vendor that does not offer it',
    ['table', 'room'],
    { delivery_method: 'collect', delivery_method_type: 'collect' },
    'This vendor does not offer that.',
  ],
] as const)('an order with %s shows an alert and opens in edit mode', (_what, offered, change, message) => {
  const { onEditingChange } = show(order([...offered], change));
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
  expect(onEditingChange).toHaveBeenLastCalledWith(11, true);
});

test('an order to collect becomes a delivery if the vendor does not offer collect', () => {
  show(order(['table', 'room'], { delivery_method: 'collect', delivery_method_type: 'collect' }));
  expect(screen.getByRole('combobox', { name: 'Collect / Deliver' })).toHaveValue('deliver');
  expect(screen.getByRole('combobox', { name: 'Deliver to' })).toHaveValue('');
});

test('choosing a delivery type fills in the visitor’s destination, and choosing another method clears the type', async () => {
  show(order(['collect', 'table'], NOT_SET), { destination: '7' });
  await choose('Collect / Deliver', 'deliver');
  expect(screen.getByRole('combobox', { name: 'Deliver to' })).toHaveValue('');
  await choose('Deliver to', 'table');
  expect(screen.getByLabelText('Table number')).toHaveValue('7');
  await choose('Collect / Deliver', 'collect');
  expect(screen.queryByRole('combobox', { name: 'Deliver to' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled();
  await choose('Collect / Deliver', 'deliver');
  expect(screen.getByText('Please select on of the delivery method types')).toBeVisible();
});

test('Apply is disabled while the choice is being saved', async () => {
  const { api } = show(order(['collect', 'table']));
  api.on('PUT /orders/11', () => new Promise(() => {}));
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(api.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a vendor that only serves tables preselects the visitor’s table', () => {
  show(order(['table'], NOT_SET), { destination: '7' });
  expect(screen.getByLabelText('Table number')).toHaveValue('7');
  expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled();
});

test('choosing Deliver asks for a type, then for a location, with the messages of the specification', async () => {
  show(order(['collect', 'table', 'address'], NOT_SET));
  await choose('Collect / Deliver', 'deliver');
  expect(screen.getByText('Please select on of the delivery method types')).toBeVisible();
  await choose('Deliver to', 'table');
  expect(screen.getByText('Table number is required.')).toBeVisible();
  await choose('Deliver to', 'address');
  expect(screen.getByText('Please specify a delivery method location')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
});

const venue = { id: 1, name: 'Granary Hall', timezone: 'America/Toronto' };
const AT_TABLE_13 = { destination: '13', destinationFrom: { venueId: 1, scannedAt: 1 } };

test('one tap changes an order from collect to the scanned table', async () => {
  const collected = { ...order(['collect', 'table'], { ...NOT_SET, delivery_method: 'collect' }), venue };
  const { api } = show({ ...collected, delivery_method_type: 'collect' }, AT_TABLE_13);
  api.on('PUT /orders/11', new ApiError(500, { code: 'INTERNAL', message: 'Something went wrong.' }));
  jest.spyOn(console, 'error').mockImplementationOnce(() => {});
  const take = screen.getByRole('button', { name: 'Deliver to Table 13 instead' });
  await userEvent.click(take);
  expect(await screen.findByText('Your choice was not saved. Something went wrong.')).toBeVisible();
  api.on('PUT /orders/11', { data: collected });
  await userEvent.click(take);
  expect(api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual(
    Array(2).fill({
      delivery_method: 'deliver',
      delivery_method_type: 'table',
      delivery_method_location: '13',
      delivery_method_instructions: '',
    }),
  );
});

test.each([
  ['already goes to the scanned table', { delivery_method_location: '13' }, AT_TABLE_13],
  ['belongs to a guest who scanned no table', {}, { destination: '13' }],
  [
    'belongs to a guest who scanned a table of another venue',
    {},
    { destination: '13', destinationFrom: { venueId: 2, scannedAt: 1 } },
  ],
])('no scanned table is offered for an order that %s', (_what, change, state) => {
  show({ ...order(['collect', 'table'], change), venue }, state);
  expect(screen.getByRole('button', { name: 'Change' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /instead/ })).not.toBeInTheDocument();
});

test('a scanned table fills in the table number and not the address', async () => {
  show({ ...order(['collect', 'table', 'address'], NOT_SET), venue }, AT_TABLE_13);
  await choose('Collect / Deliver', 'deliver');
  await choose('Deliver to', 'table');
  expect(screen.getByLabelText('Table number')).toHaveValue('13');
  await choose('Deliver to', 'address');
  expect(screen.getByLabelText('Address')).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
});

test('a room without a number cannot be applied, and shows no message', async () => {
  show(order(['collect', 'room', 'table'], NOT_SET));
  await choose('Collect / Deliver', 'deliver');
  await choose('Deliver to', 'room');
  expect(screen.queryByText(/required|specify/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
});

test('Apply saves the choice, remembers it for the vendor and returns to view mode', async () => {
  const { api } = show(order(['collect', 'table']));
  api.on('PUT /orders/11', { data: order(['collect', 'table']) });
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await userEvent.clear(screen.getByLabelText('Table number'));
  await userEvent.type(screen.getByLabelText('Table number'), '14');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByRole('button', { name: 'Change' })).toBeVisible();
  expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: '14',
    delivery_method_instructions: 'By the stairs',
  });
  expect(localStorage.getItem('vendors.7.delivery_method_location')).toBe('14');
  expect(localStorage.getItem('vendors.7.delivery_method_instructions')).toBeNull();
});

test('a choice made on another device closes the open choice', async () => {
  function Elsewhere() {
    const [shown, setShown] = useState(order(['collect', 'table'], NOT_SET));
    return (
      <>
        <Panel order={shown} onEditingChange={onEditingChange} />
        <button type="button" onClick={() => setShown(order(['collect', 'table']))}>
          Elsewhere
        </button>
      </>
    );
  }
  const onEditingChange = jest.fn();
  renderScreen(<Elsewhere />, { state: { session: CUSTOMER } });
  expect(screen.getByRole('button', { name: 'Apply' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(screen.getByText('Deliver to Table 12')).toBeVisible();
  expect(onEditingChange).toHaveBeenLastCalledWith(11, false);
});

describe('a choice that was typed and not applied', () => {
  const instructions = () => screen.getByLabelText('Instructions');

  test('is still open with its values after a reload', async () => {
    const shown = show(order(['collect', 'table', 'room']));
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await choose('Deliver to', 'Room');
    await userEvent.type(screen.getByLabelText('Room number'), '204');
    await userEvent.clear(instructions());
    await userEvent.type(instructions(), 'Ring twice');
    shown.unmount();
    const { onEditingChange } = show(order(['collect', 'table', 'room']));
    expect(screen.getByLabelText('Room number')).toHaveValue('204');
    expect(instructions()).toHaveValue('Ring twice');
    expect(onEditingChange).toHaveBeenLastCalledWith(11, true);
  });

  test.each(['Cancel', 'Apply'])('is forgotten after %s', async (button) => {
    const shown = show(order(['collect', 'table']));
    shown.api.on('PUT /orders/11', ({ body }: { body: unknown }) => ({
      data: { ...order(['collect', 'table']), ...(body as object) },
    }));
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await userEvent.type(instructions(), ' Ring twice');
    await userEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByRole('button', { name: 'Change' });
    shown.unmount();
    show(order(['collect', 'table']));
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(instructions()).toHaveValue(order(['collect']).delivery_method_instructions);
  });

  test('loses a delivery type that the vendor no longer offers, and keeps its instructions', async () => {
    const shown = show(order(['collect', 'table', 'room'], NOT_SET));
    await choose('Collect / Deliver', 'Deliver');
    await choose('Deliver to', 'Room');
    await userEvent.type(screen.getByLabelText('Room number'), '204');
    await userEvent.type(instructions(), 'Ring twice');
    shown.unmount();
    show(order(['collect', 'table'], NOT_SET));
    expect(screen.getByRole('combobox', { name: 'Collect / Deliver' })).toHaveValue('');
    await choose('Collect / Deliver', 'Deliver');
    expect(instructions()).toHaveValue('Ring twice');
  });
});

test('Cancel restores the values of the order', async () => {
  show(order(['collect', 'table']));
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await choose('Collect / Deliver', 'collect');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Deliver to Table 12')).toBeVisible();
});

test('Cancel clears the first choice, leaves it open, and is disabled while there is nothing to clear', async () => {
  show(order(['collect', 'table'], NOT_SET));
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  expect(cancel).toHaveAttribute('aria-disabled', 'true');
  await choose('Collect / Deliver', 'collect');
  expect(cancel).not.toHaveAttribute('aria-disabled');
  await userEvent.click(cancel);
  expect(screen.getByRole('combobox', { name: 'Collect / Deliver' })).toHaveValue('');
  expect(cancel).toHaveAttribute('aria-disabled', 'true');
  expect(cancel).toHaveFocus();
});

test('Change moves the focus to the first field, and Cancel and Apply move it back to Change', async () => {
  const saved = order(['collect', 'table']);
  const { api } = show(saved);
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  api.on('PUT /orders/11', { data: saved });
  await press('Change');
  expect(screen.getByRole('combobox', { name: 'Collect / Deliver' })).toHaveFocus();
  await press('Cancel');
  expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus();
  await press('Change');
  await press('Apply');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus());
});

test('Apply moves the focus to Change and scrolls it into view, also beside an offered table', async () => {
  const seen = jest.spyOn(Element.prototype, 'scrollIntoView');
  const elsewhere = { ...order(['collect', 'table']), venue };
  const { api } = show(elsewhere, AT_TABLE_13);
  api.on('PUT /orders/11', { data: elsewhere });
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  const change = await screen.findByRole('button', { name: 'Change' });
  expect(screen.getByRole('button', { name: 'Deliver to Table 13 instead' })).toBeVisible();
  expect(change).toHaveFocus();
  expect(seen.mock.contexts.at(-1)).toBe(change);
  seen.mockRestore();
});

test('a choice that closes does not take the focus from another element', async () => {
  const saved = order(['collect', 'table']);
  let respond: (value: unknown) => void = () => {};
  const { api } = show(saved);
  api.on(
    'PUT /orders/11',
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  const elsewhere = document.body.appendChild(document.createElement('button'));
  elsewhere.focus();
  respond({ data: saved });
  expect(await screen.findByRole('button', { name: 'Change' })).toBeVisible();
  expect(elsewhere).toHaveFocus();
  elsewhere.remove();
});

test('a failed save enables the button again and keeps the typed text', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = show(order(['collect', 'table']));
  api.on('PUT /orders/11', () => new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).not.toHaveAttribute('aria-busy'));
  expect(screen.getByLabelText('Table number')).toHaveValue('12');
});

test('the reason of a failed save is shown beside Apply until Cancel or the next attempt', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = show(order(['collect', 'table']));
  const refuse = () => new ApiError(0, { code: 'NETWORK', message: 'No connection.' });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const failure = () => screen.queryByText('Your choice was not saved. No connection.');
  api.on('PUT /orders/11', refuse);
  await press('Change');
  await press('Apply');
  await waitFor(() => expect(failure()).toBeVisible());
  await press('Cancel');
  await press('Change');
  expect(failure()).not.toBeInTheDocument();
  await press('Apply');
  await waitFor(() => expect(failure()).toBeVisible());
  api.on('PUT /orders/11', () => new Promise(() => {}));
  await press('Apply');
  await waitFor(() => expect(failure()).not.toBeInTheDocument());
});

test('Cancel removes the reason of a failed save even if the choice stays open', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = show(order(['collect', 'table'], NOT_SET));
  api.on('PUT /orders/11', new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
  await choose('Collect / Deliver', 'collect');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText(/was not saved/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(/was not saved/)).not.toBeInTheDocument();
});

test('Collect sends neither the location nor the instructions of a delivery', async () => {
  const { api } = show(order(['collect', 'table']));
  api.on('PUT /orders/11', { data: order(['collect', 'table']) });
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.getByLabelText('Instructions')).toHaveValue('By the stairs');
  await choose('Collect / Deliver', 'collect');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByRole('button', { name: 'Change' });
  expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    delivery_method: 'collect',
    delivery_method_type: 'collect',
    delivery_method_location: '',
    delivery_method_instructions: '',
  });
});

test('the panel preselects the last choice for this vendor on this device', () => {
  localStorage.setItem('vendors.7.delivery_method', 'deliver');
  localStorage.setItem('vendors.7.delivery_method_type', 'table');
  localStorage.setItem('vendors.7.delivery_method_location', '9');
  show(order(['collect', 'table', 'room'], NOT_SET));
  expect(screen.getByLabelText('Table number')).toHaveValue('9');
  expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled();
});

test('the panel does not prefill a table of another venue', () => {
  const venue = { id: 1, name: 'Granary', timezone: 'America/Toronto' };
  renderScreen(<Panel order={order(['table'], { ...NOT_SET, venue })} onEditingChange={jest.fn()} />, {
    state: { session: CUSTOMER, destination: '27', destinationFrom: { venueId: 2 } },
  });
  expect(screen.getByLabelText('Table number')).toHaveValue('');
});
