/**
 * What was last seen, kept on this device so that it opens offline: venues, menus, the queue. It belongs to the account
 * that saw it, and goes when that account does. The server's answer replaces it as soon as there is one.
 */
import { type ShellState, shellState, subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { storedSession } from 'shared-contracts/session';

const STORAGE_KEY = 'offline';
const VERSION = 1;
/** Carts and payments are left out: what they say is only true while the server can be asked. */
const KEPT_PATHS = [/^\/venues(\/\d+)?$/, /^\/vendors(\/\d+)?$/, /^\/items\/\d+$/, /^\/queues\/active$/, /^\/me$/];
/** Characters. Browsers give a site about five million. */
const MAX_LENGTH = 2_000_000;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
const WRITE_DELAY_MS = 1000;
/** A page that is never idle keeps its data all the same. */
const LATEST_WRITE_MS = 1000;

interface KeptAnswer {
  key: readonly unknown[];
  data: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

interface KeptFile {
  version: typeof VERSION;
  owner: string;
  answers: KeptAnswer[];
}

const VISITOR = 'visitor';

function ownerOf(session: ShellState['session']): string {
  if (!session) return VISITOR;
  const { user, context } = session;
  return `${user.id} ${context.type} ${context.data.id}`;
}

/**
 * Fills the query client with what this account saw last, and from now on keeps what it sees. Expects provideShell to
 * have run. Returns the way to stop.
 */
export function keepData(now: () => number = Date.now): () => void {
  const client = queryClient();
  let owner = ownerOf(shellState().session);
  const answers = new Map<string, KeptAnswer>();
  /** When what a screen failed over had come: another tab may have kept the same. */
  const dropped = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // As this page read or wrote it last: while it says so, no other tab has written.
  let lastFile = readFile();

  for (const answer of answersIn(lastFile, owner, now())) {
    answers.set(JSON.stringify(answer.key), answer);
    client.setQueryData(answer.key, answer.data, { updatedAt: answer.at });
  }
  // However young: a page that opens asks again, and finds out whether it can.
  void client.invalidateQueries({ refetchType: 'none' });

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    // Another tab may have signed out while this one slept.
    if (ownerOf(storedSession()) !== owner) return;
    // Or have kept other pages, or the same ones later.
    const file = readFile();
    for (const theirs of file === lastFile ? [] : answersIn(file, owner, now())) {
      const key = JSON.stringify(theirs.key);
      const known = answers.get(key)?.at ?? dropped.get(key);
      if (known === undefined || known < theirs.at) answers.set(key, theirs);
    }
    lastFile = fileOf(owner, [...answers.values()]);
    writeFile(lastFile);
  }
  const writeIfDue = () => {
    if (timer !== undefined) write();
  };
  // A long queue takes a while to write: between two frames, where the browser can say when that is.
  const writeWhenIdle = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(writeIfDue, { timeout: LATEST_WRITE_MS });
    else write();
  };
  const writeSoon = () => {
    timer ??= setTimeout(writeWhenIdle, WRITE_DELAY_MS);
  };

  function startOver(): void {
    clearTimeout(timer);
    timer = undefined;
    answers.clear();
    dropped.clear();
    owner = ownerOf(shellState().session);
    forget();
  }

  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { queryKey, state } = event.query;
      if (!KEPT_PATHS.some((path) => path.test(String(queryKey[0])))) return;
      const key = JSON.stringify(queryKey);
      if (event.action.type === 'success') {
        answers.set(key, { key: queryKey, data: state.data, at: state.dataUpdatedAt });
      } else if (event.action.type === 'setState' && state.data === undefined) {
        // Forgotten: a screen failed over it, and would again on the next page.
        const before = answers.get(key);
        if (!before) return;
        dropped.set(key, before.at);
        answers.delete(key);
      } else return;
      writeSoon();
    }),
    subscribe('signed-out', startOver),
    subscribe('context-switched', startOver),
    subscribe('signed-in', () => {
      // The answers given to a visitor stay true for whoever signs in; those of another account do not.
      if (owner !== VISITOR) startOver();
      owner = ownerOf(shellState().session);
      writeSoon();
    }),
  ];
  window.addEventListener('pagehide', writeIfDue);
  document.addEventListener('visibilitychange', writeIfDue);
  return () => {
    clearTimeout(timer);
    timer = undefined;
    window.removeEventListener('pagehide', writeIfDue);
    document.removeEventListener('visibilitychange', writeIfDue);
    for (const stop of stops) stop();
  };
}

function readFile(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch (error) {
    console.warn('What was seen last could not be read', error);
    return null;
  }
}

/** Of another owner nothing is read, and nothing stays. */
function answersIn(text: string | null, owner: string, now: number): KeptAnswer[] {
  if (text === null) return [];
  try {
    const file = JSON.parse(text) as KeptFile;
    if (file.version === VERSION && file.owner === owner) return file.answers.filter(({ at }) => now - at < MAX_AGE_MS);
    forget();
  } catch (error) {
    console.warn('What was seen last could not be read', error);
  }
  return [];
}

/** Each answer is written out once, however often the file is. */
const texts = new WeakMap<KeptAnswer, string>();

function textOf(answer: KeptAnswer): string {
  const text = texts.get(answer) ?? JSON.stringify(answer);
  texts.set(answer, text);
  return text;
}

/** The newest first, as many as there is room for. */
function fileOf(owner: string, answers: KeptAnswer[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const answer of answers.sort((a, b) => b.at - a.at)) {
    const text = textOf(answer);
    length += text.length;
    if (length > MAX_LENGTH) break;
    kept.push(text);
  }
  const head = JSON.stringify({ version: VERSION, owner }).slice(0, -1);
  return `${head},"answers":[${kept.join(',')}]}`;
}

function writeFile(text: string): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, text);
  } catch (error) {
    console.warn('There is no room to keep what was seen last', error);
    forget();
  }
}

function forget(): void {
  try {
    window.localStorage.removeItem(STORAGE_KEY);
  } catch (error) {
    console.warn('What was seen last could not be forgotten', error);
  }
}
