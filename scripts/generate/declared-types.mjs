import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/root.mjs';

/** @typedef {Map<string, ts.InterfaceDeclaration>} Types */

/**
 * @param {string} file from the root
 * @returns {Types} its interfaces by name
 */
export function declarations(file) {
  return new Map(
    sourceOf(file)
      .statements.filter(ts.isInterfaceDeclaration)
      .map((type) => [type.name.text, type]),
  );
}

/**
 * @param {string} file from the root
 * @returns {ReadonlyMap<string, string>} what a type that is a choice among texts allows, by its name
 */
export function literalUnions(file) {
  const choices = sourceOf(file)
    .statements.filter(ts.isTypeAliasDeclaration)
    .filter(({ type }) => ts.isUnionTypeNode(type) && type.types.every(ts.isLiteralTypeNode));
  return new Map(choices.map(({ name, type }) => [name.text, type.getText().replace(/\s+/g, ' ')]));
}

/** @param {string} file from the root */
function sourceOf(file) {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

/**
 * @param {Types} types
 * @param {string} name
 * @returns {readonly ts.TypeElement[]} inherited members after its own; one declared again has its own words
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
 * Whether another member says the same by now.
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
 * The words of a declaration's comment, with those of its tags.
 * @param {ts.Node} node
 */
export function documentation(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  if (comment === undefined) return '';
  const tags = (comment.tags ?? []).map((tag) => {
    const words =
      { returns: 'Returns ', throws: 'Throws ', deprecated: 'Deprecated ' }[tag.tagName.text] ?? '';
    return `${words}${ts.getTextOfJSDocComment(tag.comment) ?? ''}.`.replace(/\.+$/, '.');
  });
  return [ts.getTextOfJSDocComment(comment.comment) ?? '', ...tags].join(' ').replace(/\s+/g, ' ').trim();
}
