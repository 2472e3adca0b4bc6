// npm run test:print: 10,000 orders of three stalls, printed by CloudPRNT, Server Direct Print and the print agent, while processes of the API are
// killed, responses and confirmations are lost, paper runs out and a printer is replaced. Each order must be printed, no second ticket may lack its
// mark, and each printer must keep the order of its stall. `--orders 10000 --seed 1`.
import { parseArgs } from 'node:util';
import { runCommand } from 'releases/commands/run-command';
import { findPostgres } from 'scripts/site/postgres';
import { tryPrinting } from './print-run';

await runCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { orders: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const [orders, seed] = [values.orders, values.seed].map(Number);
  if (!Number.isInteger(orders) || !Number.isInteger(seed)) throw new Error('--orders and --seed are whole numbers.');
  const bin = findPostgres();
  if (!bin) throw new Error('This run needs PostgreSQL.');
  const problems = await tryPrinting({
    bin,
    orders: Number(orders),
    seed: Number(seed),
    report: (line) => console.log(`  ${line}`),
  });
  for (const problem of problems.slice(0, 50)) console.error(`  ${problem}`);
  console.log(problems.length === 0 ? 'All in order.' : `${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
});
