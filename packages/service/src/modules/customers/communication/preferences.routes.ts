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
  description: 'Whether the customer decides. Only the studio can change it: in a request it is passed over.',
});
const Active = Type.Boolean({ description: 'Whether messages of the category go out by the channel.' });

const Preferences = Type.Array(
  Type.Object({
    messageCategory: Category,
    channels: Type.Array(
      Type.Object({ communicationChannel: Channel, customerOverridable: Overridable, active: Active }),
    ),
  }),
);
const Choices = Type.Array(
  Type.Object({
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
  }),
  { maxItems: 20, description: 'Preferences that are left out stay as they are.' },
);

/** Routes of the communication preferences of a customer. */
export function preferenceRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/communications/:customerId/communication-preferences',
      {
        config: { operation: 'getCommunicationPreferences', scope: 'COMMUNICATION_PREFERENCES_READ' },
        schema: {
          operationId: 'getCommunicationPreferences',
          tags,
          summary: 'By which channels a customer is written to. Scope COMMUNICATION_PREFERENCES_READ.',
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
            'Keeps by which channels a customer wants to be written to. Scope COMMUNICATION_PREFERENCES_WRITE.',
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
