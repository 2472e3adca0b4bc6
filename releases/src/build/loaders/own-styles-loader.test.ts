import type { LoaderContext } from 'webpack';
import ownStyles from './own-styles-loader.cjs';

/** Runs the loader. @returns the style it passes on @throws the build's error */
function built(css: string, file = 'menu/menu.module.css'): unknown {
  const context: Pick<LoaderContext<object>, 'resourcePath' | 'rootContext'> = {
    resourcePath: `/remotes/catalog/src/${file}`,
    rootContext: '/remotes/catalog',
  };
  return ownStyles.call(context as LoaderContext<object>, css);
}

test.each([
  '.card h2 { color: red }',
  '.card { & > b { color: red } h2 { color: red } :global(.dark) & { color: red } }',
  ':global([data-theme]) .card::before { color: red }',
  ':is(.card, .tile) p, :where(.card):not(.tile) { color: red }',
  '@media (--from-tablet) { .card { color: red } }',
  '@layer extra { .card { color: red } }',
  '@keyframes turn { from { rotate: 0deg } }',
  '@page { margin: 4mm }',
  '.card { composes: tile }',
])('a style for classes of the module passes unchanged: %s', (css) => {
  expect(built(css)).toBe(css);
});

test.each([
  ['an element', 'h1 { color: red }', 'h1'],
  ['the whole page', 'html, .card { color: red }', 'html, .card'],
  ['everything', '* { margin: 0 }', '*'],
  ['the root', ':root { --ink: red }', ':root'],
  ['an id', '#content { color: red }', '#content'],
  ['an attribute', '[data-page] { color: red }', '[data-page]'],
  ["another's class", ':global(.header) { color: red }', ':global(.header)'],
  ['the page around a class', ':global(body):has(.card) * { color: red }', ':global(body):has(.card) *'],
  ['everything but a class', ':not(.card) { color: red }', ':not(.card)'],
  ['a list of which one is its own', ':is(.card, h2) p { color: red }', ':is(.card, h2) p'],
  ['a page in a nested rule', '.card { html:has(&) { color: red } }', 'html:has(&)'],
  ['an element in a layer', '@layer primitives { button { color: red } }', 'button'],
  ['an element in a media query', '@media print { nav { display: none } }', 'nav'],
  ['a font', '@font-face { font-family: Menu; src: url(menu.woff2) }', '@font-face'],
  ['a property', '@property --ink { syntax: "*"; inherits: false }', '@property'],
  ['what is in another file', '.card { composes: tile from "./tile.css" }', "composes … from './tile.css'"],
  ['another style sheet', '@import "https://cdn.example/all.css";', '@import'],
])('a style for %s is refused by its file and line', (_what, css, name) => {
  expect(() => built(`.title { color: red }\n\n${css}`.replace(/^.*\n\n(?=@import)/, '\n\n'))).toThrow(
    `src/menu/menu.module.css:3: '${name}' applies outside of this remote.`,
  );
});

test('the error names each of several rules, with a remedy', () => {
  expect(() => built('h1 { color: red }\n.card { color: red }\nbody { color: red }')).toThrow(
    "src/menu/menu.module.css:1: 'h1' applies outside of this remote.\n" +
      "src/menu/menu.module.css:3: 'body' applies outside of this remote.\n" +
      'Each selector of a remote names a class of its *.module.css.',
  );
});

test('the build refuses every rule in a file without classes of its own', () => {
  expect(() => built('.card { color: red }', 'menu/menu.css')).toThrow("src/menu/menu.css:1: '.card' applies");
});
