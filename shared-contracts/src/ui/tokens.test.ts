import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layers } from './scale.json';

const tokens = readFileSync(join(__dirname, 'tokens.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** Returns the declarations of the first rule with this selector, as name → value. */
function declarations(selector: string): Record<string, string> {
  const from = tokens.indexOf(`${selector} {`);
  expect(from).toBeGreaterThan(-1);
  const body = tokens.slice(tokens.indexOf('{', from) + 1, tokens.indexOf('}', from));
  return Object.fromEntries(
    body
      .split(';')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

const written = declarations(':root');

/** light-dark(day, night), where both are one colour: a hex number, a name, or a call such as rgb(). */
const LIGHT_DARK = /light-dark\(((?:[^(),]|\([^()]*\))+), ((?:[^(),]|\([^()]*\))+)\)/g;

/** Returns the tokens of one theme. */
function inTheme(scheme: 'light' | 'dark'): Record<string, string> {
  const chosen = scheme === 'light' ? '$1' : '$2';
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, value.replace(LIGHT_DARK, chosen)]));
}

const light = inTheme('light');
const dark = inTheme('dark');

const modules = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.module.css'))
  .map((path) => [path, readFileSync(join(__dirname, path), 'utf8')] as const);

test('the dark values that are written twice are the same in both places', () => {
  const { 'color-scheme': scheme, ...chosen } = declarations(':root[data-theme="dark"]');
  expect(scheme).toBe('dark');
  expect(chosen).toEqual(declarations(':root:not([data-theme="light"])'));
  for (const name of Object.keys(chosen)) expect(light).toHaveProperty(name);
});

test('every light-dark() is read by these tests', () => {
  expect(Object.values(written).filter((value) => value.includes('light-dark(')).length).toBeGreaterThan(30);
  for (const value of [...Object.values(light), ...Object.values(dark)]) expect(value).not.toContain('light-dark(');
});

test('every colour has its counterpart in dark, or is meant to stay', () => {
  const same = Object.keys(light).filter((name) => /#|rgb\(/.test(light[name] ?? '') && light[name] === dark[name]);
  expect(same).toEqual([
    '--on-accent',
    '--preparing-solid',
    '--done-solid',
    '--late-solid',
    '--on-solid',
    '--edge-solid',
  ]);
});

test.each(modules)('%s has no colour of its own and names only tokens that exist', (_path, css) => {
  expect(css.match(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi)).toBeNull();
  const own = new Set([...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name));
  const unknown = [...css.matchAll(/var\((--[\w-]+)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !own.has(name) && !(name in light) && !(name in layers));
  expect(unknown).toEqual([]);
});

const TEXT_PAIRS = [
  ['--ink', '--paper'],
  ['--ink', '--surface'],
  ['--ink', '--accent-wash'],
  ['--ink-2', '--paper'],
  ['--ink-2', '--sunken'],
  ['--ink-3', '--paper'],
  ['--ink-3', '--sunken'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
  ['--on-ink', '--ink'],
  ['--on-toast', '--toast'],
  ['--on-toast-mark', '--toast'],
  ['--new', '--new-wash'],
  ['--preparing', '--preparing-wash'],
  ['--done', '--done-wash'],
  ['--late', '--late-wash'],
  ['--late', '--paper'],
  ['--on-solid', '--new-solid'],
  ['--on-solid', '--preparing-solid'],
  ['--on-solid', '--done-solid'],
  ['--on-solid', '--late-solid'],
] as const;

const CONTROL_PAIRS = [
  ['--line-control', '--surface'],
  ['--line-control', '--paper'],
  ['--focus', '--paper'],
  ['--focus', '--surface'],
  ['--on-ink-mark', '--ink'],
  ['--new-mark', '--surface'],
  ['--preparing-mark', '--surface'],
  ['--done-mark', '--surface'],
  ['--late-mark', '--surface'],
] as const;

const themes = [
  ['light', light],
  ['dark', dark],
] as const;

/** WCAG 2.2: relative luminance of a #rrggbb colour. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(themes)('in %s', (_name, theme: Record<string, string>) => {
  test.each(TEXT_PAIRS)('%s on %s has a contrast of at least 4.5', (text, ground) => {
    expect(contrast(theme[text] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test.each(CONTROL_PAIRS)('%s on %s has a contrast of at least 3', (mark, ground) => {
    expect(contrast(theme[mark] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

test('a placeholder is seen only after 100 ms, as the spec says of the venue and vendor pages', () => {
  expect(light['--loading-delay']).toBe('100ms');
  const skeleton = modules.find(([path]) => path.endsWith('skeleton.module.css'))?.[1];
  expect(skeleton).toMatch(/\.skeleton \{\s*animation: appear 1ms linear var\(--loading-delay\) backwards;/);
});

test('every rule of a primitive is in the layer below the styles of remotes', () => {
  for (const [path, css] of modules) {
    const text = css.replace(/\/\*[\s\S]*?\*\//g, '').trim();
    expect([path, text.startsWith('@layer primitives {')]).toEqual([path, true]);
    let depth = 0;
    const ends = [...text].flatMap((character, index) => {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      return character === '}' && depth === 0 ? [index] : [];
    });
    expect([path, ends]).toEqual([path, [text.length - 1]]);
  }
});
