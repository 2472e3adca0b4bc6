/**
 * The rules for a remote.json. It goes into the registry word for word, and the server and every page read it from there. So a mistake in
 * it is refused before anything is built.
 */

import type { MenuEntryManifest, RemoteManifest } from 'shared-contracts/remote';
import { MENU_PLACES } from 'shared-contracts/remote/slots';
import { problemOfPath, problemsOfClaim } from '../model/claims';
import { problemsOfFacts } from '../model/facts';
import { MENU_LIMITS, problemsOfMenu } from '../model/menu';
import { problemOfName } from '../scaffold/names';
import { readJson } from './apps';
import { provided } from './provided';
import { shellPaths } from './shell-paths';

const AUDIENCES = ['anyone', 'customer', 'vendor'];
const GUARDS = ['public', 'signed-in'];
const ROLES = ['operator'];

/** Any JSON value, read as an object with optional fields. */
type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const isId = (value: unknown) => typeof value === 'string' && /^[\w-]+$/.test(value);
const hasRole = (role: unknown) => role === undefined || isOneOf(ROLES, role);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isOneOf = (words: readonly string[], value: unknown) => words.some((word) => word === value);
const listed = (values: readonly string[]) => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
const stated = (value: unknown) => (value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`);

/** Explains why no remote can have a page at this path, or returns undefined. */
export function problemOfRoutePath(remote: string, path: unknown): string | undefined {
  const problem = problemOfPath(path);
  if (problem) return problem;
  return problemsOfClaim({ app: remote, paths: [String(path)] }, [{ app: 'host', paths: shellPaths() }])[0];
}

type Problems = (string | false | undefined)[];

function problemsOfRoute(remote: string, route: unknown): Problems {
  const { path, screen, guard, audience, role, title, prefetch = [] } = fieldsOf(route);
  const at = isText(path) ? path : 'A route';
  return [
    problemOfRoutePath(remote, path),
    !isId(screen) && `${at}: its screen ${stated(screen)}; it is the name of one in remote.ts.`,
    !isOneOf(GUARDS, guard) && `${at}: its guard ${stated(guard)}; it is ${listed(GUARDS)}.`,
    !isOneOf(AUDIENCES, audience) && `${at}: its audience ${stated(audience)}; it is ${listed(AUDIENCES)}.`,
    !hasRole(role) && `${at}: its role ${stated(role)}; it is operator, or left out.`,
    !isText(title) && `${at}: its title ${stated(title)}; it is what the header says.`,
    !(Array.isArray(prefetch) && prefetch.every((each) => isText(fieldsOf(each).path))) &&
      `${at}: its prefetch has to be a list, each with a path.`,
  ];
}

function problemsOfSlot(filling: unknown): Problems {
  const { slot, module, audience, guard, role } = fieldsOf(filling);
  const { slots } = provided();
  return [
    !isOneOf(slots, slot) && `A slot ${stated(slot)}; it is ${listed(slots)}.`,
    !isId(module) && `The slot ${slot}: its module ${stated(module)}; it is the name of one in remote.ts.`,
    !isOneOf(AUDIENCES, audience) && `The slot ${slot}: its audience ${stated(audience)}; it is ${listed(AUDIENCES)}.`,
    guard !== undefined &&
      !isOneOf(GUARDS, guard) &&
      `The slot ${slot}: its guard ${stated(guard)}; it is ${listed(GUARDS)}, or left out.`,
    !hasRole(role) && `The slot ${slot}: its role ${stated(role)}; it is operator, or left out.`,
  ];
}

function problemsOfMenuEntry(entry: unknown): Problems {
  const { place, path, label, guard, audience, role } = fieldsOf(entry);
  const at = isText(path) ? `The menu entry ${JSON.stringify(path.slice(0, 100))}` : 'A menu entry';
  return [
    !isOneOf(MENU_PLACES, place) && `${at}: its place ${stated(place)}; it is ${listed(MENU_PLACES)}.`,
    !isText(path) && `${at}: its path ${stated(path)}; it is that of a route of this remote.`,
    !isText(label) && `${at}: its label ${stated(label)}; it is what the menu says.`,
    !isOneOf(GUARDS, guard) && `${at}: its guard ${stated(guard)}; it is ${listed(GUARDS)}.`,
    !isOneOf(AUDIENCES, audience) && `${at}: its audience ${stated(audience)}; it is ${listed(AUDIENCES)}.`,
    !hasRole(role) && `${at}: its role ${stated(role)}; it is operator, or left out.`,
  ];
}

/** Lists what is wrong with the form of the entries; only entries of the right form are compared with the remote's routes. */
function problemsOfAllMenu(menu: unknown, routes: unknown): Problems {
  if (menu === undefined) return [];
  if (!Array.isArray(menu)) return [`Its menu has to be a list; what it has ${stated(menu)}.`];
  const problems = menu.slice(0, MENU_LIMITS.entries).flatMap(problemsOfMenuEntry).filter(Boolean);
  if (problems.length > 0) return problems;
  const paths = Array.isArray(routes) ? routes.map((route) => String(fieldsOf(route).path)) : [];
  return problemsOfMenu(menu as MenuEntryManifest[], paths);
}

function problemsOfAllFacts(facts: unknown): Problems {
  if (facts === undefined) return [];
  return Object.entries(fieldsOf(facts)).flatMap(([screen, texts]) => {
    const { title, description } = fieldsOf(texts);
    if (isText(title) && isText(description)) return problemsOfFacts(screen, { title, description });
    return [`The facts of ${screen} have to be a title and a description.`];
  });
}

/**
 * Explains why a remote must not be released with this manifest, in sentences. The list is empty when it may.
 * @param remote its name, which is its folder's
 * @param manifest the content of its remote.json
 */
export function problemsOfManifest(remote: string, manifest: unknown): string[] {
  const { name, contract, routes, slots, menu, facts } = fieldsOf(manifest);
  const problems: Problems = [
    problemOfName(remote),
    name !== remote && `Its name ${stated(name)}; its folder's is ${remote}.`,
    !isText(contract) && `Its contract ${stated(contract)}; it is a range such as ^${provided().contract}.`,
    !Array.isArray(routes) && `Its routes have to be a list; what it has ${stated(routes)}.`,
    !Array.isArray(slots) && `Its slots have to be a list; what it has ${stated(slots)}.`,
    ...(Array.isArray(routes) ? routes.flatMap((route) => problemsOfRoute(remote, route)) : []),
    ...(Array.isArray(slots) ? slots.flatMap(problemsOfSlot) : []),
    ...problemsOfAllMenu(menu, routes),
    ...problemsOfAllFacts(facts),
  ];
  return problems.filter((problem) => typeof problem === 'string');
}

/**
 * The remote.json of a folder.
 * @throws with the reasons when it cannot be released
 */
export async function readManifest(remote: string, directory: string): Promise<RemoteManifest> {
  const manifest = await readJson(directory, 'remote.json');
  const problems = problemsOfManifest(remote, manifest);
  if (problems.length > 0) throw new Error(`its remote.json cannot be released. ${problems.join(' ')}`);
  return manifest as RemoteManifest;
}
