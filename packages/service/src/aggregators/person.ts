import { Type, type Static } from 'typebox';
import { GENDERS, type PersonProfile } from '../domain/customer-profile.js';

const text = (maxLength = 200) => Type.String({ maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]*$' });
const name = () => Type.String({ maxLength: 200, pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$' });

/** The aggregator's own id of a person. */
export const AggregatorId = Type.String({
  maxLength: 100,
  pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$',
  examples: ['A-100045'],
});

/** A person as aggregators describe them, in what they send and in what they answer (specification, Aggregator member). */
export const AggregatorPerson = Type.Object({
  aggregatorId: AggregatorId,
  firstName: name(),
  lastName: name(),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254, examples: ['example@example.com'] })),
  dateOfBirth: Type.Optional(Type.String({ format: 'date', pattern: '^(19|20|21)\\d{2}-' })),
  gender: Type.Optional(Type.Enum(GENDERS, { type: 'string' })),
  phonePrivate: Type.Optional(text()),
  phonePrivateMobile: Type.Optional(text()),
  phoneBusiness: Type.Optional(text()),
  phoneBusinessMobile: Type.Optional(text()),
  street: Type.Optional(text()),
  houseNumber: Type.Optional(text()),
  zipCode: Type.Optional(text(20)),
  city: Type.Optional(text()),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] }),
  ),
});
export type AggregatorPerson = Static<typeof AggregatorPerson>;

/** The same as the customer's record has it. */
export function profileOf({
  aggregatorId: _,
  phonePrivate,
  phonePrivateMobile,
  country,
  ...same
}: AggregatorPerson): PersonProfile {
  return {
    ...same,
    ...(phonePrivate !== undefined && { phoneNumberPrivate: phonePrivate }),
    ...(phonePrivateMobile !== undefined && { phoneNumberMobile: phonePrivateMobile }),
    ...(country !== undefined && { countryCode: country }),
  };
}
