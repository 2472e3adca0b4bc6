import { appearance } from './appearance';
import { grounds, mix } from './palette';
import { element, picture as file, rectangle } from './svg';

const size = 240;

/** The placeholder for a missing picture: an outlined plate, knife and fork, 240x240. */
export function emptyPlate(name: string): string {
  const colours = grounds[appearance(name, { glyphs: [] }).ground];
  const outline = element(
    'g',
    {
      transform: `translate(${size / 2} ${size / 2})`,
      fill: 'none',
      stroke: mix(colours.plate, colours.deep, 0.42),
      'stroke-width': 5,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    '<circle r="52"/><circle r="34"/><path d="M-84-46v28a10 10 0 0 0 20 0v-28M-74-46v92M76 46v-92c-14 6-16 34-10 50h10"/>',
  );
  return file(size, size, rectangle(0, 0, size, size, mix(colours.plate, '#f5f0e8', 0.35)), outline);
}
