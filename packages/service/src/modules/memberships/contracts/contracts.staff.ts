import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { ContractImport, importContracts } from './import-contracts.js';

export const CONTRACT_ACTIONS = [
  defineStaffAction({
    name: 'contract.import',
    summary: 'Adds contracts that members have signed elsewhere, at the terms of offers of the studio.',
    input: ContractImport,
    run: async ({ context, tx, studio, input }) => {
      const ids = await importContracts(context, tx, studio, input.contracts);
      return { entity: `studio ${studio.id}`, changed: { contractsAdded: ids } };
    },
  }),
];
