// What a remote.json may say. It goes into the registry word for word, and the server and every page read it from there: a
// slip in it is refused before anything is built.
import { createRequire } from 'node:module';
import { shapeOf } from 'registry/paths';

const { ownPaths, provided } = createRequire(import.meta.url)('./provided.cjs');

/** Where the server answers with files or as the API, whatever a remote claims. */
const SERVED = /^\/(api|parts|registry|media|app)(\/|$)/i;
const AUDIENCES = ['anyone', 'customer', 'vendor'];
const GUARDS = ['public', 'signed-in'];
/** Longer ones are no labels of reports. */
const LONGEST_NAME = 40;

const isId = (value) => typeof value === 'string' && /^[\w-]+$/.test(value);
const isText = (value) => typeof value === 'string' && value !== '';
const listed = (values) => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
const said = (value) => (value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`);

/** @returns {string | undefined} why no remote of this name can be */
export function problemOfName(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) return 'A name has small letters, digits and single dashes.';
  return name.length > LONGEST_NAME ? `A name has at most ${LONGEST_NAME} characters.` : undefined;
}

/** @returns {string | undefined} why no remote can have the page at this path */
export function problemOfPath(path) {
  if (typeof path !== 'string' || !/^\/[^?*#\s]*$/.test(path)) {
    return `The path ${JSON.stringify(path)} has to begin with '/' and to be one path, without '?' and '*'.`;
  }
  if (SERVED.test(path)) return `The path ${path} is the server's own.`;
  return ownPaths().some((own) => shapeOf(own) === shapeOf(path)) ? `The path ${path} is the shell's own.` : undefined;
}

function problemsOfRoute(route) {
  const { path, screen, guard, audience, title, prefetch = [] } = route ?? {};
  const at = isText(path) ? path : 'A route';
  return [
    problemOfPath(path),
    !isId(screen) && `${at}: its screen ${said(screen)}; it is the name of one in remote.ts.`,
    !GUARDS.includes(guard) && `${at}: its guard ${said(guard)}; it is ${listed(GUARDS)}.`,
    !AUDIENCES.includes(audience) && `${at}: its audience ${said(audience)}; it is ${listed(AUDIENCES)}.`,
    !isText(title) && `${at}: its title ${said(title)}; it is what the header says.`,
    !(Array.isArray(prefetch) && prefetch.every((each) => isText(each?.path))) &&
      `${at}: its prefetch has to be a list, each with a path.`,
  ];
}

function problemsOfSlot(filling) {
  const { slot, module, audience } = filling ?? {};
  const { slots } = provided();
  return [
    !slots.includes(slot) && `A slot ${said(slot)}; it is ${listed(slots)}.`,
    !isId(module) && `The slot ${slot}: its module ${said(module)}; it is the name of one in remote.ts.`,
    !AUDIENCES.includes(audience) && `The slot ${slot}: its audience ${said(audience)}; it is ${listed(AUDIENCES)}.`,
  ];
}

/**
 * @param {string} part
 * @param {unknown} manifest what its remote.json holds
 * @returns {string[]} sentences; empty when it may be released
 */
export function problemsOfManifest(part, manifest) {
  const { name, contract, routes, slots } = manifest ?? {};
  return [
    problemOfName(part),
    name !== part && `Its name ${said(name)}; its folder's is ${part}.`,
    !isText(contract) && `Its contract ${said(contract)}; it is a range such as ^${provided().contract}.`,
    !Array.isArray(routes) && `Its routes have to be a list; what it has ${said(routes)}.`,
    !Array.isArray(slots) && `Its slots have to be a list; what it has ${said(slots)}.`,
    ...(Array.isArray(routes) ? routes.flatMap(problemsOfRoute) : []),
    ...(Array.isArray(slots) ? slots.flatMap(problemsOfSlot) : []),
  ].filter(Boolean);
}
