import { processEnv } from 'settings/environment';
import { ConfigError, readConfig, type SandboxConfig } from './config';
import { buildSandbox } from './sandbox';

async function main() {
  const config = readConfig(processEnv);
  const sandbox = await buildSandbox(config);
  const address = await sandbox.app.listen({ port: config.port, host: config.host });
  console.info(`Payment sandbox listening on ${address}, ${countAccounts(config)} account(s)`);

  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function countAccounts({ stripe, paystack, global }: SandboxConfig): number {
  return stripe.accounts.length + paystack.accounts.length + global.accounts.length;
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
