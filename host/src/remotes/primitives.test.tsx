import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useState } from 'react';
import * as ui from 'shared-contracts/ui';
import { onDemand } from '../first-screen/on-demand';
import * as later from './later-modules';
import { primitives } from './primitives';

// biome-ignore lint/suspicious/noExplicitAny: a remote knows the properties by the types of the contracts
type Named = Record<string, ComponentType<any>>;

/** The primitives, and what makes the file of the later ones arrive. */
function provided() {
  let arrive = () => {};
  const load = jest.fn(() => new Promise<typeof later>((resolve) => (arrive = () => resolve(later))));
  let loaded: typeof later | undefined;
  const get = onDemand(async () => {
    loaded = await load();
    return loaded;
  });
  const shown = primitives(get, () => loaded) as Named;
  return { get, load, shown, arrive: () => act(async () => arrive()) };
}

function Page({ of: { TextInput, Modal }, isOpen = false }: { of: Named; isOpen?: boolean }) {
  const [text, setText] = useState('');
  return (
    <>
      <h1>Cart</h1>
      <Suspense fallback={<p>Loading…</p>}>
        {TextInput && <TextInput label="Name" value={text} onChange={(event: never) => setText(typedIn(event))} />}
      </Suspense>
      {Modal && (
        <Modal open={isOpen} title="Sign in" onClose={() => {}}>
          Your email
        </Modal>
      )}
    </>
  );
}
const typedIn = ({ target }: { target: HTMLInputElement }) => target.value;

test('a remote gets every primitive of the contracts, and those of a first screen as they are', () => {
  const { shown, load } = provided();
  expect(Object.keys(shown).sort()).toEqual(Object.keys(ui).sort());
  expect(shown.Button).toBe(ui.Button);
  expect(shown.FailedState).toBe(ui.FailedState);
  expect(load).not.toHaveBeenCalled();
});

test('where their file is there, the later ones are the primitives themselves', async () => {
  const { get, shown, arrive } = provided();
  const loading = get();
  await arrive();
  await loading;
  expect(shown.TextInput).toBe(ui.TextInput);
  expect(shown.Modal).toBe(ui.Modal);
});

test('one that is shown before its file is there waits for it, and keeps what is typed since', async () => {
  const { shown, load, arrive } = provided();
  const page = () => <Page of={{ TextInput: shown.TextInput as never }} />;
  const { rerender } = await act(async () => render(page()));
  expect(screen.getByRole('heading', { name: 'Cart' })).toBeVisible();
  expect(screen.getByText('Loading…')).toBeVisible();
  await arrive();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Thandi');
  rerender(page());
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Thandi');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a dialog that is closed requests nothing; opened, it shows as soon as it can, and its page stays', async () => {
  const { shown, load, arrive } = provided();
  const Modal = shown.Modal as never;
  const { rerender } = render(<Page of={{ Modal }} />);
  expect(load).not.toHaveBeenCalled();
  await act(async () => rerender(<Page of={{ Modal }} isOpen />));
  expect(screen.getByRole('heading', { name: 'Cart' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await arrive();
  expect(screen.getByRole('dialog', { name: 'Sign in' })).toHaveTextContent('Your email');
  rerender(<Page of={{ Modal }} />);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a file that was lost is requested again by the next screen', async () => {
  const load = jest.fn<Promise<typeof later>, []>().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(later);
  const get = onDemand(load);
  const { TextInput } = primitives(get, () => undefined) as Named;
  await expect(get()).rejects.toThrow('lost');
  await act(async () => render(<Page of={{ TextInput: TextInput as never }} />));
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeVisible();
});
