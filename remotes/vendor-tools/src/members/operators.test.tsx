import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aVenue, CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Member, SentInvitation } from 'shared-contracts/types';
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
const REFUSED = 'Only an operator of this venue sees its operators.';

const apiWith = (operators: unknown = { data: [OLA, KIM] }, invitations: unknown = { data: [SENT] }) =>
  fakeApi()
    .on('GET /venues/1', { data: aVenue({ id: 1, name: 'Granary Square Market' }) })
    .on('GET /venues/1/operators', operators)
    .on('GET /venues/1/invitations', invitations);

const show = (api = apiWith(), at = '/hall/1/operators') =>
  renderScreen(<Screen />, { api, at, path: '/hall/:venueId/operators', state: { session: CUSTOMER } });

const changes = (api: ReturnType<typeof apiWith>) =>
  api.requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);

describe('the operators of a venue', () => {
  test('are listed, and who is invited below; the venue is named', async () => {
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

  test('have one role, which is not asked for', async () => {
    const { api } = show();
    api.on('POST /venues/1/invitations', { data: SENT });
    await userEvent.type(await screen.findByLabelText('Email'), 'new@foodhall.test');
    expect(screen.queryByLabelText('Role')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(changes(api)).toEqual([['POST /venues/1/invitations', { email: 'new@foodhall.test' }]]));
  });

  test('are removed after a question', async () => {
    const { api, store } = show();
    api.on('DELETE /venues/1/operators/11', undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Kim Berg' }));
    api.on('GET /venues/1/operators', { data: [OLA] });
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('kim@foodhall.test')).toBeNull());
    expect(store.state.getState().toast).toMatchObject({ content: 'Kim Berg was removed.', color: 'success' });
  });

  test('keep the last one, with the reason', async () => {
    const { api, store } = show(apiWith({ data: [OLA] }));
    const message = 'A venue keeps at least one operator. Invite another one first.';
    api.on(`DELETE /venues/1/operators/${SELF}`, new ApiError(409, { code: 'LAST_OPERATOR', message }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Ola Nordmann' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('You will no longer run this venue');
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: message, color: 'danger' }));
    expect(screen.getByText('ola@foodhall.test')).toBeInTheDocument();
  });

  test('of whom one removes oneself are seen no longer', async () => {
    const { api } = show();
    api.on(`DELETE /venues/1/operators/${SELF}`, undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Ola Nordmann' }));
    api.on('GET /venues/1/operators', FORBIDDEN).on('GET /venues/1/invitations', FORBIDDEN);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
    expect(screen.queryByText('kim@foodhall.test')).toBeNull();
  });

  test('have an invitation revoked', async () => {
    const { api } = show();
    api.on('DELETE /venues/1/invitations/3', undefined);
    const button = await screen.findByRole('button', { name: 'Revoke new@foodhall.test' });
    api.on('GET /venues/1/invitations', { data: [] });
    await userEvent.click(button);
    expect(await screen.findByText('No invitation is open.')).toBeInTheDocument();
  });

  test('are not shown to others, who read why', async () => {
    show(apiWith(FORBIDDEN, FORBIDDEN));
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/profile');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  test('that could not be loaded are tried again; no order comes in here', async () => {
    const api = apiWith(new ApiError(400, { message: 'No.' }));
    show(api);
    expect(await screen.findByText('Nothing was changed.')).toBeInTheDocument();
    api.on('GET /venues/1/operators', { data: [OLA] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Members' })).toBeInTheDocument();
  });

  test('are shown also where the name of the venue is missing', async () => {
    const api = apiWith().on('GET /venues/1', new ApiError(404, { message: 'Venue not found.' }));
    show(api);
    expect(await screen.findByText(/^Operators run the whole venue: /)).toBeInTheDocument();
  });
});
