/**
 * The provenance of a build: an in-toto statement in the form of SLSA, version 1, in a DSSE envelope. It says from which source and by which
 * run the files of the build were made, and it is signed by a key that may release the app. docs/decisions/provenance.md says who asserts what.
 */
import { createHash } from 'node:crypto';
import type { Key } from '@tufjs/models';
import { z } from 'zod';
import type { BuildFiles } from './build-files';
import { type Envelope, keysThatSigned, openedEnvelope, sealed } from './dsse';
import type { Build } from './snapshot';
import type { RoleKeys } from './tuf-roles';
import type { Signer } from './tuf-signer';

/** The file of a build with its provenance. It is no file that build.json names, since it names build.json. */
export const PROVENANCE = 'provenance.intoto.json';
/** The most bytes of the file. One of 100 files has 20 KB. */
export const MOST_PROVENANCE_BYTES = 1024 * 1024;

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT = 'https://in-toto.io/Statement/v1';
const PREDICATE = 'https://slsa.dev/provenance/v1';
/** The build was made and signed where the sources were: the holder of the key says so. */
const BUILT = 'urn:foodhall:build:v1';
/** A run of a CI system sent the build, as the issuer of its identity token says. The site that signs did not see how it was built. */
const SENT_BY_RUN = 'urn:foodhall:sent-by-ci-run:v1';
/** The builder of a working copy that is in no CI system. */
const PERSON = 'urn:foodhall:working-copy';

const text = z.string().max(1_000);
const statementSchema = z.object({
  _type: z.literal(STATEMENT),
  subject: z
    .array(z.object({ name: text, digest: z.object({ sha256: text }) }))
    .min(1)
    .max(5_000),
  predicateType: z.literal(PREDICATE),
  predicate: z.object({
    buildDefinition: z.object({
      buildType: z.enum([BUILT, SENT_BY_RUN]),
      externalParameters: z.object({ app: text, version: text, workflow: text.optional() }),
      resolvedDependencies: z
        .array(
          z.object({
            name: text.optional(),
            uri: text.optional(),
            digest: z.record(z.string().max(50), text).optional(),
            annotations: z
              .looseObject({ uncommittedChanges: z.boolean().optional(), commit: text.optional() })
              .optional(),
          }),
        )
        .max(100)
        .default([]),
    }),
    runDetails: z.object({
      builder: z.object({ id: text }),
      metadata: z.object({ invocationId: text.optional(), finishedOn: text.optional() }).default({}),
    }),
  }),
});
type Statement = z.output<typeof statementSchema>;

/** The facts about a build that its provenance states. A fact that is not known is undefined. */
export interface Origin {
  /** The address of the repository. */
  repository?: string | undefined;
  commit?: string | undefined;
  /** False if the sources had changes that the commit does not have. */
  isClean?: boolean | undefined;
  /** The file of the workflow with its ref, as its CI system writes it. */
  workflow?: string | undefined;
  /** The address of the CI run. */
  run?: string | undefined;
  /** The SHA-256 of the lock file, in hex. */
  lock?: string | undefined;
  /** The time at which the build was finished, ISO 8601. */
  finishedAt?: string | undefined;
}

/** What the issuer of an identity token states of a run of its CI system. */
export type RunClaims = Required<Readonly<Record<'repository' | 'commit' | 'workflow' | 'run', string>>>;

/** The origin of a build as its provenance states it. */
export interface StatedOrigin extends Origin {
  /** The address of the builder. */
  builder: string;
  /** True if the site says so of a CI run that sent the build, and false if the holder of the key built it. */
  isSentByRun: boolean;
}

/** SHA-256 in hex, by name of file. */
export type Digests = ReadonlyMap<string, string>;

const SOURCE = 'source';
const LOCK = 'package-lock.json';

function sourceEntry({ repository, commit, isClean }: Origin) {
  if (repository === undefined && commit === undefined) return [];
  const uri = repository && `git+${repository}`;
  // The digest of a commit is not the digest of sources that differ from it.
  return isClean === false
    ? [{ name: SOURCE, uri, annotations: { uncommittedChanges: true, commit } }]
    : [{ name: SOURCE, uri: uri && commit && `${uri}@${commit}`, ...(commit && { digest: { gitCommit: commit } }) }];
}

/** The address of a workflow. GitHub writes it without its host. */
function builderOf({ workflow, run }: Origin): string {
  if (workflow === undefined || run === undefined || !URL.canParse(run)) return PERSON;
  const { origin, host } = new URL(run);
  return workflow.startsWith(`${host}/`) ? `https://${workflow}` : `${origin}/${workflow}`;
}

interface Made {
  build: Build;
  /** Of all files of the build. */
  digests: Digests;
  origin: Origin;
}

function envelopeOf(buildType: string, { build, digests, origin }: Made, signers: readonly Signer[]): string {
  const { workflow, run, lock, finishedAt } = origin;
  const subject = [...digests].filter(([name]) => name !== PROVENANCE).sort(([a], [b]) => (a < b ? -1 : 1));
  const statement = {
    _type: STATEMENT,
    subject: subject.map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: PREDICATE,
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: { app: build.part, version: build.version, workflow },
        resolvedDependencies: [
          ...sourceEntry(origin),
          ...(lock === undefined ? [] : [{ name: LOCK, digest: { sha256: lock } }]),
        ],
      },
      runDetails: { builder: { id: builderOf(origin) }, metadata: { invocationId: run, finishedOn: finishedAt } },
    },
  };
  return sealed(PAYLOAD_TYPE, Buffer.from(JSON.stringify(statement)), signers);
}

/** Signs the provenance of a build that was made here. @returns the content of its file */
export const provenanceOf = (made: Made, signers: readonly Signer[]): string => envelopeOf(BUILT, made, signers);

/**
 * Signs, for a site, the provenance of a build that a run of a CI system sent. It has only what the issuer of the run's token states: the
 * site knows nothing else of the source.
 */
export const provenanceOfRun = (
  { claims: { repository, commit, workflow, run }, ...made }: Omit<Made, 'origin'> & { claims: RunClaims },
  signers: readonly Signer[],
): string => envelopeOf(SENT_BY_RUN, { ...made, origin: { repository, commit, workflow, run } }, signers);

/** Computes the digests of a build's files, one file at a time, since a build may have 60 MB. */
export async function digestsOf(files: BuildFiles): Promise<Digests> {
  const digests = new Map<string, string>();
  for (const name of await files.list()) {
    const content = name === PROVENANCE ? null : await files.read(name);
    if (content) digests.set(name, createHash('sha256').update(content).digest('hex'));
  }
  return digests;
}

/** The keys that may sign for an app. */
export interface ProvenanceKeys {
  /** The keys that release the app. */
  app: RoleKeys;
  /** The site's own keys. An app without keys of its own is released by these. */
  site: readonly Key[];
}

/** What a build's provenance is worth. */
export type Provenance =
  | { state: 'missing' }
  /** `problem` is a predicate: 'has no signature'. */
  | { state: 'wrong'; problem: string }
  | { state: 'signed'; origin: StatedOrigin; keys: readonly Key[]; isBySite: boolean };

/**
 * Verifies the provenance of a build.
 * @param content of its file, or null without one
 * @param digests of the files that the build has
 */
export function verifyProvenance(
  content: Buffer | null,
  { build, digests, keys }: { build: Build; digests: Digests; keys: ProvenanceKeys },
): Provenance {
  const wrong = (problem: string) => ({ state: 'wrong', problem }) as const;
  if (content === null) return { state: 'missing' };
  if (content.length > MOST_PROVENANCE_BYTES)
    return wrong(`has ${content.length} bytes, of at most ${MOST_PROVENANCE_BYTES}`);
  const envelope = openedEnvelope(content.toString());
  if (!envelope) return wrong('is not a signed statement in the form of DSSE');
  if (envelope.signatures.length === 0) return wrong('has no signature');
  const signed = signersOf(envelope, keys);
  if (!signed) return wrong(`is not signed by the keys of ${build.part}`);
  const statement = statementIn(envelope);
  if (!statement) return wrong('is not a statement in the form of SLSA 1');
  const { app, version } = statement.predicate.buildDefinition.externalParameters;
  if (app !== build.part || version !== build.version) return wrong(`is of ${app} ${version}`);
  const differing = differingIn(statement, digests);
  if (differing.length > 0) return wrong(`is of other bytes: ${shortList(differing)}`);
  const origin = originIn(statement);
  if (origin.isSentByRun && !signed.isBySite) return wrong('says in the name of the site that a CI run sent the build');
  return { state: 'signed', origin, ...signed };
}

/** @returns null if neither enough keys of the app nor one of the site signed it */
function signersOf(envelope: Envelope, { app, site }: ProvenanceKeys): { keys: Key[]; isBySite: boolean } | null {
  const isOfSite = ({ keyID }: Key) => site.some((key) => key.keyID === keyID);
  const ofApp = keysThatSigned(envelope, app.keys);
  if (ofApp.length > 0 && ofApp.length >= app.threshold) return { keys: ofApp, isBySite: ofApp.every(isOfSite) };
  const ofSite = keysThatSigned(envelope, site);
  return ofSite.length > 0 ? { keys: ofSite, isBySite: true } : null;
}

function statementIn({ payloadType, payload }: Envelope): Statement | null {
  if (payloadType !== PAYLOAD_TYPE) return null;
  try {
    return statementSchema.parse(JSON.parse(payload.toString()));
  } catch {
    return null;
  }
}

/** Lists the files that only one side has, or that have another digest. */
function differingIn({ subject }: Statement, digests: Digests): string[] {
  const stated = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  return [...new Set([...stated.keys(), ...digests.keys()])].filter(
    (name) => name !== PROVENANCE && stated.get(name) !== digests.get(name),
  );
}

const MOST_NAMED = 5;
const shortList = (names: readonly string[]) =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');

function originIn({ predicate: { buildDefinition, runDetails } }: Statement): StatedOrigin {
  const { buildType, externalParameters, resolvedDependencies } = buildDefinition;
  const source = resolvedDependencies.find(({ name }) => name === SOURCE);
  const commit = source?.digest?.gitCommit ?? source?.annotations?.commit;
  const address = source?.uri?.replace(/^git\+/, '');
  const isSentByRun = buildType === SENT_BY_RUN;
  const isDirty = source?.annotations?.uncommittedChanges === true;
  return {
    repository: commit && address?.endsWith(`@${commit}`) ? address.slice(0, -commit.length - 1) : address,
    commit,
    isClean: isDirty ? false : isSentByRun || commit === undefined ? undefined : true,
    workflow: externalParameters.workflow,
    run: runDetails.metadata.invocationId,
    lock: resolvedDependencies.find(({ name }) => name === LOCK)?.digest?.sha256,
    finishedAt: runDetails.metadata.finishedOn,
    builder: runDetails.builder.id,
    isSentByRun,
  };
}

const CLAIMS = ['repository', 'commit', 'workflow', 'run'] as const;

/** Lists what a statement says otherwise than the issuer of the run's token, one sentence each. */
export const problemsWithRun = ({ part, version }: Build, stated: Origin, claims: RunClaims): string[] =>
  CLAIMS.filter((name) => stated[name] !== claims[name]).map(
    (name) =>
      `The provenance of ${part} ${version} names the ${name} ${stated[name] ?? '(none)'}, and the identity token of the run names ${claims[name]}.`,
  );
