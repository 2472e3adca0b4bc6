/** Checks the record of a build. Every page carries the record in the registry, and the server acts on it. */
import { problemOfPath } from '../model/claims';
import { problemsOfFacts } from '../model/facts';
import { problemsOfMenu } from '../model/menu';
import { type BuildRecord, stylesOfFirstScreens } from '../model/schemas';
import { releaseText } from './snapshot';

/** The limits of a remote's record. The largest remote of this repository has 11 routes, 8 screens and 5.6 KB. */
export const RECORD_LIMITS = {
  /** The most bytes of the release in a snapshot. */
  bytes: 24 * 1024,
  hostBytes: 64 * 1024,
  routes: 60,
  slots: 20,
  /** The most styles of its first screens. The policy of each page has their hashes. */
  styles: 20,
  /** The most characters of a path, and of the contract range. */
  path: 100,
  contract: 100,
  /** The most requests of one route that the server makes for each of its pages. */
  prefetch: 6,
  /** The most characters of a title and of a description, before their fields are filled in. */
  title: 200,
  description: 400,
} as const;

/** A path of the API with the names of parameters, as `fillPath` takes it. */
const API_PATH = /^(\/(:[A-Za-z]+|[\w-]+))+$/;

/** Explains why a release must not have this record, one sentence each. */
export function problemsOfRecord(record: BuildRecord): string[] {
  const name = `${record.part} ${record.version}`;
  const isHost = 'html' in record;
  if ((record.part === 'host') !== isHost)
    return ['build.json is of a shell, or of a remote: its name says the other.'];
  const bytes = Buffer.byteLength(releaseText(record));
  const most = isHost ? RECORD_LIMITS.hostBytes : RECORD_LIMITS.bytes;
  const tooLarge =
    bytes > most
      ? [`What the registry has of ${name} would be ${bytes} bytes, of at most ${most}: each page has it.`]
      : [];
  if (isHost) return tooLarge;
  const { contract, routes, slots, menu = [], facts = {} } = record;
  const { title, description, prefetch } = RECORD_LIMITS;
  const screens = new Set(routes.map((route) => route.screen));
  return [
    ...tooLarge,
    ...atMost(`${name} has`, routes.length, RECORD_LIMITS.routes, 'routes'),
    ...atMost(`${name} has`, slots.length, RECORD_LIMITS.slots, 'slots'),
    ...atMost(
      `${name} has`,
      stylesOfFirstScreens({ ...record, path: '' }).length,
      RECORD_LIMITS.styles,
      'styles of first screens',
    ),
    ...atMost(`The contract of ${name} has`, contract.length, RECORD_LIMITS.contract, 'characters'),
    ...problemsOfMenu(
      menu,
      routes.map(({ path }) => path),
    ).map((problem) => `${name}: ${problem}`),
    ...routes.flatMap((route) => {
      const requests = route.prefetch ?? [];
      return [
        ...[problemOfPath(route.path)].filter((problem) => problem !== undefined),
        ...atMost(`The path ${route.path.slice(0, 40)}… has`, route.path.length, RECORD_LIMITS.path, 'characters'),
        ...atMost(`${route.path} asks for`, requests.length, prefetch, 'requests (prefetch)'),
        ...requests
          .filter((request) => !API_PATH.test(request.path))
          .map((request) => `${route.path} asks for ${request.path}, which is no path of the API.`),
      ];
    }),
    ...Object.entries(facts).flatMap(([screen, texts]) => [
      ...(screens.has(screen) ? [] : [`${name} has facts of '${screen}', which no route shows.`]),
      ...atMost(`The title of ${screen} has`, texts.title.length, title, 'characters'),
      ...atMost(`The description of ${screen} has`, texts.description.length, description, 'characters'),
      ...problemsOfFacts(screen, texts),
    ]),
  ];
}

const atMost = (what: string, found: number, most: number, of: string): string[] =>
  found > most ? [`${what} ${found} ${of}, of at most ${most}.`] : [];
