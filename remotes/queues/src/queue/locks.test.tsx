import { act, render, screen } from '@testing-library/react';
import { anEntry } from 'shared-contracts/testing';
import { createLocks, type Locks, useLock, useLocks } from './locks';

const renders = new Map<number, number>();

function Card({ locks, id }: { locks: Locks; id: number }) {
  renders.set(id, (renders.get(id) ?? 0) + 1);
  const lock = useLock(locks, id);
  return <li>{lock ? `${id} is ${lock.isSending ? 'on its way' : 'held'}` : `${id} is free`}</li>;
}

function Count({ locks }: { locks: Locks }) {
  return <output>{useLocks(locks).size}</output>;
}

test('a lock renders its own card and the counter of locks, and no other card', () => {
  const locks = createLocks();
  render(
    <>
      <Card locks={locks} id={1} />
      <Card locks={locks} id={2} />
      <Count locks={locks} />
    </>,
  );
  const put = (isSending: boolean) =>
    act(() => locks.put(1, { entry: anEntry({ id: 1, state: 'busy' }), listedAs: 'new', isSending }));

  put(true);
  expect(screen.getByText('1 is on its way')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('1');
  put(false);
  expect(screen.getByText('1 is held')).toBeInTheDocument();
  act(() => locks.lift(1));
  expect(screen.getByText('1 is free')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('0');
  expect(renders.get(2)).toBe(1);
});
