import { storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp({ environment: { SITE_URL: 'https://hall.example' } });
const get = (url: string) => api.current.app.inject({ url });

test('robots.txt names the sitemap', async () => {
  const { headers, body } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain('\nSitemap: https://hall.example/sitemap.xml\n');
});

test('sitemap.xml lists each public page, and no page of a sold-out or missing item', async () => {
  const { db } = api.current.deps;
  const venue = await storeVenue(db, {
    vendors: [{ items: [{ name: 'Ramen' }, { name: 'Gyoza' }] }, { items: [{ name: 'Bao' }] }],
  });
  const closed = await storeVenue(db);
  await db.updateTable('venues').set({ is_active: false }).where('id', '=', closed.id).execute();
  const [kumo, bao] = venue.vendors;
  const paths = async () => {
    const { headers, body } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    return [...body.matchAll(/<loc>https:\/\/hall\.example(.*?)<\/loc>/g)].map(([, path]) => path);
  };
  const menu = (id: number | undefined) => `/venues/${venue.id}/vendors/${id}`;
  const [ramen, gyoza] = kumo?.items ?? [];
  expect(await paths()).toEqual([
    '/',
    '/accessibility',
    `/venues/${venue.id}/vendors`,
    menu(kumo?.id),
    menu(bao?.id),
    `${menu(kumo?.id)}/items/${ramen?.id}`,
    `${menu(kumo?.id)}/items/${gyoza?.id}`,
    `${menu(bao?.id)}/items/${bao?.items[0]?.id}`,
  ]);
  await db
    .updateTable('items')
    .set({ status: 'inactive' })
    .where('id', '=', ramen?.id ?? 0)
    .execute();
  await db
    .updateTable('vendors')
    .set({ is_active: false })
    .where('id', '=', bao?.id ?? 0)
    .execute();
  expect(await paths()).toEqual([
    '/',
    '/accessibility',
    `/venues/${venue.id}/vendors`,
    menu(kumo?.id),
    `${menu(kumo?.id)}/items/${gyoza?.id}`,
  ]);
});
