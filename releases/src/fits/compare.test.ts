/** Tests with small declarations which changes of a module a shell may make. The check fits.long.test.ts does the same for the contracts. */
import { compareDeclarations } from './compare';
import type { Surface } from './surface';

const MODULE = 'shared-contracts/kit';
const declarations = (text: string): Surface => ({
  form: 1,
  contract: '1.0.0',
  names: {},
  carried: [],
  events: [],
  entries: { [MODULE]: 'kit.d.ts' },
  files: { 'kit.d.ts': text },
});

/** Lists what a remote that takes `kit` lacks after a change of its declarations, one reason each. */
function lacks(before: string, after: string): (string | undefined)[] {
  const [taken, offered] = [declarations(before), declarations(after)];
  return compareDeclarations({ taken, offered, names: { [MODULE]: ['kit'] } }).map(({ why }) => why);
}

const TYPES = 'interface Inner { size?: number; colour?: string }\n';
const LESS = 'interface Inner { size?: number }\n';

describe('a change is reported if callers lose an option', () => {
  it.each([
    ['of the first parameter', '(inner: Inner): void', 'colour'],
    ['of a later, optional parameter', '(name: string, inner?: Inner): void', 'colour'],
    ['of an option', '(options: { inner?: Inner }): void', 'inner.colour'],
    [
      'of an option within an option of a later parameter',
      '(name: string, a: { b: { inner?: Inner } }): void',
      'b.inner.colour',
    ],
    ['of the elements of a list', '(list: readonly Inner[]): void', 'colour'],
    ['of the elements of a list within an option', '(options: { list?: Inner[] }): void', 'list.colour'],
    ['of a tuple', '(pair: [string, Inner]): void', 'colour'],
    ['of the values of a record', '(all: Record<string, Inner>): void', 'colour'],
    ['of one member of a union', '(either: string | Inner | null): void', 'colour'],
    [
      'of one object in a union of objects',
      "(either: { kind: 'a'; size?: string } | ({ kind: 'b' } & Inner)): void",
      'colour',
    ],
    ['of the value that a callback returns', '(make: () => Inner): void', 'colour'],
    [
      "of the value that an option's callback resolves to",
      '(options: { load: () => Promise<Inner> }): void',
      'load.colour',
    ],
    ['of the value that a callback receives', '(hear: (inner: Inner) => void): void', 'colour'],
    ['of the value that the function returns', '(): Inner', 'colour'],
    ['of the value that the function resolves to', '(): Promise<readonly Inner[]>', 'colour'],
  ])('%s', (_where, signature, name) => {
    const kit = `export declare function kit${signature};`;
    expect(lacks(TYPES + kit, LESS + kit)).toEqual([`'${name}' is gone.`]);
    expect(lacks(LESS + kit, TYPES + kit)).toEqual([]);
  });

  it('of the constraint of a type parameter', () => {
    const kit = 'export declare function kit<I extends Inner>(inner: I, all: readonly I[]): I;';
    expect(lacks(TYPES + kit, LESS + kit)).toEqual(["'colour' is gone."]);
    expect(lacks(LESS + kit, TYPES + kit)).toEqual([]);
  });

  it('of a function with a second overload', () => {
    const kit = 'export declare function kit(inner: Inner): void;';
    const other = 'export declare function kit(name: string): void;';
    expect(lacks(TYPES + kit, `${LESS}${other}${kit}`)).toEqual(["'colour' is gone."]);
    expect(lacks(TYPES + kit, `${LESS}${kit}${other}`)).toEqual(["'colour' is gone."]);
  });

  it('of a type that refers to itself', () => {
    const tree = (more: string) => `export interface kit { child?: kit; children: kit[]; size?: number; ${more} }`;
    expect(lacks(tree('colour?: string;'), tree(''))).toEqual(["'colour' is gone."]);
  });

  it('of a type that many paths lead to, and the report names some of them', () => {
    const level = (depth: number) =>
      `interface L${depth} { ${'abcdefgh'.replace(/./g, (way) => `${way}: L${depth + 1};`)} }\n`;
    const tree = (last: string) =>
      `${[0, 1, 2, 3, 4, 5, 6, 7, 8].map(level).join('')}interface L9 { ${last} }\nexport type kit = L0;`;
    const [why] = lacks(tree('size?: number; colour?: string'), tree('size?: number'));
    expect(why).toMatch(/^('[a-h](\.[a-h]){8}\.colour'(, )?){10} are gone\.$/);
  });

  it('of several members of a parameter, each by name', () => {
    const kit = (members: string) => `export declare const kit: { ${members} };`;
    expect(lacks(kit('go(to: { a?: 1; b?: 2; c?: 3 }): void'), kit('go(to: { b?: 2 }): void'))).toEqual([
      "'go.a', 'go.c' are gone.",
    ]);
  });

  it('that the type of a package lacks in place of ours', () => {
    const kit = (options: string) => `export declare function kit(options: ${options}): void;`;
    expect(lacks(kit('{ signal?: AbortSignal; colour?: string }'), kit('RequestInit'))).toEqual(["'colour' is gone."]);
  });

  it('that is a whole parameter', () => {
    const [before, after] = ['(one: string, two?: number): void', '(one: string): void'];
    const kit = (signature: string) => `export declare function kit${signature};`;
    expect(lacks(kit(before), kit(after))).toEqual(["'two' is gone."]);
    expect(lacks(kit('(one: string, { two }: { two: 1 }): void'), kit(after))).toEqual(["'parameter 2' is gone."]);
    expect(lacks(kit(before), kit('(...all: unknown[]): void'))).toEqual([]);
    expect(
      lacks(`export type kit = ${before.replace(': void', ' => void')};`, 'export type kit = (one: string) => void;'),
    ).toEqual(["'two' is gone."]);
  });
});

describe('a remote still runs with', () => {
  it.each([
    ['another number as a constant', 'const kit = 20', 'const kit = 25'],
    ['another text as a constant', 'const kit = "a"', 'const kit = "b"'],
    ['another boolean as a constant', 'const kit: true', 'const kit: false'],
    [
      'a constant of an enum',
      'enum Size { small, large }\nexport declare const kit: Size.small',
      'enum Size { small, large }\nexport declare const kit: Size.small;\nexport declare const other: Size',
    ],
    [
      'another overload before the existing one',
      'function kit(a: string, b?: { c?: 1 }): void',
      'function kit(a: number): void;\nexport declare function kit(a: string, b?: { c?: 1 }): void',
    ],
    ['a union in another order', "function kit(to: 'a' | 'b'): 'c' | 'd'", "function kit(to: 'b' | 'a'): 'd' | 'c'"],
    [
      'another overload after the existing one',
      'function kit(a: string): string',
      'function kit(a: string): string;\nexport declare function kit(a: number): number',
    ],
    ['a new optional parameter', 'function kit(a: string): void', 'function kit(a: string, b?: { c: string }): void'],
    [
      'a parameter that accepts more',
      'function kit(a: { b?: string }): void',
      'function kit(a: { b?: string | number } | string): void',
    ],
    [
      'an option that accepts more',
      'function kit(a: { b?: string[] }): void',
      'function kit(a: { b?: readonly string[]; c?: 1 }): void',
    ],
    ['a result with fewer alternatives', 'function kit(): { a: 1 } | { b: 2; c?: 3 }', 'function kit(): { a: 1 }'],
    [
      'a record of any name in place of options',
      'function kit(a: { b?: string }): void',
      'function kit(a: Record<string, string | undefined>): void',
    ],
    [
      'a function in place of a component of any kind',
      "const kit: import('react').FunctionComponent<{ a?: string }>",
      'function kit(props: { a?: string }): null',
    ],
    ['any value in place of options', 'function kit(a: { b?: string }): void', 'function kit(a: any): void'],
  ])('%s', (_what, before, after) => {
    expect(lacks(`export declare ${before};`, `export declare ${after};`)).toEqual([]);
  });
});

describe('a remote does not run with', () => {
  it.each([
    ['a constant of another type', 'const kit = 20', 'const kit = "20"'],
    ['a parameter that accepts fewer values', "function kit(to: 'a' | 'b'): void", "function kit(to: 'a'): void"],
    [
      'another value of a constant that a type is made of',
      "const kit: { readonly a: 'b' }",
      "const kit: { readonly a: 'c' }",
    ],
    ['a result with more alternatives', "function kit(): 'a'", "function kit(): 'a' | 'b'"],
    [
      'another value of a constant whose type is that of a parameter',
      'const own = 20;\nexport declare function kit(a: typeof own): void',
      'const own = 25;\nexport declare function kit(a: typeof own): void',
    ],
  ])('%s', (_what, before, after) => {
    expect(lacks(`export declare ${before};`, `export declare ${after};`)).toHaveLength(1);
  });
});

test('types that expand endlessly are refused, and do not delay a release', () => {
  const ways = 'abcdefgh'.replace(/./g, (way) => `${way}: E<[T, '${way}']> | null; `);
  const kit = (more: string) => `interface E<T> { own: T; ${ways}${more} }\nexport type kit = E<0>;`;
  expect(() => lacks(kit('size?: number'), kit('size?: number; colour?: string'))).toThrow('more than 20000 others');
});
