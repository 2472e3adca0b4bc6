/** Releases, rollbacks, retirements and recalls on this site, on behalf of teams. Each attempt is in the audit log, taken or refused. */
import { join } from 'node:path';
import { inTransaction, type Queryable } from 'core/database/kysely';
import { ApiError, conflict, forbidden, messageOf, notFound } from 'core/errors';
import { Turns } from 'core/turns';
import type { ReleasesDeps } from '../deps';
import type { ApiDescription } from '../fits/compare-calls';
import type { Compiler } from '../fits/compiler';
import { sentencesOfFit } from '../live/api-fit';
import type { Audience as RegistryAudience, Snapshot } from '../model/schemas';
import type { BuildUpload, Limited, ReleaseRequest, ReleaseSource, RollbackRequest, Status } from '../model/service';
import { filesOfFolder } from '../store/build-files';
import { apiFitOf } from '../store/check-calls';
import { readProvenance } from '../store/check-provenance';
import type { Provenance } from '../store/provenance';
import { filesWithHashes } from '../store/publish';
import { madeAt, readBuild, readLive } from '../store/read-live';
import { recall } from '../store/recall';
import { type BuildToRelease, makeLive, requireAllReleasable } from '../store/release';
import { listReleases } from '../store/releases';
import { retire } from '../store/retire';
import { rollBack, versionBefore, withdraw } from '../store/rollback';
import { type BundledPackage, readPackages } from '../store/sbom';
import { type Authority, authorityOf } from '../store/signing';
import { versionIn } from '../store/snapshot';
import { mapsOf } from '../store/source-maps';
import { readStatus } from '../store/status';
import { type LiveOptions, limitedReleaseOf } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import type { Target } from '../store/targets/target';
import { acceptTeamMetadata } from '../store/team-metadata';
import { endingRoles, publishMetadata, renewalMsOf } from '../store/tuf';
import { Uploads } from '../store/uploads';
import { attemptsThatMade } from './attempts.query';
import { Comparisons } from './comparisons';
import { type ReleaseIdentity, SPENT } from './identity';
import { withMaker } from './makers';
import { type Audience, personRefusal, refusalOf, runRefusal, stageRefusal } from './rights';
import { RoundRobinQueue } from './round-robin-queue';
import { requireProvenance, withRunProvenance } from './run-provenance';

/** The most characters of a reason in the audit log, whose entries are never deleted. The caller gets the whole reason. */
const MOST_REASON = 4_000;

/** Queue priority: finish a started release before beginning another, which then finds the files of both. */
const RANK = { back: 0, release: 1, send: 2, begin: 3 } as const;

/** The longest rest after a piece of work, in milliseconds. A rest is as long as the work, so that guests get as much time as releases. */
const MOST_REST_MS = 250;
const restAfter = (tookMs: number) => Math.min(tookMs, MOST_REST_MS);

/** The pause between two admitted requests, in milliseconds. Hundreds at once would keep a guest waiting. */
const ENTRANCE_MS = 6;

const DAY_MS = 24 * 3_600_000;
/** The longest time between two looks at the metadata of the registry. */

type Kind = 'release' | 'rollback' | 'retirement' | 'recall' | 'stage' | 'desk';

interface Attempt {
  kind: Kind;
  identity: ReleaseIdentity;
  apps: readonly string[];
  /** 'catalog@1.0.0-3f9a01c2' */
  subject: string;
  to: Audience;
  source: ReleaseSource;
  /** The number of the staged release that people have approved. */
  stage?: number | undefined;
}

const services = new WeakMap<ReleasesDeps, ReleaseService>();

/**
 * Returns the one release service of this process, so that all its releases wait for each other. It is null if the site has no key that
 * signs its registry.
 */
export function releaseServiceOf(deps: ReleasesDeps): ReleaseService | null {
  const { registryKey, registryLives, registrySite } = deps.config;
  if (!registryKey) return null;
  const known = services.get(deps);
  if (known) return known;
  const authority = authorityOf({ REGISTRY_KEY: registryKey }, registrySite ?? undefined);
  const lives = { ...authority.lives, ...registryLives };
  const service = new ReleaseService(deps, { ...authority, lives });
  services.set(deps, service);
  return service;
}

export class ReleaseService {
  private readonly target: Target;
  private readonly uploads: Uploads;
  private readonly turns = new Turns();
  private readonly entrance = new RoundRobinQueue(() => ENTRANCE_MS);
  private readonly files = new RoundRobinQueue(restAfter);
  /** Changes of the live releases wait for each other within this process, so that none repeats the work of another. */
  private readonly moves = new RoundRobinQueue(restAfter);
  private readonly comparisons = new Comparisons();
  /** When the log last had the roles that end soon. */
  private toldAt = 0;
  private describedApi: (() => ApiDescription) | null = null;

  constructor(
    private readonly deps: Pick<ReleasesDeps, 'db' | 'clock' | 'log' | 'config'>,
    private readonly authority: Authority,
  ) {
    const { distDir, siteUrl } = deps.config;
    this.target = { ...folderTarget(distDir), place: siteUrl, snapshots: new Map() };
    this.uploads = new Uploads(distDir);
  }

  get renewalMs(): number {
    return renewalMsOf(this.authority.lives);
  }

  /**
   * Signs the metadata again that have used half of their life. Every process of the site may do so at once.
   * @throws {KeysMissing} if a change waits for a key that is not here. The rest is renewed
   */
  async renew(): Promise<void> {
    const now = this.deps.clock.now();
    await publishMetadata(this.target, { ...this.authority, now });
    // People sign the roles of a year. They are told in time, once a day.
    if (now.getTime() < this.toldAt + DAY_MS) return;
    this.toldAt = now.getTime();
    for (const { role, expires } of await endingRoles(this.target, now))
      this.deps.log.warn({ role, expires }, 'registry: a role ends within a month: npm run keys -- show');
  }

  /** Compares the calls of each further release with this API, whose routes exist by then. */
  compareWith(describedApi: () => ApiDescription): void {
    this.describedApi = describedApi;
  }

  /** Lists a sentence for each release that pages may run and that this API breaks. */
  async brokenByApi(): Promise<string[]> {
    return this.describedApi ? sentencesOfFit(await apiFitOf(this.target, this.describedApi)) : [];
  }

  /** Resolves when a request may continue. Its body has not been read yet. */
  async enter(identity: ReleaseIdentity): Promise<void> {
    await this.entrance.take(ownerOf(identity), RANK.send, async () => {});
  }

  /** @returns the hashes of the files that the client has to send @throws ApiError 403, 409 if a size is wrong */
  async missing(identity: ReleaseIdentity, build: BuildUpload): Promise<string[]> {
    requireApp(identity, build.app);
    const owner = ownerOf(identity);
    return this.files.take(owner, RANK.begin, () => this.uploads.missing(this.target, owner, build)).catch(refused);
  }

  /** @throws ApiError 409 if the bytes have another hash */
  async add(identity: ReleaseIdentity, sha256: string, content: Buffer): Promise<void> {
    const owner = ownerOf(identity);
    await this.files.take(owner, RANK.send, () => this.uploads.add(owner, sha256, content)).catch(refused);
  }

  list(app: string | undefined) {
    return listReleases(this.target, app).catch(refused);
  }

  /**
   * Reads the live releases: for whom, since when and by whom they are live.
   * @param only one app; by default all
   * @throws ApiError 409 if the registry does not have the app, 503 if the registry cannot be read
   */
  async status(only?: string): Promise<Status> {
    const status = await readStatus(this.target, only).catch(refused);
    const builds = status.releases.map(({ app, version }) => `${app}@${version}`);
    const taken = await attemptsThatMade(this.deps.db, builds);
    const releases = status.releases.map((each) => withMaker(each, taken, (name) => madeAt(this.target, name)));
    return { ...status, releases: await Promise.all(releases) };
  }

  /** Lists the versions that an app can be rolled back to. The version before the live one comes first. */
  async earlierVersions(app: string): Promise<string[]> {
    const { snapshot } = await readLive(this.target).catch(refused);
    const live = versionIn(snapshot, app);
    const before = live && (await versionBefore(app, live, this.target));
    const previous = (snapshot.kept[app] ?? []).map(({ version }) => version);
    return [...new Set([...(before ? [before] : []), ...previous])];
  }

  /**
   * Lists the files of a build, so that the same bytes can be released elsewhere.
   * @param version by default, the live one
   * @throws ApiError 403, 404
   */
  async build(identity: ReleaseIdentity, app: string, version: string | undefined) {
    requireApp(identity, app);
    const wanted = version ?? versionIn((await readLive(this.target)).snapshot, app);
    const folder = join(this.deps.config.distDir, app, wanted ?? '');
    const record = wanted && (await this.target.read(`${app}/${wanted}/build.json`));
    if (!wanted || !record) throw notFound('Build not found.');
    return {
      version: wanted,
      path: `/parts/${app}/${wanted}/`,
      files: await filesWithHashes(folder),
      maps: await filesWithHashes(join(this.deps.config.distDir, mapsOf({ part: app, version: wanted }))),
      record: record.text,
    };
  }

  /**
   * Reads who signed where a build comes from, and the packages in its bundle; null for a build without a list.
   * @throws ApiError 404
   */
  async about(
    identity: ReleaseIdentity,
    app: string,
    version: string,
  ): Promise<{ provenance: Provenance; packages: BundledPackage[] | null }> {
    const build = { part: app, version };
    const record = await readBuild(this.target, build);
    if (!record) throw notFound('Build not found.');
    const files = filesOfFolder(join(this.deps.config.distDir, app, version));
    const own = this.authority.signers.map(({ key }) => key);
    return this.files.take(ownerOf(identity), RANK.begin, async () => ({
      provenance: await readProvenance(this.target, build, files, { own }),
      packages: await readPackages(record, files),
    }));
  }

  /** Reads a source map of a build. No visitor gets it. @throws ApiError 403, 404 */
  async map(identity: ReleaseIdentity, app: string, version: string, name: string): Promise<Buffer> {
    requireApp(identity, app);
    const map = await this.target.read(`${mapsOf({ part: app, version })}/${name}`);
    if (!map) throw notFound('Source map not found.');
    return map.body;
  }

  release(identity: ReleaseIdentity, request: ReleaseRequest) {
    return this.releaseOf(identity, request);
  }

  private releaseOf(
    identity: ReleaseIdentity,
    { builds, channel, percent, signed = {}, source }: ReleaseRequest,
    options: Pick<LiveOptions, 'isOfferedAlready' | 'seen'> = {},
    stage?: number,
  ) {
    const apps = builds.map(({ app }) => app);
    const subject = builds.map(({ app, version }) => `${app}@${version}`).join(', ');
    const to = audienceOf({ channel, percent });
    const attempt: Attempt = { kind: 'release', identity, apps, subject, to: { channel, percent }, source, stage };
    return this.audited(attempt, async () => {
      const owner = ownerOf(identity);
      const sent = await this.withProvenance(identity, builds);
      const opened = await this.opened(owner, sent, identity.run);
      const { name, snapshot, changed } = await this.moved(owner, 'release', async (compiler) =>
        makeLive(this.target, opened, {
          ...options,
          to,
          authority: this.authority,
          compiler,
          signed: await acceptTeamMetadata(this.target, signed),
        }),
      );
      for (const build of sent) await this.uploads.release(owner, build);
      return { snapshot: name, changed, limited: to ? [] : limitedIn(snapshot, apps) };
    });
  }

  /**
   * Checks a release, and stores it by `store` instead of making it live. Its files stay for a day.
   * @throws ApiError as `release`
   */
  stage<Stored extends object>(
    identity: ReleaseIdentity,
    { builds, channel, percent, signed = {}, source }: ReleaseRequest,
    store: (source: ReleaseSource, builds: readonly BuildUpload[]) => Promise<Stored>,
  ): Promise<Stored> {
    const apps = builds.map(({ app }) => app);
    const subject = builds.map(({ app, version }) => `${app}@${version}`).join(', ');
    const attempt: Attempt = { kind: 'stage', identity, apps, subject, to: { channel, percent }, source };
    return this.audited(attempt, async () => {
      const sent = await this.withProvenance(identity, builds);
      await this.trial(ownerOf(identity), sent, identity.run, {
        to: audienceOf({ channel, percent }),
        seen: {},
        signed: await acceptTeamMetadata(this.target, signed),
      });
      for (const build of sent) await this.uploads.retain(ownerOf(identity), build);
      return store(sourceBy(identity.run, source), sent);
    });
  }

  /** Makes a staged release live, in the name of the person whose approval was the last. @throws ApiError as `release` */
  releaseStaged(by: ReleaseIdentity, request: ReleaseRequest, { id, seen }: { id: number; seen: LiveOptions['seen'] }) {
    return this.releaseOf(by, request, { seen }, id);
  }

  /** Writes to the log what a person said of a staged release. */
  async noteStage(
    identity: ReleaseIdentity,
    {
      subject,
      apps,
      channel,
      percent,
    }: { subject: string; apps: string[]; channel: string | null; percent: number | null },
    outcome: 'approved' | 'refused' | 'withdrawn',
    more: object = {},
  ): Promise<void> {
    const to = { channel: channel ?? undefined, percent: percent ?? undefined };
    await this.note({ kind: 'stage', identity, apps, subject, to, source: {} }, `stage.${outcome}`, more);
  }

  /** Writes to the log who signed in to the desk. */
  async noteSignIn(identity: ReleaseIdentity, way: 'token' | 'passkey' | 'provider'): Promise<void> {
    await this.note({ kind: 'desk', identity, apps: [], subject: 'desk', to: {}, source: {} }, 'desk.opened', { way });
  }

  /** Reads the version of each app that these visitors have, or null. */
  async liveVersions(apps: readonly string[], { channel, percent }: Audience): Promise<Record<string, string | null>> {
    const { snapshot } = await readLive(this.target).catch(refused);
    const to = audienceOf({ channel, percent });
    const versionOf = (app: string) =>
      (to ? limitedReleaseOf(snapshot, app, to)?.release.version : versionIn(snapshot, app)) ?? null;
    return Object.fromEntries(apps.map((app) => [app, versionOf(app)]));
  }

  /**
   * Returns the builds with their provenance. To one of a CI run without any, the site's statement of the run is added.
   * @throws {ReleaseRefused} for one without provenance, if the site asks for it
   */
  private async withProvenance(
    identity: ReleaseIdentity,
    builds: readonly BuildUpload[],
  ): Promise<readonly BuildUpload[]> {
    const { run } = identity;
    const { releaseNeedsProvenance: needing } = this.deps.config;
    if (run === null) return requireProvenance(builds, needing, this.target.place);
    const owner = ownerOf(identity);
    const add = (sha256: string, content: Buffer) => this.uploads.add(owner, sha256, content);
    const { signers } = this.authority;
    return this.files.take(owner, RANK.release, () => withRunProvenance(builds, { claims: run, signers, add }));
  }

  /**
   * Opens the builds and checks each by itself.
   * @param run the CI run that sent them, or null
   * @throws {ReleaseRefused}
   */
  private async opened(
    owner: string,
    builds: readonly BuildUpload[],
    run: ReleaseIdentity['run'],
  ): Promise<BuildToRelease[]> {
    const opened: BuildToRelease[] = [];
    const own = this.authority.signers.map(({ key }) => key);
    const options = { describeApi: this.describedApi ?? undefined, own, claims: run ?? undefined };
    for (const build of builds) {
      const files = await this.files.take(owner, RANK.release, () => this.uploads.open(this.target, owner, build));
      await this.files.take(owner, RANK.release, () => requireAllReleasable(this.target, [files], options));
      opened.push({ ...files, publish: () => this.uploads.publish(this.target, owner, build) });
    }
    return opened;
  }

  /**
   * Checks that a release of these builds would be accepted, for any visitors. Nothing changes, and nothing is logged.
   * @throws ApiError 403 for an app that the token does not name, 409 with the reasons
   */
  async check(identity: ReleaseIdentity, builds: readonly BuildUpload[]): Promise<void> {
    for (const { app } of builds) requireApp(identity, app);
    await this.trial(ownerOf(identity), builds, identity.run).catch(refused);
  }

  /** Does everything that a release does, except to write it. @throws {ReleaseRefused} */
  private async trial(
    owner: string,
    builds: readonly BuildUpload[],
    run: ReleaseIdentity['run'],
    options: Pick<LiveOptions, 'to' | 'signed' | 'seen'> = {},
  ): Promise<void> {
    const opened = await this.opened(owner, builds, run);
    await this.moved(owner, 'release', (compiler) =>
      makeLive(this.target, opened, { ...options, authority: this.authority, compiler, isTrial: true }),
    );
  }

  /**
   * Gives a rollout another percentage, as a release of the same build.
   * @throws ApiError as `release`, and 409 if the rollout has ended or has another version by then
   */
  async changePercent(
    identity: ReleaseIdentity,
    { app, version, percent, source }: { app: string; version: string; percent: number; source: ReleaseSource },
  ) {
    const { files } = await this.build(identity, app, version);
    return this.releaseOf(
      identity,
      { builds: [{ app, version, files, maps: [] }], percent, source },
      { isOfferedAlready: true },
    );
  }

  /**
   * Rolls an app back, or ends its release in a channel or rollout.
   * @param seen the version that the caller saw live for these visitors; by default, the one that is live when its turn comes
   * @throws ApiError as `release`, and 409 if another version than `seen` is live then
   */
  async rollBack(
    identity: ReleaseIdentity,
    { app, version, channel, percent, source }: RollbackRequest,
    seen?: string,
  ) {
    const to = audienceOf({ channel, percent });
    // Whoever ends a rollout needs the right to a rollout of its size.
    const { snapshot } = await readLive(this.target);
    const size = percent === undefined ? undefined : (to && limitedReleaseOf(snapshot, app, to)?.percent) || 1;
    const subject = version ? `${app}@${version}` : app;
    const attempt: Attempt = {
      kind: 'rollback',
      identity,
      apps: [app],
      subject,
      to: { channel, percent: size },
      source,
    };
    return this.audited(attempt, () =>
      this.moved(ownerOf(identity), 'back', async (compiler) => {
        const options = { target: this.target, seen, authority: this.authority, compiler };
        if (to) {
          const { from, live } = await withdraw(app, { ...options, to });
          return { from, to: null, snapshot: live, limited: [] };
        }
        const back = await rollBack(app, { ...options, version });
        return { from: back.from, to: back.to, snapshot: back.live, limited: limitedIn(back.snapshot, [app]) };
      }),
    );
  }

  retire(identity: ReleaseIdentity, { app, source }: { app: string; source: ReleaseSource }) {
    const attempt: Attempt = { kind: 'retirement', identity, apps: [app], subject: app, to: {}, source };
    return this.audited(attempt, () =>
      this.moved(ownerOf(identity), 'back', async (compiler) => {
        const { recalled, live } = await retire(app, { target: this.target, authority: this.authority, compiler });
        return { recalled, snapshot: live };
      }),
    );
  }

  /** Recalls a version that attacked visitors. */
  recall(identity: ReleaseIdentity, { app, version, source }: { app: string; version: string; source: ReleaseSource }) {
    const attempt: Attempt = { kind: 'recall', identity, apps: [app], subject: `${app}@${version}`, to: {}, source };
    return this.audited(attempt, () =>
      this.moved(ownerOf(identity), 'back', async (compiler) => {
        const options = { target: this.target, authority: this.authority, compiler };
        const { live } = await recall(app, version, options);
        return { snapshot: live };
      }),
    );
  }

  /** Makes a change when its turn comes. Builds that it needs compared are compared before that, while others have their turns. */
  private moved<T>(
    owner: string,
    kind: 'release' | 'back',
    change: (compiler: Pick<Compiler, 'compare'>) => Promise<T>,
  ): Promise<T> {
    return this.comparisons.around(owner, kind, (compiler) =>
      this.moves.take(owner, RANK[kind], () => change(compiler)),
    );
  }

  /**
   * Writes the attempt to the log before anything changes, so that nothing goes live unseen. Then it writes the outcome.
   * @throws ApiError 403 without the right, 409 with the reasons of a refusal
   */
  private async audited<Outcome extends object>(attempt: Attempt, work: () => Promise<Outcome>): Promise<Outcome> {
    const { kind } = attempt;
    const refusal = refusalFor(attempt);
    if (refusal) {
      await this.note(attempt, `${kind}.refused`, { reason: refusal });
      throw forbidden(refusal);
    }
    const id = await this.ask(attempt);
    try {
      const outcome = await work();
      await this.note(attempt, `${kind}.taken`, { ...outcome, attempt: id }).catch((error: unknown) =>
        this.deps.log.error(
          { attempt: id, reason: messageOf(error) },
          'registry: the outcome of a release is not in the log',
        ),
      );
      return outcome;
    } catch (error) {
      await this.note(attempt, `${kind}.refused`, { reason: messageOf(error).slice(0, MOST_REASON), attempt: id });
      return refused(error);
    }
  }

  /** Writes an attempt to the log that a page refused, before this service was asked. */
  async noteRefusal(
    { app, version, ...attempt }: Omit<Attempt, 'apps' | 'subject'> & { app: string; version: string },
    reason: string,
  ): Promise<void> {
    await this.note({ ...attempt, apps: [app], subject: `${app}@${version}` }, `${attempt.kind}.refused`, { reason });
  }

  /** Notes that a change is asked for. The token of a CI run is used up by that. @throws ApiError 403 if it was before */
  private async ask(attempt: Attempt): Promise<number> {
    const { kind, identity } = attempt;
    if (identity.run === null) return this.note(attempt, `${kind}.asked`);
    return this.turns.take('log', () =>
      inTransaction(this.deps.db, async (trx) => {
        const spent = await trx
          .updateTable('release_tokens')
          .set({ spent_at: this.deps.clock.now() })
          .where('id', '=', identity.tokenId ?? 0)
          .where('spent_at', 'is', null)
          .executeTakeFirst();
        if (Number(spent.numUpdatedRows) === 0) throw forbidden(SPENT);
        return this.entry(trx, attempt, `${kind}.asked`);
      }),
    );
  }

  private note(attempt: Attempt, action: string, more: object = {}): Promise<number> {
    // Each entry waits for the one before. The waiting ones hold no connection, since guests need the connections.
    return this.turns.take('log', () => this.entry(this.deps.db, attempt, action, more));
  }

  private async entry(db: Queryable, attempt: Attempt, action: string, more: object = {}): Promise<number> {
    const { identity, subject, to, source, stage } = attempt;
    const { team, tokenId, userId, run } = identity;
    const after = JSON.stringify({
      team,
      token: tokenId ?? undefined,
      ...to,
      ...sourceBy(run, source),
      stage,
      ...more,
    });
    const { id } = await db
      .insertInto('audit_log')
      .values({ at: this.deps.clock.now(), actor_id: userId, action, subject, after })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
}

/** What the issuer of a run says replaces what the client says. */
const sourceBy = (run: ReleaseIdentity['run'], source: ReleaseSource) =>
  run === null ? source : { ...source, commit: run.commit, ci_run: run.run, workflow: run.workflow };

/** @returns the reason why the attempt is not allowed. What people have approved needs no other right */
function refusalFor({ kind, identity, apps, to, stage }: Attempt): string | null {
  if (stage !== undefined) return null;
  if (kind === 'stage') return stageRefusal(identity, apps, to);
  return (kind === 'release' ? personRefusal(identity) : runRefusal(identity)) ?? refusalOf(identity, apps, to);
}

const ownerOf = ({ tokenId, userId }: ReleaseIdentity) => (tokenId === null ? `person-${userId}` : String(tokenId));

/** @throws ApiError 403 unless the token is for the app */
export function requireApp(identity: ReleaseIdentity, app: string): void {
  if (!identity.apps.includes(app)) throw forbidden(refusalOf(identity, [app], {}) ?? undefined);
}

const audienceOf = ({ channel, percent }: Audience): RegistryAudience | undefined => {
  if (channel !== undefined) return { channel };
  return percent === undefined ? undefined : { percent };
};

const limitedIn = ({ offers }: Snapshot, apps: readonly string[]): Limited[] =>
  offers
    .filter(({ part }) => apps.includes(part))
    .map(({ part, channel, percent, release }) => ({ app: part, version: release.version, channel, percent }));

/** Passes on the errors that a team can act on. Any other error is a failure of this site. */
function refused(error: unknown): never {
  const { name } = error as Error;
  if (name === 'ReleaseRefused' || name === 'KeysMissing') throw conflict('RELEASE_REFUSED', messageOf(error));
  if (name === 'PointerMoved') throw conflict('RELEASE_MOVED', messageOf(error));
  if (name === 'TargetFailed') throw new ApiError(503, 'RELEASE_FAILED', messageOf(error), { cause: error });
  throw error;
}
