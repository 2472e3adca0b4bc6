/** Runs a command as a person types it, without a site, and records its requests, its output and its exit code. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import type { CommandContext } from '../command';
import type { CheckedDocument } from '../document-check';
import { runProgram } from '../program';
import { SignIns } from '../sign-ins';
import { siteClient } from '../site-client';

export interface SiteRequest {
  url: string;
  method: string;
  authorization: string | null;
  idempotencyKey: string | null;
  /** The body of the request, or the number of its bytes if it sends bytes. */
  body: unknown;
}

export interface FakeResponse {
  status?: number;
  /** A text is sent as it is. */
  body?: unknown;
  /** The media type, for a file. */
  type?: string;
  /** If true, the site does the work but the response is lost. */
  isLost?: boolean;
}

export interface FoodhallRun {
  code: number;
  printed: string[];
  errors: string[];
  requests: SiteRequest[];
  /** The arguments of each run of the maintenance program. */
  maintained: (readonly string[])[];
}

interface RunOptions {
  /** The responses by 'POST /demo/removal', below /api/v1, or by the whole address of a file. Other requests get a 404. */
  responses?: Readonly<Record<string, FakeResponse>>;
  answers?: readonly string[];
  environment?: CommandContext['environment'];
  signIns?: SignIns;
  /** The result of the document check. */
  checked?: CheckedDocument;
  /** The results of the maintenance program by its first argument. An error is thrown. */
  maintenance?: Readonly<Record<string, unknown>>;
  /** If true, no site responds. */
  isDown?: boolean;
}

const NO_DOCUMENT: CheckedDocument = { problems: [], warnings: [], venue: null };

export const SITE = 'https://hall.example';

/** The sign-ins of a signed-in operator. */
export async function signedIn(): Promise<SignIns> {
  const signIns = await noSignIns();
  await signIns.add({ url: SITE, email: 'ola@hall.example', token: 'token-of-ola' });
  return signIns;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))));

/** Empty sign-ins in a folder that the file's tests remove at their end. */
export async function noSignIns(): Promise<SignIns> {
  const folder = await mkdtemp(path.join(tmpdir(), 'foodhall-'));
  folders.push(folder);
  return new SignIns(path.join(folder, 'foodhall'));
}

export async function foodhall(
  args: string,
  {
    responses = {},
    answers = [],
    environment = {},
    signIns,
    checked = NO_DOCUMENT,
    maintenance = {},
    isDown = false,
  }: RunOptions = {},
): Promise<FoodhallRun> {
  const run: FoodhallRun = { code: 0, printed: [], errors: [], requests: [], maintained: [] };
  const left = [...answers];
  const fakeFetch = (async (address: string, { method = 'GET', headers, body }: RequestInit) => {
    if (isDown) throw new TypeError('fetch failed');
    const sentHeaders = new Headers(headers);
    const sent = typeof body === 'string' ? JSON.parse(body) : (body as Uint8Array | undefined)?.length;
    run.requests.push({
      url: address,
      method,
      authorization: sentHeaders.get('authorization'),
      idempotencyKey: sentHeaders.get('idempotency-key'),
      body: sent,
    });
    const found = responses[`${method} ${address.replace(/^.*\/api\/v1/, '')}`] ?? { status: 404 };
    if (found.isLost) throw new TypeError('fetch failed');
    const text = typeof found.body === 'string' ? found.body : JSON.stringify(found.body);
    const status = found.status ?? 200;
    return new Response(text, { status, ...(found.type && { headers: { 'content-type': found.type } }) });
  }) as typeof fetch;
  await runProgram(args.match(/"[^"]*"|\S+/g)?.map((arg) => arg.replaceAll('"', '')) ?? [], {
    environment,
    signIns: signIns ?? (await signedIn()),
    openOffline: async () =>
      siteClient({ url: 'http://offline', token: 'offline', name: 'the database', fetch: fakeFetch }),
    checkDocument: async () => checked,
    runMaintenance: async (given) => {
      run.maintained.push(given);
      const outcome = maintenance[given[0] ?? ''];
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    fetch: fakeFetch,
    ask: async () => left.shift() ?? '',
    print: (line) => run.printed.push(line),
    printError: (line) => run.errors.push(line),
    setExitCode: (code) => {
      run.code = code;
    },
  });
  return run;
}
