import { readFileSync } from 'node:fs';
import { closestNames } from 'core/texts/closest-names';
import { element, short } from './svg';

/** The set is drawn on a 32x32 grid. */
const grid = 32;

interface IconSet {
  icons: Record<string, { body: string }>;
}

let icons: IconSet['icons'] | undefined;

/** The set is 9 MB of JSON, so it is read once, when the first picture is composed. */
function iconSet(): IconSet['icons'] {
  if (!icons) {
    const path = require.resolve('@iconify-json/fluent-emoji-flat/icons.json');
    icons = (JSON.parse(readFileSync(path, 'utf8')) as IconSet).icons;
  }
  return icons;
}

function body(name: string): string {
  const set = iconSet();
  const icon = Object.hasOwn(set, name) ? set[name] : undefined;
  if (!icon) {
    const near = closestNames(name, Object.keys(set), 3);
    throw new Error(`There is no glyph '${name}' in Fluent Emoji Flat. Closest: ${near.join(', ')}.`);
  }
  return icon.body;
}

/**
 * Draws a glyph `size` pixels wide with its middle at (x, y), turned by `turn` degrees.
 *
 * @throws Error that names the glyph and the closest ones, when the set has no such glyph.
 */
export function glyph(name: string, x: number, y: number, size: number, turn = 0): string {
  const steps = [
    `translate(${short(x)} ${short(y)})`,
    turn === 0 ? '' : `rotate(${short(turn)})`,
    `scale(${String(Math.round((size / grid) * 1000) / 1000)})`,
    `translate(${-grid / 2} ${-grid / 2})`,
  ];
  return element('g', { transform: steps.filter(Boolean).join(' ') }, body(name));
}
