/**
 * Runs as a separate process for crash.long.test: `<directory> die` commits an event and is killed while it sends it; `<directory> send` sends the
 * messages in the outbox.
 */
import { createKysely } from 'core/database/kysely';
import { migrate } from 'core/database/migrate';
import { openDatabase } from 'core/database/pool';
import { silentLog } from 'core/testing/logs';
import { announce, EVENT_KIND, eventMessageSchema } from '../realtime/events';
import { Outbox } from './outbox';

async function main(dataDir: string, mode: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null }, silentLog);
  await migrate(database.pool);
  const outbox = new Outbox(createKysely(database.pool), { now: () => new Date() }, silentLog);
  outbox.handle(EVENT_KIND, {
    schema: eventMessageSchema,
    orderedBy: 'channels',
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
  await outbox.takeOver();
  await outbox.drain();
  await database.close();
}

const [, , directory = '', mode = ''] = process.argv;
void main(directory, mode);
