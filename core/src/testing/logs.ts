/** Logs for tests: one that writes nothing, and one whose entries a test reads. */
import { createLog, type Log } from '../log';

export const silentLog = createLog('silent');

export interface LogEntry {
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** `entries` grows with each warning and each error. */
export function recordingLog(): { log: Log; entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const log = createLog('warn', { write: (line: string) => void entries.push(JSON.parse(line)) });
  return { log, entries };
}
