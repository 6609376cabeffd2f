import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { Session, StoredPaymentInstrument } from '@upc/contract/gateway';
import type { Choosing, Filling } from '../../flow/flow-state.js';
import { gatewaySession } from '../../testing/fixtures.js';
import german from '../../../locales/de.json';
import russian from '../../../locales/ru.json';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';

function stored(count: number, changes: Partial<StoredPaymentInstrument> = {}): StoredPaymentInstrument[] {
  return Array.from({ length: count }, (_, index) => ({
    token: `token-${index}`,
    paymentMethod: 'CREDIT_CARD',
    details: { creditCard: { brand: 'visa', cardNumber: `************${4000 + index}`, expiry: '12/2034' } },
    expired: false,
    removable: true,
    ...changes,
  }));
}

const choosing = (instruments: StoredPaymentInstrument[]): Choosing => ({
  phase: 'choosing',
  session: gatewaySession({ paymentInstruments: instruments }),
  forms: {},
  expiresSoon: false,
});

const chosen = (instruments: StoredPaymentInstrument[], token: string): Filling => ({
  ...choosing(instruments),
  phase: 'filling',
  choice: { kind: 'instrument', token, paymentMethod: 'CREDIT_CARD' },
  step: 'form',
  rejections: 0,
});

async function mount(state: Choosing | Filling): Promise<MountedWidget> {
  return mountWidget(await fixture<HTMLElement>(html`<div></div>`), state);
}

const tokens = ({ root }: MountedWidget): readonly string[] =>
  [...root.querySelectorAll<HTMLInputElement>('input[name=upc-choice]')]
    .map(({ value }) => value)
    .filter((value) => value.startsWith('token'));

function button({ root }: MountedWidget, text: string): HTMLButtonElement {
  const found = [...root.querySelectorAll('button')].find((one) => one.textContent.trim() === text);
  if (!found) throw new Error(`There is no button "${text}".`);
  return found;
}

describe('stored instruments', () => {
  it('fold to three; the rest shows on demand, and the focus goes to the first of it', async () => {
    const widget = await mount(choosing(stored(20)));
    expect(tokens(widget)).to.have.length(3);
    button(widget, 'Show all (20)').click();
    await widget.settled();
    expect(tokens(widget)).to.have.length(20);
    expect((widget.root.activeElement as HTMLInputElement).value).to.equal('token-3');
  });

  it('that are three do not fold, and one that is chosen always shows', async () => {
    expect((await mount(choosing(stored(3)))).root.textContent).not.to.contain('Show all');
    expect(tokens(await mount(chosen(stored(20), 'token-9')))).to.include('token-9');
  });

  it('are removed after a question, and kept by the other answer', async () => {
    const widget = await mount(chosen(stored(2), 'token-1'));
    button(widget, 'Remove').click();
    await widget.settled();
    expect(widget.root.activeElement?.textContent).to.contain('Remove this payment method?');
    expect(widget.store.actions).to.deep.equal([]);
    button(widget, 'Keep').click();
    await widget.settled();
    expect(widget.root.activeElement).to.equal(button(widget, 'Remove'));
    button(widget, 'Remove').click();
    await widget.settled();
    button(widget, 'Remove').click();
    expect(widget.store.actions).to.deep.equal([['removeInstrument', 'token-1']]);
    widget.store.show(choosing(stored(1)));
    await widget.settled();
    expect((widget.root.activeElement as HTMLInputElement).value).to.equal('token-0');
  });

  it('offer no removal while something needs them; an expired one does without being chosen', async () => {
    const needed = await mount(chosen(stored(1, { removable: false }), 'token-0'));
    expect(needed.root.textContent).not.to.contain('Remove');
    const expired = await mount(choosing(stored(1, { expired: true })));
    expect(button(expired, 'Remove').disabled).to.equal(false);
  });

  it('that were paid with are not marked as new', async () => {
    const [one] = stored(1);
    const widget = await mount(choosing(one ? [one] : []));
    const result = { paymentRequestToken: 'token', paymentInstrumentToken: 'token-0' };
    const { session } = choosing(one ? [one] : []);
    widget.store.show({
      phase: 'succeeded',
      session,
      forms: {},
      expiresSoon: false,
      result,
      paymentMethod: 'CREDIT_CARD',
    });
    await widget.settled();
    expect(widget.root.querySelector('.badge-new')).to.equal(null);
  });
});

describe('a stored card that needs renewal', () => {
  const expiring = { expiresBeforeDebitOn: '2027-01-01', removable: false };
  const cards: Partial<Session> = {
    scope: 'MEMBER_ACCOUNT',
    paymentMethods: (['SEPA', 'CREDIT_CARD'] as const).map((paymentMethod) => ({
      paymentMethod,
      canBeSaved: false,
    })),
  };
  const state = (changes: Partial<StoredPaymentInstrument>, session: Partial<Session> = {}): Choosing => ({
    ...choosing([]),
    session: gatewaySession({ paymentInstruments: stored(1, changes), ...cards, ...session }),
  });
  const offers = ({ root }: MountedWidget): boolean => root.textContent.includes('Use a new card');

  it('leads to the row of cards, with the focus in it, by keyboard', async () => {
    const widget = await mount(state(expiring));
    const renew = button(widget, 'Use a new card');
    renew.focus();
    await sendKeys({ press: 'Enter' });
    expect(widget.store.actions).to.deep.equal([['chooseMethod', 'CREDIT_CARD']]);
    expect((widget.root.activeElement as HTMLInputElement).value).to.equal('CREDIT_CARD');
  });

  it('can still be chosen, unless it has expired', async () => {
    const [valid, expired] = [await mount(state(expiring)), await mount(state({ expired: true }))];
    const radio = ({ find }: MountedWidget): HTMLInputElement => find('input[value=token-0]');
    expect([radio(valid).disabled, radio(expired).disabled]).to.deep.equal([false, true]);
    radio(valid).click();
    expect(valid.store.actions).to.deep.equal([['chooseInstrument', 'token-0']]);
  });

  const cases: readonly (readonly [string, Partial<StoredPaymentInstrument>, Partial<Session>, boolean])[] = [
    ['expires before the next debit', expiring, {}, true],
    [
      'expires before the next debit, in ECOM, where a new card pays only once',
      expiring,
      { scope: 'ECOM' },
      false,
    ],
    ['has expired, in ECOM', { expired: true }, { scope: 'ECOM' }, true],
    ['has expired, where no cards are offered', { expired: true }, { paymentMethods: [] }, false],
    ['is valid for long enough', {}, {}, false],
    ['is an account', { ...expiring, paymentMethod: 'SEPA' }, {}, false],
  ];
  for (const [name, changes, session, isOffered] of cases)
    it(`${isOffered ? 'offers' : 'does not offer'} a new card if it ${name}`, async () => {
      expect(offers(await mount(state(changes, session)))).to.equal(isOffered);
    });

  it('has no empty body where it offers nothing', async () => {
    const { root } = await mount(state({ expired: true, removable: false }, { paymentMethods: [] }));
    expect(root.querySelector('.row-fold')?.getBoundingClientRect().height).to.equal(0);
  });

  for (const [locale, texts] of [
    ['de', german],
    ['ru', russian],
  ] as const)
    it(`fits into 320 px in ${locale}`, async () => {
      const container = await fixture<HTMLElement>(html`<div></div>`);
      container.style.inlineSize = '288px';
      const widget = await mountWidget(
        container,
        state({ ...expiring, removable: true }),
        { locale },
        { [locale]: texts },
      );
      const { right } = widget.find('.row').getBoundingClientRect();
      for (const part of widget.root.querySelectorAll('.row-text, .badge, upc-instrument-actions button'))
        expect(part.getBoundingClientRect().right, part.textContent).to.be.at.most(right - 8);
      for (const target of widget.root.querySelectorAll('upc-instrument-actions button'))
        expect(target.getBoundingClientRect().height).to.be.at.least(24);
    });
});
