/* oxlint-disable typescript/unbound-method -- hosts detach them from their prototypes and call them with the original receiver */
import { CardForm, cards, bankButton, challengeFrame } from '../support/card-form.js';
import { builds, expect, test } from '../support/fixtures.js';
import { SepaForm } from '../support/sepa-form.js';

/** Changes that pages, polyfills and monitoring scripts make to common functions before the widget's script runs. */
const treatments: Readonly<Record<string, () => void>> = {
  'frozen prototypes': () => {
    for (const { prototype } of [
      Object,
      Array,
      Function,
      String,
      Promise,
      Error,
      Map,
      Set,
      Event,
      EventTarget,
      Node,
      Element,
      HTMLElement,
      Document,
      ShadowRoot,
    ]) {
      Object.freeze(prototype);
    }
  },
  'prototypes with more on them': () => {
    const extra = function extra(): string {
      return 'extra';
    };
    Object.assign(Object.prototype, { extra, checked: extra, signature: extra });
    Object.assign(Array.prototype, { each: extra, first: extra });
    Object.assign(String.prototype, { startsWith2: extra });
    Object.assign(Array.prototype, {
      toJSON(this: unknown[]) {
        return `[${this.map((item) => JSON.stringify(item)).join(', ')}]`;
      },
    });
  },
  'wrapped functions': () => {
    const { fetch: send, setTimeout: wait } = window;
    window.fetch = function (...args) {
      return send.apply(window, args).then((answer) => answer);
    };
    window.setTimeout = ((...args: Parameters<typeof setTimeout>) =>
      wait.apply(window, args)) as typeof setTimeout;
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
    const wrapped = new WeakMap<object, EventListener>();
    EventTarget.prototype.addEventListener = function (
      this: EventTarget | undefined,
      type,
      listener,
      options,
    ) {
      if (!listener) return;
      const call: EventListener = function (this: unknown, event) {
        if (typeof listener === 'function') listener.call(this as EventTarget, event);
        else listener.handleEvent(event);
      };
      wrapped.set(listener, call);
      add.call(this ?? window, type, call, options);
    };
    EventTarget.prototype.removeEventListener = function (
      this: EventTarget | undefined,
      type,
      listener,
      options,
    ) {
      remove.call(this ?? window, type, (listener && wrapped.get(listener)) ?? listener, options);
    };
    const { stringify } = JSON;
    JSON.stringify = ((value: unknown) => stringify(value, null, 2)) as typeof JSON.stringify;
    const { define } = CustomElementRegistry.prototype;
    CustomElementRegistry.prototype.define = function (...args) {
      define.apply(this, args);
    };
    Array.prototype.at = () => undefined;
    Object.defineProperty(crypto, 'randomUUID', { value: undefined });
  },
  'no storage': () => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Not here.', 'SecurityError');
        },
      });
    }
  },
  'names of its own': () => {
    Object.assign(window, {
      name: 'host',
      upc: 'host',
      first: 'host',
      Lit: 'host',
      litHtmlVersions: ['1.0.0'],
      paymentWidget: undefined,
    });
    Reflect.deleteProperty(window, 'paymentWidget');
  },
};

for (const [index, [name, treatment]] of Object.entries(treatments).entries()) {
  const build = builds[index % builds.length] ?? 'script';
  test(`${name}: both kinds of form work (${build})${name === 'wrapped functions' ? ' @engine' : ''}`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    // This changes the host's page, not the provider's frames.
    await page.addInitScript(`if (window === top) (${treatment.toString()})()`);
    await open(build);

    const bank = await backend.openSession();
    await host.init({ userSessionToken: bank.token, locale: 'de' });
    await widget.chooseMethod('SEPA-Lastschrift');
    const sepa = new SepaForm(widget, 'de');
    await sepa.fill();
    await sepa.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    await host.destroy();
    await expect(page.locator('#payment')).toBeEmpty();

    const paid = await backend.openSession({
      scope: 'ECOM',
      amount: 25,
      permittedPaymentChoices: ['CREDIT_CARD'],
    });
    await host.init({ userSessionToken: paid.token });
    const card = new CardForm(widget);
    await card.fill(cards.modal);
    await card.button.click();
    await bankButton(challengeFrame(widget), 'Approve').click();
    await expect.poll(() => host.tokens()).toHaveLength(2);
    expect(errors).toEqual([]);
  });
}
