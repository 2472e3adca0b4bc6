/** What a page starts after its first screen. */
export { preloadOnPointer } from './app/preload-on-pointer';
export { offerDevtools } from './devtools/offer-devtools';
export { startDataWriter } from './offline/data-writer';
export { registerWorker } from './offline/register-worker';
export { activateWaiting } from './offline/waiting-worker';
export { startRealtime } from './realtime/realtime';
export { keepUpToDate } from './releases/keep-up-to-date';
export { watchReleases } from './releases/watch-releases';
