// npm run e2e: the journeys in a real browser against the whole site, on ports and data of their own.
// Arguments go to Playwright (a file, -g 'title', --headed).
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { privateKey } from 'registry/node/signing';
import { root } from 'tooling/build/apps';
import { buildLine } from 'tooling/build/build-apps';
import { requireBrowser, requirePageBrowser } from 'tooling/site/browser';
import { freePort } from 'tooling/site/postgres';
import { startSite } from 'tooling/site/site';
import { copyOfSite } from 'tooling/site/site-copy';
import { serveExample } from '../../docs/embed-example/serve.mjs';

/**
 * A site for one worker, with ports and data of its own, and a dist of its own with the working copy live: journeys
 * release parts, and what is live in the clone's own dist is no matter of theirs.
 * @returns `env`: what its journeys are told of it; `failed`: resolves with a sentence when it goes down
 */
async function startOne(directory, prepare) {
  const dataDir = path.join(directory, 'data');
  const distDir = path.join(directory, 'dist');
  await copyOfSite(distDir, { report: (line) => console.log(buildLine(line)) });
  await prepare(distDir);
  const otherPort = await freePort();
  const overridePort = await freePort();
  const site = await startSite({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    distDir,
    env: {
      CORS_ORIGINS: `http://localhost:${otherPort}`,
      OVERRIDE_ORIGINS: `http://localhost:${overridePort}`,
    },
    report: (line) => console.log(`  ${line}`),
  });
  const otherSite = await serveExample({ port: otherPort, foodhall: site.url });
  return {
    env: {
      E2E_URL: site.url,
      E2E_SANDBOX_URL: site.sandboxUrl ?? '',
      E2E_OTHER_SITE: otherSite.url,
      E2E_OVERRIDE_PORT: String(overridePort),
      E2E_DIST: distDir,
      E2E_DATA: dataDir,
    },
    failed: site.failed,
    async stop() {
      otherSite.stop();
      await site.stop();
    },
  };
}

/**
 * @param {string[]} args for Playwright
 * @param {{workers?: number, env?: Record<string, string>, prepare?: (dist: string) => Promise<void>}} [options]
 *   `workers`: how many files run beside each other, each worker on a site of its own; `env`: what the journeys are told
 *   besides; `prepare`: puts more into the copies of dist before the sites start
 * @returns {Promise<{passed: number, failed: number, skipped: number}>}
 */
export async function runJourneys(args = [], { workers = 1, env = {}, prepare = async () => {} } = {}) {
  const wholeBrowser = requireBrowser();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-e2e-'));
  const results = path.join(directory, 'results.json');
  // Its own, since a run empties it first.
  const output = path.join(root, 'test-results', path.basename(directory));
  const sites = [];
  try {
    // One by one: ports that are free are taken before the next are looked for.
    while (sites.length < workers) {
      sites.push(await startOne(path.join(directory, `site-${sites.length + 1}`), prepare));
    }
    await new Promise((resolve) => {
      const child = spawn(
        'npx',
        [
          ...[
            '--no-install',
            'playwright',
            'test',
            '--config',
            'testing/journeys/playwright.config.ts',
            '--output',
            output,
          ],
          ...['--workers', String(workers), ...args],
        ],
        {
          cwd: root,
          stdio: 'inherit',
          env: {
            ...process.env,
            // Journeys sign what they put into a registry with the key that its shells trust.
            REGISTRY_KEY: String(privateKey().export({ type: 'pkcs8', format: 'pem' })),
            E2E_SITES: JSON.stringify(sites.map((site) => site.env)),
            E2E_BROWSER: requirePageBrowser(),
            E2E_WHOLE_BROWSER: wholeBrowser,
            PLAYWRIGHT_JSON_OUTPUT_NAME: results,
            ...env,
          },
        },
      );
      child.on('close', resolve);
      for (const site of sites) {
        void site.failed.then((sentence) => {
          console.error(sentence);
          child.kill();
        });
      }
    });
    const { stats } = JSON.parse(await readFile(results, 'utf8'));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  } finally {
    for (const site of sites) await site.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { failed } = await runJourneys(process.argv.slice(2));
    process.exitCode = failed > 0 ? 1 : 0;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
