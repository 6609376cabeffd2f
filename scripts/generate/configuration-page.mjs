import { declarations, documentation, literalUnions, members, nameOf, typeOf } from './declared-types.mjs';
import { markdownTable } from '../lib/markdown-table.mjs';

/** @typedef {import('./declared-types.mjs').Types} Types */

const config = 'src/config/config.ts';

/** The tables: interfaces whose members are parameters of the same kind. */
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

${tables.map((about) => table(types, unions, about, atRunTime)).join('\n\n')}

## Properties of a \`FrameFieldStyle\`

${unions.get('FrameFieldProperty')?.replaceAll("'", '`').replace(/^\| /, '').replaceAll(' | ', ', ')}

## What \`init\` returns

${methodTable(declarations('src/init/payment-widget.ts'))}

Errors, and what to do about each, are listed in [errors.md](errors.md).
`;
}

/**
 * @param {Types} types
 * @param {ReadonlyMap<string, string>} unions
 * @param {{ readonly name: string; readonly title: string }} about
 * @param {ReadonlySet<string>} atRunTime
 */
function table(types, unions, { name, title }, atRunTime) {
  const type = /** @type {import('typescript').InterfaceDeclaration} */ (types.get(name));
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
