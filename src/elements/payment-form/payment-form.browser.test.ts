import { expect, fixture, html } from '@open-wc/testing';
import type { ParsedConfig } from '../../config/config.js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import type { Filling } from '../../flow/flow-state.js';
import { cardStates } from '../../testing/card-states.js';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';
import { redirectStates } from '../../testing/redirect-states.js';
import { stateNamed, type StateName, widgetStates } from '../../testing/widget-states.js';

async function mount(name: StateName, changes: Partial<ParsedConfig> = {}): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, stateNamed(name), changes);
}

async function mountCard(
  name: keyof typeof cardStates,
  changes: Partial<ParsedConfig> = {},
): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  const [state] = cardStates[name];
  if (!state) throw new Error('no state');
  return mountWidget(container, state, changes);
}

async function play(name: StateName): Promise<MountedWidget> {
  const widget = await mount('form, empty');
  for (const state of widgetStates('en')[name]) {
    widget.store.show(state);
    await widget.settled();
  }
  return widget;
}

function texts(widget: MountedWidget, selector: string): readonly string[] {
  return [...widget.root.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
}

describe('upc-payment-form', () => {
  it('moves the focus to the list when several things are wrong', async () => {
    const widget = await play('form, several errors');
    expect(widget.root.activeElement).to.equal(widget.find('.summary'));
    const errors = [
      'Enter the account holder’s name.',
      'This IBAN contains a typo. Check your bank card or statement.',
      'Tick the box to continue.',
    ];
    expect(texts(widget, '.summary li')).to.deep.equal(errors);
    expect(texts(widget, '.message')).to.deep.equal(errors);
  });

  it('counts and lists what is wrong in the frames of a card with the rest, and leads there', async () => {
    const [first, wrong, better] = cardStates['card, several errors'];
    if (!wrong || !better) throw new Error('no state');
    const widget = await mountCard('card, several errors');
    expect(first?.phase).to.equal('filling');
    widget.store.show(wrong);
    await widget.settled();
    expect(texts(widget, '[role=alert]')).to.include('Please check 4 entries');
    expect(texts(widget, '.summary li')).to.deep.equal([
      'Enter the name on the card.',
      'Check the card number for typos.',
      'This card has expired.',
      'Enter the code.',
    ]);
    widget.root.querySelectorAll<HTMLElement>('.summary a')[2]?.click();
    expect(widget.store.actions).to.deep.equal([['focusSecured', 'expiry']]);
    widget.store.show(better);
    await widget.settled();
    expect(texts(widget, '.summary-done')).to.deep.equal(['This card has expired.']);
  });

  it('moves the focus to the field when one is wrong', async () => {
    const widget = await play('form, signature missing');
    expect(widget.root.activeElement?.id).to.equal('upc-signature');
  });

  it('links each entry of the list to its field, and leaves the address of the page alone', async () => {
    const widget = await play('form, several errors');
    const before = location.href;
    for (const [index, id] of ['upc-accountHolder', 'upc-iban', 'upc-mandate'].entries()) {
      widget.root.querySelectorAll<HTMLElement>('.summary a')[index]?.click();
      expect(widget.root.activeElement?.id).to.equal(id);
    }
    expect(location.href).to.equal(before);
  });

  it('ticks and strikes through corrected entries, and keeps its place', async () => {
    const widget = await play('form, some corrected');
    expect(widget.find('.summary-title').textContent.trim()).to.equal('Please check 1 entry');
    expect(texts(widget, '.summary-done')).to.deep.equal([
      'Enter the account holder’s name.',
      'Enter your IBAN.',
    ]);
    expect(widget.root.querySelectorAll('.summary-done > .icon-check')).to.have.lengthOf(2);
    expect(widget.root.querySelectorAll('.summary li .icon')).to.have.lengthOf(2);
    const ticked = [...widget.root.querySelectorAll('.label')].filter((label) =>
      label.querySelector('.icon-check'),
    );
    expect(ticked.map((label) => label.textContent.trim())).to.deep.equal(['Account holder', 'IBAN']);
  });

  it('says so when all is right, and moves nothing that is typed into or pressed', async () => {
    const widget = await mount('form, empty');
    const places = new Set<number>();
    for (const state of widgetStates('en')['form, all corrected']) {
      widget.store.show(state);
      await widget.settled();
      if (state.phase === 'filling' && state.rejections > 0)
        places.add(widget.find('#upc-accountHolder').getBoundingClientRect().top);
    }
    const [wrong, right] = [...places];
    expect(wrong).not.to.equal(undefined);
    expect(right).to.equal(undefined);
    expect(texts(widget, '.summary-title')).to.deep.equal(['All entries corrected']);
    expect(texts(widget, '[role=status]')).to.deep.equal(['All entries corrected']);
    expect(widget.root.querySelectorAll('.summary a')).to.have.lengthOf(0);
    expect(widget.root.querySelectorAll('.label .icon-check')).to.have.lengthOf(2);

    const button = widget.find('button[type=submit]');
    const before = button.getBoundingClientRect().top;
    const filling = widgetStates('en')['form, all corrected'].at(-1);
    if (filling?.phase !== 'filling') throw new Error('The widget is not in the state that this test needs.');
    widget.store.show({ ...filling, phase: 'processing' });
    await widget.settled();
    expect(button.getBoundingClientRect().top).to.equal(before);
    widget.store.show({ ...filling, rejections: 0 });
    await widget.settled();
    expect(widget.root.querySelector('.summary')).to.equal(null);
  });

  it('keeps its words while the error at the field follows what is typed', async () => {
    const widget = await play('form, several errors');
    const state = stateNamed('form, several errors');
    if (state.phase !== 'filling') throw new Error('The widget is not in the state that this test needs.');
    const before = texts(widget, '.summary li');
    const form = state.forms.SEPA;
    if (!form) throw new Error('The form is missing.');
    widget.store.show({ ...state, forms: { SEPA: { ...form, texts: { iban: 'DE88 3704' } } } });
    await widget.settled();
    expect(texts(widget, '.message')[1]).to.contain('have 22 characters');
    expect(texts(widget, '.summary li')).to.deep.equal(before);
  });

  it('moves the focus again when the next submit fails', async () => {
    const widget = await play('form, several errors');
    widget.find('#upc-iban').focus();
    const state = stateNamed('form, several errors');
    if (state.phase !== 'filling') throw new Error('The widget is not in the state that this test needs.');
    widget.store.show({ ...state, rejections: 2 });
    await widget.settled();
    expect(widget.root.activeElement).to.equal(widget.find('.summary'));
  });

  const buttons: [StateName, string][] = [
    ['form, empty', 'Sign mandate and save'],
    ['declined', 'Sign mandate and pay €1,249.90'],
    ['list, instrument chosen', 'Pay €1,249.90'],
  ];
  for (const [name, text] of buttons) {
    it(`says what the button does in "${name}": ${text}`, async () => {
      expect(texts(await mount(name), 'button')).to.deep.equal([text]);
    });
  }

  it('keeps the size and the focus of the button while it is busy', async () => {
    const widget = await mount('form, session ends soon');
    const button = widget.find('button');
    const { width, height } = button.getBoundingClientRect();
    button.focus();
    widget.store.show(stateNamed('busy'));
    await widget.settled();
    expect(button.getAttribute('aria-busy')).to.equal('true');
    expect(button.hasAttribute('disabled')).to.equal(false);
    expect(widget.root.activeElement).to.equal(button);
    expect(button.getBoundingClientRect().width).to.equal(width);
    expect(button.getBoundingClientRect().height).to.equal(height);
  });

  it('says in the button what happens: that it pays, or that the fields of the card are on their way', async () => {
    const label = (widget: MountedWidget): string => widget.find('button').innerText.trim();
    const paying = await mount('busy');
    expect(label(paying)).to.contain('Processing…');
    expect(paying.find('.button-label').getAttribute('aria-hidden')).to.equal('true');
    const early = await mountCard('card, pressed early');
    expect(label(early)).to.contain('Loading card fields…');
    expect(early.find('button').getAttribute('aria-busy')).to.equal('true');
    expect(texts(early, '[role=status]')).to.deep.equal(['Loading card fields…']);
    for (const { states, name } of [
      { states: cardStates['card, filled'], name: 'Pay' },
      { states: redirectStates.PayPal, name: 'PayPal' },
    ]) {
      const container = await fixture<HTMLElement>(html`<div></div>`);
      const widget = await mountWidget(container, states[0] as Filling);
      widget.store.show({ ...(states[0] as Filling), isProvisional: true, isEarly: true });
      await widget.settled();
      expect(label(widget), name).to.contain('Processing…');
      expect(texts(widget, '[role=status]'), name).to.include('Processing…');
    }
    const waiting = await mountCard('card, fields on their way');
    expect(label(waiting)).to.equal('Pay €64.90');
  });

  it('says that card data are safe, in words that the host can change or hide', async () => {
    const trust = async (i18n: ParsedConfig['i18n']): Promise<readonly string[]> =>
      texts(await mountCard('card, filled', { i18n }), '.note-trust');
    expect(await trust({})).to.deep.equal(['Encrypted. The studio never sees your card details.']);
    expect(await trust({ 'card.trust': 'Safe.' })).to.deep.equal(['Safe.']);
    expect(await trust({ 'card.trust': '' })).to.deep.equal([]);
    expect(texts(await mount('form, filled'), '.note-trust')).to.deep.equal([]);
  });

  it('says how the mandate is given when there is no box for it', async () => {
    const featureFlags = {
      hideMandateCheckbox: true,
      disableStripeLink: false,
      enableExpressCheckout: false,
      enableMandateDownload: true,
      enableSignatureTypeInput: false,
      showPaymentInstrumentList: true,
    };
    const widget = await mount('form, filled', { featureFlags });
    expect(widget.root.querySelector('#upc-mandate')).to.equal(null);
    expect(texts(widget, '.note')).to.include('By continuing, you agree to this mandate.');
  });

  it('asks whether to save where the session offers it', async () => {
    const widget = await mount('declined');
    widget.find('#upc-save').click();
    expect(widget.store.actions).to.deep.equal([['changeSaving', false]]);
    expect((await mount('form, filled')).root.querySelector('#upc-save')).to.equal(null);
  });

  it('shows what happened above the button, with the way on', async () => {
    const widget = await mount('declined');
    expect(texts(widget, '.notice p')).to.deep.equal([
      'There is not enough money in this account. Change your details or try again.',
      'Reference: 4bf92f35',
    ]);
    const other = await mount('list, method chosen');
    expect(texts(other, '.notice p')[0]).to.contain('choose another way to pay');
    const { error: _, ...filling } = stateNamed('declined') as Filling;
    const error = new PaymentWidgetError('NETWORK_ERROR', 'no answer');
    widget.store.show({ ...filling, error });
    await widget.settled();
    expect(texts(widget, '.notice p')).to.deep.equal([
      'There is no connection. Check your internet connection.',
    ]);
  });

  it('keeps two fields on a line level when the label of one takes two lines', async () => {
    const label = 'Postal code of the address at which the account is registered';
    const { find } = await mount('form with address', { i18n: { 'address.postalCode.label': label } });
    const top = (name: string): number => find(`[id="upc-address.${name}"]`).getBoundingClientRect().top;
    expect(top('postalCode')).to.equal(top('city'));
    expect(find('label[for="upc-address.postalCode"]').clientHeight).to.be.greaterThan(40);
  });

  it('asks for the address of an account outside the European Economic Area', async () => {
    const widget = await mount('form with address');
    const ids = [...widget.root.querySelectorAll('input, select')].map(({ id }) => id);
    expect(ids).to.deep.equal([
      'upc-accountHolder',
      'upc-iban',
      'upc-address.line1',
      'upc-address.postalCode',
      'upc-address.city',
      'upc-address.country',
      'upc-mandate',
    ]);
    const select = widget.find<HTMLSelectElement>('[id="upc-address.country"]');
    expect(select.value).to.equal('DE');
    const names = [...select.options].map(({ text }) => text);
    expect(names).to.have.lengthOf(249);
    expect(names.indexOf('Åland Islands')).to.be.lessThan(names.indexOf('Albania'));
    select.value = 'CH';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    expect(widget.store.actions).to.deep.equal([['changeField', 'address.country', 'CH']]);
  });
});
