/** The address of the desk. It is under /api, since the service workers of shells respond to other addresses with the shell's page. */
export const DESK = '/api/v1/desk';

/** @param values the query; an undefined value is left out */
export function deskAddress(path: string, values: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `${DESK}${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}
