import { fakeWorker } from '../testing/fake-worker';
import { runsNext, showsRelease } from './heartbeat';

test('the page tells the worker which release runs next, and every two seconds which one is shown', () => {
  jest.useFakeTimers();
  const worker = fakeWorker();
  try {
    showsRelease('catalog@1.0.0-a');
    runsNext('queues@1.0.0-b');
    jest.advanceTimersByTime(2_000);
    const alive = (release: string) => ({ type: 'alive', release });
    expect(worker.messages.splice(0)).toEqual([
      alive('catalog@1.0.0-a'),
      alive('queues@1.0.0-b'),
      alive('catalog@1.0.0-a'),
    ]);
    showsRelease('catalog@1.0.0-a');
    expect(worker.messages).toEqual([]);
    window.dispatchEvent(new Event('beforeprint'));
    expect(worker.messages).toEqual([{ type: 'resting' }]);
  } finally {
    worker.leave();
    jest.useRealTimers();
  }
});
