import { taggedPdf } from '../../payments/mandates/documents/tagged-pdf.js';
import type { ContractDocument } from './contract-document.js';

/** A contract as a PDF. */
export function contractPdf(contract: ContractDocument): Promise<Buffer> {
  const { language, heading, studioName: author, madeAt, note } = contract;
  return taggedPdf({ language, heading, author, madeAt }, (pen) => {
    if (note !== null) pen.note({ language, text: note });
    for (const part of contract.parts) {
      if (part.heading) pen.subheading(part.heading.text, part.heading.language);
      if (part.facts.length > 0) pen.facts(part.facts);
      if (part.passage) pen.passage(part.passage);
      if (part.signature === null) continue;
      const { label, svg } = part.signature;
      if (svg === null) pen.signatureLine(label);
      else pen.signature(label, svg);
    }
  });
}
