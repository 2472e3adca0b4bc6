/** The rules for the menu entries of a remote. The build, the release and the page use this file. */

/** A page shows no more entries of one remote, and no longer labels. */
export const MENU_LIMITS = { entries: 8, label: 40 } as const;

/** Characters that change the line around them: control characters, line ends, and marks that turn the direction of the text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Explains why no menu may show this label, or returns undefined. */
export function problemOfLabel(label: string): string | undefined {
  const length = [...label].length;
  if (length > MENU_LIMITS.label) return `it has ${length} characters, of at most ${MENU_LIMITS.label}.`;
  if (UNSAFE.test(label)) return 'it has a control character, a line end or a mark of direction.';
  if (!VISIBLE.test(label)) return 'it has nothing to read.';
  // A catalog would take these for the fields and tags of a message.
  return /[{}<>]/.test(label) ? 'it has a bracket of a message, one of { } < >.' : undefined;
}

/** The parameters that a menu fills into the path of an entry. */
const PARAMETERS = [':venueId', ':vendorId'];

interface Entry {
  path: string;
  label: string;
  labels?: Readonly<Record<string, string>> | undefined;
}

/**
 * Explains why a remote must not have these entries, one sentence each.
 * @param paths those of its own routes
 */
export function problemsOfMenu(menu: readonly Entry[], paths: readonly string[]): string[] {
  if (menu.length > MENU_LIMITS.entries) {
    return [`It has ${menu.length} menu entries, of at most ${MENU_LIMITS.entries}.`];
  }
  return menu.flatMap(({ path, label, labels = {} }) => {
    const at = `The menu entry ${JSON.stringify(path.slice(0, 100))}`;
    const unknown = path.split('/').find((word) => word.startsWith(':') && !PARAMETERS.includes(word));
    return [
      ...(paths.includes(path) ? [] : [`${at} is no path of its own routes.`]),
      ...(unknown === undefined ? [] : [`${at} has ${unknown}, and a menu knows ${PARAMETERS.join(' and ')} alone.`]),
      ...[['', label], ...Object.entries(labels)].flatMap(([language = '', text = '']) => {
        const problem = problemOfLabel(text);
        return problem === undefined
          ? []
          : [`${at}: its label${language && ` in '${language}'`} cannot be shown: ${problem}`];
      }),
    ];
  });
}
