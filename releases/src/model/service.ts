/** Schemas of the requests and responses between a client and the release service of a site. */
import { z } from 'zod';

/** The name by which the service identifies itself at `GET /api/v1/registry`. */
export const SERVICE = 'foodhall-releases';

/** Limits of a build, so that one token cannot fill the disk. */
export const MOST_BUILDS = 20;
export const MOST_FILES = 2_000;
export const MOST_FILE_BYTES = 10 * 1024 * 1024;
export const MOST_BUILD_BYTES = 60 * 1024 * 1024;
/** The limit for all source maps of a build, which are not served. */
export const MOST_MAPS_BYTES = 30 * 1024 * 1024;

const appName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'An app is host or the name of a remote.')
  // An app of this name would have the folder of the pointer.
  .refine((name) => name !== 'registry', 'No app is called registry.');
const version = z
  .string()
  .max(100)
  .regex(/^\w[\w.-]*$/, 'A version is letters, digits, dots and dashes, such as 1.0.0-3f9a01c2.');
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'A hash is 64 hex digits.');
/** A path inside the build. No segment begins with a dot, so the path cannot leave the build. */
const fileName = z
  .string()
  .max(200)
  .regex(/^[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*$/, 'The name of a file is a path inside the build, with / between.');

/** Lists the folders that contain a file: 'a/b/c' is in 'a' and in 'a/b'. */
const foldersOf = (name: string) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index));

export const sha256Schema = sha256;
export const appNameSchema = appName;
export const fileNameSchema = fileName;

const uploadSchema = z.object({ name: fileName, sha256, size: z.number().int().min(0).max(MOST_FILE_BYTES) });
/** @param what 'A build' @param most the most bytes of all files together */
const uploadsSchema = (what: string, most: number) =>
  z
    .array(uploadSchema)
    .max(MOST_FILES)
    .refine(
      (files) => new Set(files.map(({ name }) => name.toLowerCase())).size === files.length,
      'A file is named twice.',
    )
    .refine((files) => {
      const names = new Set(files.map(({ name }) => name.toLowerCase()));
      return [...names].every((name) => !foldersOf(name).some((folder) => names.has(folder)));
    }, 'A file has the name of a folder.')
    .refine(
      (files) => files.reduce((sum, { size }) => sum + size, 0) <= most,
      `${what} is at most ${most / 1024 / 1024} MB.`,
    );

export const buildUploadSchema = z.object({
  app: appName,
  version,
  files: uploadsSchema('A build', MOST_BUILD_BYTES).min(1),
  /** The build's source maps, each with the name of its file and '.map'. */
  maps: uploadsSchema('What a build has of source maps', MOST_MAPS_BYTES).refine(
    (maps) => maps.every(({ name }) => name.endsWith('.map')),
    'A source map has a name that ends in .map.',
  ),
});

const line = z.string().max(500);
/** The commit and working copy that the build was made of. Fields that the client does not know are absent. */
export const sourceSchema = z.object({
  commit: line.optional(),
  /** True if the working copy had no changes beyond the commit. */
  is_clean: z.boolean().optional(),
  /** The address of the CI run. */
  ci_run: line.optional(),
  message: line.optional(),
});

/** Asks for a release token. The bearer token of the request is the identity token of a CI run. */
export const exchangeRequestSchema = z.object({ apps: z.array(appName).min(1).max(MOST_BUILDS) });
export const exchangedSchema = z.object({ token: z.string(), team: z.string(), expires_at: z.string() });

/** The visitors of a release. Without either field it is for all visitors. A percentage of 0 ends any rollout. */
const audienceFields = {
  channel: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'A channel is a word such as beta.')
    .optional(),
  percent: z.number().int().min(0).max(99).optional(),
};
const isOneAudience = ({ channel, percent }: { channel?: string | undefined; percent?: number | undefined }) =>
  channel === undefined || percent === undefined;
const ONE_AUDIENCE = 'It is for a channel or for a percentage of the visitors: give one of them.';

const builds = z
  .array(buildUploadSchema)
  .min(1)
  .max(MOST_BUILDS)
  .refine((all) => new Set(all.map(({ app }) => app)).size === all.length, 'An app is named twice.');
/** The most characters of the metadata of an app: a few hundred builds. */
const MOST_METADATA = 64 * 1024;
export const releaseRequestSchema = z
  .object({
    builds,
    ...audienceFields,
    /** The metadata that teams signed for this release with their own keys, by app: the text of the file. */
    signed: z.record(appName, z.string().max(MOST_METADATA)).optional(),
    source: sourceSchema.default({}),
  })
  .refine(
    ({ builds: released, signed = {} }) =>
      Object.keys(signed).every((name) => released.some(({ app }) => app === name)),
    'Only the released apps have signed metadata.',
  )
  .refine(isOneAudience, ONE_AUDIENCE)
  .refine(({ percent }) => percent !== 0, 'A percentage is a whole number from 1 to 99.');
/** A staged release that its team has taken back. */
export const withdrawnSchema = z.object({ stage: z.number(), apps: z.array(appName) });
/** A release that waits for people. */
export const stagedSchema = z.object({
  stage: z.number(),
  expires_at: z.string(),
  /** The number of people who have to approve it. */
  persons: z.number(),
});
/** Asks why a release of these builds would be refused for any visitors. Nothing changes. */
export const checkRequestSchema = z.object({ builds });
export const checkedSchema = z.object({ site: z.string() });
export const rollbackRequestSchema = z
  .object({ app: appName, version: version.optional(), ...audienceFields, source: sourceSchema.default({}) })
  .refine(isOneAudience, ONE_AUDIENCE);
/** Recalls a version that attacked visitors. */
export const recallRequestSchema = z.object({ app: appName, version, source: sourceSchema.default({}) });
export const retirementRequestSchema = z.object({ app: appName, source: sourceSchema.default({}) });

const limitedSchema = z.object({
  app: appName,
  version,
  channel: z.string().optional(),
  percent: z.number().optional(),
});
export const releasedSchema = z.object({
  /** The name of the live snapshot. */
  snapshot: z.string().nullable(),
  /** False if the builds were live already. */
  changed: z.boolean(),
  /** The releases of these apps for some visitors, which stay as they are. */
  limited: z.array(limitedSchema),
});
export const rolledBackSchema = z.object({
  from: z.string(),
  /** Null if a channel or a rollout was ended. */
  to: z.string().nullable(),
  snapshot: z.string().nullable(),
  limited: z.array(limitedSchema),
});
export const recalledSchema = z.object({ snapshot: z.string().nullable() });
export const retiredSchema = z.object({ recalled: z.array(z.string()), snapshot: z.string().nullable() });
export const listedSchema = z.object({
  rows: z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()])),
  pointer: z.object({ current: z.string(), at: z.string(), recalled: z.array(z.string()) }).nullable(),
});
/** The team that made a release live, and its reason. */
const makerSchema = z.object({
  team: z.string(),
  /** The time of the entry in the log, ISO 8601. */
  at: z.string(),
  by: z.enum(['release', 'rollback']),
  message: z.string().optional(),
});
/** A release that the live snapshot lists. */
const releaseStatusSchema = z.object({
  /** 'host', or the name of a remote. */
  app: z.string(),
  version: z.string(),
  /** The visitors of the release. A previous release is for shells that the other releases are incompatible with. */
  for: z.enum(['all', 'channel', 'percent', 'previous']),
  channel: z.string().optional(),
  percent: z.number().optional(),
  /** ISO 8601. Null for a previous release. */
  since: z.string().nullable(),
  /** A version for a shell, a range for a remote. */
  contract: z.string(),
  /** Null if it was not made live by the site's release service. Absent if the service was not asked. */
  maker: makerSchema.nullable().optional(),
  /** The source of the build, from the log of the release service. */
  source: sourceSchema.omit({ message: true }).nullable().optional(),
});
/** Tells whether a listed release of a remote runs in a shell that visitors have. */
const fitSchema = z.object({
  remote: z.string(),
  version: z.string(),
  /** Version of the shell. */
  shell: z.string(),
  /** One sentence for each thing that the shell does not provide. It is empty if they are compatible. */
  problems: z.array(z.string()),
});
/** The live releases: for whom, since when and by whom they are live, and which remote fits which shell. */
export const statusSchema = z.object({
  /** The name of the live snapshot. Null if nothing is released. */
  snapshot: z.string().nullable(),
  /** The time when the pointer moved, ISO 8601. */
  at: z.string().nullable(),
  /** The recalled builds, 'catalog@1.0.0-3f9a01c2'. */
  recalled: z.array(z.string()),
  releases: z.array(releaseStatusSchema),
  fits: z.array(fitSchema),
});
/** A build as a site has it, with everything that is needed to take the same bytes to another site. */
export const storedBuildSchema = z.object({
  version,
  path: z.string(),
  files: z.array(uploadSchema),
  /** Its source maps. */
  maps: z.array(uploadSchema),
  /** The text of build.json, which is not served as a file. */
  record: z.string(),
});
export const versionSchema = version;
export const missingSchema = z.object({ missing: z.array(sha256) });
/** Files about a build, which a client sends only to a site that takes them. */
export const ABOUT_BUILDS: readonly string[] = ['sbom.cdx.json', 'provenance.intoto.json'];
export const serviceSchema = z.object({
  service: z.literal(SERVICE),
  site: z.string().nullable(),
  /** The files about a build that this site takes. A site of an earlier version does not say, and takes none. */
  takes: z.array(z.string()).readonly().default([]),
});

export type BuildUpload = z.output<typeof buildUploadSchema>;
export type ReleaseSource = z.output<typeof sourceSchema>;
export type ReleaseRequest = z.output<typeof releaseRequestSchema>;
export type RollbackRequest = z.output<typeof rollbackRequestSchema>;
export type ReleaseStatus = z.output<typeof releaseStatusSchema>;
export type Fit = z.output<typeof fitSchema>;
export type Status = z.output<typeof statusSchema>;
export type Limited = z.output<typeof limitedSchema>;
