/** Names of remotes. */

/** Longer ones are no labels of reports. */
const LONGEST_NAME = 40;

/** The shell, addresses of the site's own files, packages, and folders that no build reads. */
const RESERVED: ReadonlySet<string> = new Set([
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

/** Why no remote can have this name; undefined when one can. */
export function problemOfName(name: string): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return 'A name has small letters, digits and single dashes.';
  if (RESERVED.has(name)) return `'${name}' is a name that the site or its tools use.`;
  return name.length > LONGEST_NAME ? `A name has at most ${LONGEST_NAME} characters.` : undefined;
}
