import type { Locator, Page } from '@playwright/test';
import type { CustomerFields, PaymentWidgetConfig, PreloadOptions } from '../../dist/index.js';

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

/** The part of the configuration that can be passed into the page: everything except functions and elements. */
export type PlainConfig = Omit<
  PaymentWidgetConfig,
  'onSuccess' | 'onError' | 'onPaymentStateChange' | 'container' | 'environment' | 'countryCode' | 'locale'
> &
  Partial<Pick<PaymentWidgetConfig, 'environment' | 'countryCode' | 'locale'>> & {
    readonly container?: string;
    /** Whether the page passes `onError`, which keeps the widget from showing errors of the payment itself. */
    readonly takesErrors?: boolean;
    /**
     * Whether the container is the element that the test has put at `window.hostContainer`, which cannot be found by an
     * id.
     */
    readonly inHostContainer?: boolean;
  };

/** Outcome of a call of `submitPayment()`. */
export type Submission =
  | { readonly type: 'resolved'; readonly token: string | undefined }
  | { readonly type: 'rejected'; readonly code: string };

type Api = 'paymentWidget' | 'npmWidget';

interface HostWindow extends Record<
  Api,
  { init(config: object): HostInstance; preload(options: PreloadOptions): void }
> {
  /** Events by container. */
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

/** The part of a browser page that the host's script needs, from Playwright or from the journeys in WebKit. */
interface ScriptedPage {
  evaluate<Result>(work: () => Result): Promise<Awaited<Result>>;
  evaluate<Result, Argument>(
    work: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Awaited<Result>>;
}

/** Runs the host page's script, which mounts widgets and records what its callbacks receive. */
export class HostPage<AnyPage extends ScriptedPage = Page> {
  constructor(
    readonly page: AnyPage,
    readonly serviceUrl: string,
  ) {}

  /**
   * Calls `init`. Several widgets on a page need containers with different names.
   *
   * @param api copy of the widget, if a page has more than one.
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

  async preload(options: PreloadOptions): Promise<void> {
    await this.page.evaluate(
      (given) => (window as unknown as HostWindow).paymentWidget.preload(given),
      options,
    );
  }

  /**
   * Adds a button to the page for `submitPayment()`, which is enabled when the widget can submit. Call it before
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

  /** Returns the outcomes of the page button's calls, in order. */
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

  /** Destroys the widget. @returns the number of events that the page had received before. */
  async destroy(container = 'payment'): Promise<number> {
    return this.page.evaluate((name) => {
      const { hostWidgets, hostEvents } = window as unknown as HostWindow;
      const heard = hostEvents?.[name]?.length ?? 0;
      hostWidgets?.[name]?.destroy();
      return heard;
    }, container);
  }

  /** Checks whether the page has mounted a widget, perhaps before it was restored from the back-forward cache. */
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

  /** Returns the paymentRequestTokens that `onSuccess` was called with. */
  async tokens(container = 'payment'): Promise<readonly string[]> {
    return (await this.events(container)).flatMap((event) => (event.type === 'success' ? [event.token] : []));
  }
}
