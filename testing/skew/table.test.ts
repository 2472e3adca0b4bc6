import { type PairResult, tableOf } from './table';

describe('the table of pairs', () => {
  it('shows whether each pair passes, is refused or fails, and gives each reason once', () => {
    const refused = "Remote 'catalog' 1.0.0-2 needs contract ^1.1.0; the live shell provides 1.0.0.";
    const results: PairResult[] = [
      { shell: 'N', part: 'catalog', remote: 'N', result: 'passes' },
      { shell: 'N', part: 'catalog', remote: 'baseline', result: 'FAIL: it did not run.' },
      { shell: 'baseline', part: 'catalog', remote: 'N', result: refused },
      { shell: 'baseline', part: 'queues', remote: 'N', result: refused },
    ];
    const table = tableOf(['catalog', 'queues'], { contracts: { N: '1.1.0', baseline: '1.0.0' }, results });
    expect(table.split('\n')).toEqual([
      '| | shell N (1.1.0) | shell baseline (1.0.0) |',
      '|---|---|---|',
      '| catalog N | passes | refused (1) |',
      '| catalog baseline | FAIL (2) |  |',
      '| queues N |  | refused (1) |',
      '',
      `1. ${refused}`,
      '2. FAIL: it did not run.',
    ]);
  });
});
