const BOUNDARY = 'edge-of-a-part';

/** A file that is sent in a form. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export const PDF: SentFile = { name: 'certificate.pdf', bytes: Buffer.from('%PDF-1.7\nA certificate.') };

/**
 * Returns a body of multipart/form-data and its header. Texts are sent unchanged, anything else as JSON.
 *
 * @param name of the part that carries the file.
 */
export function form(
  data: unknown,
  document?: SentFile,
  name = 'document',
): { readonly payload: Buffer; readonly headers: Record<string, string> } {
  const parts = [
    ...(data === undefined
      ? []
      : [part('name="data"', typeof data === 'string' ? data : JSON.stringify(data))]),
    ...(document ? [part(`name="${name}"; filename="${document.name}"`, document.bytes)] : []),
  ];
  const payload = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

function part(disposition: string, content: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}
