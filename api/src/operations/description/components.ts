/** Finds the components of the description that are in use, and their names. Pure. */

type Json = unknown;
type Schemas = Readonly<Record<string, Json>>;

const SCHEMA = '#/components/schemas/';
const INPUT = /Input$/;

/** Returns each $ref below a value. */
export function refsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : refsIn(child),
  );
}

export function withRefs<Value>(value: Value, rename: (ref: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (key, child) =>
    key === '$ref' && typeof child === 'string' ? rename(child) : child,
  );
}

/**
 * Zod describes each schema twice: as a sent form (`OrderInput`) and as a received form (`Order`). Returns the names of the inputs that may
 * take the plain name. These are the inputs that equal the received form, and those that are never received.
 */
export function plainInputs(schemas: Schemas, isUsed: (name: string) => boolean): Set<string> {
  const plain = new Set(
    Object.keys(schemas).filter((name) => {
      const base = name.replace(INPUT, '');
      if (base === name) return false;
      return !isUsed(base) || withoutInput(schemas[name]) === withoutInput(schemas[base]);
    }),
  );
  // A schema that refers to a schema with two forms has two forms too.
  for (let size = -1; size !== plain.size; ) {
    size = plain.size;
    for (const name of plain) {
      const refers = refsIn(schemas[name]).map((ref) => ref.slice(SCHEMA.length));
      const isTwofold = refers.some((other) => INPUT.test(other) && !plain.has(other));
      if (isTwofold && isUsed(name.replace(INPUT, ''))) plain.delete(name);
    }
  }
  return plain;
}

const withoutInput = (schema: Json) => JSON.stringify(withRefs(schema, (ref) => ref.replace(INPUT, '')));

/** Returns the schemas and responses that the paths lead to, by their $ref. */
export function reachable(paths: Json, components: Readonly<Record<string, Schemas>>): Set<string> {
  const found = new Set<string>();
  const visit = (value: Json) => {
    for (const ref of refsIn(value)) {
      if (found.has(ref)) continue;
      found.add(ref);
      const [, , kind = '', name = ''] = ref.split('/');
      visit(components[kind]?.[name]);
    }
  };
  visit(paths);
  return found;
}
