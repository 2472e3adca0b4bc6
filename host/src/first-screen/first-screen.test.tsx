import { act, render, screen } from '@testing-library/react';
import { createQueryClient, provideQueryClient, queryClient } from 'shared-contracts/query';
import { afterFirstScreen, ContentIsShown, useAfterFirstScreen } from './first-screen';

function Background() {
  return useAfterFirstScreen() ? <p>The socket is open.</p> : null;
}

// One test, since a page has one first screen.
test('later work starts once the first screen has its content and its data, and at once from then on', async () => {
  jest.useFakeTimers();
  const client = createQueryClient();
  provideQueryClient(client);
  const started: string[] = [];
  afterFirstScreen(() => started.push('worker'));
  let respond: (venues: string[]) => void = () => {};
  void client.prefetchQuery({
    queryKey: ['/venues'],
    queryFn: () => new Promise<string[]>((done) => (respond = done)),
  });
  const view = render(<Background />);
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(started).toEqual([]);

  view.rerender(
    <>
      <Background />
      <ContentIsShown />
    </>,
  );
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(queryClient().isFetching()).toBe(1);
  expect(started).toEqual([]);
  expect(screen.queryByText('The socket is open.')).toBeNull();

  await act(async () => {
    respond(['Granary']);
    await jest.advanceTimersByTimeAsync(10);
  });
  expect(started).toEqual(['worker']);
  expect(screen.getByText('The socket is open.')).toBeInTheDocument();

  afterFirstScreen(() => started.push('metrics'));
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(started).toEqual(['worker', 'metrics']);
  jest.useRealTimers();
});
