import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { vendorRoleSchema } from 'shared-contracts/schemas';
import { aVendor, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { Member, SentInvitation } from 'shared-contracts/types';
import { Screen } from './members.screen';

const AIKO: Member = { user: { id: 9, name: 'Aiko Tanaka', email: 'aiko@foodhall.test' }, role: 'owner' };
const SAM: Member = { user: { id: 10, name: 'Sam Cook', email: 'sam@foodhall.test' }, role: 'staff' };
const SENT: SentInvitation = {
  id: 3,
  email: 'new@foodhall.test',
  role: 'staff',
  invited_by: { id: 9, name: 'Aiko Tanaka' },
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2100-01-01T12:00:00Z',
};

const apiWith = (members: unknown = { data: [AIKO, SAM] }, invitations: unknown = { data: [SENT] }) =>
  fakeApi()
    .on('GET /vendors/7', { data: aVendor() })
    .on('GET /vendors/7/members', members)
    .on('GET /vendors/7/invitations', invitations);

const show = (api = apiWith(), session = VENDOR) =>
  renderScreen(<Screen />, { api, at: '/vendor/7/members', path: '/vendor/:vendorId/members', state: { session } });

const asStaff = VENDOR && {
  ...VENDOR,
  user: { ...VENDOR.user, vendors: [{ id: 7, name: 'Kumo Ramen', role: 'staff' as const }] },
};

describe('the page of a vendor’s people', () => {
  test('lists the people with their roles above the invitations', async () => {
    show();
    expect(screen.getByText('Loading the people…')).toBeInTheDocument();
    const members = await screen.findByRole('region', { name: 'Members' });
    const rows = within(members).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Aiko Tanaka \(you\) Owneraiko@foodhall\.test/),
      expect.stringMatching(/^Sam Cook Staffsam@foodhall\.test/),
    ]);
    const invited = screen.getByRole('region', { name: 'Invitations' });
    expect(within(invited).getByText('new@foodhall.test')).toBeInTheDocument();
    expect(within(invited).getByText('Open until 2100/01/01, invited by Aiko Tanaka')).toBeInTheDocument();
  });

  test('says when there is no invitation, and when one has expired', async () => {
    const api = apiWith(undefined, { data: [] });
    const { unmount } = show(api);
    expect(await screen.findByText('No invitation is open.')).toBeInTheDocument();
    unmount();
    show(apiWith(undefined, { data: [{ ...SENT, expires_at: '2026-01-01T12:00:00Z' }] }));
    expect(await screen.findByText('Expired, invited by Aiko Tanaka')).toBeInTheDocument();
  });

  test('loads the lists with Try Again after a failure', async () => {
    const api = apiWith(new ApiError(400, { message: 'No.' }));
    show(api);
    expect(await screen.findByText('This section could not be loaded')).toBeInTheDocument();
    api.on('GET /vendors/7/members', { data: [AIKO] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Members' })).toBeInTheDocument();
  });

  test('requests nothing for staff and says who sees the people', () => {
    const { api } = show(undefined, asStaff);
    expect(screen.getByText('Only an owner of this vendor sees its people.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  test('is shown to a person outside the vendor only if the API allows it, as for an operator', async () => {
    const session = VENDOR && { ...VENDOR, user: { ...VENDOR.user, vendors: [] } };
    const { unmount } = show(undefined, session);
    expect(await screen.findByText('sam@foodhall.test')).toBeInTheDocument();
    const office = await screen.findByRole('link', { name: 'Stall in the office' });
    expect(office).toHaveAttribute('href', '/hall/1/stalls/7');
    unmount();
    show(apiWith(new ApiError(403, { code: 'FORBIDDEN' })), session);
    expect(await screen.findByText('This is not one of your vendors.')).toBeInTheDocument();
  });
});

describe('a member', () => {
  test('is removed after a confirmation', async () => {
    const { api, store } = show();
    api.on('DELETE /vendors/7/members/10', undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Sam Cook' }));
    const question = screen.getByRole('alertdialog', { name: 'Remove Sam Cook?' });
    expect(question).toHaveTextContent('They can no longer see or change anything here, on any of their devices.');
    expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    api.on('GET /vendors/7/members', { data: [AIKO] });
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('sam@foodhall.test')).toBeNull());
    expect(store.state.getState().toast).toMatchObject({ content: 'Sam Cook was removed.', color: 'success' });
    // The row of the person is gone, and the button that had the focus.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'People' })).toHaveFocus());
  });

  test('stays after Cancel', async () => {
    const { api } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Sam Cook' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(screen.getByText('sam@foodhall.test')).toBeInTheDocument();
  });

  test('stays as the last owner, and the page says why', async () => {
    const { api, store } = show();
    const message = 'This is the last owner. Invite another one first, or ask an operator of the venue.';
    api.on('DELETE /vendors/7/members/9', new ApiError(409, { code: 'LAST_OWNER', message }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Aiko Tanaka' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: message, color: 'danger' }));
    expect(screen.getByText('aiko@foodhall.test')).toBeInTheDocument();
  });

  test('counts as removed when another owner was first', async () => {
    const { api, store } = show();
    api.on('DELETE /vendors/7/members/10', new ApiError(404, { message: 'Member not found.' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Sam Cook' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ color: 'success' }));
  });

  test('becomes an owner', async () => {
    const { api, store } = show();
    api.on('PUT /vendors/7/members/10', { data: { ...SAM, role: 'owner' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Make owner: Sam Cook' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: 'Sam Cook is an owner now.' }));
    expect(api.requests).toContainEqual(expect.objectContaining({ method: 'PUT', body: { role: 'owner' } }));
  });
});

describe('an owner’s own role', () => {
  const demote = async () => userEvent.click(await screen.findByRole('button', { name: 'Make staff: Aiko Tanaka' }));
  const changes = ({ requests }: ReturnType<typeof fakeApi>) => requests.filter(({ method }) => method === 'PUT');

  test('is given up after a confirmation', async () => {
    const { api } = show();
    api.on('PUT /vendors/7/members/9', { data: { ...AIKO, role: 'staff' } });
    await demote();
    const question = screen.getByRole('alertdialog', { name: 'Make yourself staff?' });
    expect(changes(api)).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Make staff' }));
    await waitFor(() => expect(changes(api)).toEqual([expect.objectContaining({ body: { role: 'staff' } })]));
  });

  test('stays after Cancel', async () => {
    const { api } = show();
    await demote();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(changes(api)).toEqual([]);
  });
});

describe('an invitation', () => {
  const send = async (email: string) => {
    if (email) await userEvent.type(await screen.findByLabelText('Email'), email);
    await userEvent.click(await screen.findByRole('button', { name: 'Send invitation' }));
  };

  test('is sent with a role, and listed', async () => {
    const { api, store } = show();
    api.on('POST /vendors/7/invitations', { data: SENT });
    await userEvent.selectOptions(await screen.findByLabelText('Role'), 'Owner');
    expect(
      screen.getByText('Also invites people, sets the hours, exports orders and sees the day’s end.'),
    ).toBeInTheDocument();
    api.on('GET /vendors/7/invitations', {
      data: [SENT, { ...SENT, id: 4, email: 'cem@foodhall.test', role: 'owner' }],
    });
    await send(' cem@foodhall.test ');
    expect(await screen.findByText('cem@foodhall.test')).toBeInTheDocument();
    expect(api.requests).toContainEqual(
      expect.objectContaining({ method: 'POST', body: { email: 'cem@foodhall.test', role: 'owner' } }),
    );
    expect(store.state.getState().toast).toMatchObject({ content: 'An invitation was sent to cem@foodhall.test.' });
    expect(screen.getByLabelText('Email')).toHaveValue('');
  });

  test.each(vendorRoleSchema.options)('is sent with the role %s of the contract when that is chosen', async (role) => {
    const { api } = show();
    api.on('POST /vendors/7/invitations', { data: { ...SENT, role } });
    await userEvent.selectOptions(await screen.findByLabelText('Role'), role);
    await send('cem@foodhall.test');
    await waitFor(() =>
      expect(api.requests.map(({ body }) => body)).toContainEqual({ email: 'cem@foodhall.test', role }),
    );
  });

  test.each([
    ['a missing email', '', undefined, 'Email is required'],
    [
      'an invalid email',
      'x',
      new ApiError(422, { message: 'Email is not valid', errors: { email: ['Email is not valid'] } }),
      'Email is not valid',
    ],
  ])('is not sent to %s, and the field says why', async (_case, email, response, message) => {
    const { api } = show();
    api.on('POST /vendors/7/invitations', response);
    await send(email);
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message));
  });

  test('keeps the typed email when it could not be sent, and says why', async () => {
    const { api } = show();
    const message = 'The invitation could not be sent. Please try again in a minute.';
    api.on('POST /vendors/7/invitations', new ApiError(503, { code: 'EMAIL_NOT_SENT', message }));
    await send('cem@foodhall.test');
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('cem@foodhall.test');
  });

  test('is sent again with its role, and the new one replaces it', async () => {
    const { api, store } = show(apiWith(undefined, { data: [{ ...SENT, expires_at: '2026-01-01T12:00:00Z' }] }));
    api.on('POST /vendors/7/invitations', { data: SENT });
    const button = await screen.findByRole('button', { name: 'Send again to new@foodhall.test' });
    api.on('GET /vendors/7/invitations', { data: [{ ...SENT, id: 4 }] });
    await userEvent.click(button);
    expect(await screen.findByText('Open until 2100/01/01, invited by Aiko Tanaka')).toBeInTheDocument();
    expect(api.requests).toContainEqual(
      expect.objectContaining({ method: 'POST', body: { email: 'new@foodhall.test', role: 'staff' } }),
    );
    expect(store.state.getState().toast).toMatchObject({
      content: 'A new invitation was sent to new@foodhall.test.',
      color: 'success',
    });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Invitations' })).toHaveFocus());
  });

  test('is revoked', async () => {
    const { api } = show();
    api.on('DELETE /vendors/7/invitations/3', undefined);
    const button = await screen.findByRole('button', { name: 'Revoke new@foodhall.test' });
    api.on('GET /vendors/7/invitations', { data: [] });
    await userEvent.click(button);
    expect(await screen.findByText('No invitation is open.')).toBeInTheDocument();
  });
});
