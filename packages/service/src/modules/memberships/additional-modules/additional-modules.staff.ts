import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import type { Studio } from '../../studios/studios.tables.js';
import { lockContract, type LockedContract } from '../contracts/lock-contract.js';
import { moduleContracts } from './additional-modules.tables.js';
import { cancelLocked, continueLocked } from './module-bookings.js';
import { AdditionalModuleImport, importAdditionalModules } from './import-additional-modules.js';
import type { ModuleContract } from './module-contracts.js';

const additionalModuleContractId = Type.Integer({
  minimum: 1,
  description: 'The id of the module contract.',
});

/** Staff actions for additional modules and the contracts about them. */
export const ADDITIONAL_MODULE_ACTIONS = [
  defineStaffAction({
    name: 'additional-module.import',
    summary:
      'Adds modules that members can book onto a running contract, or replaces those with the same id.',
    input: AdditionalModuleImport,
    run: async ({ tx, studio, input }) => {
      const ids = await importAdditionalModules(tx, studio, input.additionalModules);
      return { entity: `studio ${studio.id}`, changed: { additionalModules: ids } };
    },
  }),
  defineStaffAction({
    name: 'module-contract.cancel',
    summary: 'Cancels a module contract on behalf of its member or of the studio.',
    input: Type.Object({
      additionalModuleContractId,
      cancelationDate: Type.Optional(
        Type.String({ format: 'date', description: 'The last day; defaults to the earliest possible one.' }),
      ),
      reason: Type.Optional(Type.String({ maxLength: 200 })),
      origin: Type.Enum(['CUSTOMER', 'STUDIO'], { type: 'string' }),
    }),
    run: async ({ context, tx, studio, input: { additionalModuleContractId: id, ...request } }) => {
      const { locked, booked } = await lockModuleContract(context, tx, studio, id);
      const endDate = await cancelLocked(context, tx, locked, booked, request);
      return { entity: `module-contract ${id}`, changed: { endDate, origin: request.origin } };
    },
  }),
  defineStaffAction({
    name: 'module-contract.withdraw-cancelation',
    summary: 'Withdraws the cancellation of a module contract.',
    input: Type.Object({ additionalModuleContractId }),
    run: async ({ context, tx, studio, input: { additionalModuleContractId: id } }) => {
      const { locked, booked } = await lockModuleContract(context, tx, studio, id);
      await continueLocked(context, tx, locked, booked);
      return { entity: `module-contract ${id}`, changed: { cancelation: null } };
    },
  }),
];

/**
 * Locks the contract that a module was booked onto and reads the module contract under the lock. Staff need no consent
 * of the member.
 *
 * @throws ApiError 404 if the studio has no such module contract.
 */
async function lockModuleContract(
  context: Context,
  tx: Database,
  studio: Studio,
  moduleContractId: number,
): Promise<{ readonly locked: LockedContract; readonly booked: ModuleContract }> {
  const isMeant = eq(moduleContracts.id, moduleContractId);
  const [found] = await tx
    .select({ contractId: moduleContracts.contractId })
    .from(moduleContracts)
    .where(isMeant);
  const locked = found && (await lockContract(context, tx, found.contractId));
  const [booked] = await tx.select().from(moduleContracts).where(isMeant);
  if (!booked || locked?.studio.id !== studio.id) {
    throw new ApiError('errormessage.membership.module.contract.not.found', 'additionalModuleContractId', {
      moduleContractId,
    });
  }
  return { locked, booked };
}
