import { act, fireEvent, render, screen } from '@testing-library/react';
import { AlertDialog } from '../overlays/alert-dialog';
import { Modal } from '../overlays/modal';
import { Toast } from './toast';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('the live region is there before the first message, and empty', () => {
  render(<Toast toast={null} onDismiss={() => undefined} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('a toast hides itself after 3 seconds by default', () => {
  const onDismiss = jest.fn();
  const { rerender } = render(<Toast toast={{ content: 'Added orderItem to cart' }} onDismiss={onDismiss} />);
  expect(screen.getByRole('status')).toHaveTextContent('Added orderItem to cart');
  pass(2999);
  expect(onDismiss).not.toHaveBeenCalled();
  pass(1);
  expect(onDismiss).toHaveBeenCalledTimes(1);

  rerender(<Toast toast={{ content: 'Longer', timeout: 10_000 }} onDismiss={onDismiss} />);
  pass(9999);
  expect(onDismiss).toHaveBeenCalledTimes(1);
  pass(1);
  expect(onDismiss).toHaveBeenCalledTimes(2);
});

test('the same text again restarts the time', () => {
  const onDismiss = jest.fn();
  const { rerender } = render(<Toast toast={{ content: 'Saved' }} onDismiss={onDismiss} />);
  pass(2000);
  rerender(<Toast toast={{ content: 'Saved' }} onDismiss={onDismiss} />);
  pass(2000);
  expect(onDismiss).not.toHaveBeenCalled();
});

test('OK dismisses it early', () => {
  const onDismiss = jest.fn();
  render(<Toast toast={{ content: 'Saved' }} onDismiss={onDismiss} />);
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(onDismiss).toHaveBeenCalledTimes(1);
});

test('a toast stays while a visitor points at it or focuses it', () => {
  const onDismiss = jest.fn();
  render(<Toast toast={{ content: 'Saved' }} onDismiss={onDismiss} />);
  fireEvent.pointerEnter(screen.getByRole('status'));
  pass(60_000);
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.pointerLeave(screen.getByRole('status'));
  pass(3000);
  expect(onDismiss).toHaveBeenCalledTimes(1);
});

test('moves inside an open dialog, where it can be pressed, and out again when that closes', () => {
  const page = (open: boolean) => (
    <>
      <Modal open={open} onClose={() => undefined} title="Login">
        text
      </Modal>
      <Toast toast={{ content: 'Wrong password', color: 'danger' }} onDismiss={() => undefined} />
    </>
  );
  const { rerender } = render(page(true));
  expect(screen.getByRole('dialog')).toContainElement(screen.getByText('Wrong password'));
  rerender(page(false));
  expect(screen.getByText('Wrong password')).toBeVisible();
});

test('shows a toast even if the dialog is removed together with its screen', () => {
  const showPopover = jest.fn(function (this: HTMLElement) {
    // Browsers throw this error too.
    if (!this.isConnected) throw new DOMException('Invalid on disconnected popover elements.', 'InvalidStateError');
  });
  Object.assign(HTMLElement.prototype, { showPopover });
  const matches = jest.spyOn(HTMLElement.prototype, 'matches').mockReturnValue(false);
  const page = (content: string | null) => (
    <>
      {content === null && (
        <Modal open onClose={() => undefined} title="Delete your account?">
          text
        </Modal>
      )}
      <Toast toast={content === null ? null : { content }} onDismiss={() => undefined} />
    </>
  );
  const { rerender } = render(page(null));
  rerender(page('Your account is deleted.'));
  matches.mockRestore();
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  expect(screen.getByRole('status')).toHaveTextContent('Your account is deleted.');
  expect(showPopover.mock.contexts.at(-1)).toBe(screen.getByRole('status'));
});

test('a toast over a question has no second OK, and its own button dismisses it', () => {
  const [onOk, onDismiss] = [jest.fn(), jest.fn()];
  render(
    <>
      <AlertDialog open title="Mark as received" onClose={() => undefined} onOk={onOk} />
      <Toast toast={{ content: 'Kumo Ramen is done!' }} onDismiss={onDismiss} />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(onOk).toHaveBeenCalledTimes(1);
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }));
  expect(onDismiss).toHaveBeenCalledTimes(1);
});
