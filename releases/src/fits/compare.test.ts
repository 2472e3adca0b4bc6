/** Small declarations show which changes of a module a shell may make. The check fits.test.ts does the same for the contracts. */
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

describe('an option that callers could give is gone', () => {
  it.each([
    ['of the first parameter', '(inner: Inner): void', 'colour'],
    ['of a later parameter that may be left out', '(name: string, inner?: Inner): void', 'colour'],
    ['of an option', '(options: { inner?: Inner }): void', 'inner.colour'],
    [
      'of an option of an option of a later parameter',
      '(name: string, a: { b: { inner?: Inner } }): void',
      'b.inner.colour',
    ],
    ['of the elements of a list', '(list: readonly Inner[]): void', 'colour'],
    ['of the elements of a list within an option', '(options: { list?: Inner[] }): void', 'list.colour'],
    ['of a tuple', '(pair: [string, Inner]): void', 'colour'],
    ['of the values of a record', '(all: Record<string, Inner>): void', 'colour'],
    ['of a choice', '(either: string | Inner | null): void', 'colour'],
    ['of one object of a choice', "(either: { kind: 'a'; size?: string } | ({ kind: 'b' } & Inner)): void", 'colour'],
    ['of what a callback returns', '(make: () => Inner): void', 'colour'],
    ['of what a callback of an option resolves to', '(options: { load: () => Promise<Inner> }): void', 'load.colour'],
    ['of what a callback is given', '(hear: (inner: Inner) => void): void', 'colour'],
    ['of what it returns', '(): Inner', 'colour'],
    ['of what it promises', '(): Promise<readonly Inner[]>', 'colour'],
  ])('%s', (_where, signature, name) => {
    const kit = `export declare function kit${signature};`;
    expect(lacks(TYPES + kit, LESS + kit)).toEqual([`'${name}' is gone.`]);
    expect(lacks(LESS + kit, TYPES + kit)).toEqual([]);
  });

  it('of what a parameter of a type has to be', () => {
    const kit = 'export declare function kit<I extends Inner>(inner: I, all: readonly I[]): I;';
    expect(lacks(TYPES + kit, LESS + kit)).toEqual(["'colour' is gone."]);
    expect(lacks(LESS + kit, TYPES + kit)).toEqual([]);
  });

  it('of a call that has another form as well', () => {
    const kit = 'export declare function kit(inner: Inner): void;';
    const other = 'export declare function kit(name: string): void;';
    expect(lacks(TYPES + kit, `${LESS}${other}${kit}`)).toEqual(["'colour' is gone."]);
    expect(lacks(TYPES + kit, `${LESS}${kit}${other}`)).toEqual(["'colour' is gone."]);
  });

  it('of a type that refers to itself', () => {
    const tree = (more: string) => `export interface kit { child?: kit; children: kit[]; size?: number; ${more} }`;
    expect(lacks(tree('colour?: string;'), tree(''))).toEqual(["'colour' is gone."]);
  });

  it('of a type to which there are many ways, of which some are named', () => {
    const level = (depth: number) =>
      `interface L${depth} { ${'abcdefgh'.replace(/./g, (way) => `${way}: L${depth + 1};`)} }\n`;
    const tree = (last: string) =>
      `${[0, 1, 2, 3, 4, 5, 6, 7, 8].map(level).join('')}interface L9 { ${last} }\nexport type kit = L0;`;
    const [why] = lacks(tree('size?: number; colour?: string'), tree('size?: number'));
    expect(why).toMatch(/^('[a-h](\.[a-h]){8}\.colour'(, )?){10} are gone\.$/);
  });

  it('of a member, each by name', () => {
    const kit = (members: string) => `export declare const kit: { ${members} };`;
    expect(lacks(kit('go(to: { a?: 1; b?: 2; c?: 3 }): void'), kit('go(to: { b?: 2 }): void'))).toEqual([
      "'go.a', 'go.c' are gone.",
    ]);
  });

  it('since a type of a package takes the place of ours', () => {
    const kit = (options: string) => `export declare function kit(options: ${options}): void;`;
    expect(lacks(kit('{ signal?: AbortSignal; colour?: string }'), kit('RequestInit'))).toEqual(["'colour' is gone."]);
  });

  it('which is a parameter', () => {
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
    ['another number of a constant', 'const kit = 20', 'const kit = 25'],
    ['another text of a constant', 'const kit = "a"', 'const kit = "b"'],
    ['another answer of a constant', 'const kit: true', 'const kit: false'],
    [
      'a constant of an enum',
      'enum Size { small, large }\nexport declare const kit: Size.small',
      'enum Size { small, large }\nexport declare const kit: Size.small;\nexport declare const other: Size',
    ],
    [
      'another form of a call before the one there was',
      'function kit(a: string, b?: { c?: 1 }): void',
      'function kit(a: number): void;\nexport declare function kit(a: string, b?: { c?: 1 }): void',
    ],
    ['a choice in another order', "function kit(to: 'a' | 'b'): 'c' | 'd'", "function kit(to: 'b' | 'a'): 'd' | 'c'"],
    [
      'another form of a call at the end',
      'function kit(a: string): string',
      'function kit(a: string): string;\nexport declare function kit(a: number): number',
    ],
    [
      'a parameter that may be given',
      'function kit(a: string): void',
      'function kit(a: string, b?: { c: string }): void',
    ],
    [
      'a parameter that may be more',
      'function kit(a: { b?: string }): void',
      'function kit(a: { b?: string | number } | string): void',
    ],
    [
      'an option that may be more',
      'function kit(a: { b?: string[] }): void',
      'function kit(a: { b?: readonly string[]; c?: 1 }): void',
    ],
    ['a result that is less of a choice', 'function kit(): { a: 1 } | { b: 2; c?: 3 }', 'function kit(): { a: 1 }'],
    [
      'options in a record of any name',
      'function kit(a: { b?: string }): void',
      'function kit(a: Record<string, string | undefined>): void',
    ],
    [
      'a function instead of a component of any kind',
      "const kit: import('react').FunctionComponent<{ a?: string }>",
      'function kit(props: { a?: string }): null',
    ],
    ['anything instead of options', 'function kit(a: { b?: string }): void', 'function kit(a: any): void'],
  ])('%s', (_what, before, after) => {
    expect(lacks(`export declare ${before};`, `export declare ${after};`)).toEqual([]);
  });
});

describe('a remote does not run with', () => {
  it.each([
    ['a constant of another kind', 'const kit = 20', 'const kit = "20"'],
    ['a choice of which callers could give more', "function kit(to: 'a' | 'b'): void", "function kit(to: 'a'): void"],
    ['a constant that a type is made of', "const kit: { readonly a: 'b' }", "const kit: { readonly a: 'c' }"],
    ['a result that is more of a choice', "function kit(): 'a'", "function kit(): 'a' | 'b'"],
    [
      'a constant that a parameter is the type of',
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
