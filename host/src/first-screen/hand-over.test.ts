import { createQueryClient, provideQueryClient, queryClient, resourceKey } from 'shared-contracts/query';
import { forgetStructuredData, handOver, takeKnownData, takeOverHead } from './hand-over';

const page = (root = '') => {
  document.body.innerHTML = `<div id="first-screen">Kumo Ramen</div><div id="root">${root}</div>`;
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no root.');
  return element;
};
const firstScreen = () => document.getElementById('first-screen');
/** Mutation observers run in a microtask. */
const observed = () => new Promise<void>((done) => queueMicrotask(done));

describe('the first screen of the page', () => {
  test('stays while the shell shows nothing or a skeleton', async () => {
    const root = page();
    handOver(root);
    root.innerHTML = '<main></main>';
    await observed();
    expect(firstScreen()).not.toBeNull();
    root.innerHTML = '<main><div role="status" aria-busy="true">Loading…</div></main>';
    await observed();
    expect(firstScreen()).not.toBeNull();
  });

  test('gives way after three seconds to a page that is still loading', () => {
    jest.useFakeTimers();
    const root = page();
    handOver(root);
    root.innerHTML = '<main><div role="status" aria-busy="true">Loading…</div></main>';
    jest.advanceTimersByTime(2999);
    expect(firstScreen()).not.toBeNull();
    jest.advanceTimersByTime(1);
    expect(firstScreen()).toBeNull();
    jest.useRealTimers();
  });

  test('moves into the skeleton of a page that is still loading, with its links', () => {
    jest.useFakeTimers();
    const root = page();
    const screen = '<main><h1>Kumo Ramen</h1><a href="/venues/1">Granary Square Market</a></main>';
    firstScreen()?.insertAdjacentHTML('beforeend', screen);
    handOver(root);
    root.innerHTML = '<main><div data-first-screen></div><div role="status" aria-busy="true">Loading…</div></main>';
    jest.advanceTimersByTime(3000);
    expect(firstScreen()).toBeNull();
    expect(root.querySelector('[data-first-screen]')?.innerHTML).toBe(
      '<h1>Kumo Ramen</h1><a href="/venues/1">Granary Square Market</a>',
    );
    jest.useRealTimers();
  });

  test('passes the focus from a link to the same link of the shell', async () => {
    const root = page();
    document
      .querySelector('#first-screen')
      ?.insertAdjacentHTML('beforeend', '<a href="/venues/1?location=12">Kumo</a>');
    document.querySelector('a')?.focus();
    handOver(root);
    root.innerHTML = '<main><a href="/venues/2">Pico</a><a href="/venues/1">Kumo</a></main>';
    await observed();
    expect(document.activeElement).toBe(root.querySelector('[href="/venues/1"]'));
  });

  test('stays under a finger until the tap has reached its link', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const root = page();
    handOver(root);
    firstScreen()?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    root.innerHTML = '<main><h1>Kumo Ramen</h1></main>';
    await observed();
    expect(firstScreen()).not.toBeNull();
    // The finger may be lifted outside of the first screen.
    window.dispatchEvent(new Event('pointerup'));
    expect(firstScreen()).not.toBeNull();
    jest.advanceTimersByTime(100);
    expect(firstScreen()).toBeNull();
    jest.useRealTimers();
  });

  test.each([
    ['a press of the secondary button', 2, 0],
    ['a press whose end is never reported', 0, 3000],
  ])('does not stay for %s', async (_what, button, after) => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const root = page();
    handOver(root);
    firstScreen()?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button }));
    root.innerHTML = '<main><h1>Kumo Ramen</h1></main>';
    await observed();
    jest.advanceTimersByTime(after);
    expect(firstScreen()).toBeNull();
    jest.useRealTimers();
  });

  test('gives way to the screen of the shell', async () => {
    const root = page();
    handOver(root);
    root.innerHTML = '<main><h1>Kumo Ramen</h1></main>';
    await observed();
    expect(firstScreen()).toBeNull();
  });
});

describe('the data of the page', () => {
  beforeEach(() => provideQueryClient(createQueryClient()));

  test('is available to a screen under its own key', () => {
    const body = { data: [{ id: 1 }] };
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = 'known-data';
    block.textContent = JSON.stringify([['/vendors', { venue_id: '1' }, body]]);
    document.body.replaceChildren(block);
    takeKnownData();
    expect(queryClient().getQueryData(resourceKey('/vendors', { venue_id: 1 }))).toEqual(body);
  });

  test.each([
    [
      "is requested again if the page came from the browser's cache",
      { type: 'navigate', transferSize: 0, workerStart: 0 },
      true,
    ],
    ['is requested again after a step back', { type: 'back_forward', transferSize: 900, workerStart: 0 }, true],
    ['is not requested again if the page is new', { type: 'navigate', transferSize: 900, workerStart: 0 }, false],
    [
      'is not requested again if the worker has fetched the page',
      { type: 'back_forward', transferSize: 0, workerStart: 12 },
      false,
    ],
  ])('%s', (_what, visit, isOld) => {
    const block = document.createElement('script');
    block.id = 'known-data';
    block.textContent = JSON.stringify([['/vendors', { venue_id: '1' }, { data: [] }]]);
    document.body.replaceChildren(block);
    Object.assign(performance, { getEntriesByType: () => [visit] });
    takeKnownData();
    expect(queryClient().getQueryState(resourceKey('/vendors', { venue_id: 1 }))?.dataUpdatedAt === 0).toBe(isOld);
    Reflect.deleteProperty(performance, 'getEntriesByType');
  });

  test('may be missing', () => {
    document.body.replaceChildren();
    expect(takeKnownData).not.toThrow();
  });
});

test('the shell replaces the title with the brand and removes the description that the server sent', () => {
  document.head.innerHTML =
    '<title>Kumo · Foodhall</title><meta name="description" content="Kumo" data-sent><meta name="viewport" content="x">';
  takeOverHead('Foodhall');
  expect(document.title).toBe('Foodhall');
  expect([...document.querySelectorAll('meta')].map(({ name }) => name)).toEqual(['viewport']);
  document.head.replaceChildren();
});

test('the structured data of the page stays until the visitor opens another page', () => {
  document.head.innerHTML = '<link rel="canonical" href="/venues" data-sent>';
  document.body.innerHTML = '<script type="application/ld+json" data-sent>{}</script>';
  takeOverHead('Foodhall');
  expect(document.querySelector('link')).toBeNull();
  expect(document.querySelector('script')).toHaveAttribute('type', 'application/ld+json');
  forgetStructuredData();
  expect(document.querySelector('script')).toBeNull();
});
