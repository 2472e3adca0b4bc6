import { readLocal, writeLocal } from '../local-keys';
import {
  followServerClock,
  forgetServerTime,
  hasClockJumped,
  minutesAhead,
  noteServerTime,
  serverNow,
} from './server-clock';

const MINUTE = 60_000;
/** The server's time at the start of each test. */
const START = Date.parse('2026-11-20T18:00:00Z');

/** The device's clock and the page's, which a test moves apart. */
let device: number;
let page: number;

beforeEach(() => {
  forgetServerTime();
  device = START;
  page = 5000;
  jest.spyOn(Date, 'now').mockImplementation(() => device);
  jest.spyOn(performance, 'now').mockImplementation(() => page);
});
afterEach(() => jest.restoreAllMocks());

const pass = (milliseconds: number) => {
  device += milliseconds;
  page += milliseconds;
};
/** Receives a response with the server's time `serverTime` after a round trip of this length. */
const respond = (serverTime: number, tripMs = 0) => {
  const sentAt = page;
  pass(tripMs);
  noteServerTime(new Date(serverTime).toUTCString(), sentAt, page);
};

test.each([
  ['35 minutes ahead', 35, 35],
  ['35 minutes behind', -35, -35],
  ['70 seconds ahead', 70 / 60, 1],
  ['50 seconds ahead', 50 / 60, 0],
  ['right', 0, 0],
])('a device whose clock is %s takes the server’s time from a response', (_name, minutes, expected) => {
  device += minutes * MINUTE;
  respond(START);
  expect(Math.abs(serverNow() - START)).toBeLessThanOrEqual(500);
  expect(minutesAhead()).toBe(expected);
});

test('corrects the server’s time by half of the round trip', () => {
  device += 35 * MINUTE;
  // The server stamps the response in the middle of a round trip of 4 s. Its header drops up to a second, half of one on average.
  respond(START + 2000, 4000);
  expect(serverNow()).toBe(START + 4500);
});

test("keeps the device's clock if one response cannot prove it wrong", () => {
  device += 900;
  respond(START);
  expect(serverNow()).toBe(device);
  respond(START, 3000);
  expect(serverNow()).toBe(device);
});

test('uses the device’s clock before the first response, with the last page’s correction', () => {
  expect(serverNow()).toBe(START);
  device += 35 * MINUTE;
  respond(START);
  expect(Math.abs(Number(readLocal('clock_ahead')) - 35 * MINUTE)).toBeLessThanOrEqual(500);
  forgetServerTime();
  expect(Math.abs(serverNow() - START)).toBeLessThanOrEqual(500);
});

test.each(['later', null, '{"ahead":3}'])('a stored difference of %s is ignored', (stored) => {
  writeLocal('clock_ahead', stored as never);
  expect(serverNow()).toBe(START);
});

test('forgets the correction once the clock is right again', () => {
  device += 35 * MINUTE;
  respond(START);
  device -= 35 * MINUTE;
  respond(START);
  expect(readLocal('clock_ahead')).toBeUndefined();
  expect(minutesAhead()).toBe(0);
});

test('changes nothing when the device’s clock is set back while the page is open', () => {
  respond(START);
  pass(3 * MINUTE);
  device -= 35 * MINUTE;
  expect(serverNow()).toBe(START + 3 * MINUTE);
  expect(hasClockJumped()).toBe(true);
});

test('counts the time in which a device sleeps, and a response corrects a clock that was set forward', () => {
  respond(START);
  expect(hasClockJumped()).toBe(false);
  device += 35 * MINUTE;
  expect(serverNow()).toBe(START + 35 * MINUTE);
  expect(hasClockJumped()).toBe(true);
  respond(START);
  expect(Math.abs(serverNow() - START)).toBeLessThanOrEqual(500);
  expect(minutesAhead()).toBe(35);
});

test('calls a listener after a correction by minutes, but not after a smaller one', () => {
  const listener = jest.fn();
  const stop = followServerClock(listener);
  respond(START + 5000);
  expect(listener).not.toHaveBeenCalled();
  respond(START + 10 * MINUTE);
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  respond(START);
  expect(listener).toHaveBeenCalledTimes(1);
});

test.each([undefined, '', 'yesterday'])('a response whose date is %s changes nothing', (date) => {
  noteServerTime(date, page, page);
  expect(serverNow()).toBe(START);
  expect(hasClockJumped()).toBe(false);
});
