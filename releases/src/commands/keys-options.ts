/** The arguments of npm run keys. */
import { parseArgs } from 'node:util';
import type { Key } from '@tufjs/models';
import type { RoleKeys } from '../store/tuf-roles';
import { idsOf, readKey } from './key-files';

const OPTIONS = {
  target: 'PLACE',
  out: 'DIR',
  from: 'FILE',
  key: 'FILE',
  passphrase: null,
  root: 'KEYS',
  targets: 'KEYS',
  online: 'KEYS',
  live: 'KEYS',
  app: 'NAME=KEYS',
  replace: 'OLD,NEW',
  builds: 'VERSIONS',
} as const;
export type KeyOption = keyof typeof OPTIONS;

/** These can be given several times. */
const LISTS: readonly KeyOption[] = ['app', 'replace'];

export interface KeyValues {
  values: {
    [Name in KeyOption]?: Name extends 'passphrase' ? boolean : Name extends 'app' | 'replace' ? string[] : string;
  };
  positionals: string[];
}

/** @returns '--key FILE' */
export const usageOf = (name: KeyOption): string => (OPTIONS[name] ? `--${name} ${OPTIONS[name]}` : `--${name}`);

/** @throws for an option that the command does not take */
export function readKeyOptions(names: readonly KeyOption[], args: string[]): KeyValues {
  const options = Object.fromEntries(
    names.map((name) => [
      name,
      { type: OPTIONS[name] ? ('string' as const) : ('boolean' as const), multiple: LISTS.includes(name) },
    ]),
  );
  try {
    return parseArgs({ args, allowPositionals: true, options }) as KeyValues;
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new Error(`${reason}. This command takes ${names.map(usageOf).join(', ') || 'no options'}.`);
  }
}

/**
 * Reads the keys of a role: 'a.pub,b.pub,c.pub', or '2:a.pub,b.pub,c.pub' where two of them have to sign.
 * @param known the present keys, which can be named by their ids
 * @param threshold of a list without a number, by the number of its keys
 */
export async function readRoleKeys(
  text: string,
  known: readonly Key[],
  threshold: (keys: number) => number = () => 1,
): Promise<RoleKeys> {
  const [, count, list = ''] = /^(?:(\d+):)?(.*)$/.exec(text) ?? [];
  const keys = await Promise.all(list.split(',').map((each) => readKey(each.trim(), known)));
  const needed = count === undefined ? threshold(keys.length) : Number(count);
  if (needed < 1 || needed > keys.length)
    throw new Error(`${text} asks for ${needed} signatures of ${keys.length} keys.`);
  if (new Set(keys.map(({ keyID }) => keyID)).size < keys.length) throw new Error(`${text} names a key twice.`);
  return { keys, threshold: needed };
}

/** A root of several keys asks for two of them, so that no one key changes it and one may be lost. */
export const rootThreshold = (keys: number): number => Math.min(keys, 2);

/** @param known the present keys, which can be named by their ids */
export async function readReplacements(
  texts: readonly string[] = [],
  known: readonly Key[] = [],
): Promise<(readonly [Key, Key])[]> {
  return await Promise.all(
    texts.map(async (text) => {
      const [old, next, ...others] = text.split(',');
      if (!old || !next || others.length > 0) throw new Error(`--replace is '${text}'; it must be OLD,NEW.`);
      const pair = [await readKey(old, known), await readKey(next, known)] as const;
      if (!known.some(({ keyID }) => keyID === pair[0].keyID))
        throw new Error(`${old} has no role here to be replaced in.${idsOf(known)}`);
      return pair;
    }),
  );
}

/**
 * Reads 'catalog=catalog.pub'.
 * @param known the present keys, which can be named by their ids
 */
export async function readAppKeys(
  texts: readonly string[] = [],
  known: readonly Key[] = [],
): Promise<Record<string, RoleKeys>> {
  const apps = await Promise.all(
    texts.map(async (text) => {
      const [, app, keys] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(text) ?? [];
      if (!app || !keys) throw new Error(`--app is '${text}'; it must be NAME=KEYS, such as catalog=catalog.pem.pub.`);
      return [app, await readRoleKeys(keys, known)] as const;
    }),
  );
  return Object.fromEntries(apps);
}
