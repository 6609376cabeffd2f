import { buffer } from 'node:stream/consumers';
import { inArray } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { storeDocument } from '../../modules/documents/documents.js';
import { documents } from '../../modules/documents/documents.tables.js';

const STUDIO = 1001;

/** One for a member who looks at their papers, one for a debtor whom the collection partner reads. */
const DOCUMENTS = [
  {
    contentKey: '5b0f6a52-0d1c-4a6e-d0c5-0a2001000001',
    customerId: 2001,
    fileName: 'house-rules.pdf',
    description: 'House rules, as agreed to',
    title: 'House rules',
    text: 'Bring a towel. Put the weights back. The studio is open from 6:00 to 23:00.',
  },
  {
    contentKey: '5b0f6a52-0d1c-4a6e-d0c5-0a2011000001',
    customerId: 2011,
    fileName: 'last-reminder.pdf',
    description: 'Last reminder',
    title: 'Last reminder',
    text: 'Two membership fees are overdue. Please pay them, or talk to us.',
  },
] as const;

/** A document of some members of the demo; what is there already stays as it is. */
export async function seedDocuments(context: Pick<Context, 'db' | 'keys' | 'clock'>): Promise<void> {
  const keys = DOCUMENTS.map(({ contentKey }) => contentKey);
  await context.db.transaction(async (tx) => {
    const known = await tx.select().from(documents).where(inArray(documents.contentKey, keys));
    for (const { contentKey, customerId, fileName, description, title, text } of DOCUMENTS) {
      if (known.some((document) => document.contentKey === contentKey)) continue;
      const bytes = await onePage(title, text, context.clock.now());
      await storeDocument(context, tx, {
        studioId: STUDIO,
        customerId,
        purpose: 'CUSTOMER',
        file: { name: fileName, bytes },
        description,
        contentKey,
        reference: 'file',
      });
    }
  });
}

async function onePage(title: string, text: string, at: Date): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const paper = new PDFDocument({ size: 'A4', info: { Title: title, CreationDate: at } });
  const whole = buffer(paper);
  paper.fontSize(20).text(title).moveDown().fontSize(11).text(text);
  paper.end();
  return whole;
}
