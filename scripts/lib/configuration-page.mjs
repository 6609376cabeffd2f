import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { markdownTable } from './markdown-table.mjs';
import { root } from './root.mjs';

const config = 'src/config/config.ts';

/** What is in one table: interfaces whose members are parameters of the same kind. */
const tables = [
  { name: 'PaymentWidgetConfig', title: 'Parameters of `init`' },
  { name: 'FeatureFlags', title: '`featureFlags`' },
  { name: 'Styling', title: '`styling`' },
  { name: 'IframeFieldStyles', title: '`styling.iframeFields`' },
  { name: 'StripeStyling', title: '`styling.stripe`' },
  { name: 'CustomerFields', title: '`customerFields`' },
  { name: 'CustomerAddress', title: '`customerFields.address`' },
  { name: 'CustomerField', title: 'Each customer field' },
  { name: 'PaymentState', title: 'Payment state' },
];

/**
 * A reader's page of everything `init` takes and returns, made from the types and their documentation.
 * @returns {string} Markdown
 */
export function configurationPage() {
  const types = declarations(config);
  const unions = literalUnions(config);
  const atRunTime = new Set(members(types, 'MutableConfig').map(nameOf));
  return `<!-- Generated from src/config: npm run generate. -->

# Configuration

What \`paymentWidget.init(config)\` takes. A missing or invalid value makes \`init\` throw a
\`PaymentWidgetError\` immediately, with \`code\` \`VALIDATION_ERROR\` and a message that names the parameter, the value and
what is allowed. Keys that are not listed here
are ignored; with \`devMode\` the console says which. Parameters marked
with * in the first table can be changed later with \`update()\`.

${tables.map(({ name, title }) => table(types, unions, name, title, atRunTime)).join('\n\n')}

## Properties of a \`FrameFieldStyle\`

${unions.get('FrameFieldProperty')?.replaceAll("'", '`').replace(/^\| /, '').replaceAll(' | ', ', ')}

## What \`init\` returns

${methodTable(declarations('src/init/payment-widget.ts'))}

Errors, and what to do about each, are listed in [errors.md](errors.md).
`;
}

/** @typedef {Map<string, ts.InterfaceDeclaration>} Types */

/**
 * @param {string} file from the root
 * @returns {Types} its interfaces by name
 */
function declarations(file) {
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
function literalUnions(file) {
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
function members(types, name) {
  const type = types.get(name);
  if (type === undefined) throw new Error(`There is no interface ${name} in ${config}.`);
  const own = [...type.members];
  const inherited = (type.heritageClauses ?? []).flatMap((clause) =>
    clause.types.flatMap((parent) => members(types, parent.expression.getText())),
  );
  const names = new Set(own.map(nameOf));
  return [...own, ...inherited.filter((member) => !names.has(nameOf(member)))];
}

/**
 * @param {Types} types
 * @param {ReadonlyMap<string, string>} unions
 * @param {string} name
 * @param {string} title
 * @param {ReadonlySet<string>} atRunTime
 */
function table(types, unions, name, title, atRunTime) {
  const type = /** @type {ts.InterfaceDeclaration} */ (types.get(name));
  const rows = members(types, name).map((member) => {
    const [text = '', standard = ''] = documentation(member).split(/ ?Default (?=\S+\.$|the )/);
    const mark = name === 'PaymentWidgetConfig' && atRunTime.has(nameOf(member)) ? ' \\*' : '';
    const isOptional = member.questionToken !== undefined || name === 'PaymentState';
    const type = typeOf(member);
    return [
      `\`${nameOf(member)}\`${mark}`,
      `\`${unions.get(type) ?? type}\``,
      isOptional ? standard.replace(/\.$/, '') : '**required**',
      text,
    ];
  });
  const about = name === 'PaymentWidgetConfig' ? '' : `${documentation(type)}\n\n`;
  return `## ${title}\n\n${about}${markdownTable(['Name', 'Type', 'Default', 'What it does'], rows)}`;
}

/** @param {Types} types */
function methodTable(types) {
  const rows = members(types, 'PaymentWidget').map((method) => [
    `\`${method.getText().replace(/\s+/g, ' ').replace(/;$/, '')}\``,
    documentation(method),
  ]);
  return markdownTable(['Method', 'What it does'], rows);
}

/** @param {ts.TypeElement} member */
function nameOf(member) {
  return member.name?.getText() ?? '';
}

/** @param {ts.TypeElement} member */
function typeOf(member) {
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
function documentation(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  if (comment === undefined) return '';
  const tags = (comment.tags ?? []).map((tag) => {
    const words = { returns: 'Returns ', throws: 'Throws ' }[tag.tagName.text] ?? '';
    return `${words}${ts.getTextOfJSDocComment(tag.comment) ?? ''}.`.replace(/\.+$/, '.');
  });
  return [ts.getTextOfJSDocComment(comment.comment) ?? '', ...tags].join(' ').replace(/\s+/g, ' ').trim();
}
