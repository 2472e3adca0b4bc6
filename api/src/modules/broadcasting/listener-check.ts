/** Sockets outlive what they were signed for: a session expires, a member leaves a vendor. Those sockets are ended here. */

import type { Deps } from '../../deps';
import { messageOf } from '../../errors';
import { findSessions } from '../../plugins/session';
import type { Worker } from '../../workers';
import { mayListen } from './broadcasting.policy';

const ROUND_MS = 30_000;

type ListenerDeps = Pick<Deps, 'db' | 'clock' | 'realtime' | 'log'>;

/** Ends each socket whose user could no longer get one of its signatures. */
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

export class ListenerCheck implements Worker {
  readonly name = 'listener check';
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;
  private isAsked = false;

  constructor(private readonly deps: ListenerDeps) {}

  start(): void {
    this.timer ??= setInterval(() => this.wake(), ROUND_MS);
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.round;
  }

  /** Checks soon, and once more where a check is under way that may have read before this call. */
  wake(): void {
    this.isAsked = true;
    this.round ??= this.check().finally(() => {
      this.round = null;
    });
  }

  private async check(): Promise<void> {
    while (this.isAsked) {
      this.isAsked = false;
      await endLapsedListeners(this.deps).catch((error: unknown) =>
        this.deps.log.error({ reason: messageOf(error) }, 'realtime: the sessions of sockets could not be checked'),
      );
    }
  }
}
