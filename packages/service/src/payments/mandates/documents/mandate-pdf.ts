import type { MandateDocument } from './mandate-document.js';
import { taggedPdf } from './tagged-pdf.js';

/** A mandate as a PDF. */
export function mandatePdf(mandate: MandateDocument): Promise<Buffer> {
  const { language, heading, creditorName: author, acceptedAt: madeAt } = mandate;
  return taggedPdf({ language, heading, author, madeAt }, (pen) => {
    pen.facts(mandate.agreement);
    if (mandate.note) pen.note(mandate.note);
    pen.passage(mandate.passage);
    if (mandate.guarantee) pen.guarantee(mandate.guarantee);
    if (mandate.binding) {
      pen.note(mandate.binding.note);
      pen.passage(mandate.binding.passage);
    }
    pen.facts([...mandate.payer, ...mandate.acceptance]);
    if (mandate.signature) pen.signature(mandate.signature.label, mandate.signature.svg);
  });
}
