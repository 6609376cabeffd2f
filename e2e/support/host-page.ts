import type { Locator, Page } from '@playwright/test';
import type { CustomerFields, PaymentWidgetConfig } from '../../dist/index.js';

/** Arguments of the host's callbacks, in order. */
export type HostEvent =
  | {
      readonly type: 'success';
      readonly token: string;
      readonly details: unknown;
      readonly instrument: unknown;
    }
  | {
      readonly type: 'error';
      readonly code: string;
      readonly message: string;
      readonly httpStatus: number | undefined;
    }
  | { readonly type: 'state'; readonly isProcessing: boolean; readonly canSubmit: boolean };

/** The part that can cross into the page: the configuration without functions and elements. */
export type PlainConfig = Omit<
  PaymentWidgetConfig,
  'onSuccess' | 'onError' | 'onPaymentStateChange' | 'container' | 'environment' | 'countryCode' | 'locale'
> &
  Partial<Pick<PaymentWidgetConfig, 'environment' | 'countryCode' | 'locale'>> & {
    readonly container?: string;
    /** Give `onError`, which keeps the widget from showing errors of the payment itself. */
    readonly takesErrors?: boolean;
    /** Into the element that the test has put at `window.hostContainer`, which no id may find. */
    readonly inHostContainer?: boolean;
  };

/** The outcome of a call of `submitPayment()`. */
export type Submission =
  | { readonly type: 'resolved'; readonly token: string | undefined }
  | { readonly type: 'rejected'; readonly code: string };

type Api = 'paymentWidget' | 'npmWidget';

interface HostWindow extends Record<Api, { init(config: object): HostInstance }> {
  /** By container. */
  hostEvents?: Record<string, HostEvent[]>;
  hostWidgets?: Record<string, HostInstance>;
  hostSubmissions?: Submission[];
  hostContainer?: HTMLElement;
}

interface HostInstance {
  destroy(): void;
  submitPayment(): Promise<{ readonly paymentRequestToken: string } | undefined>;
  getPaymentState(): { readonly isProcessing: boolean; readonly canSubmit: boolean };
  update(changes: object): void;
  updateCustomerFields(fields: object): void;
}

/** A browser's page, as far as the host's script needs it: Playwright's, or that of the journeys in WebKit. */
interface ScriptedPage {
  evaluate<Result>(work: () => Result): Promise<Awaited<Result>>;
  evaluate<Result, Argument>(
    work: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Awaited<Result>>;
}

/** The script of the host's page: mounts widgets and notes what its callbacks receive. */
export class HostPage<AnyPage extends ScriptedPage = Page> {
  constructor(
    readonly page: AnyPage,
    readonly serviceUrl: string,
  ) {}

  /**
   * Calls `init`. Several widgets on a page have containers of different names.
   *
   * @param api which copy of the widget, where a page has more than one.
   */
  async init(config: PlainConfig, api: Api = 'paymentWidget'): Promise<void> {
    await this.page.evaluate(
      ({ takesErrors, inHostContainer, api: name, ...given }) => {
        const host = window as unknown as HostWindow;
        const { container } = given;
        host.hostEvents ??= {};
        host.hostWidgets ??= {};
        const events = (host.hostEvents[container] ??= []);
        const onError = (error: { code: string; message: string; httpStatus?: number }): void => {
          const { code, message, httpStatus } = error;
          events.push({ type: 'error', code, message, httpStatus });
        };
        host.hostWidgets[container] = host[name].init({
          ...given,
          ...(inHostContainer && { container: host.hostContainer }),
          onSuccess: (token: string, details: unknown, instrument: unknown) => {
            events.push({ type: 'success', token, details, instrument });
          },
          onPaymentStateChange: ({
            isProcessing,
            canSubmit,
          }: {
            isProcessing: boolean;
            canSubmit: boolean;
          }) => {
            events.push({ type: 'state', isProcessing, canSubmit });
            const button = document.querySelector<HTMLButtonElement>('#outer-button');
            if (button) button.disabled = isProcessing || !canSubmit;
          },
          ...(takesErrors ? { onError } : {}),
        });
      },
      {
        environment: 'test' as const,
        baseUrl: this.serviceUrl,
        countryCode: 'DE',
        locale: 'en',
        container: 'payment',
        takesErrors: false,
        inHostContainer: false,
        api,
        ...config,
      },
    );
  }

  /**
   * A button of the page for `submitPayment()`, which can be pressed when the widget says so. It is there before
   * `init`.
   */
  async addButton(this: HostPage): Promise<Locator> {
    await this.page.evaluate(() => {
      const host = window as unknown as HostWindow;
      const submissions = (host.hostSubmissions = [] as Submission[]);
      const button = document.createElement('button');
      button.id = 'outer-button';
      button.textContent = 'The page says: go on';
      button.disabled = true;
      button.addEventListener('click', () => {
        host.hostWidgets?.payment?.submitPayment().then(
          (result) => submissions.push({ type: 'resolved', token: result?.paymentRequestToken }),
          (error: unknown) => submissions.push({ type: 'rejected', code: (error as { code: string }).code }),
        );
      });
      document.body.append(button);
    });
    return this.page.getByRole('button', { name: 'The page says: go on' });
  }

  /** Outcomes of the calls of the page's own button, in order. */
  async submissions(): Promise<readonly Submission[]> {
    return this.page.evaluate(() => (window as unknown as HostWindow).hostSubmissions ?? []);
  }

  async paymentState(): Promise<ReturnType<HostInstance['getPaymentState']> | undefined> {
    return this.page.evaluate(() =>
      (window as unknown as HostWindow).hostWidgets?.payment?.getPaymentState(),
    );
  }

  async update(changes: Omit<Partial<PlainConfig>, 'userSessionToken'>): Promise<void> {
    await this.page.evaluate(
      (given) => (window as unknown as HostWindow).hostWidgets?.payment?.update(given),
      changes,
    );
  }

  async updateCustomerFields(fields: CustomerFields): Promise<void> {
    await this.page.evaluate(
      (given) => (window as unknown as HostWindow).hostWidgets?.payment?.updateCustomerFields(given),
      fields,
    );
  }

  /** @returns how many events it has heard of by then. */
  async destroy(container = 'payment'): Promise<number> {
    return this.page.evaluate((name) => {
      const { hostWidgets, hostEvents } = window as unknown as HostWindow;
      const heard = hostEvents?.[name]?.length ?? 0;
      hostWidgets?.[name]?.destroy();
      return heard;
    }, container);
  }

  /** Whether the page has mounted a widget, before it came out of the back-forward cache perhaps. */
  async hasWidget(container = 'payment'): Promise<boolean> {
    return this.page.evaluate(
      (name) => (window as unknown as HostWindow).hostWidgets?.[name] !== undefined,
      container,
    );
  }

  async events(container = 'payment'): Promise<readonly HostEvent[]> {
    return this.page.evaluate(
      (name) => (window as unknown as HostWindow).hostEvents?.[name] ?? [],
      container,
    );
  }

  /** @returns the paymentRequestTokens that `onSuccess` was called with. */
  async tokens(container = 'payment'): Promise<readonly string[]> {
    return (await this.events(container)).flatMap((event) => (event.type === 'success' ? [event.token] : []));
  }
}
