import type { Problem } from '../printer-state';
import { fateOf } from './outcome.rules';

test.each<[string, Problem, number, ReturnType<typeof fateOf>]>([
  ['without paper', 'paper-out', 1, 'queued'],
  ['without paper for long', 'paper-out', 50, 'queued'],
  ['with an open cover', 'cover-open', 50, 'queued'],
  ['that is offline', 'offline', 50, 'queued'],
  ['that cannot read it', 'format', 1, 'queued'],
  ['that cannot read it again', 'format', 2, 'failed'],
  ['for which it is too large again', 'too-large', 2, 'failed'],
  ['that names no reason', 'unknown', 4, 'queued'],
  ['that names no reason for the fifth time', 'unknown', 5, 'failed'],
])('a job of a printer %s is decided', (_printer, problem, sends, fate) => {
  expect(fateOf({ state: 'failed', problem, code: '' }, sends)).toBe(fate);
});

test('a printed job is done, however often it was sent', () => {
  expect(fateOf({ state: 'printed' }, 9)).toBe('printed');
});
