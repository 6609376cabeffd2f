import { type Static, Type } from 'typebox';
import { storedSchema, type StoredSchema } from '../../core/database/stored-schema.js';

const NUMBERS = [
  'basalMetabolicRate', 'bodyFatMass', 'bodyMassIndex', 'fatFreeMass', 'percentBodyFat', 'percentSkeletalMuscleMass',
  'skeletalMuscleMass', 'totalBodyWater', 'weight', 'height', 'bfmLeftArm', 'bfmLeftLeg', 'bfmPercentLeftArm',
  'bfmPercentLeftLeg', 'bfmPercentRightArm', 'bfmPercentRightLeg', 'bfmPercentTrunk', 'bfmRightArm', 'bfmRightLeg',
  'bfmTrunk', 'ffmLeftArm', 'ffmLeftLeg', 'ffmPercentLeftArm', 'ffmPercentLeftLeg', 'ffmPercentRightArm',
  'ffmPercentRightLeg', 'ffmPercentTrunk', 'ffmRightArm', 'ffmRightLeg', 'ffmTrunk',
] as const; // prettier-ignore

/** What a body scale has measured. */
export const Weighing = Type.Object(
  {
    ...Type.Partial(Type.Record(Type.Enum(NUMBERS), Type.Number())).properties,
    visceralFatLevel: Type.Optional(
      Type.Integer({ format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }),
    ),
    rawResults: Type.String({ maxLength: 100_000, description: 'The results as the scale reports them.' }),
  },
  {
    title: 'WeighingRequest',
    description: 'Masses in kilograms, height in centimetres, water in litres, shares in percent.',
  },
);
export type Weighing = Static<typeof Weighing>;

export const WEIGHING: StoredSchema<Weighing> = storedSchema(Weighing);
