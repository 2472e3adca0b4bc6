import { speakEnglish, speakLanguage } from 'shared-contracts/testing';
import type { Schedule, Span } from 'shared-contracts/types';
import french from '../locales/fr.json';
import {
  copyDay,
  dayName,
  daysWithErrors,
  proposedSchedule,
  scheduleErrors,
  scheduleLines,
  setDay,
  spanHint,
  withSpan,
} from './hours.rules';

const span = (text: string): Span => {
  const [from = '', until = ''] = text.split('-');
  return { from, until };
};
const spans = (text: string) => text.split(' ').filter(Boolean).map(span);
const onMonday = (text: string): Schedule => setDay(proposedSchedule(), 0, spans(text));

afterEach(speakEnglish);

test.each([
  ['one time', '11:00-22:00'],
  ['two times', '11:00-14:00 17:00-22:00'],
  ['times that meet', '11:00-14:00 14:00-22:00'],
  ['a time past midnight', '11:00-14:00 18:00-02:00'],
  ['all day', '00:00-00:00'],
  ['a closed day', ''],
])('accepts %s', (_case, text) => {
  expect(scheduleErrors(onMonday(text))).toBeNull();
});

test.each([
  ['an empty time', '11:00-', 'Fill in both times, or remove the row.'],
  [
    'times that overlap',
    '11:00-18:00 17:00-22:00',
    'Each time starts after the one before it. Only the last may go past midnight.',
  ],
  [
    'a time after one past midnight',
    '18:00-02:00 20:00-22:00',
    'Each time starts after the one before it. Only the last may go past midnight.',
  ],
])('refuses %s', (_case, text, error) => {
  expect(scheduleErrors(onMonday(text))?.weekly[0]).toBe(error);
});

test.each([
  ['a closed day', [{ date: '2026-12-25', spans: [] }], undefined],
  ['no date', [{ date: '', spans: [] }], { 0: 'Choose a date.' }],
  [
    'a date twice',
    [
      { date: '2026-12-25', spans: [] },
      { date: '2026-12-25', spans: spans('11:00-12:00') },
    ],
    { 1: 'This date is in the list already.' },
  ],
  ['an empty time', [{ date: '2026-12-25', spans: spans('11:00-') }], { 0: 'Fill in both times, or remove the row.' }],
])('checks a day that differs with %s', (_case, exceptions, errors) => {
  expect(scheduleErrors({ ...proposedSchedule(), exceptions })?.exceptions).toEqual(errors);
});

test('names the days with errors as the screen does, in its order', () => {
  const schedule = {
    ...setDay(onMonday('11:00-'), 5, spans('11:00-')),
    exceptions: [
      { date: '2026-12-25', spans: spans('12:00-') },
      { date: '', spans: [] },
      { date: '2026-12-26', spans: [] },
    ],
  };
  const errors = scheduleErrors(schedule);
  expect(errors && daysWithErrors(schedule, errors)).toEqual([
    'Monday',
    'Saturday',
    'Friday 25 December 2026',
    'New day',
  ]);
});

test.each([
  ['11:00-22:00', undefined],
  ['18:00-02:00', 'Until 02:00 the next day'],
  ['18:00-00:00', 'Until midnight'],
  ['00:00-00:00', 'All day'],
  ['11:00-', undefined],
])('the hint of %s is %s', (text, hint) => {
  expect(spanHint(span(text))).toBe(hint);
});

test('copies a day to all days of the week', () => {
  const { weekly } = copyDay(onMonday('18:00-02:00'), 0);
  expect(weekly).toEqual(Array.from({ length: 7 }, () => spans('18:00-02:00')));
});

test('proposes the first time of a day and leaves a further one empty', () => {
  expect(withSpan(withSpan([]))).toEqual([span('11:00-22:00'), { from: '', until: '' }]);
});

test('writes a schedule in lines', () => {
  const schedule = { ...onMonday('11:00-14:00 17:00-22:00'), exceptions: [{ date: '2026-12-25', spans: [] }] };
  expect(scheduleLines(schedule)).toEqual([
    'Monday: 11:00 to 14:00, 17:00 to 22:00',
    ...['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => `${day}: 11:00 to 22:00`),
    'Friday 25 December 2026: closed',
  ]);
});

test('a day that differs begins large in French, as the days of the week do', () => {
  speakLanguage('fr', { 'vendor-tools': french });
  expect(dayName('2026-12-25')).toBe('Vendredi 25 décembre 2026');
});
