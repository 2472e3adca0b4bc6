import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { anOrder, CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Order } from 'shared-contracts/types';
import { noteOf } from '../cart/cart.rules';
import { ramenOrder } from '../testing/carts';
import { AllergyNote } from './allergy-note';

const vendor = { ...ramenOrder().vendor, states_allergens: true as const };

function show(fields: Partial<Order>, response: unknown = { data: anOrder() }) {
  const onEditingChange = jest.fn();
  const api = fakeApi().on('PUT /orders/11/allergy-note', response);
  const rendered = renderScreen(<AllergyNote order={ramenOrder(fields)} onEditingChange={onEditingChange} />, {
    api,
    state: { session: CUSTOMER },
  });
  return { ...rendered, api, onEditingChange };
}
const type = async (text: string) => {
  const area = await screen.findByRole('textbox', { name: 'Your allergies, for Kumo Ramen' });
  await userEvent.clear(area);
  if (text) await userEvent.type(area, text);
};
const tap = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the open note blocks payment until it is saved', async () => {
  const { api, onEditingChange } = show({ vendor });
  expect(onEditingChange).toHaveBeenLastCalledWith(noteOf(11), false);
  await tap('Add an allergy note');
  expect(onEditingChange).toHaveBeenLastCalledWith(noteOf(11), true);
  expect(screen.getByRole('textbox')).toHaveFocus();
  await type('  Peanuts, also traces ');
  await tap('Save');
  await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument());
  expect(api.requests.at(-1)).toMatchObject({ method: 'PUT', body: { allergy_note: 'Peanuts, also traces' } });
  expect(onEditingChange).toHaveBeenLastCalledWith(noteOf(11), false);
  expect(screen.getByRole('button', { name: 'Add an allergy note' })).toHaveFocus();
});

test('saving an empty text removes the note, even if the stall no longer states allergens', async () => {
  const { api } = show({ allergy_note: 'Peanuts' });
  await tap('Change the allergy note');
  expect(screen.getByRole('textbox')).toHaveValue('Peanuts');
  await type('');
  await tap('Save');
  await waitFor(() => expect(api.requests.at(-1)).toMatchObject({ body: { allergy_note: '' } }));
});

test('a note that could not be saved stays in its field with an error, which goes away when the note is closed', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  show({ vendor }, new ApiError(409, { code: 'CART_CLOSED', message: 'This order was placed already.' }));
  await tap('Add an allergy note');
  await type('Peanuts');
  await tap('Save');
  expect(await screen.findByText('Your note was not saved. This order was placed already.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('Peanuts');
  await tap('Cancel');
  await tap('Add an allergy note');
  expect(screen.queryByText(/not saved/)).not.toBeInTheDocument();
});

test('an unsaved note is still open after a reload, and still blocks payment', async () => {
  const { unmount } = show({ vendor });
  await tap('Add an allergy note');
  await type('Peanuts');
  unmount();
  const { onEditingChange } = show({ vendor });
  expect(screen.getByRole('textbox')).toHaveValue('Peanuts');
  // A form that is there when the page opens takes no focus.
  expect(document.body).toHaveFocus();
  expect(onEditingChange).toHaveBeenLastCalledWith(noteOf(11), true);
});

test.each(['Save', 'Cancel'])('%s removes the note from the storage of this tab', async (button) => {
  const { unmount } = show({ vendor });
  await tap('Add an allergy note');
  await type('Peanuts');
  await tap(button);
  await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument());
  unmount();
  show({ vendor });
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});
