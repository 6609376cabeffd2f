import { expect } from '@open-wc/testing';
import type { Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { PaymentWidget } from './payment-widget.js';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { gatewaySession, payment } from '../testing/fixtures.js';
import { createInit } from './init.js';

/*
 * These gateway responses almost follow the contract: in each, one member of an example is absent or has another type.
 * Whatever the widget does with it, the host's page may notice it only through `onError`.
 */

// This corresponds to the npm build, with English only.
const init = createInit(
  (locale) => Promise.reject(new Error(`no ${locale}`)),
  () => Promise.resolve({}),
);

/** Path of a member and its replacement; undefined means that it is absent. */
interface Change {
  readonly path: readonly string[];
  readonly value: unknown;
}

interface Page {
  readonly widget: PaymentWidget;
  readonly container: HTMLElement;
  readonly errors: PaymentWidgetError[];
  readonly tokens: string[];
  readonly name: string;
}

type Answers = Readonly<Record<string, unknown>>;

const [sepa] = gatewaySession().paymentMethods;
const mandate = {
  ...sepa?.mandate,
  guarantee: { heading: 'The guarantee', items: ['It is guaranteed.'] },
  binding: { language: 'de', text: ['Der Text, der gilt.'] },
  creditorIdentifierName: 'Creditor identifier',
};

/** Returns a session whose only method's form is shown immediately. */
function sessionOf(offer: object, changes: Partial<Session> = {}): Session {
  return gatewaySession({
    amount: { amount: 25, currency: 'EUR' },
    tokenValidUntil: new Date(Date.now() + 30 * 60_000).toISOString(),
    paymentMethods: [{ paymentMethod: 'SEPA', canBeSaved: true, ...offer }],
    savingOffered: true,
    savingPreset: true,
    ...changes,
  });
}

const account = { bankAccountDetails: { accountHolder: 'Mara Lindner', iban: 'DE89**************3000' } };
const debit = { accountHolder: 'Mara Lindner', bankAccountNumber: '****2345' };
const card = { cardHolder: 'Mara Lindner', cardNumber: '****4242', expiry: '12/2030' };
const details: Readonly<Partial<Record<PaymentMethod, object>>> = {
  SEPA: { sepa: account },
  BACS: { bacs: debit },
  CREDIT_CARD: { creditCard: { ...card, brand: 'Visa' } },
  BANCONTACT: { banContactCard: card },
};

const sessions: Readonly<Record<string, Session>> = {
  'a mandate': sessionOf({ mandate, oneOffMandate: mandate, requiredFields: ['address', 'signature'] }),
  'an account to transfer to': sessionOf({
    paymentMethod: 'BANK_TRANSFER',
    transferAccount: {
      accountHolder: 'Studio Nord GmbH',
      bankName: 'Bank',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      bankLocationId: '108800',
      accountNumber: '00012345',
    },
  }),
  'a page of the provider': sessionOf({
    paymentMethod: 'PAYPAL',
    provider: { name: 'SIMULATOR', redirectOrigins: [location.origin] },
  }),
  'stored instruments': sessionOf(
    { paymentMethod: 'CASH' },
    {
      paymentInstruments: Object.entries(details).map(([paymentMethod, known]) => ({
        token: paymentMethod,
        paymentMethod: paymentMethod as PaymentMethod,
        details: known,
        expired: false,
        removable: true,
      })),
    },
  ),
  'a payment that is done': sessionOf(
    { paymentMethod: 'SEPA' },
    {
      pendingPayment: payment({
        status: 'PREAUTHED',
        paymentRequestToken: 'token',
        paymentInstrumentToken: 'instrument',
        paymentInstrumentDetails: { sepa: account },
        traceId: 'trace',
      }),
    },
  ),
  'a mandate to download': sessionOf(
    { paymentMethod: 'SEPA' },
    {
      pendingPayment: payment({
        status: 'PREAUTHED',
        paymentRequestToken: 'token',
        nextAction: { type: 'MANDATE_DOWNLOAD', url: `${location.origin}/mandate.pdf` },
      }),
    },
  ),
  'a payment that waits': sessionOf(
    { paymentMethod: 'PAYPAL', provider: { name: 'SIMULATOR', redirectOrigins: [location.origin] } },
    {
      pendingPayment: payment({
        paymentMethod: 'PAYPAL',
        status: 'ACTION_REQUIRED',
        nextAction: { type: 'REDIRECT', url: `${location.origin}/pay` },
      }),
    },
  ),
  'a payment that has failed': sessionOf(
    { paymentMethod: 'SEPA' },
    {
      pendingPayment: payment({
        status: 'FAILED',
        failure: { code: 'DECLINED', message: 'Declined.' },
        traceId: 'trace',
      }),
    },
  ),
};

const payments: Readonly<Record<string, Payment>> = {
  'done at once': payment({
    paymentMethod: 'CASH',
    status: 'PREAUTHED',
    paymentRequestToken: 'token',
    paymentInstrumentDetails: { sepa: account },
  }),
  refused: payment({
    paymentMethod: 'CASH',
    status: 'FAILED',
    failure: { code: 'DECLINED', message: 'Declined.' },
  }),
};

/** Returns the changes for every member at every depth: absent, null and of another type. */
function changesOf(example: unknown, path: readonly string[] = []): readonly Change[] {
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([key, member]) => {
    const at = [...path, key];
    const other = typeof member === 'number' ? 'x' : 7;
    return [...[undefined, null, other].map((value) => ({ path: at, value })), ...changesOf(member, at)];
  });
}

function changed(example: unknown, { path: [key = '', ...rest], value }: Change): unknown {
  const copy = (Array.isArray(example) ? [...(example as unknown[])] : { ...(example as object) }) as Record<
    string,
    unknown
  >;
  if (rest.length > 0) copy[key] = changed(copy[key], { path: rest, value });
  else if (value !== undefined) copy[key] = value;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else Reflect.deleteProperty(copy, key);
  return copy;
}

function nameOf({ path, value }: Change): string {
  return `${path.join('.')} ${value === undefined ? 'absent' : JSON.stringify(value)}`;
}

describe('answers of the gateway that are almost its contract', () => {
  const send = window.fetch;
  const bodies = new Map<string, Answers>();
  let uncaught: string[] = [];
  let pages: Page[] = [];
  const onError = (event: ErrorEvent): void => void uncaught.push(String(event.error ?? event.message));
  const onRejection = (event: PromiseRejectionEvent): void => void uncaught.push(String(event.reason));
  // The test runner would stop the file at the first uncaught error; this test collects them instead.
  const { onerror, onunhandledrejection } = window;

  beforeEach(() => {
    uncaught = [];
    pages = [];
    window.onerror = null;
    window.onunhandledrejection = null;
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    window.fetch = (address, sent) => {
      const url = new URL(address as string);
      const headers = (sent?.headers ?? {}) as Readonly<Record<string, string>>;
      const token = headers['x-user-payment-session-token'] ?? (sent?.body as string);
      const operation = url.pathname.replace(/.*\/api\/v1/, '');
      const body = bodies.get(token)?.[operation === '/session' ? 'session' : 'payment'];
      return Promise.resolve(Response.json(body));
    };
  });
  afterEach(() => {
    for (const { widget, container } of pages) {
      widget.destroy();
      container.remove();
    }
    window.fetch = send;
    bodies.clear();
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    window.onerror = onerror;
    window.onunhandledrejection = onunhandledrejection;
  });

  /** Shows a widget whose gateway returns the given responses. */
  function show(name: string, answers: Answers): Page {
    const container = document.createElement('div');
    document.body.append(container);
    const token = `session-token-${pages.length}-${'x'.repeat(20)}`;
    bodies.set(token, answers);
    const errors: PaymentWidgetError[] = [];
    const tokens: string[] = [];
    const widget = init({
      userSessionToken: token,
      environment: 'test',
      baseUrl: 'http://localhost:4010',
      countryCode: 'DE',
      locale: 'en',
      container,
      onError: (error) => void errors.push(error),
      onSuccess: (paid) => void tokens.push(paid),
    });
    const page = { widget, container, errors, tokens, name };
    pages.push(page);
    return page;
  }

  const rootOf = ({ container }: Page): ParentNode =>
    container.querySelector('upc-payment-widget')?.shadowRoot ?? container;

  const isAtWork = (page: Page): boolean => rootOf(page).querySelector('form, input, .outcome') !== null;
  const isFailed = (page: Page): boolean => rootOf(page).querySelector('upc-notice button') !== null;
  const isSettled = (page: Page): boolean =>
    (isAtWork(page) || isFailed(page)) && !rootOf(page).querySelector('upc-skeleton');

  async function untilSettled(): Promise<void> {
    const deadline = performance.now() + 60_000;
    while (!pages.every(isSettled) && performance.now() < deadline) await frame();
    for (let count = 0; count < 3; count += 1) await frame();
  }

  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

  /** Checks that the widget either works or shows its error state, which it reported to the host once. */
  function expectCalm(page: Page): void {
    const { errors, name } = page;
    expect(errors.length, `${name}: ${errors.map(({ message }) => message).join()}`).to.be.lessThan(2);
    const hasFailed = isFailed(page) && !isAtWork(page);
    expect(isAtWork(page) || (hasFailed && errors.length === 1), `${name} shows nothing`).to.equal(true);
    if (hasFailed) expect(errors[0]?.code, name).to.equal('API_ERROR');
  }

  for (const [title, session] of Object.entries(sessions)) {
    it(`a session with ${title}`, async () => {
      show('unchanged', { session, payment: session.pendingPayment });
      for (const change of changesOf(session))
        show(nameOf(change), { session: changed(session, change), payment: session.pendingPayment });
      await untilSettled();
      // Every row of the list must open.
      for (const page of pages) {
        for (const radio of rootOf(page).querySelectorAll<HTMLInputElement>('input[name=upc-choice]'))
          radio.click();
      }
      await untilSettled();
      expect(uncaught).to.deep.equal([]);
      pages.forEach(expectCalm);
      expect(pages[0]?.errors.filter(({ code }) => code !== 'PSP_ERROR')).to.deep.equal([]);
    });
  }

  it('a fault of our own while rendering ends in the error state, told once, and can be tried again', async () => {
    const { prototype } = customElements.get('upc-mandate') as unknown as {
      prototype: { render: () => unknown };
    };
    const { render } = prototype;
    prototype.render = () => {
      throw new TypeError('a fault of our own');
    };
    const page = show('a mandate', { session: sessionOf({ mandate }) });
    await untilSettled();
    prototype.render = render;
    expect(uncaught).to.deep.equal([]);
    expect(page.errors.map(({ code }) => code)).to.deep.equal(['GENERIC_ERROR']);
    expect(rootOf(page).querySelector('form')).to.equal(null);
    rootOf(page).querySelector<HTMLElement>('upc-notice button')?.click();
    await untilSettled();
    expect(rootOf(page).querySelector('form')).not.to.equal(null);
    expect(page.errors).to.have.lengthOf(1);
  });

  for (const [title, answer] of Object.entries(payments)) {
    it(`a payment that is ${title}`, async () => {
      const session = sessionOf({ paymentMethod: 'CASH' });
      for (const change of changesOf(answer))
        show(nameOf(change), { session, payment: changed(answer, change) });
      await untilSettled();
      await Promise.all(pages.map(({ widget }) => widget.submitPayment().catch(() => undefined)));
      await untilSettled();
      expect(uncaught).to.deep.equal([]);
      pages.forEach(expectCalm);
    });
  }
});
