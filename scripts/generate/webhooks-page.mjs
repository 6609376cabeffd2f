import { tsImport } from 'tsx/esm/api';
import { markdownTable } from '../lib/markdown-table.mjs';
import { withParts } from './generated-parts.mjs';

/** @typedef {typeof import('../../packages/service/src/modules/webhooks/webhook-events.schema.js')} Events */

/** @returns {Promise<(readonly [type: Events['EVENT_TYPES'][number], definition: ReturnType<Events['definitionOf']>])[]>} */
async function allEvents() {
  /** @type {Events} */
  const { EVENT_TYPES, definitionOf } = await tsImport(
    '../../packages/service/src/modules/webhooks/webhook-events.schema.ts',
    import.meta.url,
  );
  return EVENT_TYPES.map((type) => [type, definitionOf(type)]);
}

/**
 * Generates the page on webhooks: tables of the types of the public list, and of those beyond it.
 * @returns {Promise<string>} Markdown
 */
export async function webhooksPage() {
  const events = await allEvents();
  const table = (/** @type {typeof events} */ rows) =>
    markdownTable(
      ['Type', 'When', '`entityId`', '`content`'],
      rows.map(([type, definition]) => [
        `\`${type}\``,
        definition.when,
        definition.entity,
        contentCell(definition),
      ]),
    );
  return withParts('docs/webhooks.md', {
    'public types': table(events.filter(([, { isOurs }]) => !isOurs)),
    'our types': table(events.filter(([, { isOurs }]) => isOurs)),
  });
}

/** @param {ReturnType<Events['definitionOf']>} definition */
function contentCell({ content, isPersonal, scope }) {
  if (!content) return '';
  const {
    properties,
    required = [],
    description,
  } = /** @type {{ properties: object, required?: readonly string[], description?: string }} */ (content);
  const list = (/** @type {readonly string[]} */ names) => names.map((name) => `\`${name}\``).join(', ');
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const names = `${list(required)}${optional.length > 0 ? `; also ${list(optional)}, if there are any` : ''}`;
  const text = description ?? names;
  return isPersonal ? `${text} (personal data; sent to integrations with the scope \`${scope}\`)` : text;
}

const TIMESTAMP = { type: 'integer', description: 'Time of the event in milliseconds since 1970.' };

/**
 * Generates the JSON Schema of the body of every webhook. It accepts types and properties that are added later.
 * @returns {Promise<string>} JSON
 */
export async function webhooksSchema() {
  const events = await allEvents();
  /** @type {Events} */
  const { payloadOf } = await tsImport(
    '../../packages/service/src/modules/webhooks/webhook-events.schema.ts',
    import.meta.url,
  );
  const known = events.map(([type]) => [type, payloadOf(type)]);
  const later = {
    description: 'A type that was added later. Ignore it.',
    type: 'object',
    required: ['timestamp', 'type'],
    properties: {
      timestamp: TIMESTAMP,
      type: { type: 'string', not: { enum: events.map(([type]) => type) } },
    },
  };
  const definitions = { ...Object.fromEntries(known), LATER_TYPE: later };
  return JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Webhook event',
    description: 'The body of a webhook. Types with `x-upc` are not in the public list of events.',
    type: 'object',
    required: ['entityId', 'uuid', 'payload'],
    properties: {
      entityId: {
        type: 'integer',
        description:
          'The id of the record that the event is about. The description of the type names the record.',
      },
      uuid: {
        type: 'string',
        format: 'uuid',
        description: 'Identifies the event. It is the same in every delivery attempt.',
      },
      payload: {
        type: 'array',
        description: 'Contains one element at present. The event of a test has none.',
        items: { anyOf: Object.keys(definitions).map((type) => ({ $ref: `#/$defs/${type}` })) },
      },
    },
    $defs: definitions,
  });
}
