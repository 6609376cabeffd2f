/** Maximum number of documents in memory, each some tens of kilobytes. */
const MOST_KEPT = 100;

/** The content from which a PDF is drawn. */
export interface Drawable<Document> {
  readonly document: Document;
  /** Changes with everything that changes the document. */
  readonly version: string;
}

/**
 * Draws documents as PDFs and caches the most recently used ones, because drawing takes a hundred times as long as
 * sending.
 */
export class DrawnDocuments<Document> {
  private readonly kept = new Map<string, Promise<Buffer>>();

  /** @param draw draws a document; tests replace it to count the calls. */
  constructor(private readonly draw: (document: Document) => Promise<Buffer>) {}

  pdf({ document, version }: Drawable<Document>): Promise<Buffer> {
    const { kept } = this;
    const drawn = kept.get(version) ?? this.draw(document);
    // Reinserting moves the entry to the end, so the first entry is always the least recently used.
    kept.delete(version);
    kept.set(version, drawn);
    drawn.catch(() => kept.delete(version));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return drawn;
  }
}
