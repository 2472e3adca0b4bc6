/** A process of its own for crash.test: `<directory> die` commits an event and is killed while sending it; `<directory> send` sends what it finds. */
import { createKysely } from '../database/kysely';
import { migrate } from '../database/migrate';
import { openDatabase } from '../database/pool';
import { announce, EVENT_KIND, type EventMessage } from './events';
import { Outbox } from './outbox';

/** Past the lease that a killed process leaves behind. */
const LATER_MS = 60_000;

async function main(dataDir: string, mode: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null });
  await migrate(database.pool);
  const shift = mode === 'send' ? LATER_MS : 0;
  const outbox = new Outbox(createKysely(database.pool), { now: () => new Date(Date.now() + shift) });
  outbox.handle<EventMessage>(EVENT_KIND, {
    orderKeys: ({ channels }) => channels,
    handle: async ({ payload }) => {
      if (mode === 'die') process.kill(process.pid, 'SIGKILL');
      console.info(JSON.stringify(payload.payload));
    },
  });
  if (mode === 'die') {
    await outbox.transaction((trx) =>
      announce(trx, [{ name: 'Message', channels: ['private-users.1'], payload: { message: 'survives' } }]),
    );
  }
  await outbox.drain();
  await database.close();
}

const [, , directory = '', mode = ''] = process.argv;
void main(directory, mode);
