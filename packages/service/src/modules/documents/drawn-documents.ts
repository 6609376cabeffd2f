/** Documents that are kept in memory, of some tens of kilobytes each. */
const MOST_KEPT = 100;

/** The content of a PDF that can be drawn. */
export interface Drawable<Document> {
  readonly document: Document;
  /** Another one for everything that makes another document. */
  readonly version: string;
}

/** Draws documents as PDFs. Those asked for last are kept: one takes a hundred times as long to draw as to send. */
export class DrawnDocuments<Document> {
  private readonly kept = new Map<string, Promise<Buffer>>();

  /** @param draw the drawing itself; tests count it. */
  constructor(private readonly draw: (document: Document) => Promise<Buffer>) {}

  pdf({ document, version }: Drawable<Document>): Promise<Buffer> {
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
