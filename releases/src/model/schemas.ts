/**
 * Schemas of the registry's files: snapshots, the pointer and the records of builds. This file is their only definition. Browsers import
 * its types only, since the schemas bring zod. A stored file is checked and then used as it is, so fields that this version does not know
 * stay in it.
 */
import type { MenuEntryManifest, MenuPlace, RouteManifest, SlotManifest, SlotName } from 'shared-contracts/remote';
import { z } from 'zod';

/** The number of the snapshot format that this version reads and writes. */
export const SCHEMA = 2;

const names = z.array(z.string()).readonly();
const byName = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value).readonly();
/** A word from a list that later versions may extend. Compatibility decides about an unknown word, not the format of the file. */
const word = <Word extends string>() => z.string() as unknown as z.ZodType<Word>;

const audience = z.enum(['anyone', 'customer', 'vendor']);
const guard = z.enum(['public', 'signed-in']);
const route: z.ZodType<RouteManifest> = z.object({
  path: z.string(),
  screen: z.string(),
  guard,
  audience,
  role: word<'operator'>().optional(),
  title: z.string(),
  isRoot: z.boolean().optional(),
  search: z.string().optional(),
  isOverPicture: z.boolean().optional(),
  width: word<'content' | 'queue'>().optional(),
  prefetch: z
    .array(
      z.object({ path: z.string(), params: z.record(z.string(), z.string()).optional(), as: z.string().optional() }),
    )
    .readonly()
    .optional(),
});
const slot: z.ZodType<SlotManifest> = z.object({
  slot: word<SlotName>(),
  module: z.string(),
  audience,
  guard: guard.optional(),
  role: word<'operator'>().optional(),
});
/** A menu entry in the registry has its label in every language of its remote, since a menu shows it before any of the remote's code has run. */
const menuEntry: z.ZodType<MenuEntryManifest & { labels?: Readonly<Record<string, string>> | undefined }> = z.object({
  place: word<MenuPlace>(),
  path: z.string(),
  label: z.string(),
  /** Its translations by language. */
  labels: byName(z.string()).optional(),
  guard,
  audience,
  role: word<'operator'>().optional(),
});

const release = z.object({
  /** Package version and the hash of the sources, '1.0.0-3f9a01c2'. It is the name of a folder. */
  version: z.string().regex(/^[\w.-]+$/),
  /** The address of its files: '/parts/catalog/1.0.0-3f9a01c2/'. */
  path: z.string(),
  events: names,
});

export const hostReleaseSchema = release.extend({
  html: z.string(),
  embed: z.string(),
  /** Subresource integrity by file. */
  integrity: byName(z.string()),
  /** Version of shared-contracts that it provides. */
  contract: z.string(),
  /** Versions of the packages that it provides. */
  packages: byName(z.string()),
  slots: names,
  /** Integrity of sw.js, which the server checks. */
  worker: z.string(),
  /** Integrity of its other files with an address at the root, such as the icon. */
  root: byName(z.string()),
  /** Public keys that it trusts. */
  keys: names,
  /** The file with the frame of a first screen: the chrome that the server puts around a remote's template. */
  frame: z.string(),
  /** The files with its texts in other languages than English, by language. */
  catalogs: byName(names).optional(),
  /** The paths of its own pages, which no remote may have. */
  paths: names,
  /** Digest of the class names of its primitives. */
  primitives: z.string(),
});

const requirements = {
  /** Semver range of shared-contracts. */
  contract: z.string(),
  /** Semver ranges of the packages that it takes from the shell. */
  packages: byName(z.string()),
};

export const remoteReleaseSchema = release.extend({
  ...requirements,
  entry: z.string(),
  /** Subresource integrity by file. */
  integrity: byName(z.string()),
  routes: z.array(route).readonly(),
  slots: z.array(slot).readonly(),
  menu: z.array(menuEntry).readonly().optional(),
  /** The files that a screen or slot needs besides the entry, by its id. */
  modules: byName(names),
  /** The languages of its texts, English first. Left out: English. */
  languages: names.optional(),
  /** Title and description by screen, with named fields, for readers that run no script. */
  facts: byName(z.object({ title: z.string(), description: z.string() })).optional(),
  /** The files with these texts in other languages than English, by language. */
  translatedFacts: byName(z.string()).optional(),
  /** Templates of first screens, which the server fills with data of the API. */
  first: z
    .object({
      /** Version of shared-contracts whose primitives the templates are made of. */
      contract: z.string(),
      /** Digest of the class names of these primitives. */
      primitives: z.string(),
      /** The template's file, by screen. */
      screens: byName(z.string()),
      /** The templates' files in other languages than English, by language and screen. */
      languages: byName(byName(z.string())).optional(),
    })
    .optional(),
});

/** The parts of a previous release that decide whether it is compatible. Its record has the rest. */
export const previousReleaseSchema = release.extend({
  ...requirements,
  /** Names of the slots that it fills. */
  slots: names,
  /** Integrity of the file `release.json` in its folder, which is the whole release. */
  record: z.string(),
});

/** A release of a remote in a channel. It has only the parts that decide about it, so that other visitors' pages do not carry the rest. */
export const channelReleaseSchema = previousReleaseSchema.extend({
  /** The path patterns of its routes. */
  paths: names,
  /** Integrity of the styles that its first screens bring. A page's policy allows them before it is known which screen the page shows. */
  styles: names,
});

/** A release for some visitors: those of a channel, or a percentage of them. */
export const limitedReleaseSchema = z.object({
  /** 'host', or the name of a remote. */
  part: z.string(),
  channel: z.string().optional(),
  /** 0 to 100. */
  percent: z.number().optional(),
  /** ISO 8601. */
  since: z.string(),
  /** A remote in a channel has only a reference here. Its record is in `release.json`. */
  release: z.union([hostReleaseSchema, remoteReleaseSchema, channelReleaseSchema]),
});

/** A name that a remote takes and a shell does not offer, or offers in another form than the remote was built with. */
const lack = z.object({
  /** 'fillPath', an event, or a design token. */
  name: z.string(),
  /** The shared module, 'shared-contracts/remote'. */
  from: z.string(),
  /** The compiler's reason why the shell's declaration is another one. It is absent if the shell has no such name. */
  why: z.string().optional(),
});

export const snapshotSchema = z.object({
  schema: z.literal(SCHEMA),
  /** The name of the snapshot before. */
  parent: z.string().nullable(),
  /** The time when the snapshot was made, ISO 8601. */
  at: z.string(),
  /** The shell that all visitors get. */
  host: hostReleaseSchema.nullable(),
  /** The release of each remote that all visitors get. */
  remotes: byName(remoteReleaseSchema),
  /** The time since which each of these is live, ISO 8601, by app. */
  since: byName(z.string()),
  offers: z.array(limitedReleaseSchema).readonly(),
  /** The previous releases of each remote, newest first. No recalled release is among them. */
  kept: byName(z.array(previousReleaseSchema).readonly()),
  /**
   * Lists the names that each remote lacks in each shell, by version of the shell and by 'catalog@1.0.0-3f9a01c2'. An empty list means
   * that it fits. The range of the contract decides about a pair that is not listed: a developer's override, or one that could not be
   * compared.
   */
  verdicts: byName(byName(z.array(lack).readonly())).optional(),
  /** The site that the snapshot was signed for. A page of another site refuses it. It is absent if the site has no name. */
  site: z.string().optional(),
  /** The root of the metadata in registry/tuf. A browser that visits the site for the first time takes it from here. */
  root: z.object({ version: z.number(), integrity: z.string() }).optional(),
});

export const pointerSchema = z.object({
  /** Name of the live snapshot. */
  current: z.string().regex(/^[\w-]+$/),
  previous: z.string().nullable(),
  /** The time when the pointer moved, ISO 8601. */
  at: z.string(),
  /** The recalled builds, 'catalog@1.0.0-3f9a01c2'. Open pages leave them at once. */
  recalled: names,
  /**
   * The releases that attacked visitors, and the time when the last of them was recalled, ISO 8601. Their files are no longer served, and
   * the sessions and browser data from before that time have ended.
   */
  malicious: z.object({ releases: names, at: z.string() }).optional(),
  /** The site that the pointer was signed for, as in a snapshot. */
  site: z.string().optional(),
  /** Ed25519 signature of the JSON of the other fields, in base64. */
  signature: z.string(),
});

/** Integrity of the file `surface.json` in its folder. */
const surface = z.string().optional();
/** Integrity of the file `sbom.cdx.json` in its folder. */
const sbom = z.string().optional();
const hostBuildSchema = hostReleaseSchema.omit({ path: true }).extend({
  part: z.literal('host'),
  /** Files that are served at the root of the site, such as the icon. */
  fixed: names.optional(),
  surface,
  sbom,
});
const remoteBuildSchema = remoteReleaseSchema.omit({ path: true }).extend({ part: z.string(), surface, sbom });
/** build.json: the record that a release needs of a build. */
export const buildRecordSchema = z.union([hostBuildSchema, remoteBuildSchema]);

/** The files of the templates of first screens, in all languages. */
export const templatesOf = (first: RemoteRelease['first']): string[] =>
  [first?.screens ?? {}, ...Object.values(first?.languages ?? {})].flatMap((screens) => Object.values(screens));

/** Integrity of the styles that the first screens of a release bring. */
export function stylesOfFirstScreens({ first, modules, integrity }: RemoteRelease): string[] {
  const files = Object.keys(first?.screens ?? {}).flatMap((screen) => modules[screen] ?? []);
  const hashes = files.filter((file) => file.endsWith('.css')).map((file) => integrity[file] ?? '');
  return [...new Set(hashes)].filter(Boolean);
}

export type HostRelease = z.output<typeof hostReleaseSchema>;
export type RemoteRelease = z.output<typeof remoteReleaseSchema>;
export type PreviousRelease = z.output<typeof previousReleaseSchema>;
export type ChannelRelease = z.output<typeof channelReleaseSchema>;
export type LimitedRelease = z.output<typeof limitedReleaseSchema>;
export type Lack = z.output<typeof lack>;
export type Snapshot = z.output<typeof snapshotSchema>;
export type Pointer = z.output<typeof pointerSchema>;
export type BuildRecord = z.output<typeof buildRecordSchema>;

/** The visitors who joined it: `?channel=beta` leads to the page that asks them. */
export interface Channel {
  channel: string;
  percent?: undefined;
}
/** A percentage of the visitors, 1 to 99. */
export interface Rollout {
  percent: number;
  channel?: undefined;
}
export type Audience = Channel | Rollout;

/**
 * Returns the unchanged value if it matches the schema.
 * @param what the value's name in the message, 'registry/pointer.json'
 * @throws with each field that is wrong
 */
function checked<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const { success, error } = schema.safeParse(value);
  if (success) return value as Value;
  const reasons = error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new Error(`${what} is malformed. ${reasons.join('; ')}`);
}

/** These functions throw if the value is malformed, with the names of the fields. */
export const snapshotOf = (value: unknown, what: string): Snapshot => checked(snapshotSchema, value, what);
export const pointerOf = (value: unknown, what: string): Pointer => checked(pointerSchema, value, what);
export const buildRecordOf = (value: unknown, what: string): BuildRecord => checked(buildRecordSchema, value, what);
