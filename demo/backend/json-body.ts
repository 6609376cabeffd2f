import type { IncomingMessage } from 'node:http';

/** A request that cannot be read; `status` is the answer to it. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/**
 * The JSON object of a request.
 *
 * @param limit the most bytes; a drawn signature or a document needs more than other forms
 *
 * @throws BadRequest when it is too long, of another type, or no object.
 */
export async function jsonBody(
  request: IncomingMessage,
  limit = 16_384,
): Promise<Readonly<Record<string, unknown>>> {
  // A form of another page cannot send this type, so no other page can use a member's browser to pay.
  if (request.headers['content-type']?.split(';')[0] !== 'application/json') {
    throw new BadRequest('Send JSON with content-type application/json.', 415);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new BadRequest(`The body is longer than ${limit} bytes.`, 413);
    chunks.push(chunk);
  }
  const value = parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadRequest('The body must be a JSON object.');
  }
  return value as Readonly<Record<string, unknown>>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequest('The body is not JSON.');
  }
}
