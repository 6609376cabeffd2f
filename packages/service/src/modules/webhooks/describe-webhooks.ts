import {
  definitionOf,
  EVENT_TYPES,
  type EventType,
  payloadOf,
  withoutLinks,
} from './webhook-events.schema.js';

const ENTITY_ID = { type: 'integer', description: 'The id of the record that the event is about.' };
const UUID = {
  type: 'string',
  format: 'uuid',
  description: 'Identifies the event. It is the same in every delivery attempt.',
};

/** Names of the headers of every delivery, as Standard Webhooks defines them, and the key that the receiver chose. */
const HEADERS = {
  'webhook-id': 'The uuid of the event. Use it to recognise an event that you have received before.',
  'webhook-timestamp': 'The time of this attempt in seconds since 1970.',
  'webhook-signature':
    'The signatures of the delivery, separated by spaces: v1, and the HMAC-SHA256 in Base64. There are two while a key is being replaced.',
  'x-api-key': 'The key that the integration has chosen for its endpoint.',
};

/** Describes the request for each type of event, as OpenAPI does it. */
export function describeWebhooks(): Readonly<Record<string, { readonly post: object }>> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhookOf(type) }]));
}

function webhookOf(type: EventType): object {
  const { when, isOurs, scope } = definitionOf(type);
  const description = withoutLinks(when);
  return {
    operationId: `receive${pascalCase(type)}`,
    tags: ['Webhooks'],
    summary: type,
    description: scope ? `${description} Sent to integrations with the scope ${scope}.` : description,
    ...(isOurs && { 'x-upc': true }),
    security: [],
    parameters: Object.entries(HEADERS).map(([name, about]) => ({
      name,
      in: 'header',
      required: true,
      description: about,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            title: `${pascalCase(type)}Event`,
            type: 'object',
            required: ['entityId', 'uuid', 'payload'],
            properties: {
              entityId: ENTITY_ID,
              uuid: UUID,
              payload: {
                type: 'array',
                description: 'Contains one element at present.',
                items: payloadOf(type),
              },
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Without this response, the service sends the event again later.' },
    },
  };
}

function pascalCase(type: string): string {
  return type
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
