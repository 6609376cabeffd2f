import type { Database } from '../../core/database/database.js';
import { contactDataAmendments } from '../../modules/customers/contact-data/contact-data.tables.js';
import type { StoredProfile } from '../../modules/customers/profile.js';

/** Contact data of two members of the demo; the others are as before sign-ups asked for it. */
export const SEED_PROFILES: Readonly<Record<number, StoredProfile>> = {
  2001: {
    firstName: 'Mara',
    lastName: 'Lindner',
    email: 'mara.lindner@example.com',
    phoneNumberPrivate: '+49 30 5550142',
    phoneNumberMobile: '+49 151 55501420',
    street: 'Torstraße',
    houseNumber: '12',
    zipCode: '10119',
    city: 'Berlin',
    countryCode: 'DE',
    language: { languageCode: 'de', countryCode: 'DE' },
  },
  2002: {
    firstName: 'Jonas',
    lastName: 'Okafor',
    email: 'jonas.okafor@example.com',
    phoneNumberMobile: '+49 151 55501430',
    street: 'Sprengelstraße',
    houseNumber: '5',
    zipCode: '13353',
    city: 'Berlin',
    countryCode: 'DE',
    language: { languageCode: 'en' },
    communicationPreferences: [
      { messageCategory: 'NEWSLETTER', channels: [{ communicationChannel: 'EMAIL', active: true }] },
    ],
  },
};

/** A member who has asked to be reached at another address; staff have yet to decide. */
export async function seedAmendment(tx: Database, now: Date): Promise<void> {
  await tx
    .insert(contactDataAmendments)
    .values({
      id: 8101,
      customerId: 2002,
      status: 'PENDING',
      changes: { email: 'j.okafor@example.com' },
      createdAt: now,
    })
    .onConflictDoNothing();
}
