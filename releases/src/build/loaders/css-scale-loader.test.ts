import type { LoaderContext } from 'webpack';
import cssScale from './css-scale-loader.cjs';

/** Runs the loader over a style. */
function built(css: string): string {
  let result = '';
  const context: Pick<LoaderContext<object>, 'resourcePath' | 'addDependency' | 'callback'> = {
    resourcePath: '/styles/a.module.css',
    addDependency: () => undefined,
    callback: (_error, code) => {
      result = String(code);
    },
  };
  cssScale.call(context as LoaderContext<object>, css);
  return result.replace(/\s+/g, ' ').trim();
}

test('the loader inserts a breakpoint, alone and among other conditions', () => {
  expect(built('@media (--from-tablet) and (--below-desktop) { .a { gap: 4px } }')).toBe(
    '@media (width >= 700px) and (width <= 1023px) { .a { gap: 4px; } }',
  );
  expect(built('@media screen and (--below-tablet) { .a { gap: 4px } }')).toContain(
    '@media screen and (width <= 699px)',
  );
});

test("the loader inserts a layer, and keeps the names of the shell's tokens", () => {
  expect(built('.a { z-index: var(--layer-toast); gap: var(--space-1) }')).toBe(
    '.a { z-index: 60; gap: var(--space-1); }',
  );
});

test('the loader leaves the syntax of CSS Modules unchanged', () => {
  expect(built(':global(html[data-page]) .a { gap: 4px }')).toBe(':global(html[data-page]) .a { gap: 4px; }');
});

test.each(['@media (--from-watch) { .a { gap: 4px } }', '.a { z-index: var(--layer-poster) }'])(
  'a name that is not in the scale fails the build: %s',
  (css) => {
    expect(() => built(css)).toThrow(/--from-watch|--layer-poster/);
  },
);
