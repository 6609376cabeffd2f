import { expect } from '@open-wc/testing';
import type { PaymentWidget, PaymentWidgetConfig } from '../index.js';
import { loadLogos } from '../elements/logo/es-logos.js';
import { createInit } from '../init/init.js';
import type { ExpressButtonsOptions, WalletApproval } from '../providers/provider.js';
import { type PageWithTestKit, testKitKey } from '../providers/test-kit.js';
import { fillIn, mockGateway, type MockGateway, type MockGatewayOptions } from './index.js';

// This corresponds to the npm build, with English only.
const init = createInit((locale) => Promise.reject(new Error(`no ${locale}`)), loadLogos);

describe('the test kit in a browser', () => {
  let gateway: MockGateway | undefined;
  let widget: PaymentWidget | undefined;
  let container: HTMLElement;
  const frames = (): number => document.querySelectorAll('iframe').length;

  beforeEach(() => {
    container = document.createElement('div');
    document.body.append(container);
  });
  afterEach(() => {
    widget?.destroy();
    gateway?.stop();
    container.remove();
  });

  /** Starts a widget on a partner's page, with a gateway in memory. */
  function start(options: MockGatewayOptions, config: Partial<PaymentWidgetConfig> = {}): PaymentWidget {
    gateway = mockGateway(options);
    widget = init({ ...gateway.config, container, ...config });
    return widget;
  }

  it('pays by card in plain fields, without a frame', async () => {
    const tokens: string[] = [];
    const shown = start(
      { methods: ['CREDIT_CARD'], amount: 25 },
      { onSuccess: (token) => tokens.push(token) },
    );
    await fillIn(container);
    const number = container.querySelector<HTMLInputElement>('input[name="number"]');
    expect(number?.labels?.[0]?.textContent).to.equal('Card number');
    expect(number?.getBoundingClientRect().height).to.be.greaterThan(0);
    expect(frames()).to.equal(0);
    await shown.submitPayment();
    expect(tokens).to.deep.equal([gateway?.paymentRequestToken]);
  });

  it('keeps what was typed, in another language too, and sends it at Enter', async () => {
    let paid!: () => void;
    const success = new Promise<void>((resolve) => (paid = resolve));
    const shown = start({ methods: ['CREDIT_CARD'] }, { onSuccess: () => paid() });
    await fillIn(container);
    shown.update({ i18n: { 'card.number.label': 'The number' } });
    const number = container.querySelector<HTMLInputElement>('input[name="number"]');
    while (number?.labels?.[0]?.textContent !== 'The number')
      await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(number.value).to.equal('4242424242424242');
    number.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    await success;
  });

  it('finds the fields of a card where the widget is in a shadow root', async () => {
    const inner = document.createElement('div');
    container.attachShadow({ mode: 'open' }).append(inner);
    const shown = start({ methods: ['CREDIT_CARD'] }, { container: inner });
    await fillIn(inner);
    expect(await shown.submitPayment()).to.have.property('paymentRequestToken', gateway?.paymentRequestToken);
  });

  it('pays with a wallet, whose approval is accepted as soon as its button is pressed', async () => {
    gateway = mockGateway({ methods: ['CREDIT_CARD'], amount: 25, wallets: ['APPLE_PAY', 'LINK'] });
    const kit = (globalThis as PageWithTestKit)[testKitKey];
    const node = container;
    const approvals: WalletApproval[] = [];
    const options = {
      node,
      disableLink: true,
      canPay: () => approvals.length === 0,
      onApprove: (approval: WalletApproval) => {
        approvals.push(approval);
        return Promise.resolve();
      },
    };
    const buttons = await kit?.provider.mountExpress(options as unknown as ExpressButtonsOptions);
    expect(Array.from(node.querySelectorAll('button'), ({ textContent }) => textContent)).to.deep.equal([
      'Apple Pay',
    ]);
    node.querySelector('button')?.click();
    node.querySelector('button')?.click();
    expect(approvals.map(({ wallet }) => wallet)).to.deep.equal(['APPLE_PAY']);
    buttons?.destroy();
    expect(node.innerHTML).to.equal('');
  });

  it('takes the fields away with the widget', async () => {
    const shown = start({ methods: ['CREDIT_CARD'] });
    await fillIn(container);
    shown.destroy();
    expect(container.innerHTML).to.equal('');
  });

  it('types over what was typed since, and leaves no account in the tree', async () => {
    const shown = start({ methods: ['SEPA'] });
    const iban = 'DE89370400440532013000';
    await fillIn(container, { values: { iban } });
    const field = container
      .querySelector('upc-payment-widget')
      ?.shadowRoot?.querySelector<HTMLInputElement>('input[name="iban"]');
    expect(field?.outerHTML).not.to.contain(iban);
    if (field) field.value = '';
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    await fillIn(container, { values: { iban } });
    await shown.submitPayment();
    const sent = gateway?.requests.find(({ operation }) => operation === 'createPayment')?.body();
    expect(sent).to.have.nested.property('details.iban', iban);
  });

  it('fills in a form that asks for more with each entry', async () => {
    const shown = start({ methods: ['SEPA'] });
    // The scheme requires the address of a payer outside the EEA.
    await fillIn(container, { values: { iban: 'CH93 0076 2011 6238 5295 7' } });
    await shown.submitPayment();
    const sent = gateway?.requests.find(({ operation }) => operation === 'createPayment')?.body();
    expect(sent).to.have.nested.property('details.address.line1', '1 Example Street');
  });
});
