/** @jest-environment jsdom */
import { problemsOverlay } from './problems.js';

const shown = () => [...document.querySelectorAll('[role=alert]')].map((overlay) => overlay.textContent);
afterEach(() => document.body.replaceChildren());

const HEADING = 'loyalty-card was not built, so the page runs the version before.';

test('shows the problems of a build, in place of those of the build before', () => {
  const show = problemsOverlay();
  show('loyalty-card', ['card.tsx:3: Unexpected token.']);
  expect(shown()).toEqual([`${HEADING}card.tsx:3: Unexpected token.Hide`]);
  show('loyalty-card', ['card.tsx:4: Expression expected.', 'a.css: Unknown word']);
  expect(shown()).toEqual([`${HEADING}card.tsx:4: Expression expected.a.css: Unknown wordHide`]);
});

test('goes away once the remote is built', () => {
  const show = problemsOverlay();
  show('loyalty-card', ['card.tsx:3: Unexpected token.']);
  show('loyalty-card', []);
  expect(shown()).toEqual([]);
});

test('can be hidden, and comes back with the next problem', () => {
  const show = problemsOverlay();
  show('loyalty-card', ['one']);
  document.querySelector('button')?.click();
  expect(shown()).toEqual([]);
  show('loyalty-card', ['two']);
  expect(shown()).toEqual([`${HEADING}twoHide`]);
});

test('shows the overlays of two remotes beside each other', () => {
  problemsOverlay()('loyalty-card', ['one']);
  problemsOverlay()('catalog', ['two']);
  expect(shown()).toHaveLength(2);
});

test('shows a problem as text', () => {
  problemsOverlay()('loyalty-card', ['<img src=x onerror=alert(1)>']);
  expect(document.querySelector('img')).toBeNull();
});
