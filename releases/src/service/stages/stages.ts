/** Releases that wait for people: staged by a token, and made live by the approval of a person at the desk. */
import type { ReleaseStagesTable } from 'core/database/types';
import { conflict, notFound } from 'core/errors';
import { Turns } from 'core/turns';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { ReleasesDeps } from '../../deps';
import { buildUploadSchema, type ReleaseRequest, sourceSchema } from '../../model/service';
import type { ReleaseIdentity } from '../identity';
import { isMember, type MemberIdentity } from '../members/member-identity';
import type { ReleaseService } from '../release-service';
import { runRefusal } from '../rights';
import {
  type ApprovalFacts,
  approvalRefusal,
  endOf,
  missingPersons,
  type StagedRelease,
  withdrawalRefusal,
} from './approval-rules';

/** The uploads of a release wait for a day. */
const LIFETIME_MS = 24 * 3_600_000;
/** The most ended releases that the desk lists. */
const MOST_ENDED = 10;
/** The most releases of a team that wait at a time. */
const MOST_WAITING = 20;

const buildsSchema = z.array(buildUploadSchema);
const signedSchema = z.record(z.string(), z.string());
const seenSchema = z.record(z.string(), z.string().nullable());
type Row = Selectable<ReleaseStagesTable>;

/** A staged release with what the desk shows of it. */
export interface ShownStage extends StagedRelease {
  channel: string | undefined;
  percent: number | undefined;
  source: z.output<typeof sourceSchema>;
  stagedAt: Date;
  /** The names of the people who approved it. */
  approvedBy: readonly string[];
  /** The name of the person who staged it, if the CI system named one of the team. */
  stagedBy: string | null;
  /** The number of people who still have to approve. */
  missing: number;
  /** The reason in a sentence why nobody may approve it any more, or null. */
  end: string | null;
}

interface Approved {
  apps: readonly string[];
  /** The number of people who still have to approve. 0: it is live. */
  missing: number;
}

const known = new WeakMap<ReleaseService, Stages>();

/** Returns the one list of staged releases of this process, so that approvals wait for each other. */
export function stagesOf(deps: ReleasesDeps, service: ReleaseService): Stages {
  const stages = known.get(service) ?? new Stages(deps, service);
  known.set(service, stages);
  return stages;
}

class Stages {
  private readonly turns = new Turns();

  constructor(
    private readonly deps: Pick<ReleasesDeps, 'db' | 'clock' | 'config'>,
    private readonly service: ReleaseService,
  ) {}

  /**
   * Checks a release, and lets it wait for people. Its files have arrived.
   * @throws ApiError 403 without the right, 409 with the reasons of a refusal
   */
  async add(identity: ReleaseIdentity & { tokenId: number }, request: ReleaseRequest) {
    const now = this.deps.clock.now();
    const { builds, channel, percent, signed = {} } = request;
    const apps = builds.map(({ app }) => app);
    await this.requireRoom(identity.team, now);
    return this.service.stage(identity, request, async (source, sent) => {
      const row = await this.deps.db
        .insertInto('release_stages')
        .values({
          team: identity.team,
          release_token_id: identity.tokenId,
          builds: JSON.stringify(sent),
          apps,
          subject: builds.map(({ app, version }) => `${app}@${version}`).join(', '),
          channel: channel ?? null,
          percent: percent ?? null,
          source: JSON.stringify(source),
          signed: JSON.stringify(signed),
          seen: JSON.stringify(await this.service.liveVersions(apps, { channel, percent })),
          actor: identity.run?.actor ?? null,
          staged_at: now,
          expires_at: new Date(now.getTime() + LIFETIME_MS),
        })
        .returning(['id', 'expires_at'])
        .executeTakeFirstOrThrow();
      return { stage: row.id, expires_at: row.expires_at.toISOString(), persons: this.needsTwo(apps) ? 2 : 1 };
    });
  }

  /** @throws ApiError 409 if too many releases of the team wait */
  private async requireRoom(team: string, now: Date): Promise<void> {
    const { waiting } = await this.deps.db
      .selectFrom('release_stages')
      .select((eb) => eb.fn.countAll<string>().as('waiting'))
      .where('team', '=', team)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(waiting) < MOST_WAITING) return;
    throw conflict('TOO_MANY_STAGED', `${MOST_WAITING} releases of ${team} wait for people already.`);
  }

  /** Lists the waiting releases, the newest first, and then the last ended ones. */
  async list(): Promise<ShownStage[]> {
    const { db, clock } = this.deps;
    const stages = db.selectFrom('release_stages').selectAll().orderBy('id', 'desc');
    const open = await stages.where('ended_at', 'is', null).where('expires_at', '>', clock.now()).execute();
    const over = await stages
      .where((eb) => eb.or([eb('ended_at', 'is not', null), eb('expires_at', '<=', clock.now())]))
      .limit(MOST_ENDED)
      .execute();
    const shown: ShownStage[] = [];
    for (const row of [...open, ...over]) shown.push(await this.shown(row));
    const isOpen = ({ end }: ShownStage) => end === null;
    return [...shown.filter(isOpen), ...shown.filter((each) => !isOpen(each)).slice(0, MOST_ENDED)];
  }

  /** @throws ApiError 404 */
  async find(id: number): Promise<ShownStage> {
    return this.shown(await this.row(id));
  }

  /** @returns the reason why the person may not approve the release, or null */
  async refusal(id: number, person: MemberIdentity): Promise<string | null> {
    return approvalRefusal((await this.facts(await this.row(id))).facts, person);
  }

  /** @returns the reason why the caller may not withdraw the release, or null */
  async withdrawalRefusal(id: number, caller: ReleaseIdentity): Promise<string | null> {
    return withdrawalRefusal((await this.facts(await this.row(id))).facts, callerOf(caller));
  }

  /**
   * Takes a staged release back, so that nobody approves it any more.
   * @param reason in the words of a person, or null
   * @throws ApiError 404, 409 with the reason
   */
  withdraw(id: number, caller: ReleaseIdentity, reason: string | null): Promise<{ apps: readonly string[] }> {
    return this.turns.take(String(id), async () => {
      const row = await this.row(id);
      const refusal = runRefusal(caller) ?? withdrawalRefusal((await this.facts(row)).facts, callerOf(caller));
      if (refusal !== null) {
        await this.service.noteStage(caller, row, 'refused', { reason: refusal });
        throw conflict('NOT_WITHDRAWN', refusal);
      }
      await this.end(id, 'withdrawn', reason);
      await this.service.noteStage(caller, row, 'withdrawn', { message: reason ?? undefined });
      return { apps: row.apps };
    });
  }

  /** Writes to the log that the answer of a passkey was refused. */
  async noteRefusedPasskey(id: number, person: MemberIdentity, reason: string): Promise<void> {
    await this.service.noteStage(person, await this.row(id), 'refused', { reason });
  }

  /**
   * Notes the approval of a person, and makes the release live if enough people have approved.
   * @throws ApiError 404, 409 with the reason
   */
  approve(id: number, person: MemberIdentity): Promise<Approved> {
    return this.turns.take(String(id), async () => {
      const { db, clock } = this.deps;
      const row = await this.row(id);
      const refusal = approvalRefusal((await this.facts(row)).facts, person);
      if (refusal !== null) {
        await this.service.noteStage(person, row, 'refused', { reason: refusal });
        throw conflict('NOT_APPROVED', refusal);
      }
      await db
        .insertInto('release_approvals')
        .values({ stage_id: id, user_id: person.userId, at: clock.now() })
        .onConflict((known) => known.doNothing())
        .execute();
      await this.service.noteStage(person, row, 'approved');
      const missing = missingPersons((await this.facts(row)).facts);
      if (missing === 0) await this.release(row, person);
      return { apps: row.apps, missing };
    });
  }

  private async release(row: Row, person: MemberIdentity): Promise<void> {
    const { id, apps, team, channel, percent, release_token_id: tokenId } = row;
    const request = {
      builds: buildsSchema.parse(row.builds),
      channel: channel ?? undefined,
      percent: percent ?? undefined,
      source: sourceSchema.parse(row.source),
      signed: signedSchema.parse(row.signed),
    };
    try {
      const staged = { id, seen: seenSchema.parse(row.seen) };
      await this.service.releaseStaged({ ...person, team, apps, tokenId }, request, staged);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === 'RELEASE_REFUSED') await this.end(id, 'refused', message);
      // Anything else may pass, so the person can approve again.
      else
        await this.deps.db
          .deleteFrom('release_approvals')
          .where('stage_id', '=', id)
          .where('user_id', '=', person.userId)
          .execute();
      throw error;
    }
    await this.end(id, 'live', null);
  }

  private async end(id: number, outcome: 'live' | 'refused' | 'withdrawn', reason: string | null): Promise<void> {
    await this.deps.db
      .updateTable('release_stages')
      .set({ ended_at: this.deps.clock.now(), outcome, reason })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  }

  private async row(id: number): Promise<Row> {
    const row = await this.deps.db.selectFrom('release_stages').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('There is no such staged release.');
    return row;
  }

  private needsTwo(apps: readonly string[]): boolean {
    const { releaseTwoPersons: named } = this.deps.config;
    return named.includes('*') || apps.some((app) => named.includes(app));
  }

  private async facts(row: Row) {
    const { db, clock } = this.deps;
    const { id, team, apps, channel, percent, expires_at, ended_at, outcome, reason, actor } = row;
    const builds = buildsSchema.parse(row.builds);
    const approvals = await db
      .selectFrom('release_approvals')
      .innerJoin('users', 'users.id', 'release_approvals.user_id')
      .innerJoin('release_members', 'release_members.user_id', 'users.id')
      .select(['users.id as userId', 'at', 'users.name'])
      .where('stage_id', '=', id)
      // The approval of a person who lost the role meanwhile does not count.
      .where('removed_at', 'is', null)
      .where('may_approve', '=', true)
      .where(sql<boolean>`release_members.apps @> ${row.apps}`)
      .orderBy('at')
      .execute();
    const stager = await this.personOf(actor);
    const token = await db
      .selectFrom('release_tokens')
      .select('revoked_at')
      .where('id', '=', row.release_token_id)
      .executeTakeFirstOrThrow();
    const stage: StagedRelease = {
      ...{ id, team, apps, outcome, reason },
      versions: Object.fromEntries(builds.map(({ app, version }) => [app, version])),
      seen: seenSchema.parse(row.seen),
      expiresAt: expires_at,
      endedAt: ended_at,
    };
    const facts: ApprovalFacts = {
      stage,
      live: await this.service.liveVersions(apps, { channel: channel ?? undefined, percent: percent ?? undefined }),
      approvals,
      stagerId: stager?.userId ?? null,
      needsTwo: this.needsTwo(apps),
      isTokenRevoked: token.revoked_at !== null,
      now: clock.now(),
    };
    return { facts, approvedBy: approvals.map(({ name }) => name), stagedBy: stager?.name ?? null };
  }

  private async personOf(actor: string | null) {
    if (actor === null) return undefined;
    return this.deps.db
      .selectFrom('release_members')
      .innerJoin('users', 'users.id', 'release_members.user_id')
      .select(['users.id as userId', 'users.name'])
      .where((eb) => eb(eb.val(actor), '=', eb.fn.any('ci_accounts')))
      .where('removed_at', 'is', null)
      .executeTakeFirst();
  }

  private async shown(row: Row): Promise<ShownStage> {
    const { facts, approvedBy, stagedBy } = await this.facts(row);
    return {
      ...facts.stage,
      ...{ approvedBy, stagedBy },
      channel: row.channel ?? undefined,
      percent: row.percent ?? undefined,
      source: sourceSchema.parse(row.source),
      stagedAt: row.staged_at,
      missing: missingPersons(facts),
      end: endOf(facts),
    };
  }
}

/** A token has no role: it may withdraw what its team may stage. */
const callerOf = (caller: ReleaseIdentity) => ({
  team: caller.team,
  apps: caller.apps,
  mayApprove: isMember(caller) ? caller.mayApprove : null,
});
