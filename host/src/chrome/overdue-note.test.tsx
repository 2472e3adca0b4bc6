import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setMinutesAhead } from 'shared-contracts/testing';
import { setOverdue } from '../releases/overdue';
import { OverdueNote } from './overdue-note';

afterEach(() => setOverdue(false));

test('the note appears once a page could not be verified for too long, and reloads it', async () => {
  const reload = jest.fn();
  render(<OverdueNote reload={reload} />);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => setOverdue(true));
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be checked for updates for a long time.');
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the note names the clock of the device if that is wrong', () => {
  setMinutesAhead(48 * 60);
  setOverdue(true);
  render(<OverdueNote />);
  expect(screen.getByRole('alert')).toHaveTextContent('The date or the time of this device is wrong');
});

test('the note names the clock once a later response of the API shows that it is wrong', () => {
  setOverdue(true);
  render(<OverdueNote />);
  expect(screen.getByRole('alert')).toHaveTextContent('tell the staff');
  act(() => setMinutesAhead(26 * 60));
  expect(screen.getByRole('alert')).toHaveTextContent('The date or the time of this device is wrong');
});
