import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import { someTerms } from './money.testing';
import { Screen } from './terms.screen';

const apiWith = (terms: unknown): FakeApi =>
  fakeApi()
    .on('GET /venues/1/terms', terms)
    .on('GET /operated-venues', { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors: [] }] });
const show = (api: FakeApi) =>
  renderScreen(<Screen />, {
    api,
    at: '/hall/1/money/terms',
    path: '/hall/:venueId/money/terms',
    state: { session: CUSTOMER },
  });
const sent = ({ requests }: FakeApi) => requests.filter(({ method }) => method === 'PUT');

test('the terms are shown with the way to who changed them', async () => {
  show(apiWith({ data: someTerms() }));
  const list = within(await screen.findByRole('list', { name: 'Terms of the stalls' }));
  const [kumo, buns] = list.getAllByRole('listitem');
  expect(kumo).toHaveTextContent('Kumo Ramen12 % commission');
  expect(buns).toHaveTextContent('Bun House0 % commission · $300.00 rent a month from October 2026');
  expect(screen.getByText('The hall bears them.')).toBeInTheDocument();
  expect(screen.getByText(/2.9 % and \$0.30 for each payment/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Who changed what' })).toHaveAttribute('href', '/hall/1/people?kind=money');
});

test('the terms of a stall are explained at their fields, and sent once they are right', async () => {
  const changed = someTerms();
  const api = apiWith({ data: someTerms() }).on('PUT /venues/1/terms/7', { data: changed });
  const { store } = show(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the terms of Kumo Ramen' }));
  const commission = screen.getByLabelText('Commission in percent');
  await userEvent.clear(commission);
  await userEvent.type(commission, '101');
  const rent = screen.getByLabelText('Rent a month in CAD');
  await userEvent.clear(rent);
  await userEvent.type(rent, '250');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(commission).toBeInvalid();
  expect(screen.getByText('Enter a percentage between 0 and 100.')).toBeInTheDocument();
  expect(screen.getByText('Choose the first month with rent.')).toBeInTheDocument();
  expect(sent(api)).toHaveLength(0);
  await userEvent.clear(commission);
  await userEvent.type(commission, '12,5');
  await userEvent.type(screen.getByLabelText('First month with rent'), '2026-11-15');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(store.state.getState().toast?.content).toBe('The terms of Kumo Ramen are saved.'));
  expect(sent(api)[0]?.body).toEqual({
    version: 'kumo-1',
    commission_percent: 12.5,
    rent: 250,
    rent_from: '2026-11-15',
  });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the hall chooses who bears the fees, and keeps what it typed when it could not be saved', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const api = apiWith({ data: someTerms() }).on('PUT /venues/1/terms', new ApiError(0, { code: 'NETWORK' }));
  show(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the provider’s fees' }));
  await userEvent.selectOptions(screen.getByLabelText('Who bears the provider’s fees'), 'stalls');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('That was not saved. Please try again.')).toBeInTheDocument();
  expect(sent(api)[0]?.body).toEqual({ version: 'hall-1', fees_borne_by: 'stalls', fee_percent: 2.9, fee_fixed: 0.3 });
  expect(screen.getByLabelText('Who bears the provider’s fees')).toHaveValue('stalls');
});

test('messages of the API are shown at their fields', async () => {
  const refusal = new ApiError(422, { code: 'INVALID', errors: { rent: ['This amount is too large.'] } });
  show(apiWith({ data: someTerms() }).on('PUT /venues/1/terms/7', refusal));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the terms of Kumo Ramen' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByLabelText('Rent a month in CAD')).toBeInvalid());
  expect(screen.getByText('This amount is too large.')).toBeInTheDocument();
});

test('what was typed stays when a colleague was faster, with what is stored now, and the operator says what counts', async () => {
  const [kumo, buns] = someTerms().vendors;
  if (!kumo || !buns) throw new Error('These terms are of two stalls');
  const theirs = someTerms({ vendors: [{ ...kumo, commission_percent: 15, version: 'kumo-2' }, buns] });
  const api = apiWith({ data: someTerms() }).on(
    'PUT /venues/1/terms/7',
    new ApiError(409, { code: 'TERMS_CHANGED', data: theirs }),
  );
  show(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the terms of Kumo Ramen' }));
  const commission = () => screen.getByLabelText('Commission in percent');
  await userEvent.clear(commission());
  await userEvent.type(commission(), '10');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('15 % commission')).toBeInTheDocument();
  expect(commission()).toHaveValue('10');
  await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(api)).toHaveLength(2));
  expect(sent(api)[1]?.body).toMatchObject({ version: 'kumo-2', commission_percent: 10 });
});

test('the terms are only for operators', async () => {
  show(apiWith(new ApiError(403, { code: 'FORBIDDEN' })));
  expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
});
