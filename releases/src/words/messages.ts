/**
 * Reads the messages of an app from its sources: the literal texts of the calls of `t`, `plural` and `rich`, which the app's `words.ts` exports.
 * It also finds text that is in no message, so that no screen is translated in part.
 */
import { readFileSync } from 'node:fs';
import { pluralKey } from 'shared-contracts/language';
import ts from 'typescript';

/** A place in the sources. */
export interface Place {
  file: string;
  /** From 1. */
  line: number;
}

/** The messages of an app, and the sentences that explain what cannot be translated. */
export interface Messages {
  /** The places of each message, by its key in the catalogs. */
  keys: Map<string, Place[]>;
  problems: (Place & { problem: string })[];
}

const FUNCTIONS = ['t', 'plural', 'rich'];

/** The module that has these functions: an app's own `words.ts`. */
const WORDS = /(^|\/)words$/;

/** Text that a person reads has letters; a sign such as '×' needs no translation. */
const LETTERS = /\p{L}/u;

/** True if a person reads the text. A field of a template, '{{name}}', is no text (docs/decisions/first-screens.md). */
export const isText = (text: string) => LETTERS.test(text.replace(/\{\{.*?\}\}/g, ''));

/** Attributes and props whose text a person reads or hears. */
const READ =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|title|placeholder|label|text|heading|hint|legend|caption|question|confirm|cancel|action|description|message|note|unit|success|empty|failed|summary)$/;

/** Elements whose content is not for translation. */
const CODE = new Set(['code', 'kbd', 'pre', 'style', 'script', 'svg']);

/** The names by which a file calls each function. */
function namesIn(source: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    if (!WORDS.test(statement.moduleSpecifier.text)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements) {
      const imported = (propertyName ?? name).text;
      if (FUNCTIONS.includes(imported)) names.set(name.text, imported);
    }
  }
  return names;
}

const literalIn = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined;

/** The key of `plural(count, { one: '…', other: '…' })`. */
function pluralIn(forms: ts.Node | undefined): string | undefined {
  if (!forms || !ts.isObjectLiteralExpression(forms)) return undefined;
  const texts = new Map<string, string>();
  for (const property of forms.properties) {
    const text = ts.isPropertyAssignment(property) ? literalIn(property.initializer) : undefined;
    if (!property.name || !ts.isIdentifier(property.name) || text === undefined) return undefined;
    texts.set(property.name.text, text);
  }
  const [one, other] = [texts.get('one'), texts.get('other')];
  return one === undefined || other === undefined ? undefined : pluralKey({ one, other });
}

/** True if the code runs when its module is evaluated, before any translation is loaded. */
function runsAtOnce(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at; at = at.parent) if (ts.isFunctionLike(at)) return false;
  return true;
}

/** The texts that an expression in a screen shows as they are: literals, templates, and the branches of conditions. */
function shownBy(expression: ts.Expression): ts.Node[] {
  if (ts.isParenthesizedExpression(expression)) return shownBy(expression.expression);
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse].flatMap(shownBy);
  if (ts.isBinaryExpression(expression)) {
    const { kind } = expression.operatorToken;
    if (kind === ts.SyntaxKind.PlusToken) return [expression.left, expression.right].flatMap(shownBy);
    return [
      ts.SyntaxKind.AmpersandAmpersandToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
    ].includes(kind)
      ? shownBy(expression.right)
      : [];
  }
  if (ts.isStringLiteralLike(expression)) return isText(expression.text) ? [expression] : [];
  if (ts.isTemplateExpression(expression)) {
    const texts = [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)];
    return texts.some(isText) ? [expression] : [];
  }
  return [];
}

const isInCode = (node: ts.Node): boolean => {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if (ts.isJsxElement(at) && CODE.has(at.openingElement.tagName.getText())) return true;
  }
  return false;
};

/** The text in a screen that is in no message. */
function untranslatedIn(node: ts.Node): ts.Node[] {
  if (ts.isJsxText(node)) return isText(node.text) && !isInCode(node) ? [node] : [];
  if (ts.isJsxAttribute(node)) {
    const { name, initializer } = node;
    if (!READ.test(name.getText()) || !initializer) return [];
    if (ts.isStringLiteral(initializer)) return shownBy(initializer);
    const expression = ts.isJsxExpression(initializer) ? initializer.expression : undefined;
    return expression ? shownBy(expression) : [];
  }
  if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
    return isInCode(node) ? [] : shownBy(node.expression);
  }
  return [];
}

/**
 * Reads the messages of some sources.
 * @param files TypeScript files, without tests
 */
export function messagesIn(files: readonly string[]): Messages {
  const keys: Messages['keys'] = new Map();
  const problems: Messages['problems'] = [];
  for (const file of files) {
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
    const names = namesIn(source);
    const placeOf = (node: ts.Node): Place => ({
      file,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    });
    const visit = (node: ts.Node): void => {
      for (const text of untranslatedIn(node)) {
        problems.push({ ...placeOf(text), problem: `${text.getText(source).trim()} is text outside of a message.` });
      }
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)) {
        const called = names.get(node.expression.text);
        const [first, second] = node.arguments;
        const key = called === 'plural' ? pluralIn(second) : literalIn(first);
        if (key === undefined) {
          problems.push({
            ...placeOf(node),
            problem: `${called} needs its text as a literal, since that is the message's key.`,
          });
        } else {
          keys.set(key, [...(keys.get(key) ?? []), placeOf(node)]);
        }
        if (runsAtOnce(node)) {
          problems.push({
            ...placeOf(node),
            problem: `${called} runs before any translation is loaded: call it in a function.`,
          });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { keys, problems };
}
