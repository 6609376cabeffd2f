import { declarations, documentation, literalUnions, members, nameOf, typeOf } from './declared-types.mjs';
import { markdownTable } from '../lib/markdown-table.mjs';

/** @typedef {import('./declared-types.mjs').Types} Types */

const config = 'src/config/config.ts';

/** Tables on the page. Each one is an interface whose members are parameters of the same kind. */
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
 * Generates the page about everything that `init` takes and returns, from the types and their documentation.
 * @returns {string} Markdown
 */
export function configurationPage() {
  const types = declarations(config);
  const unions = literalUnions(config);
  const atRunTime = new Set(members(types, 'MutableConfig').map(nameOf));
  return `<!-- Generated from src/config: npm run generate. -->

# Configuration

Pass these parameters to \`paymentWidget.init(config)\`. If a value is missing or invalid, \`init\` immediately throws a
\`PaymentWidgetError\` with \`code\` \`VALIDATION_ERROR\`. Its message names the parameter, the value and the allowed values.

- \`init\` ignores keys that are not listed here. With \`devMode\`, the console lists the ignored keys.
- With \`update()\`, you can later change the parameters that are marked with * in the first table.

${tables.map((about) => table(types, unions, about, atRunTime)).join('\n\n')}

## Properties of a \`FrameFieldStyle\`

The style of a provider’s field can have these properties:

${unions.get('FrameFieldProperty')?.replaceAll("'", '`').replace(/^\| /, '').replaceAll(' | ', ', ')}

## What \`init\` returns

${methodTable(declarations('src/init/payment-widget.ts'))}

[Widget errors](errors.md) lists all errors and what to do about each.
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
    documentation(method).replaceAll(/\b(?:PaymentWidgetError|VALIDATION_ERROR)\b/g, '`$&`'),
  ]);
  return markdownTable(['Method', 'What it does'], rows);
}
