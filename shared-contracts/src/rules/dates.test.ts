import { speakEnglish, speakLanguage } from '../testing/speak';
import {
  formatDate,
  formatDateGb,
  formatDateLongUs,
  formatDateTimeGb,
  formatTime,
  localDay,
  minutesSince,
} from './dates';

const NIGHT = '2026-11-20T23:05:00Z';

describe('dates', () => {
  test('every form names its zone', () => {
    expect(formatDate(NIGHT, 'UTC')).toBe('2026/11/20');
    expect(formatDate(NIGHT, 'Africa/Johannesburg')).toBe('2026/11/21');
    expect(formatDateGb(NIGHT, 'UTC')).toBe('20 Nov 2026');
    expect(formatDateTimeGb(NIGHT, 'Africa/Johannesburg')).toBe('21 Nov 2026, 01:05');
    expect(formatTime(NIGHT, 'Africa/Johannesburg')).toBe('01:05');
    expect(formatDateLongUs('2026-03-14T12:00:00Z', 'UTC')).toBe('Saturday, Mar 14, 2026');
    expect(localDay(NIGHT, 'America/Toronto')).toBe('2026-11-20');
    expect(localDay(NIGHT, 'Africa/Johannesburg')).toBe('2026-11-21');
  });

  test('makes one formatter for a zone, however many dates are shown', () => {
    const made = jest.spyOn(Intl, 'DateTimeFormat');
    for (let day = 10; day < 20; day += 1) formatTime(`2026-11-${day}T12:00:00Z`, 'Asia/Kathmandu');
    expect(made).toHaveBeenCalledTimes(1);
    made.mockRestore();
  });

  test('midnight is 00:00 in 24 hours', () => {
    expect(formatTime('2026-11-20T00:00:00Z', 'UTC')).toBe('00:00');
  });

  test('the minutes since a time are whole and never negative', () => {
    expect(minutesSince('2026-11-20T12:00:00Z', Date.parse('2026-11-20T12:07:59Z'))).toBe(7);
    expect(minutesSince('2026-11-20T12:00:10Z', Date.parse('2026-11-20T12:00:00Z'))).toBe(0);
  });
});

describe('dates in other languages', () => {
  afterEach(speakEnglish);

  test.each([
    ['fr', '20/11/2026', '20 nov. 2026', '20 nov. 2026, 23:05', '23:05', 'vendredi 20 nov. 2026'],
    ['es', '20/11/2026', '20 nov 2026', '20 nov 2026, 23:05', '23:05', 'viernes, 20 de nov de 2026'],
    ['ar', '20\u200f/11\u200f/2026', '20 نوفمبر 2026', '20 نوفمبر 2026، 23:05', '23:05', 'الجمعة، 20 نوفمبر 2026'],
  ])('%s has forms of its own, with Latin digits', (language, short, middle, moment, time, long) => {
    speakLanguage(language, {});
    const forms = [formatDate, formatDateGb, formatDateTimeGb, formatTime, formatDateLongUs];
    expect(forms.map((format) => format(NIGHT, 'UTC'))).toEqual([short, middle, moment, time, long]);
  });

  test('the day that order numbers go by has one form', () => {
    speakLanguage('ar', {});
    expect(localDay(NIGHT, 'Africa/Johannesburg')).toBe('2026-11-21');
  });

  test('a file that has one form in every language names it', () => {
    speakLanguage('fr', {});
    expect([formatDate(NIGHT, 'UTC', 'en'), formatTime(NIGHT, 'UTC', 'en')]).toEqual(['2026/11/20', '23:05']);
  });

  test('each language has a formatter of its own, which stays', () => {
    const zone = 'Pacific/Chatham';
    const made = jest.spyOn(Intl, 'DateTimeFormat');
    for (const language of ['fr', 'en', 'fr', 'en', 'fr']) formatDateGb(NIGHT, zone, language);
    expect(made).toHaveBeenCalledTimes(2);
    made.mockRestore();
  });
});
