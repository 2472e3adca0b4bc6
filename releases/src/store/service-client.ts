/** Calls the release service of a site. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { processEnv } from 'settings/environment';
import { z } from 'zod';
import type { Audience } from '../model/schemas';
import {
  ABOUT_BUILDS,
  type BuildUpload,
  checkedSchema,
  exchangedSchema,
  listedSchema,
  missingSchema,
  type ReleaseSource,
  recalledSchema,
  releasedSchema,
  retiredSchema,
  rolledBackSchema,
  type Status,
  serviceSchema,
  stagedSchema,
  statusSchema,
  storedBuildSchema,
} from '../model/service';
import { ciIdentity } from './ci-identity';
import { PROVENANCE } from './provenance';
import { filesWithHashes } from './publish';
import type { Build } from './snapshot';
import { mapsOf } from './source-maps';
import { ReleaseRefused } from './store';
import { TargetFailed } from './targets/target';

/** The number of files that are sent at once. */
const PARALLEL = 6;
const TIMEOUT_MS = 120_000;
/** The error code of a site whose database is away or has no free connection. */
const BUSY = 'DATABASE_UNAVAILABLE';
/** The time for which a busy site is asked again, and the longest pause before that, in milliseconds. */
const BUSY_LIMIT_MS = 60_000;
const BUSY_PAUSE_MS = 2_000;

export interface ServiceOptions {
  /** The release token of the team. By default RELEASE_TOKEN, and in a CI system without it the identity of the run; null sends none. */
  token?: string | null | undefined;
}

interface Change {
  source: ReleaseSource;
  /** The channel or rollout. By default, all visitors. */
  to?: Audience | undefined;
  /** The metadata that a team signed for the release, by app. */
  signed?: Readonly<Record<string, string>> | undefined;
  /** The provenance of the builds, by app. It takes the place of one in the folder, which may be for another site. */
  provenances?: ReadonlyMap<string, Buffer> | undefined;
}

const failureSchema = z.object({
  code: z.string().optional(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

/**
 * Finds the release service of a site.
 * @returns the service at the address, or null if it is a static host or has no service
 * @throws {TargetFailed} if the site does not respond or is too busy. It may have a service, and then only the service may sign for the
 *   site
 */
export async function serviceAt(base: string, { token = processEnv.RELEASE_TOKEN }: ServiceOptions = {}) {
  if (!/^https?:/.test(base)) return null;
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL('api/v1/registry', base), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (error) {
    throw silent(base, error);
  }
  if (response.status === 429 || response.status >= 500)
    throw new TargetFailed(`${base} responded with ${response.status}`, ' Repeat the command later.');
  const body = response.ok ? jsonOf(text) : null;
  const { data: found } = z.object({ data: serviceSchema }).safeParse(body);
  return found ? new ReleaseServiceClient(base, token, found.data.takes) : null;
}

export class ReleaseServiceClient {
  /**
   * @param place the address of the site, with a slash at its end
   * @param takes the files about a build that the site takes
   */
  constructor(
    readonly place: string,
    private token: string | null | undefined,
    private readonly takes: readonly string[],
  ) {}

  /** Takes the identity of the CI run instead of a token, where there is no token. The site gives a token for one release for it. */
  private async signIn(builds: readonly Build[]): Promise<void> {
    if (this.token || this.token === null) return;
    const identity = await ciIdentity(new URL(this.place).origin);
    if (identity === null) return;
    const apps = builds.map(({ part }) => part);
    this.token = identity;
    const { token } = await this.ask(exchangedSchema, 'POST', 'tokens/exchange', { apps });
    this.token = token;
  }

  /**
   * Sends the files that the site does not have, and asks it to release the builds in one move.
   * @param out the folder with the builds
   * @throws {ReleaseRefused} with the reasons of the site
   * @throws {TargetFailed} if it does not respond
   */
  async release(out: string, builds: readonly Build[], { source, to, signed, provenances }: Change) {
    await this.signIn(builds);
    const uploads: BuildUpload[] = [];
    for (const build of builds) uploads.push(await this.send(out, build, provenances));
    return this.ask(releasedSchema, 'POST', 'releases', { builds: uploads, ...to, signed, source });
  }

  /**
   * Sends the files that the site does not have, and lets the release wait for people.
   * @throws as `release`
   */
  async stage(out: string, builds: readonly Build[], { source, to, signed, provenances }: Change) {
    await this.signIn(builds);
    const uploads: BuildUpload[] = [];
    for (const build of builds) uploads.push(await this.send(out, build, provenances));
    return this.ask(stagedSchema, 'POST', 'stages', { builds: uploads, ...to, signed, source });
  }

  /**
   * Sends the files that the site does not have, and asks why a release of the builds would be refused.
   * @throws as `release`
   */
  async check(out: string, builds: readonly Build[]): Promise<void> {
    const uploads: BuildUpload[] = [];
    for (const build of builds) uploads.push(await this.send(out, build));
    await this.ask(checkedSchema, 'POST', 'checks', { builds: uploads });
  }

  /** @param version by default, the one before. It has no meaning if `to` names a channel or rollout, which then ends */
  async rollBack(app: string, { source, to, version }: Change & { version?: string | undefined }) {
    return this.ask(rolledBackSchema, 'POST', 'rollbacks', { app, version, ...to, source });
  }

  async retire(app: string, { source }: Pick<Change, 'source'>) {
    return this.ask(retiredSchema, 'POST', 'retirements', { app, source });
  }

  async recall(app: string, { version, source }: Pick<Change, 'source'> & { version: string }) {
    return this.ask(recalledSchema, 'POST', 'recalls', { app, version, source });
  }

  async list(app: string | undefined) {
    return this.ask(listedSchema, 'GET', `releases${queryOf({ app })}`);
  }

  /** @returns null if the service is older than this route */
  async status(app: string | undefined): Promise<Status | null> {
    const { ok, status, text } = await this.exchange('GET', `status${queryOf({ app })}`);
    if (status === 404) return null;
    return this.read(statusSchema, ok ? text : this.refuse(status, text));
  }

  /**
   * Writes a build of the site into `out`, byte by byte as the site has it.
   * @param version by default, the live one
   * @throws {ReleaseRefused} if there is no such build, it is of another version, or a file has other bytes than the site said
   * @throws {TargetFailed} for a name or version that cannot be part of a path
   */
  async download(out: string, app: string, version?: string | undefined): Promise<Build> {
    const build = await this.ask(storedBuildSchema, 'GET', `builds/${app}${queryOf({ version })}`);
    if (version !== undefined && build.version !== version)
      throw new ReleaseRefused([`${this.place} sent ${app} ${build.version} for ${app} ${version}.`]);
    const found = { part: app, version: build.version };
    const write = async (folder: string, { name, sha256 }: BuildUpload['files'][number], content: Buffer) => {
      if (createHash('sha256').update(content).digest('hex') !== sha256)
        throw new ReleaseRefused([`${name} of ${app} ${build.version} has other bytes at ${this.place} than it says.`]);
      const file = path.join(out, folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    };
    for (const file of build.files) {
      const { name } = file;
      const content =
        name === 'build.json' ? Buffer.from(build.record) : await this.file(`parts/${app}/${build.version}/${name}`);
      await write(`${app}/${build.version}`, file, content);
    }
    // The source maps are not served to visitors.
    for (const map of build.maps) {
      const text = await this.request(
        'GET',
        `builds/${app}/maps?version=${build.version}&name=${encodeURIComponent(map.name)}`,
      );
      await write(mapsOf(found), map, Buffer.from(text));
    }
    return found;
  }

  private async file(address: string): Promise<Buffer> {
    const response = await fetch(new URL(address, this.place), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new TargetFailed(`${this.place}${address} responded with ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  private async send(out: string, build: Build, provenances?: Change['provenances']): Promise<BuildUpload> {
    const { part: app, version } = build;
    const folder = path.join(out, app, version);
    const mapsFolder = path.join(out, mapsOf(build));
    const built = (await filesWithHashes(folder)).filter(({ name }) => name !== PROVENANCE);
    const maps = await filesWithHashes(mapsFolder);
    const contents = new Map<string, () => Promise<Buffer>>([
      ...built.map(({ name, sha256 }) => [sha256, () => readFile(path.join(folder, name))] as const),
      ...maps.map(({ name, sha256 }) => [sha256, () => readFile(path.join(mapsFolder, name))] as const),
    ]);
    const provenance = provenances?.get(app);
    if (provenance) {
      const sha256 = createHash('sha256').update(provenance).digest('hex');
      built.push({ name: PROVENANCE, sha256, size: provenance.length });
      contents.set(sha256, async () => provenance);
    }
    // A site of an earlier version refuses a build with a file that it does not know.
    const files = built.filter(({ name }) => !ABOUT_BUILDS.includes(name) || this.takes.includes(name));
    const upload = { app, version, files, maps };
    const { missing } = await this.ask(missingSchema, 'POST', 'files/missing', upload);
    const waiting = [...missing];
    const sendNext = async (): Promise<void> => {
      for (let sha256 = waiting.pop(); sha256; sha256 = waiting.pop()) {
        const content = await contents.get(sha256)?.();
        if (content) await this.request('PUT', `files/${sha256}`, content);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, sendNext));
    return upload;
  }

  private async ask<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    route: string,
    body?: object,
  ): Promise<z.output<Schema>> {
    return this.read(schema, await this.request(method, route, body));
  }

  private read<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
    try {
      return schema.parse((JSON.parse(text) as { data: unknown }).data);
    } catch {
      throw new TargetFailed(`${this.place} did not respond as a release service does`);
    }
  }

  private async request(method: string, route: string, body?: object): Promise<string> {
    const { ok, status, text } = await this.exchange(method, route, body);
    return ok ? text : this.refuse(status, text);
  }

  private refuse(status: number, text: string): never {
    const failure = failureSchema.safeParse(jsonOf(text)).data;
    throw new ReleaseRefused(sentencesOf(failure) ?? [`${this.place} responded with ${status}.`]);
  }

  /** Repeats a request if the site's database is busy. Every request may be repeated. */
  private async exchange(method: string, route: string, body?: object) {
    const end = Date.now() + BUSY_LIMIT_MS;
    for (;;) {
      const found = await this.fetched(method, route, body);
      const isBusy = !found.ok && failureSchema.safeParse(jsonOf(found.text)).data?.code === BUSY;
      if (!isBusy || Date.now() >= end) return found;
      await setTimeout(Math.random() * BUSY_PAUSE_MS);
    }
  }

  private async fetched(method: string, route: string, body: object | undefined) {
    const isBytes = body instanceof Uint8Array;
    try {
      const response = await fetch(new URL(`api/v1/registry/${route}`, this.place), {
        method,
        headers: {
          ...(this.token && { authorization: `Bearer ${this.token}` }),
          ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        },
        ...(body && { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { ok: response.ok, status: response.status, text: await response.text() };
    } catch (error) {
      throw silent(this.place, error, ' Look at npm run releases, and repeat the command if nothing has changed.');
    }
  }
}

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function silent(place: string, error: unknown, hint?: string): TargetFailed {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return new TargetFailed(`${place} did not respond (${cause?.code ?? message})`, hint);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @returns the messages of a refusal and of its fields, or null if another program responded, such as a proxy */
function sentencesOf(failure: z.output<typeof failureSchema> | undefined): string[] | null {
  if (!failure) return null;
  const { message, errors = {} } = failure;
  const fields = Object.entries(errors).flatMap(([field, sentences]) =>
    sentences.filter((sentence) => sentence !== message).map((sentence) => `${field}: ${sentence}`),
  );
  return [message, ...fields];
}
