import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as lucide from 'lucide-react';
import * as react from 'react';
import { type ComponentProps, createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ts from 'typescript';
import { root } from '../apps';
import leanIcon from './lean-icon-loader.cjs';

type Factory = typeof lucide.createLucideIcon;
type Around = ComponentProps<typeof lucide.LucideProvider>;

/** The factory that builds have in place of the package's. */
async function leanFactory(): Promise<Factory> {
  const installed = path.join(root, 'node_modules/lucide-react/dist/esm/createLucideIcon.mjs');
  const code = leanIcon(await readFile(installed, 'utf8'));
  const exports: { default?: Factory } = {};
  const required = (name: string) => (name === 'react' ? react : lucide);
  new Function('require', 'exports', ts.transpile(code, { module: ts.ModuleKind.CommonJS }))(required, exports);
  if (!exports.default) throw new Error('The lean factory exports nothing.');
  return exports.default;
}

const CUP = {
  name: 'cup',
  size: 48,
  aliases: ['mug'],
  node: [
    ['path', { d: 'M1 1h2', key: 'a' }],
    ['circle', { cx: '3', r: '1', key: 'b' }],
  ] as lucide.IconNode,
};

test.each<[string, { props: lucide.LucideProps; around?: lucide.LucideProps }]>([
  ['by itself', { props: {} }],
  [
    'as the site shows it',
    { props: { size: 18, strokeWidth: 2, className: 'mark', 'aria-hidden': 'true', focusable: 'false' } },
  ],
  ['in a colour, with a width of its own', { props: { color: 'red', width: 10, size: 20, height: '2em' } }],
  ['with a line of one width', { props: { absoluteStrokeWidth: true, size: 96, strokeWidth: 3 } }],
  ['with a line that does not scale', { props: { nonScalingStroke: true } }],
  ['with a name, which is read out', { props: { 'aria-label': 'Cup' } }],
  ['with a name that is left out', { props: { 'aria-label': undefined } }],
  ['with a role, a style and an id', { props: { role: 'img', style: { rotate: '90deg' }, id: 'cup' } }],
  ['with something inside', { props: { children: createElement('title', { key: 'title' }, 'Cup') } }],
  ['with several classes, one of them twice', { props: { className: ' a  b a lucide ' } }],
  [
    'in the look of those around it',
    {
      props: { className: 'own' },
      around: {
        size: 12,
        color: 'blue',
        strokeWidth: 1,
        absoluteStrokeWidth: true,
        nonScalingStroke: true,
        className: 'a',
      },
    },
  ],
])('an icon %s is the same as the one of the package', async (_how, { props, around }) => {
  const lean = await leanFactory();
  const markup = (factory: Factory): string[] =>
    [factory(CUP as never, []), factory('roundCup', CUP.node)].map((icon) => {
      const element: ReactElement = createElement(icon, props);
      return renderToStaticMarkup(around ? createElement(lucide.LucideProvider, around as Around, element) : element);
    });
  expect(markup(lean)).toEqual(markup(lucide.createLucideIcon));
});

test('a factory that is written in another way stays as it is', () => {
  expect(leanIcon('const createLucideIcon = (name, node) => node;')).toBe(
    'const createLucideIcon = (name, node) => node;',
  );
});

test('an installed icon loses the keys of its shapes, and nothing else', async () => {
  const bell = path.join(root, 'node_modules/lucide-react/dist/esm/icons/bell.mjs');
  const source = await readFile(bell, 'utf8');
  const lean = leanIcon(source);
  const dataOf = (code: string) =>
    new Function(`${/^const __iconData = \{.*?^\};$/ms.exec(code)?.[0]} return __iconData;`)() as lucide.LucideIconData;
  const { node, ...rest } = dataOf(source);
  const shapes = node.map(([tag, { key: _key, ...attributes }]) => [tag, attributes]);
  expect(shapes.length).toBeGreaterThan(1);
  expect(dataOf(lean)).toEqual({ ...rest, node: shapes });
  expect(lean).toContain('createLucideIcon(__iconData)');
});
