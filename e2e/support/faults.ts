import type { Page, Request, Route } from '@playwright/test';

export type GatewayCall =
  'GET /session' | 'POST /payments' | 'PUT /authentication' | 'GET /payment' | 'DELETE /payment';

/** What the network or the gateway does instead of answering. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The request reaches the gateway, its answer never reaches the browser. */
  | { readonly kind: 'answerLost' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'offline' };

/**
 * Lets the next calls of one kind meet a fault, then lets them through again.
 *
 * @param times how many calls; every one when absent.
 * @returns the calls that met it; with a lost answer, once the gateway has given it.
 */
export async function inject(
  page: Page,
  call: GatewayCall,
  fault: Fault,
  times = Infinity,
): Promise<Request[]> {
  const met: Request[] = [];
  let left = times;
  await page.route('**/api/v1/**', async (route) => {
    if (nameOf(route.request()) !== call || left === 0) return route.fallback();
    left -= 1;
    await answer(route, fault, () => met.push(route.request()));
  });
  return met;
}

/** Every call to the gateway, as it leaves the browser; preflights not counted. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (nameOf(request) !== undefined) calls.push(request);
  });
  return calls;
}

export function countOf(calls: readonly Request[], name: GatewayCall): number {
  return calls.filter((call) => nameOf(call) === name).length;
}

function nameOf(request: Request): GatewayCall | undefined {
  const path = new URL(request.url()).pathname;
  const method = request.method();
  if (method === 'GET' && path.endsWith('/api/v1/session')) return 'GET /session';
  if (method === 'POST' && path.endsWith('/api/v1/payments')) return 'POST /payments';
  if (method === 'PUT' && path.endsWith('/authentication')) return 'PUT /authentication';
  if (/\/api\/v1\/payments\/[^/]+$/.test(path) && method === 'GET') return 'GET /payment';
  if (/\/api\/v1\/payments\/[^/]+$/.test(path) && method === 'DELETE') return 'DELETE /payment';
  return undefined;
}

async function answer(route: Route, fault: Fault, note: () => void): Promise<void> {
  if (fault.kind !== 'answerLost') note();
  switch (fault.kind) {
    case 'status':
      return route.fulfill({
        status: fault.status,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': '*, retry-after',
          ...fault.headers,
        },
        contentType: 'application/json',
        body: JSON.stringify({
          errorCode: 'errormessage.injected',
          errorMessage: 'Injected by the test.',
          message: 'Injected by the test.',
          traceId: 'injected-trace',
        }),
      });
    case 'answerLost':
      await route.fetch();
      note();
      return route.abort('connectionreset');
    case 'offline':
      return route.abort('internetdisconnected');
    case 'silence':
      return;
  }
}
