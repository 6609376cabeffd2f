import type { Page, Request, Route } from '@playwright/test';

export type GatewayCall =
  | 'POST /session'
  | 'POST /payments'
  | 'PUT /authentication'
  | 'GET /payment'
  | 'DELETE /payment';

/** Behaviour of the network or the gateway in place of a normal response. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The request reaches the gateway, but the response never reaches the browser. */
  | { readonly kind: 'answerLost' }
  /** The request reaches the gateway twice, and the browser receives the second response. */
  | { readonly kind: 'answerDoubled' }
  /** A response that breaks the contract. */
  | { readonly kind: 'answer'; readonly contentType: string; readonly body: string }
  | { readonly kind: 'silence' }
  | { readonly kind: 'offline' };

type AnswerFault = Extract<Fault, { readonly kind: 'answerLost' | 'answerDoubled' }>;

function isAboutAnswers(fault: Fault): fault is AnswerFault {
  return fault.kind === 'answerLost' || fault.kind === 'answerDoubled';
}

/**
 * Injects a fault into the next calls of one kind, then lets calls through again. Lost and doubled responses apply only
 * to the page that is open, so inject them after it was opened.
 *
 * @param times number of calls; all of them when absent.
 * @returns the calls that met the fault. With a lost or doubled response, a call is added each time the gateway has
 * responded.
 */
export async function inject(
  page: Page,
  call: GatewayCall,
  fault: Fault,
  times = Infinity,
): Promise<Request[]> {
  const met: Request[] = [];
  if (isAboutAnswers(fault)) {
    await meddleWithAnswers(page, call, { ...fault, times }, met);
    return met;
  }
  let left = times;
  await page.route('**/api/v1/**', async (route) => {
    if (nameOf(route.request()) !== call || left === 0) return route.fallback();
    left -= 1;
    await answer(route, fault, () => met.push(route.request()));
  });
  return met;
}

/** Address of the call with which the widget loads its session. */
export const sessionCall = /\/api\/v1\/session$/;

/** Holds back matching requests until they are released. @returns a function that releases them. */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(pattern, async (route) => {
    if (isHeld) held.push(route);
    else await route.fallback();
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.fallback()));
  };
}

/** Records every call to the gateway as it leaves the browser, except preflights. */
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

const patterns: Readonly<Record<GatewayCall, readonly [method: string, path: string]>> = {
  'POST /session': ['POST', '/api/v1/session$'],
  'POST /payments': ['POST', '/api/v1/payments$'],
  'PUT /authentication': ['PUT', '/authentication$'],
  'GET /payment': ['GET', '/api/v1/payments/[^/]+$'],
  'DELETE /payment': ['DELETE', '/api/v1/payments/[^/]+$'],
};

function nameOf(request: Request): GatewayCall | undefined {
  const path = new URL(request.url()).pathname;
  const names = Object.keys(patterns) as GatewayCall[];
  return names.find(
    (name) => request.method() === patterns[name][0] && new RegExp(patterns[name][1]).test(path),
  );
}

/**
 * Tampers with responses inside the page. A browser that is driven from outside does not provide the body of a request,
 * so the request could not be forwarded. The change lasts until the page is left.
 */
async function meddleWithAnswers(
  page: Page,
  call: GatewayCall,
  { kind, times }: AnswerFault & { readonly times: number },
  met: Request[],
): Promise<void> {
  // The page would discard the injected script when it opens, and the test would test nothing.
  if (page.url() === 'about:blank') throw new Error(`${kind} is injected before the page is open.`);
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (nameOf(request) === call) sent.push(request);
  });
  const note = `noteAnswer${Math.random().toString(36).slice(2)}`;
  await page.exposeFunction(note, () => {
    const request = sent.shift();
    if (request) met.push(request);
  });
  const [method, path] = patterns[call];
  await page.evaluate(
    ({ kind, method, path, times, note }) => {
      const send = window.fetch.bind(window);
      const noteAnswer = (): Promise<void> | undefined =>
        (window as unknown as Record<string, () => Promise<void>>)[note]?.();
      let left = times;
      window.fetch = async (input, init) => {
        const address = input instanceof Request ? input.url : String(input);
        const isMeant =
          (init?.method ?? 'GET') === method && new RegExp(path).test(new URL(address).pathname);
        if (!isMeant || left === 0) return send(input, init);
        left -= 1;
        await send(input, init);
        await noteAnswer();
        if (kind === 'answerLost') throw new TypeError('The response was lost.');
        const second = await send(input, init);
        await noteAnswer();
        return second;
      };
    },
    { kind, method, path, times: Number.isFinite(times) ? times : Number.MAX_SAFE_INTEGER, note },
  );
}

/**
 * Puts values into requests or responses that the widget or the gateway would never send. It works inside the page, for
 * the same reason as `meddleWithAnswers`, and lasts until the page is left.
 *
 * @param change members to set, by path, such as `creditor.name` or `paymentMethods.0.mandate.heading`.
 */
export async function tamper(
  page: Page,
  what: 'request' | 'answer',
  call: GatewayCall,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  await page.evaluate(
    ({ what, pattern: [method, path], change }) => {
      const send = window.fetch.bind(window);
      const changed = (text: string): string => {
        const body = JSON.parse(text) as object;
        for (const [place, value] of Object.entries(change)) {
          const steps = place.split('.');
          const last = steps.pop() ?? '';
          const parent = steps.reduce((inner, step) => (inner as Record<string, object>)[step] ?? {}, body);
          (parent as Record<string, unknown>)[last] = value;
        }
        return JSON.stringify(body);
      };
      window.fetch = async (input, init) => {
        const address = input instanceof Request ? input.url : String(input);
        const isMeant =
          (init?.method ?? 'GET') === method && new RegExp(path).test(new URL(address).pathname);
        if (!isMeant) return send(input, init);
        if (what === 'request') return send(input, { ...init, body: changed(init?.body as string) });
        const response = await send(input, init);
        const { status, headers } = response;
        return new Response(changed(await response.text()), { status, headers });
      };
    },
    { what, pattern: patterns[call], change },
  );
}

async function answer(route: Route, fault: Exclude<Fault, AnswerFault>, note: () => void): Promise<void> {
  note();
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
    case 'answer':
      return route.fulfill({
        status: 200,
        headers: { 'access-control-allow-origin': '*' },
        contentType: fault.contentType,
        body: fault.body,
      });
    case 'offline':
      return route.abort('internetdisconnected');
    case 'silence':
      return;
  }
}
