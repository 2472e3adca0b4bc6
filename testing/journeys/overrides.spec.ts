/** Tests a developer's own build of a remote in a shell that runs elsewhere. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePort } from 'scripts/site/postgres';
import { type EmptyHall, openHall, releaseToken, startEmptyHall } from './support/empty-hall';
import { expect, test } from './support/test';
import { openUnderWorker } from './support/worker';

const root = path.resolve(import.meta.dirname, '../..');
const allowedPort = process.env.E2E_OVERRIDE_PORT ?? '';

interface Development {
  shell?: string;
  port?: string;
  /** The token of the team. */
  token?: string;
}

/** Runs `npm run dev catalog -- --shell …` until `work` is done with the printed address. */
async function withOwnCatalog(
  work: (address: string) => Promise<void>,
  { shell = process.env.E2E_URL ?? '', port = allowedPort, token = '' }: Development = {},
): Promise<void> {
  const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/commands/dev.ts', 'catalog', '--shell', shell], {
    cwd: root,
    env: { ...process.env, OVERRIDE_PORT: port, RELEASE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const printed = /http\S+\?(?:remote|grant)=\S+/;
  try {
    let output = '';
    await expect(async () => {
      output += String(server.stdout.read() ?? '');
      expect(output).toMatch(printed);
    }).toPass();
    await work(printed.exec(output)?.[0] ?? '');
  } finally {
    server.kill();
    await ended;
  }
}

test('?remote=catalog@… runs a developer’s catalog in this tab with a note on every page, and one tap resets it', async ({
  customer,
  openTab,
}) => {
  await withOwnCatalog(async (address) => {
    await customer.goto(address);
    await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    await expect(customer.getByRole('complementary', { name: 'Overrides' })).toContainText(
      `This page runs catalog from http://localhost:${allowedPort}.`,
    );
    expect(customer.url()).not.toContain('remote=');
    // The server's page requested the released files early, but they do not run.
    const running = await customer.evaluate(() => Object.keys(window).filter((name) => name.startsWith('catalog@')));
    expect(running).toEqual(['catalog@local']);

    await customer.getByRole('link', { name: /Granary Square Market/ }).click();
    await expect(customer.getByRole('complementary', { name: 'Overrides' })).toBeVisible();
    const tab = await openTab(customer, '/venues');
    await expect(tab.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    await expect(tab.getByRole('complementary', { name: 'Overrides' })).toHaveCount(0);
  });

  // The developer's server is gone, so the released remote runs, and the page explains why.
  await customer.goto('/venues');
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  await expect(customer.getByRole('complementary', { name: 'Overrides' })).toContainText(
    `No response for catalog from http://localhost:${allowedPort}`,
  );
  await customer.getByRole('button', { name: 'Reset' }).click();
  await expect(customer.getByRole('complementary', { name: 'Overrides' })).toHaveCount(0);
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
});

test('the page runs nothing from an address that the deployment does not name', async ({ customer }) => {
  const asked: string[] = [];
  customer.on('request', (request) => asked.push(request.url()));
  await customer.goto('/venues?remote=catalog@http://localhost:9');
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  await expect(customer.getByRole('complementary', { name: 'Overrides' })).toHaveCount(0);
  expect(asked.filter((each) => each.startsWith('http://localhost:9/'))).toEqual([]);
});

test.describe('a team with a release token', () => {
  test.use({ serviceWorkers: 'allow' });
  let hall: EmptyHall;
  test.beforeAll(async () => {
    hall = await startEmptyHall();
  });
  test.afterAll(() => hall.stop());

  test('runs a developer’s catalog only in the browser that confirmed it', async ({
    customer: developer,
    vendor: visitor,
    openTab,
  }) => {
    // The test builds the remote beside a browser for each person.
    test.setTimeout(180_000);
    const venues = `${hall.url}/venues`;
    const operator = await openHall(hall, 'Granary');
    const team = await releaseToken(operator, { team: 'menu', apps: ['catalog'], channels: ['beta'] });
    const port = String(await freePort());
    const badgeOf = (page: typeof developer) => page.getByRole('complementary', { name: 'Overrides' });
    const fromServer = async (page: typeof developer) => {
      const response = await page.request.get(venues, { headers: { accept: 'text/html' } });
      return { page: await response.text(), policy: response.headers()['content-security-policy'] };
    };
    const before = await fromServer(visitor);
    // The developer's worker has cached a page from before the grant.
    await openUnderWorker(developer, venues, 'catalog');

    const shown = async (address: string) => {
      await developer.goto(address);
      await expect(developer.getByText(`The team menu asks this browser to run catalog`)).toBeVisible();
      await developer.getByRole('button', { name: `Run catalog from http://localhost:${port}` }).click();
      await expect(badgeOf(developer)).toContainText(`This page runs catalog from http://localhost:${port}.`);
    };
    await withOwnCatalog(
      async (address) => {
        await test.step('the browser asks first and then runs the catalog in this tab', async () => {
          await shown(address);
          await expect(developer.getByRole('link', { name: /Granary/ })).toBeVisible();
          await developer.goto(venues);
          await expect(badgeOf(developer)).toBeVisible();
          const tab = await openTab(developer, venues);
          await expect(tab.getByRole('link', { name: /Granary/ })).toBeVisible();
          await expect(badgeOf(tab)).toContainText('This tab runs what was released.');
        });

        await test.step('another browser gets the usual page and policy even with the link', async () => {
          expect(await fromServer(visitor)).toEqual(before);
          expect((await fromServer(developer)).policy).toContain(`http://localhost:${port}`);
          await visitor.goto(address);
          await expect(visitor.getByRole('button', { name: /Run catalog/ })).toBeVisible();
          // This browser only has the cookie of the question.
          expect((await visitor.context().cookies()).map(({ name }) => name)).toEqual(['question']);
          await visitor.goto(`${venues}?remote=catalog@http://localhost:${port}`);
          await expect(visitor.getByRole('link', { name: /Granary/ })).toBeVisible();
          await expect(badgeOf(visitor)).toHaveCount(0);
          expect(await fromServer(visitor)).toEqual(before);
        });

        await test.step('another remote from the same address does not run', async () => {
          await developer.goto(`${venues}?remote=queues@http://localhost:${port}`);
          await expect(badgeOf(developer)).toHaveText(/This page runs catalog from \S+\.\s*Reset/);
        });

        await test.step('one tap ends the override in the page and at the server', async () => {
          await developer.getByRole('button', { name: 'Reset' }).click();
          await expect(badgeOf(developer)).toHaveCount(0);
          await expect(developer.getByRole('link', { name: /Granary/ })).toBeVisible();
          expect(await fromServer(developer)).toEqual(before);
        });

        await test.step('a revoked token ends the override with the next page', async () => {
          await shown(address);
          const { status } = await operator.send({ method: 'DELETE', path: `/registry/tokens/${team.id}` });
          expect(status).toBe(200);
          await developer.goto(venues);
          await expect(developer.getByRole('link', { name: /Granary/ })).toBeVisible();
          await expect(badgeOf(developer)).toHaveCount(0);
          expect(await fromServer(developer)).toEqual(before);
          await developer.goto(address);
          await expect(developer.getByText('The release token of menu was revoked.')).toBeVisible();
        });
      },
      { shell: hall.url, port, token: team.token },
    );
  });
});
