import { type PairResult, tableOf } from './table';

describe('the table of pairs', () => {
  it('shows for each pair that it passes, is refused or fails, and gives each reason once', () => {
    const refused = "Remote 'catalog' 1.0.0-2 needs contract ^1.1.0; the live shell provides 1.0.0.";
    const journey = 'usual';
    const stall = 'a stall with hours, taxes and allergens';
    const results: PairResult[] = [
      { shell: 'N', part: 'catalog', remote: 'N', journey, result: 'passes' },
      { shell: 'N', part: 'catalog', remote: 'N-1', journey, result: 'FAIL: it did not run.' },
      { shell: 'N', part: 'catalog', remote: 'N-1', journey: stall, result: 'passes' },
      { shell: 'N-1', part: 'catalog', remote: 'N', journey, result: refused },
      { shell: 'N-1', part: 'queues', remote: 'N', journey, result: refused },
    ];
    const table = tableOf(['catalog', 'queues'], { contracts: { N: '1.1.0', 'N-1': '1.0.0' }, results });
    expect(table.split('\n')).toEqual([
      '| | shell N (1.1.0) | shell N-1 (1.0.0) |',
      '|---|---|---|',
      '| catalog N | passes | refused (1) |',
      '| catalog N-1 | FAIL (2) |  |',
      '| catalog N-1, a stall with hours, taxes and allergens | passes |  |',
      '| queues N |  | refused (1) |',
      '',
      `1. ${refused}`,
      '2. FAIL: it did not run.',
    ]);
  });
});
