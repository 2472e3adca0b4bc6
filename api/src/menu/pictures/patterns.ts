import { element, rectangle, short } from './svg';

const tile = (width: number, height: number, children: string, transform?: string) =>
  element(
    'pattern',
    { id: 'p', width, height, patternUnits: 'userSpaceOnUse', ...(transform ? { patternTransform: transform } : {}) },
    children,
  );

const fill = (colour: string, d: string, attributes: Record<string, string | number> = {}) =>
  element('path', { fill: colour, ...attributes, d });

const line = (colour: string, width: number, d: string) =>
  element('path', { fill: 'none', stroke: colour, 'stroke-width': width, d });

const ring = (cx: number, cy: number, r: number) => element('circle', { cx, cy, r });

/** The repeating patterns. Each takes the mark's colour and returns one `<pattern id="p">`. */
const repeating = {
  gingham: (mark: string) =>
    tile(
      32,
      32,
      fill(mark, 'M0 0h16v32H0z', { 'fill-opacity': 0.55 }) + fill(mark, 'M0 0h32v16H0z', { 'fill-opacity': 0.55 }),
    ),
  scales: (mark: string) =>
    tile(
      40,
      20,
      element(
        'g',
        { fill: 'none', stroke: mark, 'stroke-width': 2.5 },
        ring(20, 20, 18) + ring(20, 20, 11) + ring(0, 10, 18) + ring(40, 10, 18) + ring(0, 30, 18) + ring(40, 30, 18),
      ),
    ),
  dots: (mark: string) => tile(26, 26, element('g', { fill: mark }, ring(6.5, 6.5, 3.4) + ring(19.5, 19.5, 3.4))),
  tiles: (mark: string) =>
    tile(36, 36, fill(mark, 'M18 0l18 18-18 18L0 18zm0 9l-9 9 9 9 9-9z', { 'fill-rule': 'evenodd' })),
  stripes: (mark: string) => tile(28, 28, fill(mark, 'M0 0h14v28H0z'), 'rotate(45)'),
  waves: (mark: string) => tile(44, 22, line(mark, 4, 'M-11 16q11-12 22 0t22 0 22 0')),
  zigzag: (mark: string) => tile(28, 24, line(mark, 5, 'M-2 18L14 6l16 12')),
};

const wedges = 14;

function rays(mark: string, cx: number, cy: number, reach: number): string {
  const point = (turn: number) => {
    const angle = (turn * Math.PI) / wedges;
    return `${short(cx + reach * Math.cos(angle))} ${short(cy + reach * Math.sin(angle))}`;
  };
  const centre = `${short(cx)} ${short(cy)}`;
  const paths = Array.from({ length: wedges }, (_, i) => `M${centre}L${point(2 * i)} ${point(2 * i + 1)}z`);
  return fill(mark, paths.join(''));
}

export type PatternName = keyof typeof repeating | 'rays';

export const patternNames = [...Object.keys(repeating), 'rays'] as PatternName[];

/** Draws a rectangle of `ground` with the pattern's marks over it. Rays spread from (cx, cy); the other patterns ignore the point. */
export function patternedField(
  pattern: PatternName,
  colours: { ground: string; mark: string },
  box: { width: number; height: number; cx: number; cy: number },
): string {
  const { width, height, cx, cy } = box;
  const base = rectangle(0, 0, width, height, colours.ground);
  if (pattern === 'rays') {
    return base + rays(colours.mark, cx, cy, Math.ceil(Math.hypot(width, height)));
  }
  return base + element('defs', {}, repeating[pattern](colours.mark)) + rectangle(0, 0, width, height, 'url(#p)');
}
