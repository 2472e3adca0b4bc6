/** A developer's own build of a remote in a shell that runs elsewhere. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from './support/test';

const root = path.resolve(import.meta.dirname, '../..');
const port = process.env.E2E_OVERRIDE_PORT ?? '';

/** `npm run dev catalog -- --shell …`, until `work` is done with the address that it prints. */
async function withOwnCatalog(work: (address: string) => Promise<void>): Promise<void> {
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', 'tooling/src/commands/dev.ts', 'catalog', '--shell', process.env.E2E_URL ?? ''],
    {
      cwd: root,
      env: { ...process.env, OVERRIDE_PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => server.once('close', resolve));
  try {
    let output = '';
    await expect(async () => {
      output += String(server.stdout.read() ?? '');
      expect(output).toMatch(/\?remote=/);
    }).toPass();
    await work(/http\S+\?remote=\S+/.exec(output)?.[0] ?? '');
  } finally {
    server.kill();
    await ended;
  }
}

test('?remote=catalog@… runs a developer’s catalog in this tab, says so on every page, and one tap resets', async ({
  customer,
  openTab,
}) => {
  await withOwnCatalog(async (address) => {
    await customer.goto(address);
    await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    await expect(customer.getByRole('complementary', { name: 'Overrides' })).toContainText(
      `This page runs catalog from http://localhost:${port}.`,
    );
    expect(customer.url()).not.toContain('remote=');
    // The server's page asked for the released files early; they are not run.
    const running = await customer.evaluate(() => Object.keys(window).filter((name) => name.startsWith('catalog@')));
    expect(running).toEqual(['catalog@local']);

    await customer.getByRole('link', { name: /Granary Square Market/ }).click();
    await expect(customer.getByRole('complementary', { name: 'Overrides' })).toBeVisible();
    const tab = await openTab(customer, '/venues');
    await expect(tab.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    await expect(tab.getByRole('complementary', { name: 'Overrides' })).toHaveCount(0);
  });

  // The developer's server is gone: what was released runs, and the page says why.
  await customer.goto('/venues');
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  await expect(customer.getByRole('complementary', { name: 'Overrides' })).toContainText(
    `No response for catalog from http://localhost:${port}`,
  );
  await customer.getByRole('button', { name: 'Reset' }).click();
  await expect(customer.getByRole('complementary', { name: 'Overrides' })).toHaveCount(0);
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
});

test('an address that the deployment does not name serves nothing', async ({ customer }) => {
  const asked: string[] = [];
  customer.on('request', (request) => asked.push(request.url()));
  await customer.goto('/venues?remote=catalog@http://localhost:9');
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  await expect(customer.getByRole('complementary', { name: 'Overrides' })).toHaveCount(0);
  expect(asked.filter((each) => each.startsWith('http://localhost:9/'))).toEqual([]);
});
