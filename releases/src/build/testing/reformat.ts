/** Rewrites TypeScript for tests as another formatter and another author would write it. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

/** A literal used as an expression, not as a name, a type or an attribute. */
const isValue = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) &&
  !ts.isLiteralTypeNode(node.parent) &&
  !ts.isJsxAttribute(node.parent) &&
  !ts.isModuleDeclaration(node.parent) &&
  !(ts.isBindingElement(node.parent) && node.parent.propertyName === node) &&
  !('name' in node.parent && node.parent.name === node);

/** Writes double quotes, every import on several lines, and template literals in place of strings, and removes comments. */
function reformatted(file: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const { factory } = ts;
  const specifier = (node: ts.Expression | undefined) =>
    node && ts.isStringLiteral(node) ? factory.createStringLiteral(node.text, false) : node;
  const { transformed } = ts.transform(source, [
    (context) => (root) => {
      const visit = (node: ts.Node): ts.Node => {
        if (ts.isImportDeclaration(node)) {
          const { modifiers, importClause, moduleSpecifier, attributes } = node;
          const from = specifier(moduleSpecifier) ?? moduleSpecifier;
          return factory.updateImportDeclaration(node, modifiers, importClause, from, attributes);
        }
        if (ts.isExportDeclaration(node)) return node;
        if (isValue(node)) return factory.createNoSubstitutionTemplateLiteral(node.text);
        return ts.visitEachChild(node, visit, context);
      };
      return ts.visitEachChild(root, visit, context);
    },
  ]);
  const [tree] = transformed;
  const printed = ts.createPrinter({ removeComments: true }).printFile(tree ?? source);
  // The printer has no setting for several lines.
  return printed.replaceAll(/^import (.*)\{ (.*?),? \} from/gm, (_all, start: string, names: string) =>
    [`import ${start}{`, ...names.split(', ').map((name) => `    ${name},`), '}\n    from'].join('\n'),
  );
}

/** Reformats every TypeScript file of a folder, and of the folders in it. */
export async function reformatFolder(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      await writeFile(file, reformatted(file, await readFile(file, 'utf8')));
    }),
  );
}
