/**
 * Plays changes of this API with the calls of the apps: of this working copy (N), and of the baseline, which is the release before (N−1). Each
 * breaking change has to be caught, and no harmless one.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Call, Calls } from 'releases/fits/calls';
import { brokenCalls } from 'releases/fits/compare-calls';
import { withTestApp } from '../../testing/test-app';
import {
  BREAKING_OPERATIONS,
  BREAKING_READ_FIELDS,
  BREAKING_SENT_FIELDS,
  bodyOf,
  type Document,
  type Field,
  type FieldChange,
  fieldsOf,
  HARMLESS,
  inlined,
  type Operation,
  successesOf,
} from './testing/api-changes';

const root = join(__dirname, '../../../..');
const api = withTestApp();

type CallsByApp = Readonly<Record<string, Calls>>;

let document: Document;
let callsOf: { N: CallsByApp; 'N−1': CallsByApp };
beforeAll(async () => {
  const print = join(root, 'releases/src/build/testing/print-calls.ts');
  const { stdout } = await promisify(execFile)('node', ['--import', 'tsx', print], { cwd: root, maxBuffer: 1e8 });
  const baseline = readFileSync(join(root, 'releases/src/testing/stored/baseline-calls.json'), 'utf8');
  callsOf = { N: JSON.parse(stdout), 'N−1': JSON.parse(baseline) };
}, 120_000);
beforeEach(async () => {
  document ??= (await api.current.app.inject('/api/v1/openapi.json')).json<Document>();
});

/** The known breaks between this API and the apps of the baseline. No further one may be added. */
const KNOWN: readonly string[] = [
  // A baseline shell cannot ask for a second factor, so an account that has one cannot sign in there.
  'POST /login: data of the response is gone.',
  'POST /login: token of the response is gone.',
  'POST /login/code/verify: data of the response is gone.',
  'POST /login/code/verify: token of the response is gone.',
  // The app's sources name these fields, but do not read them from this response.
  'POST /carts/{}/pay-with-global: data.cart_id of the response may be missing.',
  'POST /carts/{}/pay-with-paystack: data.cart_id of the response may be missing.',
  'POST /carts/{}/pay-with-stripe: data.cart_id of the response may be missing.',
  'POST /carts/{}/place-free: data.cart_id of the response may be missing.',
  'PUT /queues/cancel/{}: data.cancellation of the response may be missing.',
  // It changes roles of vendors alone, by code that could do it for venues.
  'PUT /venues/{}/operators/{}: the API has this path without PUT.',
];
const withoutPlace = (problem: string) => problem.replace(/ \(\S+\)$/, '');

const AGES = ['N', 'N−1'] as const;
type Age = (typeof AGES)[number];

/** A call with its one path, and the operation with every reference replaced by what it names. */
interface CalledOperation {
  call: Call;
  path: string;
  method: string;
  operation: Operation;
  /** The operation as JSON, from which each change has a copy of its own. */
  text: string;
}

const remembered = new Map<Age, CalledOperation[]>();

/** Lists the calls of all apps of an age, without those that choose among several paths and those that are broken anyway. */
function calledOperations(age: Age): CalledOperation[] {
  const known = remembered.get(age) ?? findCalledOperations(age);
  remembered.set(age, known);
  return known;
}

function findCalledOperations(age: Age): CalledOperation[] {
  const documented = new Map(
    Object.keys(document.paths).map((path) => [path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '{}'), path]),
  );
  return Object.values(callsOf[age]).flatMap(({ calls }) =>
    calls.flatMap((call) => {
      const [only = '', ...others] = call.paths;
      const method = call.method.toLowerCase();
      const path = documented.get(only) ?? '';
      const described = document.paths[path]?.[method];
      if (others.length > 0 || !described || brokenCalls({ calls: [call] }, document).length > 0) return [];
      const operation = inlined(described, document);
      return [{ call, path, method, operation, text: JSON.stringify(operation) }];
    }),
  );
}

/** Returns the operation after a change. */
function changedOperation({ text }: CalledOperation, change: (operation: Operation) => unknown): Operation {
  const copy = JSON.parse(text) as Operation;
  copy.parameters ??= [];
  change(copy);
  return copy;
}

function withOperation({ path, method }: CalledOperation, operation: Operation | undefined): Document {
  const { [method]: _before, ...rest } = document.paths[path] ?? {};
  return { ...document, paths: { ...document.paths, [path]: { ...rest, ...(operation && { [method]: operation }) } } };
}

const breaksOf = (calls: readonly Call[], changed: Document) =>
  brokenCalls({ calls }, changed).filter((problem) => !KNOWN.includes(withoutPlace(problem)));

/** A breaking change of one kind, at one operation. */
interface Seeded {
  name: string;
  call: Call;
  /** Undefined where the operation has nothing to change in this way. */
  make: () => Document | undefined;
}

/** Lists the kinds of breaking changes, each with the operations and fields that it may concern. */
function breakingChanges(age: Age): Map<string, Seeded[]> {
  const byKind = new Map<string, Seeded[]>();
  for (const called of calledOperations(age)) {
    const { call, path, operation } = called;
    const add = (kind: string, field: string, make: Seeded['make']) => {
      const name = `${call.method} ${call.paths[0]}: ${kind}${field && `, ${field}`}`;
      byKind.set(kind, [...(byKind.get(kind) ?? []), { name, call, make }]);
    };
    const changing = (change: (operation: Operation) => boolean) => () => {
      let isChanged = false;
      const changed = changedOperation(called, (copy) => {
        isChanged = change(copy);
      });
      return isChanged ? withOperation(called, changed) : undefined;
    };
    add('the operation is gone', '', () => withOperation(called, undefined));
    add('the path is gone', '', () => {
      const { [path]: methods = {}, ...paths } = document.paths;
      return { ...document, paths: { ...paths, [`${path}-2`]: methods } };
    });
    for (const [kind, change] of Object.entries(BREAKING_OPERATIONS)) {
      // An object of the app with any fields may have this one.
      const isOpen = kind === 'a parameter is required' && call.query?.additionalProperties !== undefined;
      if (!isOpen)
        add(
          kind,
          '',
          changing((copy) => change(copy, call)),
        );
    }
    const { response, body } = call;
    const addFields = (changes: Readonly<Record<string, FieldChange>>, fieldsIn: (copy: Operation) => Field[]) => {
      for (const { path: field } of fieldsIn(operation)) {
        for (const [kind, change] of Object.entries(changes)) {
          const found = (copy: Operation) => fieldsIn(copy).find((each) => each.path === field);
          add(
            kind,
            field,
            changing((copy) => change(found(copy) as Field)),
          );
        }
      }
    };
    addFields(BREAKING_READ_FIELDS, (copy) => (response ? fieldsOf(response, successesOf(copy)[0]) : []));
    addFields(BREAKING_SENT_FIELDS, (copy) => (body ? fieldsOf(body, bodyOf(copy)) : []));
  }
  return byKind;
}

/** Numbers from 0 to 1 that are the same in each run. */
function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Made extends Seeded {
  changed: Document;
}

/** Makes a hundred of the changes: of each kind about as many, at operations and fields that the seed chooses. */
function hundredOf(age: Age): Made[] {
  const byKind = breakingChanges(age);
  const next = seededNumbers(20_261_130);
  const made: Made[] = [];
  while (made.length < 100) {
    for (const changes of byKind.values()) {
      let changed: Document | undefined;
      while (!changed && changes.length > 0) {
        const [one] = changes.splice(Math.floor(next() * changes.length), 1);
        changed = one?.make();
        if (one && changed) made.push({ ...one, changed });
      }
    }
  }
  return made.slice(0, 100);
}

test('this API breaks no app of this working copy, and each path that they call is known', () => {
  for (const [app, calls] of Object.entries(callsOf.N)) {
    expect([app, calls.unread]).toEqual([app, []]);
    expect([app, brokenCalls(calls, document)]).toEqual([app, []]);
  }
});

test('this API breaks the known calls of the baseline, and no others', () => {
  const broken = Object.values(callsOf['N−1']).flatMap((calls) => brokenCalls(calls, document).map(withoutPlace));
  expect(broken.sort()).toEqual([...KNOWN].sort());
});

test.each(AGES)(
  'a hundred seeded changes that break a call are all caught, by operation, field and place (%s)',
  (age) => {
    const made = hundredOf(age);
    const missed = made.filter(({ call, changed }) => breaksOf([call], changed).length === 0);
    expect(missed.map(({ name }) => name)).toEqual([]);
    const { name, call, changed } = made.find((each) => each.name.includes('a read field is gone')) as Made;
    const [, field] = /, (.*)$/.exec(name) ?? [];
    expect(breaksOf([call], changed)).toContain(
      `${call.method} ${call.paths[0]}: ${field} of the response is gone. (${call.at})`,
    );
  },
);

test.each(AGES)('each kind of harmless change passes, at every operation that an app calls (%s)', (age) => {
  const called = calledOperations(age);
  const calls = called.map(({ call }) => call);
  expect(Object.keys(HARMLESS).length).toBeGreaterThanOrEqual(30);
  for (const [kind, change] of Object.entries(HARMLESS)) {
    const paths = { ...document.paths };
    for (const each of called) {
      const changed = changedOperation(each, (operation) => change(operation, each.call));
      paths[each.path] = { ...paths[each.path], [each.method]: changed };
    }
    expect([kind, breaksOf(calls, { ...document, paths })]).toEqual([kind, []]);
  }
});

test.each(AGES)('a further operation and other names of parameters break nothing (%s)', (age) => {
  const renamed = Object.entries(document.paths).map(([path, methods]) => {
    const names = (operation: Operation) =>
      operation.parameters?.map((each) => ({ ...each, name: `${each.in === 'path' ? 'the_' : ''}${each.name}` }));
    const changed = Object.entries(methods).map(([method, operation]) => [
      method,
      { ...operation, parameters: names(operation) },
    ]);
    return [path.replaceAll('{', '{the_'), Object.fromEntries(changed)];
  });
  const paths = { ...Object.fromEntries(renamed), '/api/v1/later': document.paths['/api/v1/venues'] };
  for (const { calls } of Object.values(callsOf[age])) expect(breaksOf(calls, { ...document, paths })).toEqual([]);
});
