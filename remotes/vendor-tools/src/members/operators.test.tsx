import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aVenue, CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Member, SentInvitation, VenueProofs } from 'shared-contracts/types';
import { Screen } from './operators.screen';

const SELF = CUSTOMER?.user.id ?? 0;
const OLA: Member = { user: { id: SELF, name: 'Ola Nordmann', email: 'ola@foodhall.test' }, role: 'operator' };
const KIM: Member = { user: { id: 11, name: 'Kim Berg', email: 'kim@foodhall.test' }, role: 'operator' };
const SENT: SentInvitation = {
  id: 3,
  email: 'new@foodhall.test',
  role: 'operator',
  invited_by: { id: SELF, name: 'Ola Nordmann' },
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2100-01-01T12:00:00Z',
};
const FORBIDDEN = new ApiError(403, { code: 'FORBIDDEN', message: 'Only an operator of this venue may do that.' });
const PROOFS: VenueProofs = { requires_second_factor: false, refund_proof: null };
const REFUSED = 'Only an operator of this hall sees its operators.';

const apiWith = (operators: unknown = { data: [OLA, KIM] }, invitations: unknown = { data: [SENT] }) =>
  fakeApi()
    .on('GET /venues/1', { data: aVenue({ id: 1, name: 'Granary Square Market' }) })
    .on('GET /venues/1/operators', operators)
    .on('GET /venues/1/invitations', invitations)
    .on('GET /venues/1/proofs', { data: PROOFS });

const show = (api = apiWith(), at = '/hall/1/operators') =>
  renderScreen(<Screen />, { api, at, path: '/hall/:venueId/operators', state: { session: CUSTOMER } });

const changes = (api: ReturnType<typeof apiWith>) =>
  api.requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);

describe('the page of a venue’s operators', () => {
  test('has the sections of the office, and none for a person whom the API refuses', async () => {
    const { unmount } = show();
    await screen.findByText('Kim Berg');
    const office = within(screen.getByRole('navigation', { name: 'Office of the hall' }));
    expect(office.getByRole('link', { name: 'Today' })).toHaveAttribute('href', '/hall/1/today');
    unmount();
    show(apiWith(FORBIDDEN, FORBIDDEN));
    await screen.findByText(REFUSED);
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  test('lists the operators above the invitations and names the venue', async () => {
    show();
    expect(screen.getByText('Loading the people…')).toBeInTheDocument();
    const rows = within(await screen.findByRole('region', { name: 'Members' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Ola Nordmann \(you\) Operatorola@foodhall\.test/),
      expect.stringMatching(/^Kim Berg Operatorkim@foodhall\.test/),
    ]);
    expect(screen.getByRole('heading', { name: 'Operators' })).toBeInTheDocument();
    expect(await screen.findByText(/Granary Square Market/)).toBeInTheDocument();
    const invited = screen.getByRole('region', { name: 'Invitations' });
    expect(within(invited).getByText('new@foodhall.test')).toBeInTheDocument();
  });

  test('invites an operator without a question about the role', async () => {
    const { api } = show();
    api.on('POST /venues/1/invitations', { data: SENT });
    await userEvent.type(await screen.findByLabelText('Email'), 'new@foodhall.test');
    expect(screen.queryByLabelText('Role')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(changes(api)).toEqual([['POST /venues/1/invitations', { email: 'new@foodhall.test' }]]));
  });

  test('removes an operator after a confirmation', async () => {
    const { api, store } = show();
    api.on('DELETE /venues/1/operators/11', undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Kim Berg' }));
    api.on('GET /venues/1/operators', { data: [OLA] });
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('kim@foodhall.test')).toBeNull());
    expect(store.state.getState().toast).toMatchObject({ content: 'Kim Berg was removed.', color: 'success' });
  });

  test('keeps the last operator and says why', async () => {
    const { api, store } = show(apiWith({ data: [OLA] }));
    const message = 'A venue keeps at least one operator. Invite another one first.';
    api.on(`DELETE /venues/1/operators/${SELF}`, new ApiError(409, { code: 'LAST_OPERATOR', message }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Ola Nordmann' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('You will no longer run this hall');
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: message, color: 'danger' }));
    expect(screen.getByText('ola@foodhall.test')).toBeInTheDocument();
  });

  test('closes for an operator who removes themselves', async () => {
    const { api } = show();
    api.on(`DELETE /venues/1/operators/${SELF}`, undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Ola Nordmann' }));
    api.on('GET /venues/1/operators', FORBIDDEN).on('GET /venues/1/invitations', FORBIDDEN);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
    expect(screen.queryByText('kim@foodhall.test')).toBeNull();
  });

  test('revokes an invitation', async () => {
    const { api } = show();
    api.on('DELETE /venues/1/invitations/3', undefined);
    const button = await screen.findByRole('button', { name: 'Revoke new@foodhall.test' });
    api.on('GET /venues/1/invitations', { data: [] });
    await userEvent.click(button);
    expect(await screen.findByText('No invitation is open.')).toBeInTheDocument();
  });

  test('tells other users why they cannot see the operators', async () => {
    show(apiWith(FORBIDDEN, FORBIDDEN));
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/profile');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  test('loads the operators with Try Again after a failure, and does not speak of orders', async () => {
    const api = apiWith(new ApiError(400, { message: 'No.' }));
    show(api);
    expect(await screen.findByText('Nothing was changed.')).toBeInTheDocument();
    api.on('GET /venues/1/operators', { data: [OLA] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Members' })).toBeInTheDocument();
  });

  test('works without the name of the venue', async () => {
    const api = apiWith().on('GET /venues/1', new ApiError(404, { message: 'Venue not found.' }));
    show(api);
    expect(await screen.findByText(/^Operators run the whole hall: /)).toBeInTheDocument();
  });
});

describe('what a hall asks of its operators', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }));

  test('is saved with the amount above which refunds ask again', async () => {
    const { api, store } = show();
    const its = await section();
    await userEvent.click(its.getByRole('checkbox', { name: /^Operators need a second factor/ }));
    await userEvent.type(its.getByLabelText(/^Ask again for refunds above/), '50,5');
    const saved = { requires_second_factor: true, refund_proof: 50.5 };
    api.on('PUT /venues/1/proofs', { data: saved }).on('GET /venues/1/proofs', { data: saved });
    await userEvent.click(its.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: 'Saved.' }));
    expect(changes(api)).toEqual([['PUT /venues/1/proofs', saved]]);
  });

  test.each(['abc', '-1', '1.2345'])('does not take %p for an amount', async (text) => {
    const { api } = show();
    const its = await section();
    const field = its.getByLabelText(/^Ask again for refunds above/);
    await userEvent.type(field, text);
    await userEvent.click(its.getByRole('button', { name: 'Save' }));
    expect(field).toHaveAccessibleDescription(/Please type an amount, such as 50\./);
    expect(changes(api)).toEqual([]);
  });

  test('says why it was not saved, and keeps what was chosen', async () => {
    const message = 'Set up your own second factor in My Account first.';
    const { api } = show();
    const its = await section();
    api.on('PUT /venues/1/proofs', new ApiError(409, { code: 'OWN_FACTOR_FIRST', message }));
    await userEvent.click(its.getByRole('checkbox', { name: /^Operators need a second factor/ }));
    await userEvent.click(its.getByRole('button', { name: 'Save' }));
    expect(await its.findByText(message)).toBeInTheDocument();
    expect(its.getByRole('checkbox')).toBeChecked();
  });

  test('can be loaded again after a failure', async () => {
    const api = apiWith().on('GET /venues/1/proofs', new ApiError(400, { message: 'No.' }));
    show(api);
    expect(await screen.findByText('The second factor of this hall could not be loaded')).toBeInTheDocument();
    api.on('GET /venues/1/proofs', { data: PROOFS });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await section();
  });

  test('leads an operator without a second factor to My Account', async () => {
    const needed = new ApiError(403, { code: 'SECOND_FACTOR_REQUIRED', message: 'Set one up.' });
    show(apiWith(needed, needed));
    expect(await screen.findByText('This hall asks its operators for a second factor.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Set up a second factor' })).toHaveAttribute(
      'href',
      '/profile?second-factor',
    );
  });

  test('lets one operator help another who has lost the phone', async () => {
    const { api, store } = show();
    api.on('POST /accounts/second-factor-reset', { data: { had_second_factor: true } });
    expect(screen.queryByRole('button', { name: 'Reset second factor: Ola Nordmann' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Reset second factor: Kim Berg' }));
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() =>
      expect(store.state.getState().toast).toMatchObject({ content: 'Kim Berg signs in without a second factor now.' }),
    );
    expect(changes(api)).toEqual([['POST /accounts/second-factor-reset', { email: 'kim@foodhall.test' }]]);
  });
});
