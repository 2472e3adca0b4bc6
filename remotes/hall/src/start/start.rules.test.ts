import type { HallStart } from 'shared-contracts/types';
import { nextStep, startSteps } from './start.rules';

const EMPTY: HallStart = { stalls: 0, items: 0, tables: 0, has_order: false, is_open: true, payments: 'test' };

test.each([
  ['an empty hall', {}, 'stall', '/hall/1/stalls/new'],
  ['a hall with a stall', { stalls: 1 }, 'item', '/hall/1/stalls'],
  ['a hall with a menu', { stalls: 1, items: 1 }, 'table', '/hall/1/tables'],
  ['a hall with a table', { stalls: 1, items: 1, tables: 1 }, 'order', '/venues/1/vendors'],
  ['a hall that was tried', { stalls: 1, items: 1, tables: 1, has_order: true }, 'live', '/hall/1/settings/live'],
] as const)('%s goes on with the next step', (_hall, facts, id, to) => {
  expect(nextStep(startSteps('1', { ...EMPTY, ...facts }))).toMatchObject({ id, to });
});

test.each([
  ['open with live payments', { is_open: true, payments: 'live' }, undefined],
  ['closed', { is_open: false, payments: 'live' }, 'live'],
  ['open with test payments', { is_open: true, payments: 'test' }, 'live'],
] as const)('a hall that is %s', (_state, facts, id) => {
  const tried = { ...EMPTY, stalls: 1, items: 1, tables: 1, has_order: true };
  expect(nextStep(startSteps('1', { ...tried, ...facts }))?.id).toBe(id);
});
