/** Failures of the database rather than of the request. The response is 503, as the same request may succeed soon. */
import { isSystemError, messageOf, sqlState } from '../errors';

/** The database gave no connection, or the connection in use broke. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  constructor(cause: unknown) {
    super(`The database is not available: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Classes of SQLSTATE: connection (08), a server that only reads after a failover (25006), a transaction that was left open for too long
 * (25P03), conflicts that remained after every retry (40001, 40P01), no resources (53), a lock that was not granted in time (55P03), a
 * statement that took too long and a server that is going down (57), the system below (58) and the server's own faults (XX).
 */
const STATES = /^(08|25006|25P03|40001|40P01|53|55P03|57|58|XX)/;

/** The driver's messages about a lost connection. It has no codes for that, and no class. */
const LOST =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout|timeout expired)/;

/** The driver's message when the server has not responded in time. The connection is still busy. */
const READ_TIMEOUT = 'Query read timeout';

export function isReadTimeout(error: unknown): boolean {
  return messageOf(error) === READ_TIMEOUT;
}

/** @returns the error of a statement unchanged, or a DatabaseUnavailableError when its connection was lost */
export function statementError(error: unknown): unknown {
  if (sqlState(error) === null && (LOST.test(messageOf(error)) || isSystemError(error))) {
    return new DatabaseUnavailableError(error);
  }
  return error;
}

/** Compares the name, because under Jest the class may come from another copy of the module. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Error && error.name === 'DatabaseUnavailableError') return true;
  return STATES.test(sqlState(error) ?? '');
}
