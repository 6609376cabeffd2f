import type { Context } from '../../core/context.js';
import { seedContactDataChanges } from './contact-data-changes.js';
import { seedDocuments } from './documents.js';
import { seedIdleMembers } from './idle-members.js';
import { seedImages } from './images.js';
import { seedPartnerRequests } from './partner-requests.js';
import { seedStoredInstruments } from './stored-instruments.js';
import { seedTaxExport } from './tax-export.js';

/**
 * Creates what members, partners and staff of the demo have created, through the functions that serve real ones. What exists
 * stays as it is. The order decides which ids things get, and the examples of the description name these ids.
 *
 * @param simulatorUrl the simulated provider's origin as the service reaches it
 */
export async function seedActivity(context: Context, simulatorUrl: string): Promise<void> {
  await seedDocuments(context);
  await seedImages(context);
  await seedContactDataChanges(context);
  await seedStoredInstruments(context, simulatorUrl);
  await seedIdleMembers(context);
  await seedTaxExport(context);
  await seedPartnerRequests(context);
}
