import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'shared-contracts/router';
import * as ui from 'shared-contracts/ui';
import { Gallery } from './gallery';

/** These are part of other primitives, wrap a whole page, or are invisible. */
const PARTS = ['VisuallyHidden', 'QuietHeading', 'AnnounceChange', 'SearchStatus', 'Field', 'ChoiceRow', 'StatePage'];

test('the gallery shows every primitive', () => {
  const source = readFileSync(require.resolve('./gallery'), 'utf8');
  const primitives = Object.keys(ui).filter((name) => /^[A-Z][a-z]/.test(name) && !PARTS.includes(name));
  expect(primitives.length).toBeGreaterThan(20);
  expect(primitives.filter((name) => !source.includes(`<${name}`))).toEqual([]);
});

test('the gallery opens', () => {
  render(
    <MemoryRouter>
      <Gallery />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Primitives' })).toBeInTheDocument();
});
