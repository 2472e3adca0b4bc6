import { declarationHashes, importsOf } from './declaration-hashes';

const ENTRIES = { 'kit/events': 'events/index.d.ts', 'kit/router': 'router.d.ts' };
const FILES = {
  'events/index.d.ts': [
    "import type { Payloads } from './payloads';",
    "export * from './state';",
    "export { stop as end } from './stop';",
    'export declare function publish<Name extends keyof Payloads>(name: Name, payload: Payloads[Name]): void;',
    "export declare function routed(): import('kit/router').Route;",
    'export declare function alone(size: number): string;',
  ].join('\n'),
  'events/payloads.d.ts': 'import type { User } from "./user";\nexport interface Payloads {\n    "signed-in": User;\n}',
  'events/user.d.ts': 'export interface User {\n    id: number;\n}',
  'events/state.d.ts': 'export interface State {\n    alone: number;\n}\nexport declare function state(): State;',
  'events/stop.d.ts': 'export declare const stop: () => void;',
  'router.d.ts': "export { useParams } from 'react-router-dom';\nexport interface Route {\n    path: string;\n}",
};

const before = declarationHashes(ENTRIES, FILES);

/** Lists the names whose hash differs after a change of a file. */
function changedBy(file: keyof typeof FILES, from: string, to: string): string[] {
  expect(FILES[file]).toContain(from);
  const after = declarationHashes(ENTRIES, { ...FILES, [file]: FILES[file].replace(from, to) });
  return Object.entries(before).flatMap(([module, names]) =>
    Object.keys(names).filter((name) => after[module]?.[name] !== names[name]),
  );
}

test('each exported name has a hash, also if it comes from another module', () => {
  expect(Object.keys(before['kit/events'] ?? {})).toEqual(['State', 'alone', 'end', 'publish', 'routed', 'state']);
  expect(Object.keys(before['kit/router'] ?? {})).toEqual(['Route', 'useParams']);
});

test.each([
  ['a declaration changes its own name alone', 'events/index.d.ts', 'size: number', 'size: string', ['alone']],
  ['a type changes what refers to it, over other files', 'events/user.d.ts', 'id: number', 'id: string', ['publish']],
  ['a type of an import in a type is referred to', 'router.d.ts', 'path: string', 'path: URL', ['routed', 'Route']],
  ['a member is not what has its name', 'events/state.d.ts', 'alone: number', 'alone: string', ['State', 'state']],
  ['what is passed on under another name', 'events/stop.d.ts', '() => void', '() => number', ['end']],
  ['a comment changes nothing', 'events/user.d.ts', 'id: number', '/** Who. */ id: number', []],
  ['another format changes nothing', 'events/user.d.ts', '{\n    id', '{id', []],
  ['another order changes nothing', 'events/state.d.ts', 'export interface', '\n\nexport interface', []],
] as const)('%s', (_what, file, from, to, names) => {
  expect(changedBy(file, from, to)).toEqual(names);
});

test("a package's declaration is recorded by the name of its export", () => {
  expect(
    changedBy('router.d.ts', "export { useParams } from 'react-router-dom'", "export { useParams } from 'wouter'"),
  ).toEqual(['useParams']);
});

test('the error names a missing file', () => {
  const { 'events/user.d.ts': _user, ...others } = FILES;
  expect(() => declarationHashes(ENTRIES, others)).toThrow(
    'events/payloads.d.ts refers to ./user, which has no declarations.',
  );
});

test('the graph finds the files that a file refers to, in imports and in types', () => {
  expect(importsOf(ENTRIES, FILES)).toMatchObject({
    'events/index.d.ts': ['events/payloads.d.ts', 'events/state.d.ts', 'events/stop.d.ts', 'router.d.ts'],
    'router.d.ts': [],
  });
});
