import { computeCrop, cropText, MIDDLE, MOST_ZOOM, moved, RATIOS, type View, zoomed } from './crop.rules';

test.each([
  ['a wide picture in a square frame', 2, 1, { x: 0.25, y: 0, width: 0.5, height: 1 }],
  ['a tall picture in a square frame', 0.5, 1, { x: 0, y: 0.25, width: 1, height: 0.5 }],
  ['a picture with the shape of its frame', 5 / 4, RATIOS.hero, { x: 0, y: 0, width: 1, height: 1 }],
])('shows the middle of %s, as large as possible', (_case, picture, frame, crop) => {
  expect(computeCrop(MIDDLE, picture, frame)).toEqual(crop);
});

test.each<[string, View, number, number]>([
  ['at the left edge', { zoom: 1, x: 0, y: 0.5 }, 0, 0],
  ['at the right edge', { zoom: 1, x: 1, y: 0.5 }, 0.5, 0],
  ['at the lower right corner of a zoomed picture', { zoom: 2, x: 1, y: 1 }, 0.75, 0.5],
])('keeps the frame inside the picture %s', (_where, view, x, y) => {
  const crop = computeCrop(view, 2, 1);
  expect([crop.x, crop.y]).toEqual([x, y]);
  expect(crop.x + crop.width).toBeLessThanOrEqual(1);
  expect(crop.y + crop.height).toBeLessThanOrEqual(1);
});

test('a picture follows the finger up to its own edge', () => {
  const crop = computeCrop(MIDDLE, 2, 1);
  const half = moved(MIDDLE, crop, 0.25, 0.25);
  // A quarter of the frame is an eighth of the picture.
  expect(computeCrop(half, 2, 1).x).toBeCloseTo(0.125);
  expect(half.y).toBe(0.5);
  expect(moved(MIDDLE, crop, 5, 0).x).toBe(0);
  expect(moved(MIDDLE, crop, -5, 0).x).toBe(1);
});

test('a zoom keeps the middle and stays within its limits', () => {
  const crop = computeCrop(zoomed(MIDDLE, 2), 1, 1);
  expect(crop).toEqual({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 });
  expect(zoomed(MIDDLE, 0.1).zoom).toBe(1);
  expect(zoomed(MIDDLE, 99).zoom).toBe(MOST_ZOOM);
});

test('writes a crop as four short numbers', () => {
  expect(cropText({ x: 1 / 3, y: 0, width: 2 / 3, height: 1 })).toBe('0.33333,0,0.66667,1');
});
