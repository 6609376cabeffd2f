/* The entry `upc-payment-widget/testing/msw`. Only it needs MSW, which is an optional peer dependency. */
import { http, type HttpHandler } from 'msw';
import type { MockGateway } from 'upc-payment-widget/testing';

/**
 * Creates handlers for MSW 2 that respond as the mock gateway. From now on, widgets send their requests with `fetch`, so
 * that MSW sees them and other handlers can precede these.
 *
 * @param baseUrl the `baseUrl` that the page passes to `init`. MSW reports requests to other addresses as unhandled.
 */
export function mswHandlers(gateway: MockGateway, baseUrl: string = gateway.config.baseUrl): HttpHandler[] {
  const respond = gateway.intercept();
  const base = `${baseUrl.replace(/\/+$/, '')}/api/v1`;
  return ['session', 'bank-lookup', 'payments', 'payments/*', 'payment-instruments/*'].map((path) =>
    http.all(`${base}/${path}`, ({ request }) => respond(request)),
  );
}
