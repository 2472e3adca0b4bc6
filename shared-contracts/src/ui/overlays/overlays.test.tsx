import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, StrictMode, useState } from 'react';
import { AlertDialog } from './alert-dialog';
import type { DialogProps } from './dialog';
import { Modal } from './modal';
import { Sheet } from './sheet';
import { SidePanel } from './side-panel';

type Overlay = (props: DialogProps) => ReactNode;

const OVERLAYS: [string, Overlay][] = [
  [
    'a modal',
    (props) => (
      <Modal {...props} title="Login">
        <input aria-label="Email" />
      </Modal>
    ),
  ],
  [
    'a sheet',
    (props) => (
      <Sheet {...props} title="Login">
        <input aria-label="Email" />
      </Sheet>
    ),
  ],
  [
    'a side panel',
    (props) => (
      <SidePanel {...props} title="Login">
        <input aria-label="Email" />
      </SidePanel>
    ),
  ],
];

function Opener({ overlay: Overlay }: { overlay: Overlay }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Overlay open={open} onClose={() => setOpen(false)} />
    </>
  );
}

test('a closed dialog does not ask for animations, which would lay out the page', () => {
  const asked = jest.fn(() => []);
  Object.assign(HTMLDialogElement.prototype, { getAnimations: asked });
  try {
    const modal = (open: boolean) => (
      <Modal open={open} onClose={() => {}} title="Login">
        Welcome
      </Modal>
    );
    const view = render(modal(false));
    expect(asked).not.toHaveBeenCalled();
    view.rerender(modal(true));
    view.rerender(modal(false));
    expect(asked).toHaveBeenCalledTimes(1);
  } finally {
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'getAnimations');
  }
});

/** @param ms after the dialog was opened */
function pressBackdrop(dialog: HTMLElement, ms: number): void {
  const down = createEvent.pointerDown(dialog);
  Object.defineProperty(down, 'timeStamp', { value: performance.now() + ms });
  fireEvent(dialog, down);
  fireEvent.click(dialog);
}

describe.each(OVERLAYS)('%s', (_name, overlay) => {
  const open = async () => {
    render(<Opener overlay={overlay} />, { wrapper: StrictMode });
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  };

  test('has a name, takes the focus, and is empty while closed', async () => {
    render(<Opener overlay={overlay} />);
    expect(screen.queryByLabelText('Email')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('dialog', { name: 'Login' })).toHaveFocus();
    expect(screen.getByLabelText('Email')).toBeVisible();
  });

  test('closes by its button and gives the focus back', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  test('marks the root of the page while it is open', async () => {
    await open();
    expect(document.documentElement).toHaveAttribute('data-foodhall-modal');
    await userEvent.keyboard('{Escape}');
    expect(document.documentElement).not.toHaveAttribute('data-foodhall-modal');
  });

  test('closes on Escape', async () => {
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  test('closes by a press on the backdrop, not by one inside or by a drag that ends there', async () => {
    await open();
    const dialog = screen.getByRole('dialog');
    await userEvent.click(screen.getByLabelText('Email'));
    expect(dialog).toBeVisible();
    fireEvent.pointerDown(screen.getByLabelText('Email'));
    fireEvent.click(dialog);
    expect(dialog).toBeVisible();
    pressBackdrop(dialog, 600);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('stays open under the second of two quick taps on the button that opened it', async () => {
    await open();
    const dialog = screen.getByRole('dialog');
    pressBackdrop(dialog, 140);
    expect(dialog).toBeVisible();
  });

  test('forgets what was typed once it is closed', async () => {
    await open();
    await userEvent.type(screen.getByLabelText('Email'), 'thandi@example.com');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByLabelText('Email')).toHaveValue('');
  });
});

test('the root names the upper one of two dialogs, and the lower one again when it is alone', () => {
  const noop = () => {};
  const dialogs = (isAsking: boolean) => (
    <>
      <SidePanel open onClose={noop} title="Notifications" side="right">
        Nothing new
      </SidePanel>
      <Modal open={isAsking} onClose={noop} title="Sure?">
        Yes
      </Modal>
    </>
  );
  const { rerender, unmount } = render(dialogs(false));
  const { dataset } = document.documentElement;
  expect(dataset.foodhallModal).toBe('right');
  rerender(dialogs(true));
  expect(dataset.foodhallModal).toBe('');
  rerender(dialogs(false));
  expect(dataset.foodhallModal).toBe('right');
  unmount();
  expect(dataset).not.toHaveProperty('foodhallModal');
});

test('the focus starts where the content asks for it', () => {
  render(
    <Modal open onClose={() => undefined} title="Login">
      <input aria-label="Email" data-autofocus />
    </Modal>,
  );
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

test('a dialog that cannot be dismissed ignores Escape and the backdrop, and has no close button', async () => {
  const onClose = jest.fn();
  render(
    <Modal open onClose={onClose} isDismissible={false} title="Paying">
      One moment
    </Modal>,
  );
  await userEvent.keyboard('{Escape}');
  pressBackdrop(screen.getByRole('dialog'), 600);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { name: 'Paying' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});

test('a close request is sent once, and not again when the dialog closes', async () => {
  const onClose = jest.fn();
  const { rerender } = render(
    <Modal open onClose={onClose} title="Login">
      text
    </Modal>,
  );
  await userEvent.keyboard('{Escape}');
  rerender(
    <Modal open={false} onClose={onClose} title="Login">
      text
    </Modal>,
  );
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the focus returns even if an open dialog is removed from the page', async () => {
  const { rerender } = render(<button type="button">Open</button>);
  screen.getByRole('button', { name: 'Open' }).focus();
  const withDialog = (isThere: boolean) => (
    <>
      <button type="button">Open</button>
      {isThere && (
        <Sheet open onClose={() => undefined} title="Switch to">
          text
        </Sheet>
      )}
    </>
  );
  rerender(withDialog(false));
  screen.getByRole('button', { name: 'Open' }).focus();
  rerender(withDialog(true));
  expect(screen.getByRole('dialog', { name: 'Switch to' })).toHaveFocus();
  rerender(withDialog(false));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});

test('a question has CLOSE and OK, starts on the one that changes nothing, and reports the pressed one', async () => {
  const onClose = jest.fn();
  const onOk = jest.fn();
  render(
    <AlertDialog open title="Mark as received" onClose={onClose} onOk={onOk}>
      The order leaves your queue.
    </AlertDialog>,
  );
  const dialog = screen.getByRole('alertdialog', { name: 'Mark as received' });
  expect(dialog).toHaveAccessibleDescription('The order leaves your queue.');
  expect(screen.getByRole('button', { name: 'CLOSE' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(onOk).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'CLOSE' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a question cannot be closed while its action runs', async () => {
  const onClose = jest.fn();
  const onOk = jest.fn();
  render(<AlertDialog open busy title="Mark as received" onClose={onClose} onOk={onOk} />);
  await userEvent.click(screen.getByRole('button', { name: 'CLOSE' }));
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(onOk).not.toHaveBeenCalled();
});

test('a message has OK alone, and OK closes it', async () => {
  const onClose = jest.fn();
  render(<AlertDialog open title="No orders to export" onClose={onClose} />);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
