import {
  advanceLabel,
  isOverdue,
  labelOf,
  mayMove,
  nextState,
  outcomeOf,
  previousState,
  sortQueue,
} from './queue-state';

describe('queue state', () => {
  test.each([
    ['new', 'busy', 'Pick', 'New'],
    ['busy', 'done', 'Done', 'Preparing'],
    ['done', 'collected', 'Collected', 'Done'],
    ['collected', undefined, undefined, 'Collected'],
  ] as const)('%s is followed by %s after the button %s, and is shown as %s', (state, next, button, label) => {
    expect([nextState(state), advanceLabel(state), labelOf(state)]).toEqual([next, button, label]);
  });

  test('no state comes before new', () => {
    expect(previousState('new')).toBeUndefined();
    expect(previousState('busy')).toBe('new');
  });

  test.each([
    ['vendor', 'new', 'busy', true],
    ['vendor', 'new', 'done', false],
    ['vendor', 'done', 'busy', true],
    ['vendor', 'collected', 'busy', false],
    ['buyer', 'done', 'collected', true],
    ['buyer', 'new', 'busy', false],
    ['buyer', 'busy', 'done', false],
    ['buyer', 'collected', 'done', false],
  ] as const)('a %s moving %s → %s: %s', (actor, from, to, isAllowed) => {
    expect(mayMove(actor, from, to)).toBe(isAllowed);
  });

  test.each([
    ['vendor', 'new', { state: 'busy' }, 'moved'],
    ['vendor', 'busy', { state: 'busy' }, 'unchanged'],
    ['vendor', 'new', { state: 'done' }, 'refused'],
    // This tap comes from a screen that missed two steps.
    ['vendor', 'done', { state: 'busy' }, 'refused'],
    ['vendor', 'collected', { state: 'done' }, 'refused'],
    ['vendor', 'new', { state: 'busy', from: 'new' }, 'moved'],
    ['vendor', 'done', { state: 'busy', from: 'done' }, 'moved'],
    ['vendor', 'collected', { state: 'done', from: 'collected' }, 'moved'],
    ['vendor', 'collected', { state: 'busy', from: 'collected' }, 'refused'],
    ['vendor', 'busy', { state: 'done', from: 'new' }, 'refused'],
    // A colleague was first.
    ['vendor', 'busy', { state: 'busy', from: 'new' }, 'refused'],
    ['buyer', 'done', { state: 'collected' }, 'moved'],
    ['buyer', 'done', { state: 'collected', from: 'done' }, 'moved'],
    ['buyer', 'collected', { state: 'collected' }, 'unchanged'],
    ['buyer', 'collected', { state: 'collected', from: 'done' }, 'refused'],
    ['buyer', 'busy', { state: 'collected', from: 'busy' }, 'refused'],
  ] as const)('the request of a %s for an entry in %s to become %j is %s', (actor, current, change, outcome) => {
    expect(outcomeOf(actor, current, change)).toBe(outcome);
  });

  test('an order is late after 20 minutes, and not at exactly 20', () => {
    const now = Date.parse('2026-11-20T12:20:00Z');
    expect(isOverdue('2026-11-20T12:00:00Z', now)).toBe(false);
    expect(isOverdue('2026-11-20T11:59:59.999Z', now)).toBe(true);
  });

  test('sorts the queue by state, then newest first or, by the toggle, oldest first', () => {
    const entry = (id: number, state: 'new' | 'busy' | 'done', minute: number) => ({
      id,
      state,
      created_at: `2026-11-20T12:0${minute}:00Z`,
    });
    const entries = [entry(1, 'done', 9), entry(2, 'new', 1), entry(3, 'busy', 5), entry(4, 'new', 2)];
    expect(sortQueue(entries).map(({ id }) => id)).toEqual([4, 2, 3, 1]);
    expect(sortQueue(entries, 'oldest').map(({ id }) => id)).toEqual([2, 4, 3, 1]);
  });
});
