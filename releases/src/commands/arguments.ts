import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Environment, processEnv } from 'settings/environment';
import { root } from '../build/apps';
import { sourceOf } from '../build/source';
import type { Audience } from '../model/schemas';
import type { ReleaseSource } from '../model/service';
import { type ReleaseServiceClient, serviceAt } from '../store/service-client';
import { targetOf } from '../store/targets/place';
import type { Target } from '../store/targets/target';
import type { Signer } from '../store/tuf-signer';
import { teamSigners } from './key-files';

/**
 * The options. `--out DIR`: another dist folder than the project's own. `--target PLACE`: the site if it is not that folder, as a folder or
 * the address of a site with a release service or of a static host. `--message TEXT`: a text for the log of the site. `--from PLACE`: the
 * site of the build to promote. `--source DIR`: the folder of the app's sources, if elsewhere. `--all`: every app. `--stage`: the release waits for people. `--to CHANNEL`,
 * `--percent N`: the visitors. `--share`: ends a rollout. `--prune`: deletes the builds that no page can need. `--json`: prints for
 * programs. `--key FILE`: the key with which a team signs its release. `--shell ADDRESS`: the deployed shell that takes a remote under development. `--origin ADDRESS`: the address of that remote for
 * a browser. `--mock`: without a site, with the remote's own mock data.
 */
const VALUES = {
  out: 'DIR',
  target: 'PLACE',
  source: 'DIR',
  message: 'TEXT',
  from: 'PLACE',
  all: null,
  stage: null,
  to: 'CHANNEL',
  percent: 'N',
  share: null,
  prune: null,
  json: null,
  key: 'FILE',
  shell: 'ADDRESS',
  origin: 'ADDRESS',
  mock: null,
} as const;

type OptionName = keyof typeof VALUES;
type OptionValues = { [Name in OptionName]?: (typeof VALUES)[Name] extends null ? boolean : string };

/**
 * npm's own options that swallow ours if no `--` is before them: `npm run release catalog --to beta` reaches the command as `catalog`
 * alone, and would go live for all visitors. npm 11 takes --to for --token-description.
 */
const LOST: Partial<Record<OptionName, readonly string[]>> = {
  all: ['all'],
  stage: ['stage'],
  to: ['to', 'token_description'],
  percent: ['percent'],
  share: ['share'],
  json: ['json'],
};

const written = (name: OptionName) => (VALUES[name] ? `--${name} ${VALUES[name]}` : `--${name}`);

export interface GivenArguments {
  args?: string[];
  environment?: Environment;
}

/**
 * @param names the options that the command takes
 * @throws for an option that the command does not take, and for one that npm kept for itself
 */
export function readOptions(
  names: readonly OptionName[],
  { args = process.argv.slice(2), environment = processEnv }: GivenArguments = {},
): { values: OptionValues; positionals: string[] } {
  const lost = names.find((name) => LOST[name]?.some((key) => environment[`npm_config_${key}`] !== undefined));
  if (lost) {
    throw new Error(
      `npm took --${lost} as an option of its own. Write two dashes before the options: npm run … -- --${lost}`,
    );
  }
  const options = Object.fromEntries(
    names.map((name) => [name, { type: VALUES[name] ? ('string' as const) : ('boolean' as const) }]),
  );
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    const taken = names.length > 0 ? names.map(written).join(', ') : 'no options';
    throw new Error(`${reason}. This command takes ${taken}.`);
  }
}

/** The parsed arguments of the release commands. */
export interface ReleaseArguments {
  /** The dist folder. */
  out: string;
  target: Target;
  /** @returns the release service of the target, or null for a folder or a static host */
  service: () => Promise<ReleaseServiceClient | null>;
  /** Describes the origin of the release, for the log of a release service. */
  describe: () => Promise<ReleaseSource>;
  source: string | undefined;
  /** A folder, or the address of a site with a release service. */
  from: string | undefined;
  /** Undefined means all visitors. A percentage of 0 means any rollout. */
  to: Audience | undefined;
  /** @returns the keys with which a team signs its release, or an empty list */
  signers: () => Promise<Signer[]>;
  prune: boolean;
  json: boolean;
  all: boolean;
  stage: boolean;
  positionals: string[];
}

/**
 * @param names as in readOptions
 * @throws for an invalid channel or percentage, and as readOptions
 */
export function readArguments(names: readonly OptionName[], given?: GivenArguments): ReleaseArguments {
  const { values, positionals } = readOptions(names, given);
  const out = path.resolve(values.out ?? path.join(root, 'dist'));
  const target = targetOf(values.target ?? out);
  const source = values.source && path.resolve(values.source);
  return {
    out,
    target,
    service: async () => (target.isStaticHost ? await serviceAt(target.place) : null),
    describe: () => sourceOf(source ?? root, values.message),
    source,
    from: values.from,
    to: audienceOf(values),
    signers: () => teamSigners(values.key, given?.environment),
    prune: values.prune === true,
    json: values.json === true,
    all: values.all === true,
    stage: values.stage === true,
    positionals,
  };
}

function audienceOf({ to, percent, share }: OptionValues): Audience | undefined {
  if ([to, percent, share].filter((each) => each !== undefined).length > 1) {
    throw new Error('It is for a channel or for a percentage of the visitors: give one of them.');
  }
  if (to !== undefined) {
    if (!/^[\w-]{1,64}$/.test(to)) throw new Error(`--to is '${to}'; a channel is a word such as beta.`);
    return { channel: to };
  }
  if (share) return { percent: 0 };
  if (percent === undefined) return undefined;
  if (!/^[1-9]\d?$/.test(percent))
    throw new Error(
      `--percent is '${percent}'; it must be a whole number from 1 to 99. Leave it out to release for all visitors.`,
    );
  return { percent: Number(percent) };
}
