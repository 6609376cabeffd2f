import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { SignedQuery } from '../secrets/signed-query.js';

/** The query of a link that `signedQuery` has made. */
export const SignedLinkQuery = Type.Object({
  expires: Type.String({ pattern: '^\\d{1,12}$' }),
  signature: Type.String(),
});

/** Reads the query of a signed link. */
export function givenQuery({ expires, signature }: Static<typeof SignedLinkQuery>): SignedQuery {
  return { expires: Number(expires), signature };
}

/**
 * Sets the headers of a file that only the holder of a link may have. The file is in a sandbox, because it must not act
 * as part of this origin.
 */
export function privateFile(reply: FastifyReply, contentType: string): FastifyReply {
  return reply
    .type(contentType)
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff');
}
