import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type Declaration } from 'postcss';
import { breakpoints, layers } from './scale.json';

const root = join(__dirname, '../../..');
const TOKENS = 'shared-contracts/src/ui/tokens.css';

const SPACING =
  /^(margin|padding|inset|scroll-margin|scroll-padding|gap|row-gap|column-gap|top|right|bottom|left|width|height|(min|max)-(width|height)|flex|flex-basis|grid-template(-columns|-rows)?|contain-intrinsic-.*|--.*)(-(inline|block|top|right|bottom|left))?(-(start|end))?$/;
/** Radii and pictures have sizes of their own, which are not spacing. */
const NO_SPACING = /^--(radius|shadow|edge|outline|scallop)/;
const REASON = /^Off the scale: /;

/** Pixels that are neither on the scale of 4 nor a hairline of 1. */
function isOffScale({ prop, value }: Declaration): boolean {
  if (!SPACING.test(prop) || NO_SPACING.test(prop)) return false;
  return [...value.matchAll(/(?<![\w.-])-?([\d.]+)px/g)].some(
    ([, length]) => length !== '1' && Number(length) % 4 !== 0,
  );
}

/** Lists the lengths of a style that are off the scale, one sentence each. `conditions` are the allowed media queries. */
function problemsOf(css: string, conditions = Object.keys(breakpoints).map((name) => `(${name})`)): string[] {
  const problems: string[] = [];
  const sheet = postcss.parse(css);
  sheet.walkAtRules('media', ({ params, source }) => {
    for (const [condition] of params.matchAll(/\([^()]*\)/g)) {
      const isSize = /\b(width|height)\b/.test(condition) || condition.startsWith('(--');
      if (isSize && !conditions.includes(condition))
        problems.push(`${source?.start?.line}: ${condition} is no breakpoint of the scale.`);
    }
  });
  sheet.walkDecls((declaration) => {
    const { prop, value, source } = declaration;
    const before = declaration.prev();
    const hasReason = before?.type === 'comment' && REASON.test(before.text);
    if (prop === 'z-index' && !Object.keys(layers).some((name) => value === `var(${name})`))
      problems.push(`${source?.start?.line}: z-index ${value} is no layer of the scale.`);
    if (isOffScale(declaration) !== hasReason)
      problems.push(
        hasReason
          ? `${source?.start?.line}: ${prop} ${value} is on the scale and gives a reason.`
          : `${source?.start?.line}: ${prop} ${value} is off the scale of 4 px and gives no reason.`,
      );
  });
  return problems;
}

const styles = ['host/src', 'remotes', 'shared-contracts/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.includes('node_modules'))
    .map((file) => join(folder, file)),
);

test('every style of the shell, the remotes and the primitives is read', () => {
  expect(styles.length).toBeGreaterThan(90);
});

test.each(styles.filter((file) => file !== TOKENS))('%s keeps to the scale', (file) => {
  expect(problemsOf(readFileSync(join(root, file), 'utf8'))).toEqual([]);
});

test('the tokens repeat the breakpoints of the scale, since the server also sends them unbuilt', () => {
  expect(problemsOf(readFileSync(join(root, TOKENS), 'utf8'), Object.values(breakpoints))).toEqual([]);
});

test('every bar that is fixed over the page lies above the scroll-to-top button, which would take its taps', () => {
  const bars = styles
    .filter((file) => !file.endsWith('/scroll-to-top.module.css'))
    .flatMap((file) => {
      const fixed: [string, number | undefined][] = [];
      postcss.parse(readFileSync(join(root, file), 'utf8')).walkDecls('position', ({ value, parent }) => {
        if (value !== 'fixed') return;
        parent?.each((each) => {
          if (each.type !== 'decl' || each.prop !== 'z-index') return;
          const layer = Object.entries(layers).find(([name]) => each.value === `var(${name})`);
          fixed.push([file, layer?.[1]]);
        });
      });
      return fixed;
    });
  expect(bars.map(([file]) => file)).toContain('remotes/queues/src/queue/board/undo-bar.module.css');
  expect(bars.filter(([, layer = 0]) => layer <= layers['--layer-scroll-to-top'])).toEqual([]);
});

describe('a style off the scale', () => {
  test.each([
    ['a layer without a name', '.a { z-index: 40; }', 'z-index 40 is no layer'],
    ['an unknown layer', '.a { z-index: var(--layer-poster); }', 'is no layer'],
    [
      'a breakpoint without a name',
      '@media (min-width: 700px) { .a { gap: 4px; } }',
      '(min-width: 700px) is no breakpoint',
    ],
    ['a range of widths', '@media (width >= 700px) { .a { gap: 4px; } }', '(width >= 700px) is no breakpoint'],
    ['an unknown breakpoint', '@media (--from-watch) { .a { gap: 4px; } }', '(--from-watch) is no breakpoint'],
    ['a gap', '.a { gap: 4px 10px; }', 'gap 4px 10px is off the scale'],
    ['a margin below zero', '.a { margin-inline-start: -10px; }', 'margin-inline-start -10px is off the scale'],
    ['a size in a sum', '.a { max-height: calc(100% - 18px); }', 'is off the scale'],
    ['a size in a custom property', '.a { --row: 130px; }', '--row 130px is off the scale'],
    ['an unnecessary reason', '.a { /* Off the scale: a whim. */ gap: 8px; }', 'is on the scale and gives a reason'],
  ])('is reported for %s', (_what, css, problem) => {
    expect(problemsOf(css)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['a hairline', '.a { height: 1px; }'],
    ['a border and a radius', '.a { border: 3px solid; border-radius: 7px; }'],
    ['a size with its reason', '.a { /* Off the scale: as high as a line. */ height: 30px; }'],
    ['a condition that is no size', '@media (hover: hover) { .a { gap: 4px; } }'],
    ['a container, which is no window', '@container (max-width: 239px) { .a { gap: 4px; } }'],
  ])('is not reported for %s', (_what, css) => {
    expect(problemsOf(css)).toEqual([]);
  });
});
