/**
 * Makes the account with the email OPERATOR an operator of every venue and of the site. It reads the storage settings of the API, which must be
 * stopped.
 */
import { readStorageConfig } from 'core/config';
import { openDatabase } from 'core/database/pool';
import { silentLog } from 'core/testing/logs';

async function main(): Promise<void> {
  const database = await openDatabase(readStorageConfig(process.env), silentLog);
  await database.pool.query(
    `insert into venue_operators (venue_id, user_id)
      select venues.id, users.id from venues, users where users.email = $1 on conflict do nothing`,
    [process.env.OPERATOR],
  );
  await database.pool.query(
    'insert into site_operators (user_id) select id from users where email = $1 on conflict do nothing',
    [process.env.OPERATOR],
  );
  await database.close();
}

void main();
