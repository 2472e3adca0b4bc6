/** Chooses the engine by the configuration: an outside one if its credentials are set, else the embedded one. */
import type { RealtimeConfig } from 'core/config';
import type { Log } from 'core/log';
import type { Broadcaster } from './broadcaster';
import { EmbeddedEngine, type EngineLimits } from './embedded-engine';
import { OutsideBroadcaster } from './outside-broadcaster';
import type { RealtimeCredentials } from './signature';

export interface Realtime {
  credentials: RealtimeCredentials;
  broadcaster: Broadcaster;
  /** The engine in this process; null if an outside engine does the work. */
  engine: EmbeddedEngine | null;
}

export function createRealtime(config: RealtimeConfig, log: Log, limits?: Partial<EngineLimits>): Realtime {
  const credentials = { appId: config.appId, key: config.key, secret: config.secret };
  if (!config.isEmbedded) return { credentials, broadcaster: new OutsideBroadcaster(config), engine: null };
  const engine = new EmbeddedEngine(credentials, log, limits);
  return { credentials, broadcaster: engine, engine };
}
