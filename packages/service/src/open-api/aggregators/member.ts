import { Type, type Static } from 'typebox';
import type { AggregatorMember } from '../../aggregators/members.js';
import { AggregatorId } from '../../aggregators/person.js';
import type { AccessMedium } from '../../customers/access-mediums.js';
import type { CardNumberFormat } from '../../domain/access-medium.js';
import { AccessMediums, toAccessMediums } from '../access-mediums.js';
import { Int64 } from '../schemas.js';

export const Member = Type.Object({
  customerId: Type.Integer({ ...Int64, examples: [100001] }),
  aggregatorId: AggregatorId,
  studioId: Type.Integer({ ...Int64, examples: [1001] }),
  accessMediums: AccessMediums,
});

/** @param mediums of this member and perhaps of others. */
export function toMember(
  { customerId, aggregatorId, studioId }: AggregatorMember,
  mediums: readonly AccessMedium[],
  cardNumberFormat?: CardNumberFormat,
): Static<typeof Member> {
  const own = mediums.filter((medium) => medium.customerId === customerId);
  return { customerId, aggregatorId, studioId, accessMediums: toAccessMediums(own, cardNumberFormat) };
}
