import type { Schemas } from '@upc/contract/gateway';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context.js';
import { requestMeta } from '../../../core/http/request-meta.js';
import { describeSession } from '../gateway/session-answer.js';
import { shownSessionReader } from './session-finder.js';
import { isValid } from './sessions.js';

type PrefetchSession = (
  token: string,
  locale: string,
  request: FastifyRequest,
) => Promise<({ readonly token: string; readonly locale: string } & Schemas['Session']) | undefined>;

/**
 * Builds the function that describes a session as the gateway does for a widget with that token and locale. It finds
 * nothing for a session that the gateway would refuse. The description is never stored, because the session changes.
 */
export function sessionPrefetch(context: Context): PrefetchSession {
  const read = shownSessionReader(context);
  return async (token, locale, request) => {
    const { found, shown } = await read(token);
    if (!found || !isValid(found.session, context.clock.now())) return undefined;
    // The widget writes its locale this way in Accept-Language.
    const meta = requestMeta(request, locale.replaceAll('_', '-'));
    return { token, locale, ...(await describeSession(context, found, shown, meta)) };
  };
}
