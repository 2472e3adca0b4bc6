import { bucketOf, isFor, readCohort } from './cohort';

const visitors = Array.from({ length: 1000 }, (_each, index) => `visitor-${index}`);

describe('a rollout', () => {
  const inRollout = (part: string, percent: number) =>
    visitors.filter((visitor) => isFor({ part, percent }, { visitor }));

  test('has about as many visitors as its percentage', () => {
    expect(inRollout('catalog', 10).length).toBeGreaterThan(70);
    expect(inRollout('catalog', 10).length).toBeLessThan(130);
  });

  test('keeps its visitors when it grows', () => {
    expect(inRollout('catalog', 25)).toEqual(expect.arrayContaining(inRollout('catalog', 10)));
  });

  test('has other visitors for each remote', () => {
    expect(inRollout('catalog', 10)).not.toEqual(inRollout('queues', 10));
    expect(bucketOf('a', 'catalog')).toBe(bucketOf('a', 'catalog'));
  });

  test('has no visitor without an id', () => {
    expect(isFor({ part: 'catalog', percent: 99 }, {})).toBe(false);
  });
});

test('a cohort is read from the cookies', () => {
  expect(readCohort('a=b; visitor=1f-9')).toEqual({ visitor: '1f-9' });
  expect(readCohort('set_back=catalog@1.0.0-aa|queues@1.2.0-bb; a=b')).toEqual({
    demoted: ['catalog@1.0.0-aa', 'queues@1.2.0-bb'],
  });
  expect(readCohort('xvisitor=1f-9')).toEqual({ visitor: undefined });
});

test('a cookie that a script may have written puts nobody in a channel', () => {
  expect(readCohort('channel=beta').channel).toBeUndefined();
});
