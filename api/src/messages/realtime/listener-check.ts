/** Ends sockets that have outlived their signatures: a session expires, or a member leaves a vendor. */
import type { Clock } from 'core/clock';
import type { Queryable } from 'core/database/kysely';
import { findSessions } from 'core/http/session';
import { mayListen } from './broadcasting.policy';
import type { Realtime } from './realtime';

interface ListenerDeps {
  db: Queryable;
  clock: Clock;
  realtime: Realtime;
}

/** Ends each socket that has a signature which its user could no longer get. */
export async function endLapsedListeners({ db, clock, realtime }: ListenerDeps): Promise<void> {
  const ids = realtime.engine?.sessions() ?? [];
  if (ids.length === 0) return;
  const sessions = await findSessions(db, ids, clock.now());
  // A session that was opened during the query is not in its result. The next round checks it.
  const asked = new Set(ids);
  realtime.engine?.endSigned((id, channel) => {
    if (!asked.has(id)) return false;
    const session = sessions.get(id);
    return session === undefined || (channel !== null && !mayListen(session, channel));
  });
}
