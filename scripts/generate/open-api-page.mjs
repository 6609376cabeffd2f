import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../lib/markdown-table.mjs';
import { root } from '../lib/root.mjs';

const DESCRIPTION = 'packages/service/dist/open-api.json';

/** Groups of operations, and single features, that the service does not implement. */
const LEFT_OUT = [
  [
    'Purchase of online offers',
    'The specification names no usage of a token for it. Memberships are sold with the operations of the group Memberships.',
  ],
  [
    'Check-in and check-out by a partner, benefits by identifier, replacing a legal representative, withdrawal from a contract',
    'The public lists name no paths or fields.',
  ],
  ['Family contracts', 'The public lists do not say how a member joins one, so no member could leave one.'],
  [
    'Day tickets, course contingents, appointment purchase, consumption credit, secondary payment instruments, self-service change of the instrument, payments inside the studio, activity updates, adjustment of debts in collection',
    'The specification announces them as planned.',
  ],
];

/** Differences between requests and responses and the public field lists, with their reasons. */
const DEVIATIONS = [
  [
    '`idlePeriods[].endDate` of a customer',
    'required',
    'Absent while `unlimited` is true, because the end date is not known yet. An invented date would be shown to the member.',
  ],
  [
    '`idlePeriods[].reason` of a customer',
    'optional',
    'Absent for the key of a debt collection partner, because the reason can reveal the debtor’s health.',
  ],
  [
    '`accessMediums` of a customer',
    'optional',
    'Absent for the key of a debt collection partner, who does not need to know how the member enters the studio.',
  ],
  [
    '`cancelationStatus` of contract data',
    'required',
    'Absent until the contract is cancelled, because no value means “not cancelled”.',
  ],
  [
    '`consumptionCredit` of the balances',
    'optional',
    'Always 0 in the currency of the studio. The specification announces the feature that would change it.',
  ],
  [
    '`bankName` and `bic` of an account in CH or LI',
    'optional',
    'Absent except for PostFinance, because the public tables must not be redistributed ([bank data](bank-data.md)).',
  ],
  [
    '`legalRepresentative` of a contract, `legalRepresentativeRequired` of its preview',
    'absent',
    'Required where the studio asks for a legal representative of [members under 18](sign-up.md#members-under-18).',
  ],
];

/**
 * Generates the page on the operations of the Open API from the built description of the service, by group.
 * @returns {string} Markdown
 * @throws Error when the service is not built, or when a summary does not end with the requirements of a call
 */
export function openApiPage() {
  const file = join(root, DESCRIPTION);
  if (!existsSync(file)) throw new Error(`${DESCRIPTION} does not exist yet: run npm run build.`);
  /** @type {{ tags: Group[], paths: Record<string, Record<string, Operation>>, components: { schemas: object } }} */
  const { tags, paths, components } = JSON.parse(readFileSync(file, 'utf8'));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  // Webhooks have their own page.
  const groups = tags
    .filter(({ name }) => name !== 'Webhooks')
    .map(({ name, description }) => {
      const rows = operations
        .filter((operation) => operation.tags[0] === name)
        .map(({ method, path, summary }) => [
          `\`${method.toUpperCase()} ${path}\``,
          ...whatAndScope(path, summary),
        ]);
      return `### ${name}\n\n${description}.\n\n${markdownTable(['Operation', 'What it does', 'Scope'], rows)}\n`;
    });
  return `<!-- Generated from ${DESCRIPTION}: npm run generate. -->

# Open API

Your backend calls the Open API to open payment sessions for the widget, sell memberships, and read or change the data of
customers. It has ${operations.length} operations. The [API reference](/api-reference/) shows all of them, with schemas and examples. It is made
from [open-api.json](/open-api.json), an OpenAPI 3.1 description with ${Object.keys(components.schemas).length} named schemas and all [webhooks](webhooks.md), which you can
download. A running service has both, at \`/open-api\` and at \`/openapi.json\`. A new [sandbox](sandbox.md) accepts the examples that
it shows. From Node and TypeScript, call it with the [client](sdk.md).

## First request

Open a payment session for 49.00 in the currency of the studio. This example uses the [sandbox](sandbox.md) and one of its
test keys:

\`\`\`sh
curl http://localhost:4010/v1/payments/user-session \\
  -H 'x-api-key: test-key-northside-berlin-eur' \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: 8e03978e-40d5-43dd-bc93-6894a57f9324' \\
  -d '{ "amount": 49, "scope": "ECOM", "customerId": 2001, "referenceText": "Ten visits" }'
\`\`\`

The response has status 200:

\`\`\`json
{
  "token": "mQ4kT0ZyVd7nXc2LwRb9HsJf5PgUeA1oKi8BvYtN3xMhCrDqGl6WzS",
  "tokenValidUntil": "2026-11-20T10:30:00.000Z",
  "paymentServiceCustomerId": "5f0c3a52-6f5e-4a0b-8b58-0e3c3f1f7f10",
  "paymentServiceRegion": "eu-central-1"
}
\`\`\`

Your page passes \`token\` to the widget as \`userSessionToken\`. After the payment, the widget passes a
\`paymentRequestToken\` to your page. Send it to your backend, which uses it in one of the operations below.
[Sign-up](sign-up.md) shows a complete flow. To be paid without a page of your own, send a [payment link](payment-links.md).

To show the form without a further request, add \`"prefetch": { "locale": "de" }\` to the request, with the \`locale\` of the widget. The response
then also contains \`session\`, which your page passes to \`init\` unchanged. It contains the token and, for a known customer, stored
payment instruments: neither store nor log it. A repeated request with the same \`idempotency-key\` gets its current state, and no
\`session\` once it has been used or has expired.

## Authentication

- Send the API key of the studio in the header \`x-api-key\`. A missing or wrong key returns 401.
- Each key belongs to the integration of one studio and has scopes. The tables below show the scope that each operation requires.
  Where a table lists two scopes, one of them is enough. A missing scope returns 403.
- Keep the key in your backend. It must never reach a browser or an app.
- To check a key, send \`HEAD\` to the path of any operation. The response is 200 for a valid key and 401 otherwise.
- An operation on one customer or contract also works at another studio if that studio has granted access to your integration.
  Every other request for the data of another studio returns 403.

## Idempotency

- **Requests with a \`paymentRequestToken\`:** you can repeat them at any time. The same tokens with the same body return the result
  of the first request. Nothing is charged or created twice.
- **Other requests that create something:** send the header \`idempotency-key\` with 16 to 128 letters, digits, \`-\` or \`_\`; for example, a
  UUID. For 30 days, the same request with the same key creates nothing again and returns the same response.
- A different request with the same key returns 409 with \`errormessage.payment.idempotency.key.reused\`.
- Each integration has its own keys at each studio, so they cannot collide with the keys of other partners.

If you receive no response or a 500, the outcome is unknown: the service may have done what you requested. Never treat it as failed. Send
the same request again with the same key. The [client for Node](sdk.md#idempotency-and-retries) creates the keys and repeats requests in
this way.

## Limits

| What | Limit |
| --- | --- |
| Requests | 1,000 per minute for each API key and operation |
| Requests with a wrong key | 1,000 per minute for each IP address, over all operations |
| JSON body | 512 KiB |
| Uploaded file | 5 MiB |
| Time to send a request | 30 seconds |

- The headers \`x-ratelimit-limit\`, \`x-ratelimit-remaining\` and \`x-ratelimit-reset\` (seconds since 1970) show your current count.
- A 429 means that you have exceeded a limit. A 503 means that the service is busy or that another system does not respond.
  Both have the header \`Retry-After\`: wait for that number of seconds, then send the same request again.

## Requests and responses

- **Optional fields:** you can omit them or send \`null\`.
- **Integers:** you can send them as numeric strings.
- **Unknown properties:** the service ignores them in bodies. Lists with filters refuse unknown query parameters with 400, because a
  misspelt filter would return everything.
- **Date-times:** send ISO 8601 with \`Z\`, with an offset, or with an offset and a time zone in brackets. Without any of these, the
  time zone is Europe/Berlin.
- **Lists:** long lists are returned in slices of \`sliceSize\`. While \`hasNext\` is true, send \`offset\` from the response to get the
  next slice.
- **Language:** texts are in the language of \`Accept-Language\`, otherwise in the language of the studio ([languages](languages.md)).
- **Errors:** every error has an \`errorCode\`. [API errors](api-errors.md) lists them by what to do.

## Operations

${groups.join('\n')}
## Not implemented

The public specification also mentions these groups and features. The service does not have them:

${LEFT_OUT.map(([what, why]) => `- **${what}:** ${why}`).join('\n')}

## Deviations from the public field lists

${markdownTable(['Field', 'Public list', 'This service'], DEVIATIONS)}
`;
}

/** @typedef {{ tags: [string], summary: string }} Operation */
/** @typedef {{ name: string, description: string }} Group */

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
