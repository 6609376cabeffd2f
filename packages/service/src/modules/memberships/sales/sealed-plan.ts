import { Type } from 'typebox';
import { sealedJson } from '../../../core/database/sealed-json.js';
import { storedSchema, type StoredSchema } from '../../../core/database/stored-schema.js';
import { CustomerProfileSchema } from '../../customers/customers.stored.js';
import { ContractDetailsSchema, ScheduledFeeSchema } from '../memberships.stored.js';
import type { SalePlan } from './sales.js';
import { sales } from './sales.tables.js';

const PLAN: StoredSchema<SalePlan> = storedSchema(
  Type.Object({
    customer: Type.Union([CustomerProfileSchema, Type.Null()]),
    contract: Type.Union([
      Type.Object({
        offerId: Type.Integer(),
        offerTermId: Type.Integer(),
        startDate: Type.String(),
        endDate: Type.String(),
        details: ContractDetailsSchema,
        schedule: Type.Array(
          Type.Object({ ...ScheduledFeeSchema.properties, mandatoryOnSigning: Type.Boolean() }),
        ),
      }),
      Type.Null(),
    ]),
  }),
);

/** Encrypts and decrypts the plan of a reserved sale. */
export const SEALED_PLAN = sealedJson(sales.planEncrypted, PLAN);
