import { type Static, Type } from 'typebox';

const CONTINGENT_PERIODS = ['DAY', 'WEEK', 'MONTH', 'YEAR', 'CONTRACT'] as const;

/** The key of a benefit, which partners name in requests. */
const BenefitKey = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,50}$', examples: ['BODY_SCAN'] });

/** What members can use besides training, such as a body scan or a solarium. */
export const BenefitSettings = Type.Object({
  benefits: Type.Array(
    Type.Object({
      key: BenefitKey,
      name: Type.String({ minLength: 1, maxLength: 200 }),
      membershipOfferIds: Type.Union([Type.Array(Type.Integer({ minimum: 1 })), Type.Null()], {
        description: 'Offers whose contracts include the benefit; null for all contracts.',
      }),
      contingent: Type.Union(
        [
          Type.Object({
            uses: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
            period: Type.Enum(CONTINGENT_PERIODS, {
              type: 'string',
              description: 'Calendar days, weeks, months or years, or the whole contract.',
            }),
          }),
          Type.Null(),
        ],
        { description: 'How often a contract lets its member use the benefit; null for any number.' },
      ),
    }),
    { maxItems: 200 },
  ),
});

export type Benefit = Static<typeof BenefitSettings>['benefits'][number];
export type ContingentPeriod = (typeof CONTINGENT_PERIODS)[number];
