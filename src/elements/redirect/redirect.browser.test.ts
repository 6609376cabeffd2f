import { expect, fixture, html } from '@open-wc/testing';
import german from '../../../locales/de.json';
import type { Session } from '@upc/contract/gateway';
import { methodName, type PaymentMethodDefinition } from '../../forms/payment-method.js';
import type { AwaitingAction, Filling } from '../../flow/flow-state.js';
import { gatewaySession, methodNamed, payment } from '../../testing/fixtures.js';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';
import type { ParsedConfig } from '../../config/config.js';

const bancontact = methodNamed('BANCONTACT');
const becs = methodNamed('BECS');
const ideal = methodNamed('IDEAL');
const payPal = methodNamed('PAYPAL');
const twint = methodNamed('TWINT');

const url = 'http://localhost:4020/pages/1';

function sessionOf({ paymentMethod }: PaymentMethodDefinition, amount: number): Session {
  const provider = { name: 'SIMULATOR' as const, redirectOrigins: ['http://localhost:4020'] };
  return gatewaySession({
    amount: { amount, currency: 'EUR' },
    paymentMethods: [{ paymentMethod, canBeSaved: false, provider }],
  });
}

async function form(
  method: PaymentMethodDefinition,
  amount: number,
  config: Partial<ParsedConfig> = {},
): Promise<MountedWidget> {
  const state: Filling = {
    phase: 'filling',
    step: 'form',
    rejections: 0,
    session: sessionOf(method, amount),
    forms: {},
    expiresSoon: false,
    choice: { kind: 'method', method, form: await method.load() },
  };
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, state, config, { de: german });
}

async function atBank(address: string, config: Partial<ParsedConfig> = {}): Promise<MountedWidget> {
  const state: AwaitingAction = {
    phase: 'awaitingAction',
    session: sessionOf(ideal, 25),
    forms: {},
    expiresSoon: false,
    payment: payment({
      paymentMethod: 'IDEAL',
      status: 'ACTION_REQUIRED',
      nextAction: { type: 'REDIRECT', url: address },
    }),
  };
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, state, config);
}

describe('a method that leads to a page of the provider', () => {
  for (const [method, brand] of [
    [payPal, 'paypal'],
    [ideal, 'ideal'],
    [twint, 'twint'],
    [bancontact, undefined],
    [becs, undefined],
  ] as const) {
    it(`${method.paymentMethod} says what happens, on the button too`, async () => {
      for (const locale of ['en', 'de']) {
        for (const amount of [25, 0]) {
          const widget = await form(method, amount, { locale });
          const button = widget.find('button[type=submit]');
          const name = widget.translator.t(methodName(method.paymentMethod));
          expect(button.textContent).to.include(name);
          expect(widget.find('form upc-method-info p').textContent).to.include(name);
          if (amount > 0) expect(button.textContent).to.include('25');
          if (brand) expect(button.classList.contains(`button-${brand}`)).to.equal(true);
        }
      }
    });

    it(`${method.paymentMethod} ${brand ? 'keeps its own button' : 'has no button'} with hidePaymentButton`, async () => {
      const widget = await form(method, 25, { hidePaymentButton: true });
      expect(widget.root.querySelectorAll('button').length).to.equal(brand ? 1 : 0);
    });
  }
});

describe('upc-redirect', () => {
  it('has the way to the page, and the way to another method', async () => {
    const widget = await atBank(url, { onRedirect: () => undefined });
    const link = widget.find<HTMLAnchorElement>('a.button');
    expect(link.getAttribute('href')).to.equal(url);
    expect(link.target).to.equal('');
    widget.find('button').click();
    expect(widget.store.actions).to.deep.include(['back']);
  });

  it('opens a tab from within a frame, and says so', async () => {
    const isFramed = window.top !== window;
    const widget = await atBank(url);
    expect(widget.find<HTMLAnchorElement>('a.button').target).to.equal(isFramed ? '_blank' : '');
    expect(widget.find('.outcome-text').textContent.includes('new tab')).to.equal(isFramed);
  });

  it('leaves it to the host, which has said how', async () => {
    const sent: string[] = [];
    const widget = await atBank(url, { onRedirect: (address) => sent.push(address) });
    widget.find('a.button').click();
    expect(sent).to.deep.equal([url]);
  });

  it('has no link to a host that the gateway does not allow', async () => {
    const widget = await atBank('https://elsewhere.example/');
    expect(widget.root.querySelector('a')).to.equal(null);
    expect(widget.find('button').textContent).to.include('another way');
  });
});
