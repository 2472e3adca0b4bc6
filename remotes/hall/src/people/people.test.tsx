import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { AuditEntry } from 'shared-contracts/types';
import { type Change, changesOf } from './audit-changes';
import { Screen } from './people.screen';

const anEntry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 9,
  at: '2026-11-30T12:00:00Z',
  actor: { id: 1, name: 'Ola' },
  action: 'member.changed',
  subject: 'ada@hall.example',
  vendor: { id: 7, name: 'Kumo Ramen' },
  before: { role: 'staff' },
  after: { role: 'owner' },
  ...fields,
});
const HALL = { timezone: 'Pacific/Auckland', currency: 'CAD', currency_symbol: '$' };
const aPage = (data: AuditEntry[], next: number | null = null) => ({ data, next, ...HALL });
const vendors = [
  { id: 7, slug: 'kumo', name: 'Kumo Ramen', state: 'open' },
  { id: 8, slug: 'bun', name: 'Bun House', state: 'removed' },
];
const show = (audit: unknown, query = ''): { api: FakeApi } => {
  const api = fakeApi()
    .on('GET /venues/1/audit', audit)
    .on('GET /operated-venues', { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors }] });
  renderScreen(<Screen />, {
    api,
    at: `/hall/1/people${query}`,
    path: '/hall/:venueId/people',
    state: { session: CUSTOMER },
  });
  return { api };
};
type Request = { params: Record<string, unknown> };

describe('the people of a hall', () => {
  test('are reached by a link for the hall, then one for each stall', async () => {
    show(aPage([anEntry()]));
    await screen.findByRole('link', { name: /Kumo Ramen/ });
    const links = within(screen.getByRole('list', { name: 'People' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/hall/1/operators', '/vendor/7/members']);
  });
});

describe('the audit log', () => {
  test('says who changed what, when in the zone of the hall, and how it was before', async () => {
    show(aPage([anEntry()]));
    const list = await screen.findByRole('list', { name: 'Changes' });
    expect(within(list).getByRole('listitem')).toHaveTextContent(
      'Person of a stall · changedada@hall.exampleRole: Staff → Owner1 Dec 2026, 01:00 · Ola · Kumo Ramen',
    );
  });

  test('shows an action that it does not know by its name, and one of the server as such', async () => {
    show(aPage([anEntry({ action: 'comet.seen', actor: null, vendor: null, before: null, after: null })]));
    expect(await screen.findByText('comet.seen')).toBeInTheDocument();
    expect(screen.getByText(/The server/)).toBeInTheDocument();
  });

  test('shows more changes page by page', async () => {
    show(({ params }: Request) =>
      params.after === undefined ? aPage([anEntry()], 9) : aPage([anEntry({ id: 8, subject: 'grace@hall.example' })]),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Show more changes' }));
    expect(await screen.findByText('grace@hall.example')).toBeInTheDocument();
    expect(screen.getByText('ada@hall.example')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more changes' })).not.toBeInTheDocument();
  });

  test('is filtered by kind, and keeps the filter in the address', async () => {
    const { api } = show(({ params }: Request) => aPage(params.kinds === undefined ? [anEntry()] : []));
    await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Hall and tables');
    expect(await screen.findByText('No change of this kind.')).toBeInTheDocument();
    expect(screen.getByTestId('address')).toHaveTextContent('/hall/1/people?kind=hall');
    expect(api.requests).toContainEqual(
      expect.objectContaining({ params: expect.objectContaining({ kinds: 'venue,table,watch' }) }),
    );
  });

  test('is only for operators, also for one whose role has ended', async () => {
    show(new ApiError(403, { code: 'FORBIDDEN' }));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'People' })).not.toBeInTheDocument();
  });

  test('that cannot be loaded leaves the ways to the people in the page', async () => {
    show(new ApiError(400, { code: 'NO' }));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Operators of the hall/ })).toBeInTheDocument();
  });

  test('names a dispute that was entered, its amounts as money, and no path of a picture', async () => {
    const dispute = { state: 'needs-response', amount_minor: 798, fee_minor: 0, currency: 'CAD', reason: 'fraudulent' };
    const before = { image_url: '/media/a1.svg' };
    show(
      aPage([
        anEntry({ id: 9, action: 'dispute.entered', subject: 'P-1', before: null, after: dispute }),
        anEntry({ id: 8, action: 'vendor.changed', before, after: { image_url: '/media/b2.webp' } }),
      ]),
    );
    const list = within(await screen.findByRole('list', { name: 'Changes' }));
    const [entered, picture] = list.getAllByRole('listitem');
    expect(entered).toHaveTextContent(/^Dispute · enteredP-1State: Needs an answerAmount: \$7\.98Fee: \$0\.00/);
    expect(picture).toHaveTextContent('Stall · changed');
    expect(within(picture as HTMLElement).getByText('Picture')).toBeInTheDocument();
    expect(picture).not.toHaveTextContent('media');
  });

  test.each([
    [{ name: 'Ramen' }, { name: 'Noodles' }, 'Name: Ramen → Noodles'],
    [{ name: 'open' }, { name: 'owner' }, 'Name: open → owner'],
    [null, { role: 'operator' }, 'Role: Operator'],
    [{ is_watched: true }, { is_watched: false }, 'is_watched: yes → no'],
    [{ names: ['A', 'B'] }, { names: ['B', 'A'] }, 'Order of the list: A, B → B, A'],
    [{ schedule: null }, { schedule: { weekly: [] } }, 'Hours: nothing → several values'],
    [{ tip_rates_bp: [600, 1250] }, { tip_rates_bp: null }, 'Tips: 6 %, 12.5 % → switched off'],
    [{ price: 16 }, { price: 17.5 }, 'Price: $16.00 → $17.50'],
    [{ kind: 'cloudprnt' }, { kind: 'agent' }, 'Kind: Star with CloudPRNT → Another receipt printer'],
    [{ documents: ['kitchen', 'slip'] }, { documents: [] }, 'Prints: Kitchen ticket, Customer’s slip → no paper'],
    [{ moment: 'placed' }, { moment: 'picked' }, 'Prints when an order is: paid → picked'],
    [{ language: 'en' }, { language: 'fr' }, 'Language: English → French'],
    [{ group_ids: [] }, { group_ids: [4, 5] }, 'Sections of the menu: the whole order → 2 sections'],
    [{ takeover_printer_id: null }, { takeover_printer_id: 7 }, 'Printer that takes over: no printer → Printer 7'],
    [{ stops_silent_stalls: false }, { stops_silent_stalls: true }, 'Closes stalls that do not react: no → yes'],
    [{ status: 'active' }, { status: 'inactive' }, 'State: switched on → switched off'],
    [{ commission_bp: 1200, rent_minor: 0 }, { commission_bp: 1000, rent_minor: 0 }, 'Commission: 12 % → 10 %'],
    [{ fee_fixed_minor: 0 }, { fee_fixed_minor: 30 }, 'Estimated fee for each payment: $0.00 → $0.30'],
    [null, { amount_minor: 500, reason: null }, 'Amount: $5.00'],
    [{ fees_borne_by: 'hall' }, { fees_borne_by: 'stalls' }, 'The fees are borne by: the hall → the stalls'],
  ])('tells %j and then %j as %j', (before, after, expected) => {
    expect(changesOf({ before, after }, HALL).map(asText)).toEqual([expected]);
  });

  test('writes an amount in the currency of its entry, which the hall may have had before', () => {
    const after = { amount_minor: 500, currency: 'JPY' };
    expect(changesOf({ before: null, after }, HALL).map(asText)).toEqual(['Amount: JPY 500', 'Currency: JPY']);
  });
});

const asText = ({ field, before, after }: Change): string =>
  `${field}: ${before === null ? '' : `${before} → `}${after ?? ''}`;
