/** Slices of debtors and debts (details, slips of the specification). */
export const DEBTOR_SLICES = { least: 1, most: 50, usual: 10 } as const;
