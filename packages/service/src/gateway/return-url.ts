import { ApiError } from '../errors/api-error.js';
import { isRegistered } from '../http/origins.js';

/**
 * A redirect leads back to a page of the studio's, and nowhere else.
 *
 * @param origins patterns of the studio's registered origins.
 * @throws ApiError 400 naming `returnUrl`.
 */
export function requireReturnUrl(returnUrl: string | undefined, origins: readonly string[]): void {
  if (returnUrl === undefined) return;
  const url = URL.canParse(returnUrl) ? new URL(returnUrl) : null;
  if (url && !url.username && !url.password && isRegistered(url.origin, origins)) return;
  throw new ApiError('errormessage.payment.return.url.invalid', 'returnUrl', {
    origin: url?.origin ?? 'none',
  });
}
