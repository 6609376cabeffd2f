import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { importVouchers, VoucherImport } from './import-vouchers.js';

export const VOUCHER_ACTIONS = [
  defineStaffAction({
    name: 'voucher.import',
    summary: 'Adds vouchers, or replaces those with the same code.',
    input: VoucherImport,
    run: async ({ tx, studio, input }) => {
      const codes = await importVouchers(tx, studio, input.vouchers);
      return { entity: `studio ${studio.id}`, changed: { vouchers: codes } };
    },
  }),
];
