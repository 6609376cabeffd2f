import type { LoadedMandate } from './load-mandate.js';
import { mandatePdf } from './mandate-pdf.js';

/** Documents that are kept in memory, of some tens of kilobytes each. */
const MOST_KEPT = 100;

/** Draws mandates as PDFs. Those asked for last are kept: one takes a hundred times as long to draw as to send. */
export class DrawnMandates {
  private readonly kept = new Map<string, Promise<Buffer>>();

  /** @param draw the drawing itself; tests count it. */
  constructor(private readonly draw: typeof mandatePdf = mandatePdf) {}

  /** @param version identifies the stored mandate and its content: another for every other mandate, and after any change. */
  pdf({ document, version }: LoadedMandate): Promise<Buffer> {
    const { kept } = this;
    const drawn = kept.get(version) ?? this.draw(document);
    // Put at the end again, which makes the first one the one that nobody has asked for the longest.
    kept.delete(version);
    kept.set(version, drawn);
    drawn.catch(() => kept.delete(version));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return drawn;
  }
}
