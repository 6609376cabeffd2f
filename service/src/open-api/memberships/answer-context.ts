import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.js';
import { studioOf } from '../../http/api-key.js';
import { requestLanguage } from '../../http/request-meta.js';
import { imagePath } from '../../images/links.js';
import type { AnswerContext } from './answers/frequencies.js';

export function answerContext(context: Context, request: FastifyRequest): AnswerContext {
  return {
    currency: studioOf(request).currency,
    language: requestLanguage(request),
    imageUrl: (kind, id) => new URL(imagePath(context, kind, id), context.publicUrl()).href,
  };
}
