import { webManifest } from './web-manifest';

test('a site is installed under the name of its brand, with shortcuts to the venues and the orders', () => {
  const manifest = webManifest({ brand: 'Harbour Eats', notification_icon_url: '/logo-192.png' });
  expect(manifest).toMatchObject({ name: 'Harbour Eats', short_name: 'Harbour Eats', display: 'standalone' });
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/venues', '/queues']);
});

test('an icon fills the shape that a device cuts out of it, in both sizes', () => {
  const maskable = webManifest({}).icons.filter(({ purpose }) => purpose === 'maskable');
  expect(maskable.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
});

test("a brand with its own icon is not installed with Foodhall's icon", () => {
  const { icons } = webManifest({ notification_icon_url: '/media/harbour.png' });
  expect(icons).toEqual([{ src: '/media/harbour.png', sizes: 'any', purpose: 'any' }]);
});
