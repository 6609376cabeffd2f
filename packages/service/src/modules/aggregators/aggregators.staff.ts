import { Type } from 'typebox';
import { addMedium, CARD_NUMBER_FORMATS, removeMedium } from '../customers/access-mediums/access-mediums.js';
import { ACCESS_MEDIUM_TYPES } from '../customers/access-mediums/access-mediums.tables.js';
import { customerOfStudio } from '../customers/customers.js';
import { defineStaffAction } from '../studios/staff/staff-action.js';
import { AggregatorId, endMember, insertMember } from './members.js';
import { askForPerson, connectAggregator } from './partner.js';

export const AGGREGATOR_ACTIONS = [
  defineStaffAction({
    name: 'aggregator.connect',
    summary: 'Sets the address and the key of the aggregator whose members may visit the studio.',
    input: Type.Object({
      url: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Base address of its operations, with https.',
      }),
      apiKey: Type.String({ minLength: 1, maxLength: 500, description: 'Sent to it as X-API-Key.' }),
    }),
    run: async ({ context, tx, studio, input }) => {
      await connectAggregator(context, tx, studio, input);
      return { entity: `studio ${studio.id}`, changed: { aggregator: new URL(input.url).host } };
    },
  }),
  defineStaffAction({
    name: 'aggregator-member.admit',
    summary: "Requests a person's data from the aggregator and makes the person a customer of the studio.",
    input: Type.Object({ aggregatorId: AggregatorId }),
    run: async ({ context, tx, studio, input }) => {
      const person = await askForPerson(context, tx, studio, input.aggregatorId);
      const customerId = await insertMember(context, tx, studio, person);
      return { entity: `customer ${customerId}`, changed: { aggregatorMember: 'active' } };
    },
  }),
  defineStaffAction({
    name: 'aggregator-member.end',
    summary: 'Ends the membership of a customer at the aggregator; the customer stays.',
    input: Type.Object({ customerId: Type.Integer() }),
    run: async ({ context, tx, studio, input: { customerId } }) => {
      await endMember(context, tx, studio, customerId);
      return { entity: `customer ${customerId}`, changed: { aggregatorMember: 'ended' } };
    },
  }),
  defineStaffAction({
    name: 'access-medium.add',
    summary: 'Gives a customer a PIN, a barcode, a wallet pass or a card to show at the entrance.',
    input: Type.Object({
      customerId: Type.Integer(),
      type: Type.Enum(ACCESS_MEDIUM_TYPES, { type: 'string' }),
      value: Type.String({ pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]*$', maxLength: 200 }),
      cardNumberFormat: Type.Optional(Type.Enum(CARD_NUMBER_FORMATS, { type: 'string' })),
    }),
    run: async ({ context, tx, studio, input }) => {
      const { customerId, type, cardNumberFormat = 'DECIMAL' } = input;
      await customerOfStudio(tx, studio.id, customerId);
      const { id } = await addMedium(context, tx, studio, { ...input, cardNumberFormat });
      return { entity: `customer ${customerId}`, changed: { accessMedium: id, type } };
    },
  }),
  defineStaffAction({
    name: 'access-medium.remove',
    summary: 'Removes an access medium.',
    input: Type.Object({ accessMediumId: Type.Integer() }),
    run: async ({ context, tx, studio, input: { accessMediumId } }) => {
      await removeMedium(context, tx, studio, accessMediumId);
      return { entity: `access-medium ${accessMediumId}`, changed: { accessMedium: 'removed' } };
    },
  }),
];
