import { type Static, Type } from 'typebox';
import { CalendarDate, Line, RequiredLine } from '../../core/http/schemas.js';
import { id, MinuteTerm } from '../bookings/bookings.schema.js';
import type { TrialOffer } from '../bookings/terms.js';
import { GENDERS } from '../customers/profile.js';
import { TermSchema } from '../memberships/offers/offers.schema.js';
import { FIELD_MODES } from '../studios/settings/studio-settings.js';
import { Class, toClass } from './classes.schema.js';
import type { TrialClass } from './trial-classes.js';

const Mode = Type.Enum(FIELD_MODES, {
  type: 'string',
  description: 'INACTIVE means that you should not ask for the field; the service does not store it.',
});

/** A class that offers trials, with its trial offer. */
export const BookableClass = Type.Object(
  {
    trialOfferConfigId: id(10001),
    trialOfferClass: Class,
    id: id(11001),
  },
  { title: 'BookableTrialClass' },
);

export const TrialOfferConfig = Type.Object(
  {
    id: id(10001),
    name: Type.String({ examples: ['Try a class'] }),
    preventMultipleBookingsTerm: {
      ...TermSchema,
      description: 'The minimum time between two bookings of the same person.',
    },
    contingent: Type.Integer({
      format: 'int32',
      description: 'The number of bookings allowed per person.',
      examples: [2],
    }),
    confirmationOfBookingTerm: Type.Optional({
      ...MinuteTerm,
      description:
        'How long before the start a booking must be confirmed. Absent if no confirmation is needed.',
    }),
    allowBookingForLeads: Type.Boolean(),
    leadDataConfig: Type.Object({
      trialOfferLeadDataConfigId: id(1),
      genderMode: Mode,
      dateOfBirthMode: Mode,
      telephoneMode: Mode,
      addressMode: Mode,
    }),
  },
  { title: 'TrialOfferConfig' },
);

export const LeadRequest = Type.Object(
  {
    leadCustomerData: Type.Object({
      thirdPartyId: Type.Optional(Line()),
      firstname: RequiredLine('Max'),
      secondFirstname: Type.Optional(Line()),
      lastname: RequiredLine('Mustermann'),
      secondLastname: Type.Optional(Line()),
      email: Type.String({ format: 'email', maxLength: 254, examples: ['example@email.com'] }),
      gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
      dateOfBirth: Type.Optional(CalendarDate),
      telephone: Type.Optional(Line()),
      language: Type.Optional(
        Type.Object({
          languageCode: Type.String({ pattern: '^[a-z]{2}$', description: 'ISO 639-1', examples: ['de'] }),
          countryCode: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
        }),
      ),
      address: Type.Optional(
        Type.Object({
          street: RequiredLine('Raboisen Street'),
          houseNumber: Type.Optional(Line()),
          zipCode: RequiredLine('20095', 20),
          city: RequiredLine('Hamburg'),
        }),
      ),
    }),
    trialOfferConfigId: id(10001),
  },
  { title: 'TrialLeadRequest' },
);

export function toBookableClass(trialClass: TrialClass): Static<typeof BookableClass> {
  const { id: classId, trialOfferId } = trialClass;
  return { trialOfferConfigId: trialOfferId, trialOfferClass: toClass(trialClass), id: classId };
}

export function toTrialOfferConfig(configId: number, offer: TrialOffer): Static<typeof TrialOfferConfig> {
  const { leadData, ...same } = offer;
  const { id: trialOfferLeadDataConfigId, ...modes } = leadData;
  return { id: configId, ...same, leadDataConfig: { trialOfferLeadDataConfigId, ...modes } };
}
