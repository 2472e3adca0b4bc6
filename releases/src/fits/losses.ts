/**
 * Finds the members that callers may name and that the new type no longer has. The compiler accepts a function that reads fewer options,
 * since callers then pass more than it asks for. Yet code that writes such an option no longer compiles, and the option has no effect any
 * more.
 */
import ts from 'typescript';

/** The number of nested types that are compared. */
const MAX_DEPTH = 12;
/** The most names that are reported of a type. A type that is used in many places would have one for each path to it. */
const MOST_NAMES = 10;
/** The most pairs of one comparison. The contracts have a thousand in all. Types that expand endlessly would hold up each release. */
const MOST_PAIRS = 20_000;

interface Pair {
  before: ts.Type;
  after: ts.Type;
}

const isStructured = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;

/** Returns the objects that a value of this type may be. */
const objectsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]).filter(isStructured);

/** Tells whether callers can write the property. They write no symbols ('__@iterator@12') and no private members. */
const isWritten = (property: ts.Symbol) =>
  !property.name.startsWith('__@') &&
  !property.declarations?.some(
    (declaration) => ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  );

/**
 * Makes a function that compares the types of two versions of the same declarations. It returns the first ten names that are gone,
 * 'options.filter.venue'.
 * @param isOurs tells whether a file is one of these declarations. Those of packages are the same for both versions
 * @throws (when it compares) if it has compared 20,000 pairs
 */
export function lossFinder(
  checker: ts.TypeChecker,
  isOurs: (file: string) => boolean,
): (before: ts.Type, after: ts.Type) => string[] {
  /** The known losses of each pair. A pair that is still being compared counts as without losses, so that a type may refer to itself. */
  const known = new Map<ts.Type, Map<ts.Type, readonly string[]>>();
  let pairs = 0;

  function count(): void {
    pairs += 1;
    if (pairs > MOST_PAIRS)
      throw new Error(`Its types refer to more than ${MOST_PAIRS} others, so give them simpler ones.`);
  }

  /** Returns the constraint of a type parameter, which is what callers may pass: `Definition extends RemoteDefinition`. */
  const constrained = (type: ts.Type): ts.Type =>
    type.isTypeParameter() ? (checker.getBaseConstraintOfType(type) ?? type) : type;

  const isOfPackage = ({ symbol }: ts.Type) =>
    Boolean(symbol?.declarations?.length) &&
    (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0 &&
    !symbol.declarations?.some((declaration) => isOurs(declaration.getSourceFile().fileName));

  function lossesOf({ before, after }: Pair, depth: number): readonly string[] {
    if (before === after || depth > MAX_DEPTH) return [];
    count();
    const losses = lossesOfChoice(objectsOf(constrained(before)), objectsOf(constrained(after)), depth);
    return [...new Set(losses)].slice(0, MOST_NAMES);
  }

  /** Compares each object of a union with the most similar object among those that may replace it. */
  function lossesOfChoice(before: readonly ts.Type[], after: readonly ts.Type[], depth: number): string[] {
    const [only] = after;
    if (only && before.length === 1 && after.length === 1) {
      return before.flatMap((object) => lossesOfObject({ before: object, after: only }, depth));
    }
    return before.flatMap((object) => {
      const counterparts = after.filter((other) => {
        count();
        return checker.isTypeAssignableTo(other, object) || checker.isTypeAssignableTo(object, other);
      });
      const losses = counterparts.map((other) => lossesOfObject({ before: object, after: other }, depth));
      return [...(losses.sort((a, b) => a.length - b.length)[0] ?? [])];
    });
  }

  function lossesOfObject({ before, after }: Pair, depth: number): readonly string[] {
    const found = known.get(before)?.get(after);
    if (found) return found;
    const results = known.get(before) ?? new Map<ts.Type, readonly string[]>();
    known.set(before, results.set(after, []));
    const losses = lossesOfMembers({ before, after }, depth).slice(0, MOST_NAMES);
    results.set(after, losses);
    return losses;
  }

  function lossesOfMembers(pair: Pair, depth: number): string[] {
    const { before, after } = pair;
    if (before === after) return [];
    const within = (inner: ts.Type | undefined, other: ts.Type | undefined) =>
      inner && other ? lossesOf({ before: inner, after: other }, depth + 1) : [];
    if (checker.isArrayLikeType(before) || checker.isArrayLikeType(after)) {
      return [...within(before.getNumberIndexType(), after.getNumberIndexType())];
    }
    // The members of a package's type are the same for both versions, or no code counts on them: a component may become a function.
    if (isOfPackage(before)) return lossesOfArguments(pair, within);
    const index = after.getStringIndexType();
    return [
      ...before.getProperties().flatMap((property) => {
        const counterpart = after.getProperty(property.name);
        if (!counterpart && !index) return isWritten(property) ? [property.name] : [];
        const type = counterpart ? checker.getTypeOfSymbol(counterpart) : index;
        return within(checker.getTypeOfSymbol(property), type).map((name) => `${property.name}.${name}`);
      }),
      ...within(before.getStringIndexType(), index),
      ...lossesOfSignatures(before.getCallSignatures(), after.getCallSignatures(), within),
      ...lossesOfSignatures(before.getConstructSignatures(), after.getConstructSignatures(), within),
    ];
  }

  type Within = (before: ts.Type | undefined, after: ts.Type | undefined) => readonly string[];

  /** Compares the type arguments of a package's type, such as Order in Promise<Order>. */
  function lossesOfArguments({ before, after }: Pair, within: Within): string[] {
    const [old, now] = [before, after] as ts.TypeReference[];
    if (!old?.target || old.target !== now?.target) return [];
    const others = checker.getTypeArguments(now);
    return checker.getTypeArguments(old).flatMap((argument, position) => within(argument, others[position]));
  }

  /** Tells whether one overload accepts the arguments of another. */
  function takes(after: ts.Signature, before: ts.Signature): boolean {
    count();
    const parameters = after.getParameters();
    return before.getParameters().every((parameter, index) => {
      const other = parameters[index];
      if (!other || isRest(other) || isRest(parameter)) return true;
      const [given, taken] = [parameter, other].map((each) => constrained(checker.getTypeOfSymbol(each)));
      return given && taken && checker.isTypeAssignableTo(given, taken);
    });
  }

  /** Compares each overload with those that accept the same arguments, since the order of overloads may change. */
  function lossesOfSignatures(
    before: readonly ts.Signature[],
    after: readonly ts.Signature[],
    within: Within,
  ): string[] {
    return before.flatMap((signature) => {
      const forms = after.filter((other) => takes(other, signature));
      const losses = (forms.length > 0 ? forms : after).map((other) => lossesOfSignature(signature, other, within));
      return losses.sort((a, b) => a.length - b.length)[0] ?? [];
    });
  }

  function lossesOfSignature(before: ts.Signature, after: ts.Signature, within: Within): string[] {
    const parameters = after.getParameters();
    const isOpen = parameters.some((parameter) => isRest(parameter));
    return [
      ...before.getParameters().flatMap((parameter, index) => {
        const other = parameters[index];
        // A destructured parameter has no name of its own.
        const name = parameter.name.startsWith('__') ? `parameter ${index + 1}` : parameter.name;
        if (!other) return isOpen || isRest(parameter) ? [] : [name];
        return within(checker.getTypeOfSymbol(parameter), checker.getTypeOfSymbol(other));
      }),
      ...within(before.getReturnType(), after.getReturnType()),
    ];
  }

  return (before, after) => [...lossesOf({ before, after }, 0)];
}

const isRest = ({ valueDeclaration }: ts.Symbol) =>
  Boolean(valueDeclaration && ts.isParameter(valueDeclaration) && valueDeclaration.dotDotDotToken);
