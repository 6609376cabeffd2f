import { Type, type Static } from 'typebox';
import type { AccessMedium } from '../../aggregators/access-mediums.js';
import type { AggregatorMember } from '../../aggregators/members.js';
import { AggregatorId } from '../../aggregators/person.js';
import {
  ACCESS_MEDIUM_TYPES,
  CARD_NUMBER_FORMATS,
  formatCardNumber,
  type CardNumberFormat,
} from '../../domain/access-medium.js';
import { Int64 } from '../schemas.js';

export const CardNumberQuery = {
  cardNumberFormat: Type.Optional(
    Type.Enum(CARD_NUMBER_FORMATS, {
      type: 'string',
      description:
        'How the numbers of cards are written: as a decimal number (default), or as bytes in hexadecimal, the most ' +
        'or the least significant first.',
    }),
  ),
};

export const Member = Type.Object({
  customerId: Type.Integer({ ...Int64, examples: [100001] }),
  aggregatorId: AggregatorId,
  studioId: Type.Integer({ ...Int64, examples: [1001] }),
  accessMediums: Type.Array(
    Type.Object({
      id: Type.Integer({ ...Int64, examples: [650001] }),
      type: Type.Enum(ACCESS_MEDIUM_TYPES, { type: 'string' }),
      value: Type.String({ examples: ['2864434397'] }),
    }),
  ),
});

/** @param mediums of this member and perhaps of others. */
export function toMember(
  { customerId, aggregatorId, studioId }: AggregatorMember,
  mediums: readonly AccessMedium[],
  cardNumberFormat: CardNumberFormat = 'DECIMAL',
): Static<typeof Member> {
  const accessMediums = mediums
    .filter((medium) => medium.customerId === customerId)
    .map(({ id, type, value }) => ({
      id,
      type,
      value: type === 'CARD_NUMBER' ? formatCardNumber(value, cardNumberFormat) : value,
    }));
  return { customerId, aggregatorId, studioId, accessMediums };
}
