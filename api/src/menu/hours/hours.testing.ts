/** Schedules and requests for the tests of hours. */
import type { Schedule } from 'shared-contracts/types';
import type { TestUser } from '../../testing/stored';
import type { TestApp } from '../../testing/test-app';

/** A schedule with the same hours on each day of the week. */
export const daily = (from: string, until: string): Schedule => ({
  weekly: Array.from({ length: 7 }, () => [{ from, until }]) as Schedule['weekly'],
  exceptions: [],
});

/** Returns a function that sends a request from a page with the socket 12.34. */
export const pageOf =
  (api: { current: TestApp }) =>
  (method: 'GET' | 'POST' | 'PUT', url: string, { user, body }: { user?: TestUser; body?: object } = {}) =>
    api.current.app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { ...user?.headers, 'x-socket-id': '12.34' },
      ...(body && { payload: body }),
    });
