/** Reads settings from an environment by the rules of the table. */
import type { Environment } from './environment';
import { described, type SettingName, type SettingValue, settings } from './table';

/** Lists what the operator has to change: one sentence for each setting, with its present value and the allowed ones. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly sentences: readonly string[];

  constructor(setting: string, found: string | undefined, allowed: string);
  /** Takes several sentences, one on each line. */
  constructor(sentences: readonly string[]);
  constructor(setting: string | readonly string[], found?: string, allowed?: string) {
    const sentences =
      typeof setting === 'string'
        ? [`${setting} is ${found === undefined ? 'not set' : `'${found}'`}; it must be ${allowed}.`]
        : [...new Set(setting)];
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/** The text of a setting, or undefined. An empty value counts as not set, because shells and compose files often write it so. */
export function readText(environment: Environment, name: SettingName): string | undefined {
  return textOf(environment, name);
}

/** @param name a setting of the table, or the name that a venue has chosen for one of its secrets */
function textOf(environment: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

/** @throws ConfigError when the table does not allow the value */
export function readSetting<K extends SettingName>(environment: Environment, name: K): SettingValue<K> {
  const found = readText(environment, name);
  const result = settings[name].safeParse(found);
  if (result.success) return result.data as SettingValue<K>;
  const [issue] = result.error.issues;
  const params = issue?.code === 'custom' ? issue.params : undefined;
  throw new ConfigError(name, found && (hidden(name) ?? params?.found ?? found), issue?.message ?? 'something else');
}

/** The text that an error shows in place of a secret, so that no log holds it. It is undefined where the value may be shown. */
function hidden(name: SettingName): string | undefined {
  const secret = described.get(settings[name])?.secret;
  return secret === true ? 'something else' : secret || undefined;
}

/** Explains why a venue may not use this name for a secret, or returns null. @throws ConfigError for SECRET_NAMES */
export function problemOfSecretName(environment: Environment, name: string): string | null {
  if (Object.hasOwn(settings, name)) return 'must be a setting of its own, not one of the site itself';
  const prefixes = readSetting(environment, 'SECRET_NAMES');
  if (prefixes.some((prefix) => name.startsWith(prefix))) return null;
  return `must begin with ${prefixes.join(' or ')}, which SECRET_NAMES on the server lists`;
}

/** A secret that a venue names. It is undefined where the variable is not set or its name may not hold a secret. */
export function readSecret(environment: Environment, name: string): string | undefined {
  return problemOfSecretName(environment, name) === null ? textOf(environment, name) : undefined;
}
