import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { aPrinter, aPrintJob, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { Printer, PrintJob } from 'shared-contracts/types';
import { aMenuToEdit } from '../testing/menu';
import { Screen } from './printers.screen';

const ADDRESS = { url: 'https://foodhall.test/api/v1/print/abc', secret: 'abc' };
const bar = aPrinter({ id: 72, name: 'Bar', documents: ['slip'] });
const OUT_OF_PAPER = { problem: 'paper-out', problem_text: 'The printer is out of paper. Put in a new roll.' } as const;

interface Stall {
  printers?: Printer[];
  jobs?: PrintJob[];
  mayEdit?: boolean;
}

const listOf = ({ printers = [aPrinter()], mayEdit = true }: Stall = {}) => ({
  data: printers,
  may_edit: mayEdit,
  stuck_jobs: 0,
  timezone: 'America/Toronto',
});

const stall = (fields: Stall = {}) =>
  fakeApi()
    .on('GET /vendors/7/printers', listOf(fields))
    .on('GET /vendors/7/print-jobs', { data: fields.jobs ?? [] })
    .on('GET /vendors/7/menu-editor', { data: aMenuToEdit() });

const show = (api = stall(), at = '/vendor/7/printers') =>
  renderScreen(<Screen />, { api, at, path: '/vendor/:vendorId/printers', state: { session: VENDOR } });

type Api = ReturnType<typeof fakeApi>;

const sent = ({ requests }: Api, method: string) =>
  requests.filter((request) => request.method === method).map(({ path, body }) => ({ path, body }));

describe('the list of printers', () => {
  test('explains what a printer does where there is none, and leads to Add', async () => {
    show(stall({ printers: [] }));
    expect(screen.getByText('Loading the printers…')).toBeInTheDocument();
    expect(await screen.findByText(/prints each new order by itself/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Add a printer' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Add a printer' })).toHaveFocus();
  });

  test('shows each printer with its state, its paper and what waits', async () => {
    show(stall({ printers: [aPrinter({ waiting_jobs: 2, state: OUT_OF_PAPER }), bar] }));
    const [kitchen, other] = within((await screen.findAllByRole('list'))[0] as HTMLElement).getAllByRole('listitem');
    expect(kitchen).toHaveTextContent('The printer is out of paper. Put in a new roll.');
    expect(kitchen).toHaveTextContent('2 tickets wait');
    expect(kitchen).toHaveTextContent('Star with CloudPRNT · 80 mm · Kitchen ticket');
    expect(other).toHaveTextContent('Connected');
    expect(other).not.toHaveTextContent('wait');
  });

  test('has no settings for staff', async () => {
    show(stall({ mayEdit: false }));
    expect(await screen.findByText('Connected')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Settings|Add/ })).toBeNull();
  });

  test('shows the list to staff who follow the link to a printer’s settings', async () => {
    show(stall({ mayEdit: false }), '/vendor/7/printers?printer=71');
    expect(await screen.findByRole('heading', { level: 1, name: 'Printers' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('follows the server when a printer’s state changes', async () => {
    const api = stall();
    show(api);
    await screen.findByText('Connected');
    api.on('GET /vendors/7/printers', listOf({ printers: [aPrinter({ state: OUT_OF_PAPER })] }));
    act(() => publish('printing-changed', { vendor_id: 7 }, 'server'));
    expect(await screen.findByText(OUT_OF_PAPER.problem_text)).toBeInTheDocument();
  });

  test('ignores the event of another stall', async () => {
    const { api } = show();
    await screen.findByText('Connected');
    const count = api.requests.length;
    act(() => publish('printing-changed', { vendor_id: 8 }, 'server'));
    expect(api.requests).toHaveLength(count);
  });

  test('is not shown to a person whom the API refuses', async () => {
    show(stall().on('GET /vendors/7/printers', new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('This is not one of your vendors.')).toBeInTheDocument();
  });

  test('loads with Try Again after a failure', async () => {
    const api = stall().on('GET /vendors/7/printers', new ApiError(400, { message: 'No.' }));
    show(api);
    expect(await screen.findByText('This section could not be loaded')).toBeInTheDocument();
    api.on('GET /vendors/7/printers', listOf());
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Connected')).toBeInTheDocument();
  });
});

describe('a new printer', () => {
  const begin = async (api: Api) => {
    show(api, '/vendor/7/printers?printer=new');
    await screen.findByRole('heading', { level: 1, name: 'Add a printer' });
  };
  const created = aPrinter({ id: 73, state: { last_heard_at: null, is_connected: false } });
  const adding = (address: typeof ADDRESS | null = ADDRESS, printer = created) => {
    const api = stall({ printers: [] });
    return api.on('POST /vendors/7/printers', () => {
      api.on('GET /vendors/7/printers', listOf({ printers: [printer] }));
      return { data: { printer, address } };
    });
  };

  test('needs its kind alone, and shows the address with a code', async () => {
    const api = adding();
    await begin(api);
    await userEvent.click(screen.getByRole('radio', { name: /Epson/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    const address = await screen.findByRole('region', { name: 'Address' });
    expect(within(address).getByText(ADDRESS.url)).toBeInTheDocument();
    expect(within(address).getByText(/shown only now/)).toBeInTheDocument();
    expect(await within(address).findByRole('img', { name: 'QR code of the same text' })).toBeInTheDocument();
    expect(sent(api, 'POST')).toEqual([
      {
        path: '/vendors/7/printers',
        body: {
          name: 'Kitchen',
          kind: 'server-direct',
          paper: 80,
          documents: ['kitchen'],
          moment: 'placed',
          copies: 1,
          language: 'en',
          group_ids: [],
          takeover_printer_id: null,
        },
      },
    ]);
  });

  test('turns its lamp green when it is heard from, and prints a test page', async () => {
    const api = adding();
    await begin(api);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Waiting for the printer…')).toBeInTheDocument();
    api.on('GET /vendors/7/printers', listOf({ printers: [aPrinter({ id: 73 })] }));
    act(() => publish('printing-changed', { vendor_id: 7 }, 'server'));
    expect(await screen.findByText('Connected')).toBeInTheDocument();
    api.on('POST /vendors/7/printers/73/test', { data: aPrintJob({ document: 'test', order: null }) });
    await userEvent.click(screen.getByRole('button', { name: 'Print a test page' }));
    await waitFor(() => expect(sent(api, 'POST')).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Printers' })).toHaveFocus();
    expect(screen.queryByText(ADDRESS.url)).toBeNull();
  });

  test('of the network has a command with the printer’s own address', async () => {
    await begin(adding(ADDRESS, { ...created, kind: 'agent' }));
    await userEvent.click(screen.getByRole('radio', { name: /Another receipt printer/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.type(await screen.findByLabelText('The printer’s address in the network'), '10.0.0.9');
    expect(screen.getByText(new RegExp(`node print-agent.mjs ${ADDRESS.url} 10.0.0.9$`))).toBeInTheDocument();
  });

  test('that is a tablet has no address', async () => {
    await begin(adding(null, { ...created, kind: 'tablet', has_address: false }));
    await userEvent.click(screen.getByRole('radio', { name: /tablet/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/tap Display/)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Address' })).toBeNull();
  });

  test('needs a name', async () => {
    const api = adding();
    await begin(api);
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name.');
    expect(sent(api, 'POST')).toEqual([]);
  });

  test('keeps its settings after a refusal, with the reason', async () => {
    const message = 'A stall has at most 20 printers.';
    const api = adding().on('POST /vendors/7/printers', new ApiError(422, { code: 'TOO_MANY', message }));
    await begin(api);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByLabelText('Name')).toHaveValue('Kitchen');
  });
});

describe('the settings of a printer', () => {
  const edit = async (printers = [aPrinter(), bar]) => {
    const api = stall({ printers });
    const view = show(api, '/vendor/7/printers?printer=71');
    await screen.findByRole('heading', { level: 1, name: 'Kitchen' });
    return view;
  };

  test('are saved together', async () => {
    const { api, store } = await edit();
    api.on('PUT /vendors/7/printers/71', { data: aPrinter() });
    await userEvent.click(screen.getByRole('radio', { name: '58 mm' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Day’s end/ }));
    await userEvent.click(screen.getByRole('radio', { name: 'When a cook taps Pick' }));
    await userEvent.click(screen.getByRole('button', { name: 'Increase copies' }));
    await userEvent.selectOptions(screen.getByLabelText('Language of the tickets'), 'Français');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All day: Sides' }));
    await userEvent.selectOptions(screen.getByLabelText('If it cannot print'), 'Print on Bar');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: 'Kitchen is saved.' }));
    expect(sent(api, 'PUT')).toEqual([
      {
        path: '/vendors/7/printers/71',
        body: {
          name: 'Kitchen',
          kind: 'cloudprnt',
          paper: 58,
          documents: ['kitchen', 'day-end'],
          moment: 'picked',
          copies: 2,
          language: 'fr',
          group_ids: [12],
          takeover_printer_id: 72,
        },
      },
    ]);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Printers' })).toHaveFocus());
  });

  test('have no moment for a printer of the day’s end alone', async () => {
    await edit([aPrinter({ documents: ['day-end'] })]);
    expect(screen.queryByRole('radio', { name: 'When an order arrives' })).toBeNull();
  });

  test('offer no takeover by the printer itself', async () => {
    await edit([aPrinter()]);
    expect(screen.queryByLabelText('If it cannot print')).toBeNull();
  });

  test('make a new address after a question, and show it', async () => {
    const { api } = await edit();
    api.on('POST /vendors/7/printers/71/address', { data: ADDRESS });
    await userEvent.click(screen.getByRole('button', { name: 'New address' }));
    const question = screen.getByRole('alertdialog', { name: 'Make a new address for Kitchen?' });
    expect(question).toHaveTextContent('The old address ends at once.');
    expect(sent(api, 'POST')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'New address' }));
    expect(await screen.findByText(ADDRESS.url)).toBeInTheDocument();
    // The old address was heard from a moment ago, which says nothing about the new one.
    expect(screen.getByText('Waiting for the printer…')).toBeInTheDocument();
  });

  test('revoke the address after a question', async () => {
    const { api } = await edit();
    api.on('DELETE /vendors/7/printers/71/address', () => {
      api.on('GET /vendors/7/printers', listOf({ printers: [aPrinter({ has_address: false })] }));
      return undefined;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Revoke the address' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke the address' }));
    expect(await screen.findByText('It has no address.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Revoke the address' })).toBeNull();
  });

  test('delete the printer after a question', async () => {
    const { api, store } = await edit();
    api.on('DELETE /vendors/7/printers/71', () => {
      api.on('GET /vendors/7/printers', listOf({ printers: [bar] }));
      return undefined;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Delete the printer' }));
    expect(sent(api, 'DELETE')).toEqual([]);
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete the printer' }));
    await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: 'Kitchen was deleted.' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Bar' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Kitchen' })).toBeNull();
  });

  test('stay on the page with the reason after a refusal', async () => {
    const { api } = await edit();
    const message = 'Bar already passes its tickets to Kitchen.';
    api.on('PUT /vendors/7/printers/71', new ApiError(422, { code: 'CYCLE', message }));
    await userEvent.click(screen.getByRole('radio', { name: '58 mm' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('radio', { name: '58 mm' })).toBeChecked();
  });
});

describe('the tickets of the last day', () => {
  const failed = aPrintJob({
    id: 82,
    order: { id: 901, order_number: 'K-102' },
    state: 'failed',
    problem_text: 'The ticket is too large for the printer. Read the order on the screen.',
  });

  test('say what was printed, what was not, and why', async () => {
    show(stall({ jobs: [failed, aPrintJob()] }));
    const list = await screen.findByRole('region', { name: 'Tickets of the last day' });
    const [first, second] = await within(list).findAllByRole('listitem');
    expect(first).toHaveTextContent(/^K-102 Not printed.*The ticket is too large for the printer\./);
    expect(second).toHaveTextContent(/^K-101 PrintedKitchen ticket · Kitchen · /);
  });

  test('are printed again, with a key of their own', async () => {
    const { api, store } = show(stall({ jobs: [aPrintJob()] }));
    api.on('POST /vendors/7/print-jobs', { data: [aPrintJob({ id: 90, state: 'queued' })] });
    await userEvent.click(await screen.findByRole('button', { name: 'Print again: K-101' }));
    await waitFor(() =>
      expect(store.state.getState().toast).toMatchObject({ content: 'K-101 is printed again on Kitchen.' }),
    );
    expect(api.requests).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/vendors/7/print-jobs',
        body: { job_id: 81 },
        headers: { 'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/) },
      }),
    );
  });

  test('are previewed as a picture, whose markup is no part of the page', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><text>K-101</text></svg>';
    const api = stall({ jobs: [aPrintJob()] }).on('GET /vendors/7/print-jobs/81/preview', { data: { svg } });
    show(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Preview of K-101' }));
    const picture = await screen.findByRole('img', { name: 'The ticket K-101 as it prints' });
    expect(picture).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml/));
    expect(document.querySelector('script, dialog text')).toBeNull();
  });

  test('of a day’s end have no preview for staff, who do not see the sales', async () => {
    const jobs = [aPrintJob({ document: 'day-end', order: null }), aPrintJob({ id: 82 })];
    show(stall({ jobs, mayEdit: false }));
    await screen.findByRole('button', { name: 'Preview of K-101' });
    expect(screen.getAllByRole('button', { name: /^Preview of|^Print again/ })).toHaveLength(2);
  });

  test('say so if the preview fails, with Try Again', async () => {
    const api = stall({ jobs: [aPrintJob()] }).on(
      'GET /vendors/7/print-jobs/81/preview',
      new ApiError(400, { message: 'No.' }),
    );
    show(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Preview of K-101' }));
    expect(await screen.findByText('The ticket could not be loaded')).toBeInTheDocument();
  });

  test('are shown in part at first where there are many', async () => {
    const jobs = Array.from({ length: 25 }, (_each, index) =>
      aPrintJob({ id: index + 1, order: { id: index + 1, order_number: `K-${index + 1}` } }),
    );
    show(stall({ jobs }));
    const list = await screen.findByRole('region', { name: 'Tickets of the last day' });
    expect(await within(list).findAllByRole('listitem')).toHaveLength(20);
    await userEvent.click(within(list).getByRole('button', { name: 'Show all 25' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(25);
  });

  test('are missing alone if they cannot be loaded', async () => {
    show(stall().on('GET /vendors/7/print-jobs', new ApiError(400, { message: 'No.' })));
    expect(await screen.findByText('The tickets could not be loaded')).toBeInTheDocument();
    expect(screen.getByText('Connected')).toBeInTheDocument();
  });
});
