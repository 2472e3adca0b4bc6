/** Tests a release that fails its visitors: the shell demotes each of them before an operator rolls it back. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { putInCart, vendorNamed } from '../client/orders';
import { enter, newAccount } from './support/api';
import { liveVersion, teamOf } from './support/releases';
import { expect, test } from './support/test';
import { dist } from './support/worker';

/** Lists the versions of the catalog whose files this page has loaded. */
const catalogsOf = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/parts\/catalog\/([^/]+)\//.exec(name)?.[1] ?? []),
    ),
  ]);

test('a visitor whose menu breaks three times gets the previous release with the same cart, and the operator sees the source line', async ({
  customer,
  vendor: another,
}) => {
  test.setTimeout(180_000);
  const before = await liveVersion('catalog');
  const team = await teamOf('catalog', {
    file: 'src/menu/menu.screen.tsx',
    change: (text) =>
      text.replace(
        /function Menus\(.*\) \{\n/,
        (line) => `${line}  throw new TypeError('No menu today for nomsa@foodhall.test');\n`,
      ),
  });
  try {
    await team.release();
    const bad = await liveVersion('catalog');
    expect(bad).not.toBe(before);

    const buyer = await newAccount();
    const kumo = await vendorNamed(buyer, 1, 'Kumo Ramen');
    await putInCart(buyer, kumo, 'Tonkotsu ramen');
    const address = `/venues/1/vendors/${kumo.id}`;
    await enter(customer, buyer, address);
    const tryAgain = customer.getByRole('button', { name: 'Try Again' });
    await expect(customer.getByText('This section could not be loaded')).toBeVisible();
    await tryAgain.click();
    await expect(customer.getByText('This section could not be loaded')).toBeVisible();
    await tryAgain.click();
    await expect(customer.getByText('This section could not be loaded')).toBeVisible();
    expect(await catalogsOf(customer)).toEqual([bad]);

    await tryAgain.click();
    await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();
    await expect(customer).toHaveURL(address);
    expect(await catalogsOf(customer)).toEqual([before]);
    await customer.goto('/venues/1/cart');
    await expect(customer.getByRole('region', { name: 'Kumo Ramen' }).getByText('Tonkotsu ramen')).toBeVisible();
    await customer.goto(address);
    await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();

    await another.goto('/venues');
    await expect(another.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    expect(await catalogsOf(another)).toEqual([bad]);

    const metrics = async () => (await another.request.get('/api/v1/metrics')).text();
    const labels = `part="catalog",version="${bad}"`;
    await expect.poll(metrics).toContain(`foodhall_part_set_back_total{${labels}} 1`);
    expect(await metrics()).toContain(`foodhall_part_errors_total{${labels},kind="render"} 3`);
    await expect.poll(metrics).toMatch(new RegExp(`foodhall_web_vital_seconds_count{${labels},name="FCP"} [1-9]`));
    await another.goto('/api/v1/releases');
    const card = another.getByRole('article').filter({ has: another.getByRole('heading', { name: bad }) });
    await expect(card.getByText('3 render')).toBeVisible();
    await expect(card.getByText('live')).toBeVisible();

    await card.getByRole('link', { name: '3' }).click();
    const error = another.getByRole('article').filter({ hasText: 'TypeError: No menu today for …' });
    await expect(error.getByText('3 times')).toBeVisible();
    await expect(error.getByRole('listitem').first()).toHaveText(
      new RegExp(`^src/menu/menu\\.screen\\.tsx:${team.lineOf('No menu today')}:\\d+$`),
    );
    const [script] = (await readdir(path.join(dist, '.maps/catalog', bad))).filter((name) => name.endsWith('.js.map'));
    for (const folder of [`/parts/.maps/catalog/${bad}`, `/parts/catalog/${bad}`, `/.maps/catalog/${bad}`])
      expect((await another.request.get(`${folder}/${script}`)).status()).toBe(404);
  } finally {
    if ((await liveVersion('catalog')) !== before) await team.rollback(before);
    await team.leave();
  }
});
