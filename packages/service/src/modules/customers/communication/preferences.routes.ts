import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Context } from '../../../core/context.js';
import { CustomerPath } from '../../../core/http/schemas.js';
import { studioOf } from '../../integrations/api-key.js';
import {
  COMMUNICATION_CHANNELS,
  MESSAGE_CATEGORIES,
} from '../../studios/settings/communication-preferences.js';
import { decidePreferences, type PreferenceChoice, readPreferences } from './preferences.js';

const tags = ['Customers Communication'];
const Category = Type.Enum(MESSAGE_CATEGORIES, { type: 'string' });
const Channel = Type.Enum(COMMUNICATION_CHANNELS, { type: 'string' });
const Overridable = Type.Boolean({
  description:
    'Whether the customer may change this preference. Only the studio can set it; the service ignores it in requests.',
});
const Active = Type.Boolean({
  description: 'Whether the studio sends messages of this category through this channel.',
});

const Preferences = Type.Array(
  Type.Object(
    {
      messageCategory: Category,
      channels: Type.Array(
        Type.Object(
          { communicationChannel: Channel, customerOverridable: Overridable, active: Active },
          { title: 'CommunicationPreferenceChannel' },
        ),
      ),
    },
    { title: 'CommunicationPreference' },
  ),
);
const Choices = Type.Array(
  Type.Object(
    {
      messageCategory: Category,
      channels: Type.Optional(
        Type.Array(
          Type.Object({
            communicationChannel: Channel,
            customerOverridable: Type.Optional(Overridable),
            active: Type.Optional(Active),
          }),
          { maxItems: 20 },
        ),
      ),
    },
    { title: 'CommunicationPreferenceChoice' },
  ),
  { maxItems: 20, description: 'Omitted preferences stay unchanged.' },
);

/** Serves and changes the communication preferences of a customer. */
export function preferenceRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/communications/:customerId/communication-preferences',
      {
        config: { operation: 'getCommunicationPreferences', scope: 'COMMUNICATION_PREFERENCES_READ' },
        schema: {
          operationId: 'getCommunicationPreferences',
          tags,
          summary:
            'Lists the channels through which the studio contacts a customer. Scope COMMUNICATION_PREFERENCES_READ.',
          params: CustomerPath,
          response: { 200: Preferences },
        },
      },
      async (request) => [...(await readPreferences(context, studioOf(request), request.params.customerId))],
    );

    app.put(
      '/v1/communications/:customerId/communication-preferences',
      {
        config: { operation: 'updateCommunicationPreferences', scope: 'COMMUNICATION_PREFERENCES_WRITE' },
        schema: {
          operationId: 'updateCommunicationPreferences',
          tags,
          summary:
            'Updates the channels through which the studio contacts a customer. Scope COMMUNICATION_PREFERENCES_WRITE.',
          params: CustomerPath,
          body: Choices,
          response: { 200: Preferences },
        },
      },
      async (request) => {
        const choices = Value.Clean(Choices, request.body) as PreferenceChoice[];
        return decidePreferences(context, studioOf(request), request.params.customerId, choices);
      },
    );
  };
}
