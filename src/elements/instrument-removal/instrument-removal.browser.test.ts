import { expect, fixture, html } from '@open-wc/testing';
import type { StoredPaymentInstrument } from '@upc/contract/gateway';
import type { Choosing, Filling } from '../../flow/flow-state.js';
import { gatewaySession } from '../../testing/fixtures.js';
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

  it('show until when a card is good', async () => {
    const widget = await mount(choosing(stored(1)));
    expect(widget.find('.row-facts').textContent).to.contain('12/34');
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
    expect(needed.root.querySelector('upc-instrument-removal')).to.equal(null);
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
