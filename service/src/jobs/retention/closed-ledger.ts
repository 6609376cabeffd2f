/** The ledger of one customer: what was owed, what was booked, and which booking paid which claim. Minor units. */
export interface CustomerLedger {
  readonly claims: readonly { readonly id: number; readonly amount: number; readonly isOld: boolean }[];
  readonly transactions: readonly { readonly id: number; readonly amount: number; readonly isOld: boolean }[];
  readonly payments: readonly {
    readonly claimId: number;
    readonly transactionId: number;
    readonly amount: number;
  }[];
  /** Which claim a booking gives back; without it the fee would be given back once more. */
  readonly credits: readonly { readonly claimId: number; readonly transactionId: number }[];
}

/**
 * The part of a ledger that is old and settled in itself: claims that are paid in full by bookings that are used up in
 * full, for such claims alone. Without it the balance, and what is open, are the same as before.
 */
export function closedLedger({ claims, transactions, payments, credits }: CustomerLedger): {
  readonly claimIds: ReadonlySet<number>;
  readonly transactionIds: ReadonlySet<number>;
} {
  const sum = (amounts: readonly { readonly amount: number }[]) =>
    amounts.reduce((total, { amount }) => total + amount, 0);
  const ofClaim = (id: number) => payments.filter(({ claimId }) => claimId === id);
  const ofTransaction = (id: number) => payments.filter(({ transactionId }) => transactionId === id);
  const settled = (
    rows: readonly { readonly id: number; readonly amount: number; readonly isOld: boolean }[],
    paidBy: (id: number) => readonly { readonly amount: number }[],
  ) =>
    new Set(rows.filter(({ id, amount, isOld }) => isOld && sum(paidBy(id)) === amount).map(({ id }) => id));
  const claimIds = settled(claims, ofClaim);
  const transactionIds = settled(transactions, ofTransaction);
  // What hangs together with something that stays, stays: until nothing more is found.
  for (let count = -1; count !== claimIds.size + transactionIds.size;) {
    count = claimIds.size + transactionIds.size;
    for (const { claimId, transactionId } of [...payments, ...credits]) {
      if (claimIds.has(claimId) && transactionIds.has(transactionId)) continue;
      claimIds.delete(claimId);
      transactionIds.delete(transactionId);
    }
  }
  return { claimIds, transactionIds };
}
