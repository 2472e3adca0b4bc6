import { aPrinter } from 'shared-contracts/testing';
import { stuckTexts } from './stuck.rules';

const outOfPaper = aPrinter({
  name: 'Bar',
  waiting_jobs: 2,
  state: { paper: 'out', problem: 'paper-out', problem_text: 'The printer is out of paper. Put in a new roll.' },
});
const silent = aPrinter({ waiting_jobs: 1, state: { is_connected: false } });
const never = aPrinter({ waiting_jobs: 1, state: { is_connected: false, last_heard_at: null } });

test.each([
  ['nothing is stuck', 0, [outOfPaper], []],
  ['one ticket failed', 1, [aPrinter()], ['1 ticket is not printed.']],
  [
    'a printer is out of paper',
    2,
    [aPrinter(), outOfPaper],
    ['2 tickets are not printed.', 'Bar: The printer is out of paper. Put in a new roll.'],
  ],
  [
    'a printer is silent',
    1,
    [silent],
    ['1 ticket is not printed.', 'Kitchen: not heard from since 12:05. Check that it is on and connected.'],
  ],
  ['a printer was never connected', 1, [never], ['1 ticket is not printed.', 'Kitchen: not connected yet.']],
  [
    'a printer has a problem and nothing to print',
    1,
    [aPrinter({ ...outOfPaper, waiting_jobs: 0 })],
    ['1 ticket is not printed.'],
  ],
])('the note of a kitchen where %s', (_what, stuck_jobs, data, texts) => {
  expect(stuckTexts({ data, stuck_jobs, timezone: 'America/Toronto' })).toEqual(texts);
});
