import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../apps';
import leanRouter from './lean-router-loader.cjs';

const folder = path.join(root, 'node_modules/react-router/dist/production');

/** The chunk of the installed router that has its links. */
async function linksOfRouter(): Promise<string> {
  for (const file of await readdir(folder)) {
    const source = await readFile(path.join(folder, file), 'utf8');
    if (/^chunk-.*\.mjs$/.test(file) && source.includes('var Link = ')) return source;
  }
  throw new Error('No chunk of React Router has Link.');
}

test('the installed router loses its prefetch and the errors of routes that load data, and keeps its links', async () => {
  const source = await linksOfRouter();
  const lean = leanRouter(source);
  expect(lean).toContain('function usePrefetchBehavior() { return [false, null, {}]; }');
  expect(lean).toContain('function PrefetchPageLinks() { return null; }');
  expect(lean).toContain('let errors = null?.errors;');
  expect(lean).toContain('if (null != null) {');
  expect(lean).not.toContain('RenderErrorBoundary.contextType');
  expect(lean).toMatch(/var Link = \/\* @__PURE__ \*\/ React\d*\.forwardRef\(/);
  expect(lean).not.toMatch(/^\w+\.displayName = /m);
  // A name of React that is computed has the bundler keep all of them.
  expect(lean).not.toMatch(/\bReact\d*\[/);
  expect(lean.length).toBeGreaterThan(source.length - 10_000);
});

test('nothing else of it changes', () => {
  const source =
    'var A = R.createContext(f("A.displayName = \\"A\\";"));\nfunction f() {\n  A.displayName = "B";\n}\nA.displayName = g();\n';
  expect(leanRouter(source)).toBe(source.replace('= R', '= /* @__PURE__ */ R'));
});

test.each([
  'const PrefetchPageLinks = ({ page }) => page;',
  'class A { usePrefetchBehavior() {} }',
  'const _renderMatches = (matches) => matches;',
])('a router that is written in another way fails the build: %s', (source) => {
  expect(() => leanRouter(source)).toThrow(
    /does not find the function (PrefetchPageLinks|usePrefetchBehavior|_renderMatches)/,
  );
});
