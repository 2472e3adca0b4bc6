/** Tests the promises to platform teams: apps ship alone, fail alone, and are not downloaded by visitors who do not need them. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { signUp } from './support/api';
import { logIn } from './support/people';
import { catalogTeam } from './support/releases';
import { expect, test } from './support/test';
import { dist, snapshot } from './support/worker';

const root = path.resolve(import.meta.dirname, '../..');

test('the vendor’s session downloads no byte of catalog or checkout', { tag: '@core' }, async ({ vendor }) => {
  const asked: string[] = [];
  vendor.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await logIn(vendor, 'baker@foodhall.test');
  await expect(vendor).toHaveURL(/\/queues/);
  await vendor.goto('/venues');
  await expect(vendor).toHaveURL(/\/queues/);
  await vendor.getByRole('link', { name: 'Items' }).click();
  await expect(vendor.getByRole('heading', { name: /Butter Lane Bakery's Items/ })).toBeVisible();
  expect(asked.filter((file) => /^\/parts\/(catalog|checkout)\//.test(file))).toEqual([]);
  expect(asked.filter((file) => /^\/parts\/vendor-tools\//.test(file)).length).toBeGreaterThan(0);
});

test('a remote whose files are missing shows a message with Try Again, and the rest of the site works', async ({
  customer,
}) => {
  await signUp(customer);
  await customer.route('**/parts/queues/**', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await customer.goto('/queues');
  await expect(customer.getByText('This section could not be loaded')).toBeVisible();
  await customer.getByRole('link', { name: /My Account/ }).click();
  await expect(customer.getByText('Supporting your community since')).toBeVisible();
  await customer.getByRole('link', { name: /^Orders/ }).click();
  await expect(customer.getByText('This section could not be loaded')).toBeVisible();
  await customer.unroute('**/parts/queues/**');
  await customer.getByRole('button', { name: 'Try Again' }).click();
  await expect(customer.getByRole('heading', { name: 'New Orders' })).toBeVisible();
});

test('a release of one remote changes the site without rebuilding the shell, and a rollback reverts it', {
  tag: '@core',
}, async ({ customer }) => {
  test.setTimeout(180_000);
  const before = await snapshot();
  await customer.goto('/venues');
  await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(customer.getByText('Released at dusk')).toHaveCount(0);

  const team = await catalogTeam('Released at dusk');
  try {
    await team.release();
    const after = await snapshot();
    expect(after.host.version).toBe(before.host.version);
    expect(after.remotes.checkout?.version).toBe(before.remotes.checkout?.version);
    expect(after.remotes.catalog?.version).not.toBe(before.remotes.catalog?.version);
    await customer.reload();
    await expect(customer.getByText('Released at dusk')).toBeVisible();

    await team.rollback();
    await customer.reload();
    await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    await expect(customer.getByText('Released at dusk')).toHaveCount(0);
  } finally {
    await team.leave();
  }
});

test('the payment sandbox appears only as an address in the configuration, in no build and no server code', async () => {
  const { remotes, host } = await snapshot();
  const folders = [
    ['host', host.version],
    ...Object.entries(remotes).map(([name, { version }]) => [name, version]),
  ].map((names) => path.join(dist, ...(names as string[])));
  const scripts = await filesIn(folders, /\.js$/);
  expect(scripts.length).toBeGreaterThan(10);
  const rooms = ['live', 'reports', 'service', 'overrides', 'desk'].map((room) => `releases/src/${room}`);
  const serverFolders = ['api/src', 'core/src', ...rooms].map((folder) => path.join(root, folder));
  const server = (await filesIn(serverFolders, /\.ts$/)).filter(
    (file) => !/\.test\.ts$|\/testing\/|\.testing\.ts$/.test(file),
  );
  expect(server.length).toBeGreaterThan(50);
  // Only the settings name the three modes, to refuse values that do not fit them, and list the sandbox's settings for the docs.
  const code = server.filter((file) => !/core\/src\/config\.ts$/.test(file));
  for (const file of [...scripts, ...code]) {
    expect(await readFile(file, 'utf8'), file).not.toMatch(/pay-?sandbox|['"`]sandbox['"`]|4242 ?4242|:8081/i);
  }
});

async function filesIn(folders: string[], name: RegExp): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        .map((file) => path.join(folder, file))
        .filter((file) => name.test(file)),
    ),
  );
  return found.flat();
}
