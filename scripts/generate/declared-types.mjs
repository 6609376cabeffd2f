import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/root.mjs';

/** @typedef {Map<string, ts.InterfaceDeclaration>} Types */

/**
 * @param {string} file path from the root
 * @returns {Types} the interfaces in the file, by name
 */
export function declarations(file) {
  return new Map(
    sourceOf(file)
      .statements.filter(ts.isInterfaceDeclaration)
      .map((type) => [type.name.text, type]),
  );
}

/**
 * @param {string} file path from the root
 * @returns {ReadonlyMap<string, string>} the choices of each type that is a union of literals, by its name
 */
export function literalUnions(file) {
  const choices = sourceOf(file)
    .statements.filter(ts.isTypeAliasDeclaration)
    .filter(({ type }) => ts.isUnionTypeNode(type) && type.types.every(ts.isLiteralTypeNode));
  return new Map(choices.map(({ name, type }) => [name.text, type.getText().replace(/\s+/g, ' ')]));
}

/** @param {string} file path from the root */
function sourceOf(file) {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

/**
 * @param {Types} types
 * @param {string} name
 * @returns {readonly ts.TypeElement[]} own members, then inherited ones; a member that is declared again keeps its own
 * documentation
 */
export function members(types, name) {
  const type = types.get(name);
  if (type === undefined) throw new Error(`There is no interface ${name}.`);
  const own = [...type.members];
  const inherited = (type.heritageClauses ?? []).flatMap((clause) =>
    clause.types.flatMap((parent) => members(types, parent.expression.getText())),
  );
  const names = new Set(own.map(nameOf));
  return [...own, ...inherited.filter((member) => !names.has(nameOf(member)))];
}

/** @param {ts.TypeElement} member */
export function nameOf(member) {
  return member.name?.getText() ?? '';
}

/**
 * Returns whether another member has replaced this one.
 * @param {ts.TypeElement} member
 */
export function isOlderName(member) {
  return ts.getJSDocDeprecatedTag(member) !== undefined;
}

/** @param {ts.TypeElement} member */
export function typeOf(member) {
  const type = ts.isPropertySignature(member) ? member.type?.getText() : undefined;
  return (type ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\breadonly /g, '')
    .replace('( ', '(')
    .replace(', )', ')');
}

/**
 * Returns the text of a declaration's comment, including its tags.
 * @param {ts.Node} node
 */
export function documentation(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  if (comment === undefined) return '';
  const isAsync = ts.isMethodSignature(node) && node.type?.getText().startsWith('Promise<');
  const verbs = isAsync ? ['Resolves with', 'Rejects with the'] : ['Returns', 'Throws a'];
  const tags = (comment.tags ?? []).map((tag) => {
    const words =
      { returns: `${verbs[0]} `, throws: `${verbs[1]} `, deprecated: 'Deprecated ' }[tag.tagName.text] ?? '';
    return `${words}${ts.getTextOfJSDocComment(tag.comment) ?? ''}.`.replace(/\.+$/, '.');
  });
  return [ts.getTextOfJSDocComment(comment.comment) ?? '', ...tags].join(' ').replace(/\s+/g, ' ').trim();
}
