/** Writes the API data that a page knows to this device, in idle moments. A page loads it after its first screen. */
import { storedSession } from 'shared-contracts/session';
import { whenIdle } from '../first-screen/when-idle';
import { type DataWriter, type KnownData, ownerOf } from './cached-data';
import { type CachedResponse, readHead, readResponses } from './cached-responses';
import { createResponseWriter } from './response-writer';

const WRITE_DELAY_MS = 1000;
/** How long the code writes in one idle moment. */
const SLICE_MS = 8;

/** @param known the data that is written whenever it has changed */
export function startDataWriter(known: KnownData): DataWriter {
  const { responses, isRecent } = known;
  const writer = createResponseWriter();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Another tab may have cached other responses, or later ones. */
  function takeTheirs(head: string | null): void {
    const isNews = ({ key, at }: Pick<CachedResponse, 'key' | 'at'>) => {
      const before = responses.get(JSON.stringify(key));
      return isRecent({ at }) && (!before || before.at < at);
    };
    for (const theirs of readResponses(head, known.owner, isNews)) responses.set(JSON.stringify(theirs.key), theirs);
    writer.startOver();
  }

  /** @returns false if there is more to write */
  function write(mayGoOn: () => boolean): boolean {
    // Another tab may have signed out while this one slept.
    if (ownerOf(storedSession()) !== known.owner) return true;
    const head = readHead();
    if (head !== known.head) takeTheirs(head);
    const shown = [...responses.values()].filter(({ data }) => data !== undefined);
    const written = writer.write(known.owner, shown, mayGoOn);
    known.head = written === undefined ? head : written;
    return written !== undefined;
  }

  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const writeIfDue = () => {
    if (timer === undefined) return;
    rest();
    write(() => true);
  };
  // A long queue takes time to write, so each idle moment writes a little of it.
  const writeWhenIdle = () =>
    whenIdle(() => {
      if (timer === undefined) return;
      const end = performance.now() + SLICE_MS;
      if (write(() => performance.now() < end)) timer = undefined;
      else writeWhenIdle();
    });

  window.addEventListener('pagehide', writeIfDue);
  document.addEventListener('visibilitychange', writeIfDue);
  return {
    writeSoon: () => {
      timer ??= setTimeout(writeWhenIdle, WRITE_DELAY_MS);
    },
    startOver: () => {
      rest();
      writer.startOver();
    },
    stop: () => {
      rest();
      window.removeEventListener('pagehide', writeIfDue);
      document.removeEventListener('visibilitychange', writeIfDue);
    },
  };
}
