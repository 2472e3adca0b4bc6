import type { AttemptCounts } from 'core/attempt-counts';
import type { Clock } from 'core/clock';
import type { Config } from 'core/config';
import type { Db } from 'core/database/kysely';
import type { Log } from 'core/log';
import type { Outbox } from '../outbox/outbox';
import type { SmsSender } from './sms-sender';

/** The services and settings that text messages need. */
export interface SmsServices {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  outbox: Outbox;
  /** Null where the site sends no text messages. */
  smsSender: SmsSender | null;
}

export interface SmsDeps extends SmsServices {
  counts: AttemptCounts;
  /** The name of the site in its messages. */
  product: string;
}
