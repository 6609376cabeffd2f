interface LedgerRow {
  readonly id: number;
  readonly amount: number;
  readonly isOld: boolean;
}

interface LedgerTransaction extends LedgerRow {
  /** The transaction that this one takes back, or books back after it was taken back. */
  readonly reversesId: number | null;
}

/** The ledger of one customer: what was owed, what was booked, and which booking paid which claim. Minor units. */
export interface CustomerLedger {
  readonly claims: readonly LedgerRow[];
  readonly transactions: readonly LedgerTransaction[];
  readonly payments: readonly {
    readonly claimId: number;
    readonly transactionId: number;
    readonly amount: number;
  }[];
  /** The claim that a booking gives back; without it the fee would be given back once more. */
  readonly credits: readonly { readonly claimId: number; readonly transactionId: number }[];
}

/**
 * The part of a ledger that is old and settled in itself: claims that are paid in full by bookings that are used up in
 * full, for such claims alone. A transaction and those that took it back or booked it back are one booking. Without that
 * part the balance, and what is open, are the same as before.
 */
export function closedLedger({ claims, transactions, payments, credits }: CustomerLedger): {
  readonly claimIds: ReadonlySet<number>;
  readonly transactionIds: ReadonlySet<number>;
} {
  const bookingOf = bookingsBy(transactions);
  const paid = payments.map((part) => ({ ...part, bookingId: bookingOf(part.transactionId) }));
  const claimIds = settled(claims, (id) => paid.filter(({ claimId }) => claimId === id));
  const bookingIds = settled(asBookings(transactions, bookingOf), (id) =>
    paid.filter(({ bookingId }) => bookingId === id),
  );
  const credited = credits.map((credit) => ({ ...credit, bookingId: bookingOf(credit.transactionId) }));
  // Rows that belong to something that stays also stay: until nothing more is found.
  for (let count = -1; count !== claimIds.size + bookingIds.size;) {
    count = claimIds.size + bookingIds.size;
    for (const { claimId, bookingId } of [...paid, ...credited]) {
      if (claimIds.has(claimId) && bookingIds.has(bookingId)) continue;
      claimIds.delete(claimId);
      bookingIds.delete(bookingId);
    }
  }
  const closed = transactions.filter(({ id }) => bookingIds.has(bookingOf(id)));
  return { claimIds, transactionIds: new Set(closed.map(({ id }) => id)) };
}

/** The booking that a transaction belongs to, by the id of its first one. */
function bookingsBy(transactions: readonly LedgerTransaction[]): (id: number) => number {
  const reversed = new Map(transactions.map(({ id, reversesId }) => [id, reversesId]));
  const bookingOf = (id: number): number => {
    const reversesId = reversed.get(id) ?? null;
    return reversesId === null ? id : bookingOf(reversesId);
  };
  return bookingOf;
}

function asBookings(
  transactions: readonly LedgerTransaction[],
  bookingOf: (id: number) => number,
): LedgerRow[] {
  const bookings = new Map<number, LedgerRow>();
  for (const { id: transactionId, amount, isOld } of transactions) {
    const id = bookingOf(transactionId);
    const before = bookings.get(id) ?? { amount: 0, isOld: true };
    bookings.set(id, { id, amount: before.amount + amount, isOld: before.isOld && isOld });
  }
  return [...bookings.values()];
}

function settled(
  rows: readonly LedgerRow[],
  paidBy: (id: number) => readonly { readonly amount: number }[],
): Set<number> {
  const isSettled = ({ id, amount, isOld }: LedgerRow) =>
    isOld && paidBy(id).reduce((total, part) => total + part.amount, 0) === amount;
  return new Set(rows.filter(isSettled).map(({ id }) => id));
}
