import { fakeWorker } from '../testing/fake-worker';
import { runsNext, showsRelease } from './heartbeat';

test('the worker hears whose code is about to run, and every two seconds which screen is shown, while the page is visible', () => {
  jest.useFakeTimers();
  const worker = fakeWorker();
  try {
    showsRelease('catalog@1.0.0-a');
    runsNext('queues@1.0.0-b');
    jest.advanceTimersByTime(2_000);
    const alive = (release: string) => ({ type: 'alive', release });
    expect(worker.asked.splice(0)).toEqual([
      alive('catalog@1.0.0-a'),
      alive('queues@1.0.0-b'),
      alive('catalog@1.0.0-a'),
    ]);
    showsRelease('catalog@1.0.0-a');
    expect(worker.asked).toEqual([]);
    window.dispatchEvent(new Event('beforeprint'));
    expect(worker.asked).toEqual([{ type: 'resting' }]);
  } finally {
    worker.leave();
    jest.useRealTimers();
  }
});
