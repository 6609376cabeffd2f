/** A request that lacks something or refers to something unknown. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  /** Status that Fastify responds with. */
  readonly statusCode = 400;
}
