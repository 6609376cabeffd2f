import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { storeDocument } from '../../modules/documents/documents.js';
import { documents } from '../../modules/documents/documents.tables.js';
import { studioFiles } from './studio-files.js';

/** Draws a document for some members of the demo. Existing documents stay as they are. */
export async function seedDocuments(context: Pick<Context, 'db' | 'keys' | 'clock'>): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    for (const { studio, documents: drawn = [] } of studioFiles(now)) {
      for (const { contentKey, customerId, fileName: name, description, title, text } of drawn) {
        if ((await tx.$count(documents, eq(documents.contentKey, contentKey))) > 0) continue;
        await storeDocument(context, tx, {
          studioId: studio.id,
          customerId,
          purpose: 'CUSTOMER',
          file: { name, bytes: await onePage(title, text, now) },
          description,
          contentKey,
          reference: 'file',
        });
      }
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
