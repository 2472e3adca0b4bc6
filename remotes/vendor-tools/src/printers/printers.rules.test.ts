import { aPrinter, aPrintJob, speakEnglish, speakLanguage } from 'shared-contracts/testing';
import type { Printer } from 'shared-contracts/types';
import arabic from '../locales/ar.json';
import {
  connectSteps,
  copiedText,
  jobTitle,
  KINDS,
  kindWords,
  lampOf,
  markTexts,
  menuGroups,
  newPrinter,
  pictureOf,
  sinceText,
  waitingText,
} from './printers.rules';

afterEach(speakEnglish);

/** 12:10 at the venue, whatever zone the device is in. */
const CLOCK = { now: Date.parse('2026-11-20T17:10:00Z'), timeZone: 'America/Toronto' };
const OUT_OF_PAPER = 'The printer is out of paper. Put in a new roll.';

type State = Partial<Printer['state']>;

test.each<[string, State, Partial<Omit<Printer, 'state'>>, string, string]>([
  ['polls', {}, {}, 'done', 'Connected'],
  ['was never heard from', { last_heard_at: null, is_connected: false }, {}, 'neutral', 'Not connected yet'],
  ['is silent', { is_connected: false }, {}, 'late', 'Not heard from since 12:05'],
  ['is out of paper', { problem: 'paper-out', problem_text: OUT_OF_PAPER }, {}, 'late', OUT_OF_PAPER],
  [
    'is silent since it was out of paper',
    { is_connected: false, problem: 'paper-out', problem_text: OUT_OF_PAPER },
    {},
    'late',
    'Not heard from since 12:05',
  ],
  ['has little paper', { paper: 'low' }, {}, 'preparing', 'Connected'],
  ['has no address any more', {}, { has_address: false }, 'late', 'It has no address.'],
  ['is a tablet, which needs no address', {}, { kind: 'tablet', has_address: false }, 'done', 'Connected'],
])('a printer that %s', (_what, state, fields, tone, text) => {
  expect(lampOf(aPrinter({ ...fields, state }), CLOCK)).toMatchObject({ tone, text });
});

test.each([
  ['cloudprnt', 'Check that it is on and connected to the network.'],
  ['server-direct', 'Check that it is on and connected to the network.'],
  ['agent', 'Check that the print agent runs, and that its computer and the printer are on.'],
  ['tablet', 'Open Orders on the tablet, and keep it in sight.'],
] as const)('a silent printer of the kind %s says what to do', (kind, advice) => {
  expect(lampOf(aPrinter({ kind, state: { is_connected: false } }), CLOCK).advice).toBe(advice);
});

test.each([
  ['today at the venue', '2026-11-20T17:04:00Z', '12:04'],
  ['an earlier day', '2026-11-19T17:04:00Z', '19 Nov 2026, 12:04'],
  ['yesterday at the venue, which is today in the zone of the device', '2026-11-20T04:59:00Z', '19 Nov 2026, 23:59'],
])('a time of %s', (_what, at, text) => {
  expect(sinceText(at, CLOCK)).toBe(text);
});

test.each([
  [0, ''],
  [1, '1 ticket waits'],
  [2, '2 tickets wait'],
])('%i waiting jobs', (count, text) => {
  expect(waitingText(count)).toBe(text);
});

test('a new printer prints one kitchen ticket of each order at once', () => {
  expect(newPrinter()).toMatchObject({ documents: ['kitchen'], moment: 'placed', copies: 1, paper: 80, group_ids: [] });
});

test.each([
  [[], 'Kitchen'],
  [['Bar'], 'Kitchen'],
  [['Kitchen'], 'Kitchen 2'],
  [['Kitchen', 'Kitchen 2'], 'Kitchen 3'],
])('beside printers named %j a new one is named %s', (names, name) => {
  expect(newPrinter(names).name).toBe(name);
});

const ADDRESS = { url: 'https://foodhall.test/api/v1/print/abc', secret: 'abc' };

test.each([
  ['cloudprnt', 'https://foodhall.test/api/v1/print/abc'],
  [
    'agent',
    'curl -o print-agent.mjs https://foodhall.test/api/v1/print/agent.mjs && node print-agent.mjs https://foodhall.test/api/v1/print/abc 192.168.1.7',
  ],
] as const)('for the kind %s a person copies %s', (kind, text) => {
  expect(copiedText(kind, ADDRESS, '192.168.1.7')).toBe(text);
});

test.each(KINDS)('the steps of the kind %s are different sentences', (kind) => {
  const steps = connectSteps(kind);
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps.length).toBeGreaterThan(1);
});

test.each([
  ['a ticket', aPrintJob(), 'K-101'],
  ['an order without a number', aPrintJob({ order: { id: 1, order_number: null } }), 'Order'],
  ['a test page', aPrintJob({ document: 'test', order: null }), 'Test page'],
  ['a day’s end', aPrintJob({ document: 'day-end', order: null }), 'Day’s end'],
])('the title of %s', (_what, job, title) => {
  expect(jobTitle(job)).toBe(title);
});

test('the marks of a job say why it is printed again', () => {
  const job = aPrintJob({
    marks: [
      { kind: 'duplicate' },
      { kind: 'reprint', by: 'Aiko', at: '2026-11-20T17:07:00Z' },
      { kind: 'moved', from: 'Bar', to: 'Kitchen' },
    ],
  });
  expect(markTexts(job, CLOCK)).toEqual([
    'Marked as a duplicate',
    'Printed again by Aiko, 12:07',
    'Moved from Bar to Kitchen',
  ]);
});

test('a picture of a ticket is an address that contains it', () => {
  const picture = pictureOf('<svg xmlns="http://www.w3.org/2000/svg"><text>ラーメン #1</text></svg>');
  expect(picture).toMatch(/^data:image\/svg\+xml;charset=utf-8,%3Csvg/);
  expect(picture).not.toContain('#');
});

describe('the groups of a menu', () => {
  const group = (id: number, name: string) => ({ id, name, status: 'active' as const, option_groups: [], items: [] });
  const menu = (name: string, ...groups: ReturnType<typeof group>[]) => ({
    id: 1,
    name,
    status: 'active' as const,
    groups,
  });

  test('have their own names in a single menu', () => {
    expect(menuGroups({ menus: [menu('All day', group(11, 'Bowls'), group(12, 'Bar'))] })).toEqual([
      { id: 11, name: 'Bowls' },
      { id: 12, name: 'Bar' },
    ]);
  });

  test('begin with the menu’s name where there are several menus', () => {
    expect(menuGroups({ menus: [menu('Lunch', group(11, 'Bowls')), menu('Late', group(12, 'Bowls'))] })).toEqual([
      { id: 11, name: 'Lunch: Bowls' },
      { id: 12, name: 'Late: Bowls' },
    ]);
  });
});

test.each(KINDS)(
  'the name of the kind %s begins with an Arabic word, so it is read from right to left in a list',
  (kind) => {
    speakLanguage('ar', { 'vendor-tools': arabic });
    expect(kindWords(kind).name).toMatch(/^\p{Script=Arabic}/u);
  },
);
