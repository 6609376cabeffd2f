import { inArray } from 'drizzle-orm';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { type AccessRestriction, accessRestrictions } from '../check-ins/access-restrictions.js';
import { type AccessMedium, mediumsOf } from '../customers/access-mediums/access-mediums.js';
import { readIdentity } from '../customers/identity.js';
import { customerImageLink, imagesOf } from '../customers/images/images.js';
import type { Identity } from '../customers/profile.js';
import type { Reader } from '../customers/reader.js';
import { type CustomerIdlePeriod, customerIdlePeriods } from '../memberships/idle-periods/idle-periods.js';
import { paymentInstruments } from '../payments/instruments/instruments.tables.js';
import type { FoundCustomer } from './find-customers.js';

/** The account that payment runs debit, with its number masked. */
interface MaskedAccount {
  readonly accountHolder?: string;
  readonly bankName?: string;
  readonly bic?: string;
  readonly iban?: string;
}

/** An idle period, without its reason if the reader may not see it. */
type ReadIdlePeriod = Omit<CustomerIdlePeriod, 'reason'> & Partial<Pick<CustomerIdlePeriod, 'reason'>>;

/** A customer with the data from all other areas. */
export interface CustomerRecord extends FoundCustomer {
  readonly identity: Partial<Identity> | null;
  readonly bankAccount: MaskedAccount | null;
  /** null if the reader may not see them. */
  readonly accessMediums: readonly AccessMedium[] | null;
  /** Link to the image; null if there is none or the reader may not see it. */
  readonly imageUrl: string | null;
  /** Reasons why the studio denies access today; empty if it does not. */
  readonly accessRestrictions: readonly AccessRestriction[];
  readonly idlePeriods: readonly ReadIdlePeriod[];
}

/**
 * Loads the records of customers, in the order given. There is one query per area, however many customers there are.
 */
export async function loadRecords(
  context: Pick<Context, 'db' | 'keys' | 'clock' | 'publicUrl'>,
  { studio, grants }: Reader,
  found: readonly FoundCustomer[],
): Promise<CustomerRecord[]> {
  const { db, keys, clock } = context;
  const instrumentIds = found.flatMap(({ customer }) => customer.paymentInstrumentId ?? []);
  const instruments = instrumentIds.length
    ? await db.select().from(paymentInstruments).where(inArray(paymentInstruments.id, instrumentIds))
    : [];
  const ids = found.map(({ customer }) => customer.id);
  const restrictions = await accessRestrictions(db, studio, ids, todayAt({ clock }, studio));
  const idlePeriods = await customerIdlePeriods(db, ids);
  // A collection partner must see what is owed, but neither the means of access nor the face.
  const mediums = grants ? null : await mediumsOf(db, ids);
  const images = grants ? null : await imagesOf(db, ids);
  return found.map(({ customer, status }) => {
    const instrument = instruments.find(({ id }) => id === customer.paymentInstrumentId);
    const { sepa, chDD, lsvDD } = instrument?.details ?? {};
    const bankAccount = (sepa ?? chDD ?? lsvDD)?.bankAccountDetails ?? null;
    const image = images?.get(customer.id);
    const isOwn = ({ customerId }: { readonly customerId: number }) => customerId === customer.id;
    return {
      customer,
      status,
      identity: readIdentity(keys, customer),
      bankAccount,
      accessMediums: mediums?.filter(isOwn) ?? null,
      imageUrl: image === undefined ? null : customerImageLink(context, image),
      accessRestrictions: restrictions.filter(isOwn),
      // The reason for an idle period can concern a person's health, which a collection partner need not know.
      idlePeriods: idlePeriods
        .filter(isOwn)
        .map(({ reason, ...idlePeriod }) => (grants ? idlePeriod : { ...idlePeriod, reason })),
    };
  });
}
