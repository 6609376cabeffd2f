import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { ContractImport, importContracts } from './import-contracts.js';

export const CONTRACT_ACTIONS = [
  defineStaffAction({
    name: 'contract.import',
    summary: "Imports contracts that members have signed elsewhere, on the terms of the studio's offers.",
    input: ContractImport,
    run: async ({ context, tx, studio, input }) => {
      const ids = await importContracts(context, tx, studio, input.contracts);
      return { entity: `studio ${studio.id}`, changed: { contractsAdded: ids } };
    },
  }),
];
