import { Temporal } from '@js-temporal/polyfill';
import type { OpeningMode, Schedule, Span } from 'shared-contracts/types';
import { backTomorrow, modeFor, modeOf, openingAt, openingOf, plannedOpening, switchFor } from './opening.rules';

const span = (text: string): Span => {
  const [from = '', until = ''] = text.split('-');
  return { from, until };
};
const spans = (text: string): Span[] => text.split(' ').filter(Boolean).map(span);
/** 'mo', …, 'su': '11:00-14:00 17:00-22:00'; dates: exceptions. */
function schedule(days: Record<string, string>): Schedule {
  const names = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
  return {
    weekly: names.map((name) => spans(days[name] ?? days.daily ?? '')) as Schedule['weekly'],
    exceptions: Object.entries(days)
      .filter(([name]) => /^\d/.test(name))
      .map(([date, text]) => ({ date, spans: spans(text) })),
  };
}

/** 'open until …' or 'closed until …', in UTC. */
function sentenceOf({ isOpen, changesAt }: { isOpen: boolean; changesAt: Date | null }): string {
  const until = changesAt ? changesAt.toISOString().slice(0, 16) : 'it is set';
  return `${isOpen ? 'open' : 'closed'} until ${until}`;
}

const LONDON = 'Europe/London';
const TORONTO = 'America/Toronto';
const LUNCH_AND_DINNER = { daily: '11:00-14:00 17:00-22:00', mo: '' };

describe('a stall in London in winter, closed on Mondays', () => {
  it.each([
    ['before lunch', '2026-11-24T10:59Z', 'closed until 2026-11-24T11:00'],
    ['when lunch begins', '2026-11-24T11:00Z', 'open until 2026-11-24T14:00'],
    ['a moment before lunch ends', '2026-11-24T13:59:59.999Z', 'open until 2026-11-24T14:00'],
    ['when lunch ends', '2026-11-24T14:00Z', 'closed until 2026-11-24T17:00'],
    ['after dinner', '2026-11-24T22:00Z', 'closed until 2026-11-25T11:00'],
    ['after dinner on Sunday', '2026-11-22T23:00Z', 'closed until 2026-11-24T11:00'],
  ])('%s (%s) is %s', (_when, now, expected) => {
    expect(sentenceOf(openingAt(schedule(LUNCH_AND_DINNER), LONDON, new Date(now)))).toBe(expected);
  });
});

describe('around midnight', () => {
  it.each([
    ['a Friday night goes on into Saturday', { fr: '18:00-02:00' }, '2026-11-28T01:00Z', 'open until 2026-11-28T02:00'],
    ['a Friday night ends on Saturday', { fr: '18:00-02:00' }, '2026-11-28T02:00Z', 'closed until 2026-12-04T18:00'],
    [
      'a span until midnight ends with the day',
      { fr: '18:00-00:00' },
      '2026-11-27T23:59Z',
      'open until 2026-11-28T00:00',
    ],
    [
      'midnight does not close a stall that goes on',
      { daily: '08:00-00:00', sa: '00:00-03:00' },
      '2026-11-27T23:00Z',
      'open until 2026-11-28T03:00',
    ],
    ['a whole day ends at midnight', { sa: '00:00-00:00' }, '2026-11-28T12:00Z', 'open until 2026-11-29T00:00'],
    ['seven whole days never end', { daily: '00:00-00:00' }, '2026-11-28T12:00Z', 'open until it is set'],
    [
      'overlapping spans count as one',
      { sa: '10:00-14:00 12:00-16:00' },
      '2026-11-28T11:00Z',
      'open until 2026-11-28T16:00',
    ],
    ['a week without spans never opens', {}, '2026-11-28T12:00Z', 'closed until it is set'],
  ])('%s', (_what, days, now, expected) => {
    expect(sentenceOf(openingAt(schedule(days as Record<string, string>), LONDON, new Date(now)))).toBe(expected);
  });
});

describe('the look ahead', () => {
  const days = jest.spyOn(Temporal.PlainDate.prototype, 'toZonedDateTime');
  afterAll(() => days.mockRestore());
  const conversions = (of: Record<string, string>): number => {
    days.mockClear();
    openingAt(schedule(of), LONDON, new Date('2026-11-24T12:00Z'));
    return days.mock.calls.length;
  };

  it('ends at the next change, or after a week without a change', () => {
    expect(conversions(LUNCH_AND_DINNER)).toBeLessThan(12);
    expect(conversions({ daily: '00:00-00:00' })).toBeLessThan(36);
    expect(conversions({})).toBeLessThan(12);
  });

  it.each([
    ['an exception in the next month', { daily: '00:00-00:00', '2026-12-25': '' }, 'open until 2026-12-25T00:00'],
    ['an exception that is the only opening', { '2026-12-25': '10:00-12:00' }, 'closed until 2026-12-25T10:00'],
    ['the week after a closed exception', { sa: '10:00-12:00', '2026-11-28': '' }, 'closed until 2026-12-05T10:00'],
    ['nothing beyond two months', { '2027-06-01': '10:00-12:00' }, 'closed until it is set'],
    [
      'the next opening after a past exception',
      { su: '10:00-12:00', '2026-01-01': '' },
      'closed until 2026-11-29T10:00',
    ],
  ])('finds %s', (_what, of, expected) => {
    expect(sentenceOf(openingAt(schedule(of as Record<string, string>), LONDON, new Date('2026-11-24T12:00Z')))).toBe(
      expected,
    );
  });
});

describe('exceptions', () => {
  it.each([
    ['a closed day is skipped', { '2026-12-25': '' }, '2026-12-24T22:30Z', 'closed until 2026-12-26T11:00'],
    [
      'exceptional hours replace the weekly hours',
      { '2026-12-24': '09:00-15:00' },
      '2026-12-24T14:30Z',
      'open until 2026-12-24T15:00',
    ],
    [
      'a closed weekday can open once',
      { '2026-11-23': '12:00-13:00' },
      '2026-11-23T12:30Z',
      'open until 2026-11-23T13:00',
    ],
    [
      'the night before a closed day goes on after midnight',
      { '2026-11-24': '20:00-03:00', '2026-11-25': '' },
      '2026-11-25T02:00Z',
      'open until 2026-11-25T03:00',
    ],
  ])('%s', (_what, days, now, expected) => {
    expect(sentenceOf(openingAt(schedule({ ...LUNCH_AND_DINNER, ...days }), LONDON, new Date(now)))).toBe(expected);
  });
});

describe('one instant in several time zones', () => {
  it.each([
    [LONDON, 'open until 2026-11-24T22:00'],
    [TORONTO, 'closed until 2026-11-24T22:00'],
    ['Asia/Tokyo', 'closed until 2026-11-25T02:00'],
  ])('the stall in %s is %s', (zone, expected) => {
    expect(sentenceOf(openingAt(schedule(LUNCH_AND_DINNER), zone, new Date('2026-11-24T21:00Z')))).toBe(expected);
  });
});

describe('when the clocks change in London', () => {
  // 2026-03-29: 01:00 becomes 02:00. 2026-10-25: 02:00 becomes 01:00.
  it.each([
    [
      'the night in spring is an hour shorter',
      { sa: '22:00-04:00' },
      '2026-03-28T23:00Z',
      'open until 2026-03-29T03:00',
    ],
    [
      'the night in autumn is an hour longer',
      { sa: '22:00-04:00' },
      '2026-10-24T22:00Z',
      'open until 2026-10-25T04:00',
    ],
    [
      'a skipped opening time moves an hour later',
      { su: '01:30-05:00' },
      '2026-03-29T00:45Z',
      'closed until 2026-03-29T01:30',
    ],
    [
      'a skipped closing time moves an hour later',
      { sa: '22:00-01:30' },
      '2026-03-29T00:45Z',
      'open until 2026-03-29T01:30',
    ],
    [
      'a closing time that occurs twice closes the first time',
      { sa: '22:00-01:30' },
      '2026-10-25T00:15Z',
      'open until 2026-10-25T00:30',
    ],
    [
      'the stall stays closed when its closing time occurs again',
      { sa: '22:00-01:30' },
      '2026-10-25T01:15Z',
      'closed until 2026-10-31T22:00',
    ],
    [
      'the next day opens by the new clock',
      { mo: '09:00-10:00' },
      '2026-03-29T12:00Z',
      'closed until 2026-03-30T08:00',
    ],
    [
      'a whole day in spring ends at midnight',
      { su: '00:00-00:00' },
      '2026-03-29T12:00Z',
      'open until 2026-03-29T23:00',
    ],
    [
      'a whole day in autumn ends at midnight',
      { su: '00:00-00:00' },
      '2026-10-25T12:00Z',
      'open until 2026-10-26T00:00',
    ],
  ])('%s', (_what, days, now, expected) => {
    expect(sentenceOf(openingAt(schedule(days as Record<string, string>), LONDON, new Date(now)))).toBe(expected);
  });

  it('a skipped midnight opens the day an hour later', () => {
    // Cairo, 2026-04-24: 00:00 becomes 01:00.
    const day = schedule({ fr: '00:00-12:00' });
    expect(sentenceOf(openingAt(day, 'Africa/Cairo', new Date('2026-04-23T21:30Z')))).toBe(
      'closed until 2026-04-23T22:00',
    );
  });
});

describe('the switch', () => {
  const now = new Date('2026-11-24T15:00Z');
  const stored = (mode: OpeningMode, opening_hours: Schedule | null) => ({
    ...switchFor(mode),
    opening_hours,
    timezone: LONDON,
    is_stopped: false,
  });
  const always: [OpeningMode, Schedule | null, string][] = [
    ['schedule', schedule(LUNCH_AND_DINNER), 'closed until 2026-11-24T17:00'],
    ['open', schedule(LUNCH_AND_DINNER), 'open until it is set'],
    ['closed', schedule({ daily: '00:00-00:00' }), 'closed until it is set'],
    ['schedule', null, 'open until it is set'],
    ['open', null, 'open until it is set'],
    ['closed', null, 'closed until it is set'],
  ];
  it.each(always)('set to ‘%s’ with the schedule %j gives: %s', (mode, ofStall, expected) => {
    expect(sentenceOf(openingOf(stored(mode, ofStall), now))).toBe(expected);
    expect(modeOf(switchFor(mode))).toBe(mode);
  });

  it('is closed until the watch lets it sell again, whatever its switch and its hours say', () => {
    const stall = { ...stored('open', null), is_stopped: true };
    expect(sentenceOf(openingOf(stall, now))).toBe('closed until it is set');
    expect(plannedOpening(stall, now).isOpen).toBe(true);
  });

  it.each([
    ['switching on within the hours follows the schedule', true, '2026-11-24T12:00Z', 'schedule'],
    ['switching on outside the hours opens the stall', true, '2026-11-24T15:00Z', 'open'],
    ['switching off closes the stall', false, '2026-11-24T12:00Z', 'closed'],
  ] as const)('of a remote without hours: %s', (_what, isAccepting, at, expected) => {
    const closed = stored('closed', schedule(LUNCH_AND_DINNER));
    expect(modeFor(isAccepting, closed, new Date(at))).toBe(expected);
  });
});

describe('an item that is sold out until tomorrow', () => {
  const night = { daily: '18:00-02:00' };
  it.each([
    ['at lunch does not come back for dinner', LUNCH_AND_DINNER, '2026-11-24T12:00Z', '2026-11-25T11:00'],
    ['before the first opening does not come back that day', LUNCH_AND_DINNER, '2026-11-24T09:00Z', '2026-11-25T11:00'],
    ['skips a closed day', LUNCH_AND_DINNER, '2026-11-22T21:00Z', '2026-11-24T11:00'],
    ['at one in the morning comes back in the evening', night, '2026-11-25T01:00Z', '2026-11-25T18:00'],
    ['after closing comes back in the evening', night, '2026-11-25T02:30Z', '2026-11-25T18:00'],
    ['comes back when a bakery opens at three', { daily: '03:00-11:00' }, '2026-11-24T10:00Z', '2026-11-25T03:00'],
    [
      'before a bakery opens at three comes back when it opens',
      { daily: '03:00-11:00' },
      '2026-11-24T02:00Z',
      '2026-11-24T03:00',
    ],
    [
      'at half past three in an open bakery comes back the next day',
      { daily: '03:00-11:00' },
      '2026-11-24T03:30Z',
      '2026-11-25T03:00',
    ],
    [
      'in a bar that closes at five comes back the next evening',
      { daily: '18:00-05:00' },
      '2026-11-24T23:00Z',
      '2026-11-25T18:00',
    ],
    [
      'at half past four in a bar that closes at five comes back the same evening',
      { daily: '18:00-05:00' },
      '2026-11-25T04:30Z',
      '2026-11-25T18:00',
    ],
    [
      'in the night before a day off comes back at the next opening',
      { sa: '18:00-05:00' },
      '2026-11-28T23:00Z',
      '2026-12-05T18:00',
    ],
    [
      'in a stall that closes only on Sundays comes back when the day begins',
      { daily: '00:00-00:00', su: '' },
      '2026-11-27T15:00Z',
      '2026-11-28T04:00',
    ],
    [
      'in a stall that never closes comes back when the day begins',
      { daily: '00:00-00:00' },
      '2026-11-24T21:00Z',
      '2026-11-25T04:00',
    ],
    ['in a stall that never opens comes back when the day begins', {}, '2026-11-24T21:00Z', '2026-11-25T04:00'],
    ['comes back by the new clock', { daily: '00:00-00:00' }, '2026-03-28T21:00Z', '2026-03-29T03:00'],
  ])('%s', (_when, days, now, expected) => {
    const back = backTomorrow(schedule(days as Record<string, string>), LONDON, new Date(now));
    expect(back.toISOString().slice(0, 16)).toBe(expected);
  });

  it('in a stall without a schedule comes back when the day begins', () => {
    const back = backTomorrow(null, TORONTO, new Date('2026-11-24T21:00Z'));
    expect(back.toISOString()).toBe('2026-11-25T09:00:00.000Z');
  });
});
