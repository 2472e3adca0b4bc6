/** A developer who runs a remote from the sources of this computer in a deployed shell. */
import { spawn } from 'node:child_process';
import type { Browser, Page } from '@playwright/test';
import { processEnv } from 'settings/environment';
import { expect, visit } from './look';

interface Developing {
  /** The command, which does not end by itself. */
  command: string;
  /** The folder of the remote. */
  cwd: string;
  env: Readonly<Record<string, string>>;
  browser: Browser;
  remote: string;
}

/** Starts the command, confirms the override, and opens the remote's page for the work. */
export async function whileDeveloping(
  { command, cwd, env, browser, remote }: Developing,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const server = spawn('bash', ['-c', `exec ${command}`], {
    cwd,
    env: { ...processEnv, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  try {
    let output = '';
    const printed = /http\S+\?grant=\S+/;
    server.stdout.on('data', (chunk: Buffer) => (output += chunk));
    await expect(() => expect(output).toMatch(printed)).toPass({ timeout: 120_000 });
    const address = printed.exec(output)?.[0] ?? '';
    await visit(browser, address, async (page) => {
      await page.getByRole('button', { name: `Run ${remote}` }).click();
      await expect(page.getByRole('complementary', { name: 'Overrides' })).toContainText(remote);
      await page.goto(new URL(`/${remote}`, address).href);
      await work(page);
    });
  } finally {
    // npm does not pass a signal on to its programs.
    if (server.pid) process.kill(-server.pid);
    await ended;
  }
}
