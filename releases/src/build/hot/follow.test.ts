/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { AnyRemoteDefinition, MountModule } from 'shared-contracts/remote';
import { follow } from './follow';

const props = { params: {}, navigate: () => {} };
const reload = jest.fn();
let saved: AnyRemoteDefinition;
let roots: Root[] = [];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  reload.mockReset();
  document.body.innerHTML = '';
});
afterEach(async () => {
  await act(async () => {
    for (const root of roots) root.unmount();
  });
  roots = [];
});

/** A module whose import is pending. */
function arriving() {
  let resolve: (module: object) => void = () => {};
  const promise = new Promise<object>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const component = (text: string) => ({ Screen: () => createElement('h1', null, text) });
/** A module that shows its text and reports its removal. */
const mounting = (text: string, removed = jest.fn()): MountModule => ({
  mount(element) {
    element.textContent = text;
    return () => {
      element.textContent = '';
      removed();
    };
  },
});

const withScreen = (module: object) => {
  const definition = { screens: { card: async () => module } };
  saved = definition as AnyRemoteDefinition;
};
const started = (module: object) => {
  withScreen(module);
  return follow(() => saved, reload);
};
async function shownIn(remote: ReturnType<typeof follow>): Promise<HTMLElement> {
  const element = document.body.appendChild(document.createElement('div'));
  const module = await remote.definition.screens.card?.();
  if (module && 'mount' in module && module.mount) {
    module.mount(element, props);
    return element;
  }
  const { Screen } = module as { Screen: () => null };
  const root = createRoot(element);
  roots.push(root);
  await act(async () => root.render(createElement(Screen)));
  return element;
}
const save = async (remote: ReturnType<typeof follow>, module: object) => {
  withScreen(module);
  await act(async () => remote.renew());
};

test('a component that threw shows its error, and works again after a save without the mistake', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  const broken = {
    Screen: () => {
      throw new Error('stamps is undefined');
    },
  };
  const remote = started(component('Stamps'));
  const element = await shownIn(remote);
  await save(remote, broken);
  expect(element.querySelector('[role=alert]')?.textContent).toContain("It threw 'stamps is undefined'.");
  await save(remote, component('Points'));
  expect(element.textContent).toBe('Points');
  expect(reload).not.toHaveBeenCalled();
  errors.mockRestore();
});

test('the page shows a component as it was last saved', async () => {
  const remote = started(component('Stamps'));
  const element = await shownIn(remote);
  expect(element.textContent).toBe('Stamps');
  await save(remote, component('Points'));
  expect(element.textContent).toBe('Points');
  expect(reload).not.toHaveBeenCalled();
});

test('a screen that is not React is shown, and a save mounts it again', async () => {
  const removed = jest.fn();
  const remote = started(mounting('Stamps', removed));
  const element = await shownIn(remote);
  expect(element.textContent).toBe('Stamps');
  await save(remote, mounting('Points'));
  expect(element.textContent).toBe('Points');
  expect(removed).toHaveBeenCalledTimes(1);
});

test('a screen that did not change is not mounted again', async () => {
  const removed = jest.fn();
  const module = mounting('Stamps', removed);
  const remote = started(module);
  await shownIn(remote);
  await save(remote, module);
  expect(removed).not.toHaveBeenCalled();
});

test('a screen that the shell removed is not mounted by the next save', async () => {
  const remote = started(mounting('Stamps'));
  const element = document.body.appendChild(document.createElement('div'));
  const module = (await remote.definition.screens.card?.()) as MountModule;
  module.mount(element, props)();
  await save(remote, mounting('Points'));
  expect(element.textContent).toBe('');
});

test('the shell reports a mount that returns no removal function, at once and after a save', async () => {
  const nothing = { mount: () => undefined };
  const remote = started(nothing);
  await expect(shownIn(remote)).rejects.toThrow("'mount' returned no function");
  const mended = started(mounting('Stamps'));
  await shownIn(mended);
  await save(mended, nothing);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a module that exports neither reaches the shell unchanged, so that the shell reports it', async () => {
  const remote = started({ Page: () => null });
  expect(await remote.definition.screens.card?.()).toEqual({});
});

test.each([
  ['mount', mounting('Points')],
  ['nothing', {}],
])('a component that became %s reloads the page', async (_what, module) => {
  const remote = started(component('Stamps'));
  await shownIn(remote);
  await save(remote, module);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a save that cannot be loaded reloads the page', async () => {
  const remote = started(component('Stamps'));
  await shownIn(remote);
  saved = { screens: { card: () => Promise.reject(new Error('no chunk')) } };
  await act(async () => remote.renew());
  expect(reload).toHaveBeenCalledWith(new Error('no chunk'));
});

test('a module that arrives after the next save is not shown in place of that save', async () => {
  const late = arriving();
  saved = { screens: { card: () => late.promise } } as AnyRemoteDefinition;
  const remote = follow(() => saved, reload);
  const shown = shownIn(remote);
  await save(remote, component('Points'));
  late.resolve(component('Stamps'));
  expect((await shown).textContent).toBe('Points');
});

test('the page shows the second of two saves, whichever arrives first', async () => {
  const remote = started(component('Stamps'));
  const element = await shownIn(remote);
  const late = arriving();
  saved = { screens: { card: () => late.promise } } as AnyRemoteDefinition;
  const first = act(async () => remote.renew());
  const second = save(remote, component('Rewards'));
  late.resolve(component('Points'));
  await Promise.all([first, second]);
  expect(element.textContent).toBe('Rewards');
});
