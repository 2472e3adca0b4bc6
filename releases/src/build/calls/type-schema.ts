/** Writes types of TypeScript as JSON schemas: what an app sends, and what it reads of a response. */
import ts from 'typescript';
import type { JsonSchema } from '../../fits/json-schema';
import { bare } from './path-texts';

/** Types inside of types, to this depth. */
const MOST_DEPTH = 16;

const sortedBy = <Value>(values: readonly Value[], key: (value: Value) => string): Value[] =>
  [...values].sort((a, b) => (key(a) < key(b) ? -1 : 1));

const isUndefined = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;

const isOptional = (type: ts.Type) => (type.isUnion() ? type.types : [type]).some(isUndefined);

/** An object with its fields in the order of their names. */
const objectOf = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: ReadonlySet<string>,
  others?: JsonSchema | boolean,
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(sortedBy(Object.entries(properties), ([name]) => name)),
  required: [...required].sort(),
  ...(others !== undefined && { additionalProperties: others }),
});

/**
 * @param isRead tells whether a field of an object belongs to the schema; by default, all fields do
 */
export function schemaWriter(checker: ts.TypeChecker, isRead: (name: string) => boolean = () => true) {
  /** The types that the current one is in, since a type may contain itself. */
  const around: ts.Type[] = [];

  function schemaOf(type: ts.Type): JsonSchema {
    const constraint = checker.getBaseConstraintOfType(type) ?? type;
    const parts = (constraint.isUnion() ? constraint.types : [constraint]).filter((part) => !isUndefined(part));
    const values = parts.flatMap(literalOf);
    const types = [...new Set(parts.flatMap(simpleTypeOf))];
    const literals = values.filter((value) => !types.includes(typeof value));
    const isBoolean = literals.includes(true) && literals.includes(false);
    const listed = isBoolean ? literals.filter((value) => typeof value !== 'boolean') : literals;
    const others = parts.filter((part) => literalOf(part).length === 0 && simpleTypeOf(part).length === 0);
    const forms: JsonSchema[] = [
      ...[...types, ...(isBoolean ? ['boolean'] : [])].map((type) => ({ type })),
      ...(listed.length > 0 ? [{ enum: sortedBy([...new Set(listed)], (value) => JSON.stringify(value)) }] : []),
      ...others.map(schemaOfObject),
    ];
    const unique = sortedBy([...new Map(forms.map((form) => [JSON.stringify(form), form])).values()], JSON.stringify);
    const [only] = unique;
    if (!only || unique.some((form) => Object.keys(form).length === 0)) return {};
    return unique.length === 1 ? only : { anyOf: unique };
  }

  /** The value of a type with only one. */
  function literalOf(type: ts.Type): (string | number | boolean)[] {
    if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
    if ((type.flags & ts.TypeFlags.BooleanLiteral) === 0) return [];
    return [checker.typeToString(type) === 'true'];
  }

  function simpleTypeOf({ flags }: ts.Type): string[] {
    if (flags & ts.TypeFlags.Null) return ['null'];
    if (flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) return ['string'];
    if (flags & ts.TypeFlags.Number) return ['number'];
    return flags & ts.TypeFlags.Boolean ? ['boolean'] : [];
  }

  function schemaOfObject(type: ts.Type): JsonSchema {
    const isObject = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection);
    if (!isObject || around.includes(type) || around.length > MOST_DEPTH || !isPlain(type)) return {};
    around.push(type);
    try {
      return schemaOfParts(type);
    } finally {
      around.pop();
    }
  }

  /** JSON has no functions and no objects of classes. */
  const isPlain = (type: ts.Type) =>
    !type.isClass() && type.getCallSignatures().length === 0 && type.getConstructSignatures().length === 0;

  function schemaOfParts(type: ts.Type): JsonSchema {
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference).map(schemaOf);
      return { type: 'array', items: items.length === 1 ? items[0] : { anyOf: items } };
    }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', items: item ? schemaOf(item) : {} };
    }
    const index = type.getStringIndexType();
    const fields = checker.getPropertiesOfType(type).filter(({ name }) => isRead(name));
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const field of sortedBy(fields, ({ name }) => name)) {
      const fieldType = checker.getTypeOfSymbol(field);
      if (isUndefined(fieldType)) continue;
      properties[field.name] = schemaOf(fieldType);
      if (!(field.flags & ts.SymbolFlags.Optional) && !isOptional(fieldType)) required.push(field.name);
    }
    return objectOf(properties, new Set(required), index && schemaOf(index));
  }

  /**
   * Reads an object of the sources field by field. So it keeps the values that the type lacks, as of `{ status: 'active' }`, and the compiler
   * need not look at the code around the object.
   */
  function schemaOfExpression(given: ts.Expression): JsonSchema {
    const node = bare(given);
    if (!ts.isObjectLiteralExpression(node)) return schemaOf(checker.getTypeAtLocation(node));
    const properties: Record<string, JsonSchema> = {};
    const required = new Set<string>();
    let others: JsonSchema | undefined;
    const add = (name: string, schema: JsonSchema, isRequired: boolean) => {
      properties[name] = schema;
      if (isRequired) required.add(name);
    };
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = schemaOfSpread(property.expression);
        if (!spread) return {};
        for (const [name, schema] of Object.entries(spread.properties ?? {}))
          add(name, schema, spread.required?.includes(name) ?? false);
        if (typeof spread.additionalProperties === 'object') others = spread.additionalProperties;
      } else if (ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name)) {
        const isGiven = !isOptional(checker.getTypeAtLocation(property.initializer));
        add(property.name.text, schemaOfExpression(property.initializer), isGiven);
      } else if (ts.isShorthandPropertyAssignment(property)) {
        const symbol = checker.getShorthandAssignmentValueSymbol(property);
        const type = symbol && checker.getTypeOfSymbolAtLocation(symbol, property.name);
        if (type) add(property.name.text, schemaOf(type), !isOptional(type));
      } else others = {};
    }
    return objectOf(properties, required, others);
  }

  /** @returns undefined if the type is not known to be an object, or to be left out */
  function schemaOfSpread(node: ts.Expression): JsonSchema | undefined {
    const inner = bare(node);
    // `...(isKnown && { name })`
    if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
      const schema = schemaOfExpression(inner.right);
      return schema.properties && { ...schema, required: [] };
    }
    if (ts.isObjectLiteralExpression(inner)) return schemaOfExpression(inner);
    const type = checker.getTypeAtLocation(inner);
    const parts = type.isUnion() ? type.types : [type];
    const objects = parts.filter(({ flags }) => flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection));
    const schemas = objects.map(schemaOfObject);
    if (schemas.length === 0 || schemas.some(({ type: found }) => found !== 'object')) return undefined;
    const others = schemas.find(({ additionalProperties }) => additionalProperties)?.additionalProperties;
    const isAlways = (name: string) => parts.length === 1 && schemas.every((each) => each.required?.includes(name));
    const properties: Record<string, JsonSchema> = Object.assign({}, ...schemas.map((each) => each.properties));
    return objectOf(properties, new Set(Object.keys(properties).filter(isAlways)), others);
  }

  return { schemaOf, schemaOfExpression };
}
