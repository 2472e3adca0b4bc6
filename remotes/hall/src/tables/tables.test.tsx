import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen } from './tables.screen';

const TABLES = ['1', '2', 'Terrace 1'].map((name, id) => ({ id: id + 1, name, url: `https://hall.example/t/${id}` }));
const apiWith = (tables: unknown): FakeApi =>
  fakeApi()
    .on('GET /venues/1/tables', tables)
    .on('GET /operated-venues', { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors: [] }] });
const show = (api: FakeApi) =>
  renderScreen(<Screen />, { api, at: '/hall/1/tables', path: '/hall/:venueId/tables', state: { session: CUSTOMER } });
const sent = ({ requests }: FakeApi) => requests.filter(({ method }) => method !== 'GET');

describe('the tables of a hall', () => {
  test('are listed by zone', async () => {
    show(apiWith({ data: TABLES }));
    const terrace = within(await screen.findByRole('region', { name: 'Terrace' }));
    expect(terrace.getByRole('listitem')).toHaveTextContent('Terrace 1');
    const others = within(screen.getByRole('region', { name: 'Without a zone' }));
    expect(others.getAllByRole('listitem')).toHaveLength(2);
  });

  test('are added one by one or as a range', async () => {
    const api = apiWith({ data: [] }).on('POST /venues/1/tables', { data: { added: ['1', '2', '3'], existing: [] } });
    const { store } = show(api);
    expect(await screen.findByText('This hall has no table yet.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('New tables'), '1-3{Enter}');
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('3 tables are added.'));
    expect(sent(api).map(({ body }) => body)).toEqual([{ names: ['1', '2', '3'] }]);
  });

  test('of a range that runs backwards are not added', async () => {
    const api = apiWith({ data: [] });
    show(api);
    await userEvent.type(await screen.findByLabelText('New tables'), '9-1{Enter}');
    expect(screen.getByText('Enter a name, or a range of at most 200 tables.')).toBeInTheDocument();
    expect(sent(api)).toEqual([]);
  });

  test('are removed after a question', async () => {
    const api = apiWith({ data: TABLES }).on('DELETE /venues/1/tables/3', undefined);
    show(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the table Terrace 1' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Remove the table Terrace 1?' }));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent(api)[0]).toMatchObject({ method: 'DELETE', path: '/venues/1/tables/3' }));
  });

  test('print the codes of one zone, each with its table', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => {});
    show(apiWith({ data: TABLES }));
    await userEvent.click(await screen.findByRole('button', { name: 'Print the codes: Terrace' }));
    const codes = await screen.findAllByRole('img', { name: /^Code of the table/, hidden: true });
    expect(print).toHaveBeenCalledTimes(1);
    expect(codes.map((code) => code.getAttribute('aria-label'))).toEqual(['Code of the table Terrace 1']);
    print.mockRestore();
  });

  test('are only for operators of the hall', async () => {
    show(apiWith(new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
  });

  test('that cannot be loaded can be tried again', async () => {
    show(apiWith(new ApiError(400, { code: 'NO' })));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });
});
