/** Rules for the names of remotes. */

/** Reports refuse longer names as labels. */
const LONGEST_NAME = 40;

/** Names of the shell, of the site's own addresses, of packages, and of folders that no build reads. */
const RESERVED: ReadonlySet<string> = new Set([
  'core',
  'coverage',
  'dist',
  'embed',
  'foodhall-remote-kit',
  'gallery',
  'host',
  'media',
  'parts',
  'react',
  'react-dom',
  'registry',
  'released',
  'settings',
  'shared-contracts',
  'testing',
]);

/** Explains why no remote can have this name, or returns undefined. */
export function problemOfName(name: string): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return 'A name has small letters, digits and single dashes.';
  if (RESERVED.has(name)) return `'${name}' is a name that the site or its tools use.`;
  return name.length > LONGEST_NAME ? `A name has at most ${LONGEST_NAME} characters.` : undefined;
}
