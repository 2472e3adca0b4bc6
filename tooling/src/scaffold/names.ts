/** Names of remotes. */

/** Longer ones are no labels of reports. */
const LONGEST_NAME = 40;

/** Why no remote can have this name; undefined when one can. */
export function problemOfName(name: string): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return 'A name has small letters, digits and single dashes.';
  return name.length > LONGEST_NAME ? `A name has at most ${LONGEST_NAME} characters.` : undefined;
}
