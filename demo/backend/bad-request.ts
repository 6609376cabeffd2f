/** A request that asks for what there is not, or lacks something. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  /** Fastify answers with it. */
  readonly statusCode = 400;
}
