import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { CalendarDate, Int64, Line, RequiredLine } from '../../core/http/schemas.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { additionalFieldsOf } from '../customers/additional-fields/additional-fields.js';
import { GENDERS } from '../customers/profile.js';
import { integrationOf, studioOf } from '../integrations/api-key.js';
import { COMMUNICATION_CHANNELS, MESSAGE_CATEGORIES } from '../studios/settings/communication-preferences.js';
import { ADDITIONAL_FIELD_TYPES, FIELD_MODES, settingsOf } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';
import { createLead, LEAD_STATES, validateLead } from './leads.js';

const tags = ['Leads'];
const Mode = Type.Enum(FIELD_MODES, {
  type: 'string',
  description: 'INACTIVE: do not ask for it. MANDATORY: a request without it is refused.',
});
const text = (maxLength?: number) => Type.Optional(Line(maxLength));

const CommunicationPreferences = Type.Array(
  Type.Object(
    {
      messageCategory: Type.Optional(Type.Enum(MESSAGE_CATEGORIES, { type: 'string' })),
      channels: Type.Optional(
        Type.Array(
          Type.Object(
            {
              communicationChannel: Type.Enum(COMMUNICATION_CHANNELS, { type: 'string' }),
              customerOverridable: Type.Optional(Type.Boolean()),
              active: Type.Optional(Type.Boolean()),
            },
            { title: 'CommunicationPreferenceChannelChoice' },
          ),
        ),
      ),
    },
    { title: 'LeadCommunicationPreference' },
  ),
);

const LeadConfig = Type.Object(
  {
    addressMode: Mode,
    dateOfBirthMode: Mode,
    genderMode: Mode,
    telephoneMode: Mode,
    additionalInformation: Type.Array(
      Type.Object({
        additionalFieldId: Int64,
        name: Type.String({ examples: ['Training goal'] }),
        type: Type.Enum(ADDITIONAL_FIELD_TYPES, { type: 'string' }),
        allowMultiSelection: Type.Boolean(),
        selectionValues: Type.Optional(
          Type.Array(Type.String(), { description: 'The values that can be given for a list.' }),
        ),
        mode: Mode,
      }),
    ),
    communicationPreferences: CommunicationPreferences,
  },
  { title: 'LeadConfig' },
);

const LeadBody = Type.Object(
  {
    leadCustomer: Type.Object({
      thirdPartyId: text(),
      firstname: RequiredLine('Nina'),
      secondFirstname: text(),
      lastname: RequiredLine('Blum'),
      secondLastname: text(),
      email: Type.String({ format: 'email', maxLength: 254, examples: ['nina.blum@example.com'] }),
      gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
      dateOfBirth: Type.Optional(CalendarDate),
      telephone: text(60),
      language: Type.Optional(
        Type.Object({
          languageCode: Type.String({ pattern: '^[a-z]{2}$', examples: ['de'] }),
          countryCode: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
        }),
      ),
    }),
    address: Type.Optional(
      Type.Object({
        street: RequiredLine('Torstraße'),
        houseNumber: RequiredLine('12'),
        zipCode: RequiredLine('10119'),
        city: RequiredLine('Berlin'),
        countryCode: Type.String({ pattern: '^[A-Z]{2}$', examples: ['DE'] }),
        province: text(),
        provinceCode: text(),
        secondStreet: text(),
        cityPart: text(),
        district: text(),
        streetType: text(),
        streetBlock: text(),
        portal: text(),
        stairway: text(),
        door: text(),
        additionalAddressInformation: text(),
        floor: text(),
        buildingName: text(),
      }),
    ),
    communicationPreferences: Type.Optional(CommunicationPreferences),
    additionalInformation: Type.Optional(
      Type.Array(
        Type.Object({
          additionalFieldId: Int64,
          value: text(2000),
          values: Type.Optional(
            Type.Array(Line(2000), { description: 'For fields with allowMultiSelection.', maxItems: 100 }),
          ),
        }),
        { maxItems: 200 },
      ),
    ),
    notes: Type.Optional(Type.String({ maxLength: 10_000 })),
    externalIdentifier: text(),
  },
  { title: 'LeadRequest' },
);

/** Serves the form for people who are interested in a membership, and accepts them. */
export function leadRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/leads/config',
      {
        config: { operation: 'getLeadConfig', scope: 'LEAD_READ' },
        schema: {
          operationId: 'getLeadConfig',
          tags,
          summary: 'Returns which data the form for leads asks for. Scope LEAD_READ.',
          response: { 200: LeadConfig },
        },
      },
      async (request) => toLeadConfig(studioOf(request)),
    );

    app.post(
      '/v1/leads/validate',
      {
        config: { operation: 'validateForLeadCreation', scope: 'LEAD_WRITE' },
        schema: {
          operationId: 'validateForLeadCreation',
          tags,
          summary: 'Checks whether a person could become a lead. Scope LEAD_WRITE.',
          body: LeadBody,
          response: {
            200: Type.Object(
              { status: Type.Enum(LEAD_STATES, { type: 'string' }) },
              { title: 'LeadValidation' },
            ),
          },
        },
      },
      async (request) => ({ status: await validateLead(context, studioOf(request), request.body) }),
    );

    app.post(
      '/v1/leads/create',
      {
        config: { operation: 'createLead', scope: 'LEAD_WRITE' },
        schema: {
          operationId: 'createLead',
          tags,
          summary: 'Creates a lead, who becomes a customer without a contract. Scope LEAD_WRITE.',
          body: LeadBody,
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object(
              {
                id: Type.Integer({ ...Int64, examples: [620001] }),
                customerId: Type.Integer({ ...Int64, examples: [100042] }),
                uuid: Type.String({ format: 'uuid' }),
                customerNumber: Type.String({ examples: ['100042'] }),
              },
              { title: 'CreatedLead' },
            ),
          },
        },
      },
      async (request) => {
        const keyed = keyedRequest(context, request);
        const { id, customerId, uuid } = await createLead(
          context,
          studioOf(request),
          integrationOf(request),
          request.body,
          keyed,
        );
        return { id, customerId, uuid, customerNumber: String(customerId) };
      },
    );
  };
}

function toLeadConfig(studio: Studio): Static<typeof LeadConfig> {
  const { leads, communication } = settingsOf(studio);
  const { additionalFields, ...modes } = leads;
  return {
    ...modes,
    additionalInformation: additionalFields.flatMap(({ id, mode, allowMultiSelection }) => {
      const field = additionalFieldsOf(studio).find((each) => each.id === id);
      if (!field) return [];
      const { name, type, listItems } = field;
      return {
        ...{ additionalFieldId: id, name, type, allowMultiSelection, mode },
        ...(listItems && { selectionValues: listItems.map((item) => item.name) }),
      };
    }),
    communicationPreferences: communication.preferences,
  };
}
