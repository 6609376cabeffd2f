import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.js';
import { studioOf } from '../../http/api-key.js';
import { requestLanguage } from '../../http/request-meta.js';
import { contractLink } from '../../memberships/documents/contract-link.js';
import { imagePath } from '../../images/links.js';
import type { AnswerContext } from './answers/frequencies.js';

export function answerContext(context: Context, request: FastifyRequest): AnswerContext {
  const language = requestLanguage(request);
  return {
    currency: studioOf(request).currency,
    language,
    contractUrl: (id) => contractLink(context, { kind: 'offered', id, language }),
    imageUrl: (kind, id) => new URL(imagePath(context, kind, id), context.publicUrl()).href,
  };
}
