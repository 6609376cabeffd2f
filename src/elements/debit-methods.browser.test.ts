import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { ParsedConfig } from '../config/config.js';
import type { Gateway } from '../gateway/gateway.js';
import { paymentMethods } from '../methods/registry.js';
import { systemClock } from '../core/clock.js';
import { PaymentFlow } from '../flow/payment-flow.js';
import { debitStates } from '../testing/debit-states.js';
import { gatewaySession, parsedConfig, payment } from '../testing/fixtures.js';
import { type MountedWidget, mountWidget, noProviders } from '../testing/mount-widget.js';
import { prepareForm } from '../init/prepare-form.js';
import { prepareSubmission } from '../init/prepare-submission.js';

async function mount(name: string, changes: Partial<ParsedConfig> = {}): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  const states = debitStates[name] ?? [];
  const [first, ...others] = states;
  if (!first) throw new Error(`There is no state ${name}.`);
  const widget = await mountWidget(container, first, changes);
  for (const state of others) {
    widget.store.show(state);
    await widget.settled();
  }
  return widget;
}

/** Shows a widget on a real session that offers BACS, with every field filled in. It counts the payments sent. */
async function bacsJourney(): Promise<MountedWidget & { sent: () => number; session: PaymentFlow }> {
  let sent = 0;
  const done = payment({ paymentMethod: 'BACS', status: 'PREAUTHED', paymentRequestToken: 'token' });
  const gateway: Gateway & { now(): number } = {
    now: () => Date.parse('2026-01-01T12:00:00Z'),
    getSession: () =>
      Promise.resolve(gatewaySession({ paymentMethods: [{ paymentMethod: 'BACS', canBeSaved: false }] })),
    createPayment: () => {
      sent += 1;
      return Promise.resolve(done);
    },
    authenticate: () => Promise.resolve(done),
    getPayment: () => Promise.resolve(done),
    cancelPayment: () => Promise.resolve(done),
    removeInstrument: () => Promise.resolve(true),
    lookUpBank: () => Promise.resolve({}),
  };
  const container = await fixture<HTMLElement>(html`<div></div>`);
  const widget = await mountWidget(container, { phase: 'loading' }, { countryCode: 'GB' });
  const session = new PaymentFlow({
    config: parsedConfig({ countryCode: 'GB' }),
    gateway,
    methods: paymentMethods,
    securedFields: { open: () => Promise.reject(new Error('no cards here')) },
    prepareForm: (method, offer) => prepareForm(method, offer, widget.translator),
    afterPaint: (then) => then(),
    prepareSubmission: () => Promise.resolve(prepareSubmission(widget.translator, noProviders)),
    clock: systemClock,
    returnUrl: () => location.href,
    redirect: () => Promise.resolve(),
    reportHostError: () => undefined,
  });
  widget.element.remove();
  Object.assign(widget.element, { store: session });
  container.append(widget.element);
  // The form's code loads asynchronously.
  await new Promise<void>((resolve) => {
    session.subscribe(() => session.getForm() && resolve());
    session.start();
  });
  const texts = {
    accountHolder: 'Imogen Clarke',
    bankLocationId: '10-88-00',
    accountNumber: '00012345',
    email: 'imogen@example.org',
    'address.line1': '12 Quay Street',
    'address.postalCode': 'BS1 4DB',
    'address.city': 'Bristol',
  };
  for (const [name, text] of Object.entries(texts)) session.changeField(name, text);
  session.changeConsent('soleAuthority', true);
  await widget.settled();
  return { ...widget, session, sent: () => sent };
}

describe('the page to check', () => {
  it('is never skipped by Enter, however often it is pressed', async () => {
    const widget = await bacsJourney();
    widget.find('#upc-accountNumber').focus();
    for (let times = 0; times < 5; times += 1) await sendKeys({ press: 'Enter' });
    await widget.settled();
    expect(widget.session.getSnapshot()).to.include({ phase: 'filling', step: 'review' });
    expect(widget.root.activeElement).to.equal(widget.find('.review-title'));
    expect(widget.sent()).to.equal(0);

    widget.find('button[type=submit]').focus();
    await sendKeys({ press: 'Enter' });
    await widget.settled();
    expect(widget.sent()).to.equal(1);
    widget.session.destroy();
  });

  it('is not skipped by the second click of a double click', async () => {
    const widget = await bacsJourney();
    const click = (detail: number): void => {
      widget
        .find('button[type=submit]')
        .dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));
    };
    click(1);
    await widget.settled();
    click(2);
    await widget.settled();
    expect(widget.session.getSnapshot()).to.include({ phase: 'filling', step: 'review' });
    expect(widget.sent()).to.equal(0);
    widget.session.destroy();
  });

  it('leads back to the first field, with everything still typed', async () => {
    const widget = await bacsJourney();
    await widget.session.submit();
    await widget.settled();
    widget.find('upc-review button').focus();
    await sendKeys({ press: 'Enter' });
    await widget.settled();
    expect(widget.root.activeElement?.id).to.equal('upc-accountHolder');
    expect(widget.find<HTMLInputElement>('#upc-bankLocationId').value).to.equal('10-88-00');
    widget.session.destroy();
  });

  it('says what was typed, and the mandate with the Guarantee', async () => {
    const widget = await mount('BACS, check');
    const facts = [...widget.root.querySelectorAll('upc-review .facts > div')].map((fact) =>
      [...fact.children].map(({ textContent }) => textContent),
    );
    expect(facts.slice(0, 4)).to.deep.equal([
      ['Account holder', 'Imogen Clarke'],
      ['Sort code', '10\u201188\u201100'],
      ['Account number', '00012345'],
      ['Email', 'imogen.clarke@example.org'],
    ]);
    expect(facts.at(-1)).to.deep.equal(['Country', 'United Kingdom']);
    expect(widget.find('upc-mandate').textContent).to.contain('Direct Debit Guarantee');
    expect(widget.find('button[type=submit]').textContent.trim()).to.match(/^Set up Direct Debit and pay/);
  });

  it('comes after a button that says so', async () => {
    const widget = await mount('BACS, empty');
    expect(widget.find('button[type=submit]').textContent.trim()).to.equal('Check your details');
    expect(widget.root.querySelector('upc-mandate')).to.equal(null);
  });
});

describe('a mandate', () => {
  it('has the noun of its scheme, whatever the locale is', async () => {
    const widget = await mount('ACH, filled');
    const labels = [...widget.root.querySelectorAll('.mandate-facts dt')].map(
      ({ textContent }) => textContent,
    );
    expect(labels).to.include('Authorization reference');
    expect(widget.find('.mandate-note, .note').textContent).not.to.contain('mandate');
    expect(widget.find('button[type=submit]').textContent.trim()).to.match(/^Authorize debits/);
  });
});

describe('the mandate to download', () => {
  it('opens apart from the page and continues with the button', async () => {
    const widget = await mount('mandate to download');
    const link = widget.find<HTMLAnchorElement>('a.button');
    expect(link.href).to.equal('https://gateway.example/api/v1/mandates/1.pdf');
    expect(link.target).to.equal('_blank');
    expect(link.rel).to.equal('noopener noreferrer');
    expect(widget.find('upc-live-region').textContent.trim()).to.equal(
      'Your Direct Debit Instruction is ready',
    );
    widget.find('button.button').click();
    expect(widget.store.actions).to.deep.equal([['submit']]);
  });

  it('leaves the next step to a host that hides the buttons', async () => {
    const widget = await mount('mandate to download', { hidePaymentButton: true });
    expect(widget.root.querySelector('button')).to.equal(null);
    expect(widget.find('a.button').textContent.trim()).to.equal('Download Direct Debit Instruction (PDF)');
  });
});

describe('methods without fields', () => {
  it('say what will happen', async () => {
    expect((await mount('cash')).find('form p').textContent).to.equal(
      'Pay €29.90 in cash at Studio Nord GmbH.',
    );
    const transfer = await mount('bank transfer');
    expect(transfer.find('.facts').textContent.replace(/\s+/g, ' ').trim()).to.contain(
      'Membership 4711, Maren Petersen',
    );
    expect(transfer.find('button[type=submit]').textContent.trim()).to.equal('Use this payment method');
  });

  it('say who will name the account only where the studio has named none', async () => {
    const note = 'Studio Nord GmbH will give you the account details.';
    expect((await mount('bank transfer')).find('form').textContent).to.contain(note);
    expect((await mount('bank transfer, account shown')).find('form').textContent).not.to.contain(note);
  });

  for (const name of ['bank transfer, account shown', 'done, bank transfer'])
    it(`show the account and the reference: ${name}`, async () => {
      const { find } = await mount(name);
      expect(find('.facts').innerText)
        .to.contain('DE89 3704 0044 0532 0130 00')
        .and.to.contain('HASPDEHHXXX');
      expect(find('upc-method-info').innerText).to.contain(
        'Transfer €29.90 to Studio Nord GmbH and quote this reference.',
      );
    });

  for (const [name, label] of [
    ['bank transfer, account shown', 'QR code for a transfer of €29.90 to Studio Nord GmbH'],
    ['bank transfer, Swiss account', 'QR code for a transfer of CHF 29.90 to Studio See AG'],
    ['done, bank transfer', 'QR code for a transfer of €29.90 to Studio Nord GmbH'],
  ] as const)
    it(`draw the code for banking apps black on white, and describe it: ${name}`, async () => {
      const { find } = await mount(name);
      const code = find('upc-method-info svg');
      expect(code.getAttribute('role')).to.equal('img');
      expect(code.getAttribute('aria-label')?.replace(/\s/g, ' ')).to.equal(label);
      const [, , modules = 0] = (code.getAttribute('viewBox') ?? '').split(' ').map(Number);
      expect(parseFloat(getComputedStyle(code).width) / modules).to.equal(3);
      const [ground, dark] = [...code.querySelectorAll('path')].map((path) => getComputedStyle(path).fill);
      expect([ground, dark]).to.deep.equal(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
      expect(code.querySelectorAll('g')).to.have.lengthOf(name === 'bank transfer, Swiss account' ? 1 : 0);
      expect(find('upc-method-info').innerText).to.contain('Or scan this code with your banking app.');
    });

  /** Replaces the browser's clipboard, whose permission prompts and refusals vary. */
  const withClipboard = async (writeText: (text: string) => Promise<void>, use: () => Promise<void>) => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    try {
      await use();
    } finally {
      Reflect.deleteProperty(navigator, 'clipboard');
    }
  };
  const copyIban = 'button[aria-label="Copy: IBAN"]';

  it('copy the IBAN as banks take it, and say so', async () => {
    const copied: string[] = [];
    const writeText = (text: string) => Promise.resolve(void copied.push(text));
    await withClipboard(writeText, async () => {
      const { find, settled } = await mount('bank transfer, account shown');
      find(copyIban).focus();
      find(copyIban).click();
      await settled();
      expect(find('upc-method-info [role=status]').textContent.trim()).to.equal('Copied: IBAN');
      expect(copied).to.deep.equal(['DE89370400440532013000']);
      expect(find('button[aria-label="Copied: IBAN"]').matches(':focus')).to.equal(true);
    });
  });

  it('offer no copy where the browser lets no page do it', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    try {
      const { root } = await mount('bank transfer, account shown');
      expect(root.querySelectorAll('upc-method-info button')).to.have.lengthOf(0);
    } finally {
      Reflect.deleteProperty(navigator, 'clipboard');
    }
  });

  it('claim no copy that was refused', async () => {
    let asked = 0;
    const writeText = () => Promise.reject(new Error(`refused ${(asked += 1)}`));
    await withClipboard(writeText, async () => {
      const { find, settled } = await mount('bank transfer, account shown');
      find(copyIban).click();
      await settled();
      expect(asked).to.equal(1);
      expect(find(copyIban).innerText).to.equal('Copy');
      expect(find('upc-method-info [role=status]').textContent.trim()).to.equal('');
    });
  });

  it('do not call cash that is still to be paid a payment', async () => {
    const widget = await mount('cash');
    widget.store.show({
      phase: 'succeeded',
      forms: {},
      expiresSoon: false,
      session: gatewaySession({ amount: { amount: 29.9, currency: 'EUR' } }),
      paymentMethod: 'CASH',
      result: { paymentRequestToken: 'token', paymentInstrumentDetails: { cash: {} } },
    });
    await widget.settled();
    expect(widget.find('.outcome-text').textContent).to.equal('Your payment method is ready to use.');
  });
});

describe('stored instruments', () => {
  it('of every method are told apart by their masked number and holder', async () => {
    const widget = await mount('list of many');
    const rows = [...widget.root.querySelectorAll('.row-text')].map(({ textContent }) =>
      textContent.replace(/\s+/g, ' ').trim(),
    );
    expect(rows.slice(0, 2)).to.deep.equal([
      'Bacs Direct Debit•••• 2345Imogen Clarke',
      'LSV+ direct debitCH93 •••• 2957Reto Ammann',
    ]);
    expect(rows).to.have.lengthOf(9);
  });
});
