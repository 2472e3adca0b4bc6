import { createQueryClient, provideQueryClient, queryClient, resourceKey } from 'shared-contracts/query';
import { forgetStructuredData, handOver, takeKnownData, takeOverHead } from './hand-over';

const page = (root = '') => {
  document.body.innerHTML = `<div id="first-screen">Kumo Ramen</div><div id="root">${root}</div>`;
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no root.');
  return element;
};
const firstScreen = () => document.getElementById('first-screen');
/** Mutation observers are told in a microtask. */
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

  test('gives way to a page that says that it takes long', () => {
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

  test('goes on in the skeleton of a page that takes long, with the links that it had', () => {
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

  test('passes the focus of a link on to the same link of the shell', async () => {
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

  test('stays under a finger until its tap has reached the link', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const root = page();
    handOver(root);
    firstScreen()?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    root.innerHTML = '<main><h1>Kumo Ramen</h1></main>';
    await observed();
    expect(firstScreen()).not.toBeNull();
    // Also where it is let go beside the first screen.
    window.dispatchEvent(new Event('pointerup'));
    expect(firstScreen()).not.toBeNull();
    jest.advanceTimersByTime(100);
    expect(firstScreen()).toBeNull();
    jest.useRealTimers();
  });

  test.each([
    ['the key of a menu', 2, 0],
    ['a pointer that is let go unseen', 0, 3000],
  ])('%s does not hold it', async (_what, button, after) => {
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

  test('is what a screen finds under its own key', () => {
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
      'again where the browser took the page from its cache',
      { type: 'navigate', transferSize: 0, workerStart: 0 },
      true,
    ],
    ['again on the way back', { type: 'back_forward', transferSize: 900, workerStart: 0 }, true],
    ['not where the page is new', { type: 'navigate', transferSize: 900, workerStart: 0 }, false],
    ['not where the worker has fetched the page', { type: 'back_forward', transferSize: 0, workerStart: 12 }, false],
  ])('is requested %s', (_what, visit, isOld) => {
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

test('the head of the page is for readers without scripts: the shell titles it the brand, and a screen says the rest', () => {
  document.head.innerHTML =
    '<title>Kumo · Foodhall</title><meta name="description" content="Kumo" data-sent><meta name="viewport" content="x">';
  takeOverHead('Foodhall');
  expect(document.title).toBe('Foodhall');
  expect([...document.querySelectorAll('meta')].map(({ name }) => name)).toEqual(['viewport']);
  document.head.replaceChildren();
});

test('the structured data of the page stays until the visitor goes on to another page', () => {
  document.head.innerHTML = '<link rel="canonical" href="/venues" data-sent>';
  document.body.innerHTML = '<script type="application/ld+json" data-sent>{}</script>';
  takeOverHead('Foodhall');
  expect(document.querySelector('link')).toBeNull();
  expect(document.querySelector('script')).toHaveAttribute('type', 'application/ld+json');
  forgetStructuredData();
  expect(document.querySelector('script')).toBeNull();
});
