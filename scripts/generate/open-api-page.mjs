import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../lib/markdown-table.mjs';
import { root } from '../lib/root.mjs';

const DESCRIPTION = 'packages/service/dist/open-api.json';

/** Groups that the public description names without paths or payloads, and others that are not built. */
const LEFT_OUT = [
  ['Appointments', 'no paths or payloads in the specification'],
  [
    'Classes and their slots',
    'no payloads in the specification; classes that can be tried out are among Trial Offers',
  ],
  ['Cross Studio', 'no paths or payloads in the specification'],
  ['Employees', 'no paths or payloads in the specification'],
  ['Leads', 'no paths or payloads in the specification; the leads of trial offers are there'],
  [
    'Day tickets, course contingents, appointment purchase, consumption credit, secondary payment instruments, self-service change of the instrument, payments inside the studio, activity updates, adjustment of debts in collection',
    'the specification announces them as planned',
  ],
];

/** Differences between answers and the public field lists, with their reasons. */
const DEVIATIONS = [
  [
    '`idlePeriods[].endDate` of a customer',
    'required',
    'absent while `unlimited` is true: nobody knows the day, and a made-up one would be shown to the member',
  ],
  [
    '`idlePeriods[].reason` of a customer',
    'optional',
    'absent for the key of a debt collection partner: the reason can be the health of the debtor',
  ],
  [
    '`accessMediums` of a customer',
    'optional',
    'absent for the key of a debt collection partner, who needs what is owed and not what opens the door',
  ],
  [
    '`cancelationStatus` of contract data',
    'required',
    'absent while nobody has cancelled: none of its values says so',
  ],
  [
    '`consumptionCredit` of the balances',
    'optional',
    '0 in the currency of the studio: the specification announces what would change it',
  ],
  [
    '`bankName` and `bic` of an account in CH or LI',
    'optional',
    'absent but for PostFinance: no public table may be passed on ([data of banks](bank-data.md))',
  ],
];

/**
 * Writes the page on the operations of the Open API: what the built description of the service holds, by group.
 * @returns {string} Markdown
 * @throws Error before the build, and for an operation whose summary does not end with what it takes to call it
 */
export function openApiPage() {
  const file = join(root, DESCRIPTION);
  if (!existsSync(file)) throw new Error(`${DESCRIPTION} is not there yet: run npm run build.`);
  /** @type {{ tags: { name: string, description: string }[], paths: Record<string, Record<string, Operation>> }} */
  const { tags, paths } = JSON.parse(readFileSync(file, 'utf8'));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const groups = tags.map(({ name, description }) => {
    const rows = operations
      .filter((operation) => operation.tags[0] === name)
      .map(({ method, path, summary }) => [
        `\`${method.toUpperCase()} ${path}\``,
        ...whatAndScope(path, summary),
      ]);
    return `## ${name}\n\n${description}.\n\n${markdownTable(['Operation', 'What it does', 'Scope'], rows)}\n`;
  });
  return `<!-- Generated from ${DESCRIPTION}: npm run generate. -->

# Open API

The ${operations.length} operations that a partner's backend can call, with the key of a studio in \`x-api-key\`. The whole
description, with schemas and examples, is at \`/openapi.json\` of a running service, and readable at \`/open-api\`.
\`HEAD\` on the path of an operation answers 200 for a valid key and 401 otherwise.

${groups.join('\n')}
## Left out

${markdownTable(['What', 'Why'], LEFT_OUT)}

## Deviations from the public field lists

${markdownTable(['Field', 'The list', 'This service'], DEVIATIONS)}
`;
}

/** @typedef {{ tags: [string], summary: string }} Operation */

/**
 * @param {string} path
 * @param {string} summary
 * @returns {[string, string]}
 */
function whatAndScope(path, summary) {
  const [, what, scope] = /^(.+?\.) (?:Scope (.+)|(?:Any key|No key).*)\.$/.exec(summary) ?? [];
  if (what === undefined) throw new Error(`The summary of ${path} does not end with its scope: "${summary}"`);
  return [what, scope ? scope.replace(/[A-Z_]{3,}/g, '`$&`') : summary.slice(what.length + 1)];
}
