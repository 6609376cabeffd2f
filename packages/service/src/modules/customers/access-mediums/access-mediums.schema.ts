import { type Static, Type } from 'typebox';
import { Int64 } from '../../../core/http/schemas.js';
import {
  type AccessMedium,
  CARD_NUMBER_FORMATS,
  type CardNumberFormat,
  formatCardNumber,
} from './access-mediums.js';
import { ACCESS_MEDIUM_TYPES } from './access-mediums.tables.js';

/** The format of card numbers that a request selects. */
export const CardNumberQuery = {
  cardNumberFormat: Type.Optional(
    Type.Enum(CARD_NUMBER_FORMATS, {
      type: 'string',
      default: 'DECIMAL',
      description:
        'Form of card numbers in the request and in the response: a decimal number, or hexadecimal bytes with the ' +
        'most or the least significant byte first.',
    }),
  ),
};

/** A card, code or other medium that a person shows at the entrance. */
export const AccessMediumSchema = Type.Object(
  {
    id: Type.Integer({ ...Int64, examples: [650001] }),
    type: Type.Enum(ACCESS_MEDIUM_TYPES, { type: 'string' }),
    value: Type.String({ examples: ['2864434397'] }),
  },
  { title: 'AccessMedium' },
);

export function toAccessMedium(
  { id, type, value }: AccessMedium,
  cardNumberFormat: CardNumberFormat = 'DECIMAL',
): Static<typeof AccessMediumSchema> {
  return { id, type, value: type === 'CARD_NUMBER' ? formatCardNumber(value, cardNumberFormat) : value };
}
