import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia, sendKeys, sendMouse } from '@web/test-runner-commands';
import german from '../../../locales/de.json';
import type { ParsedConfig } from '../../config/config.js';
import { Translator } from '../../i18n/translator.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { reduceMotion } from '../../testing/media.js';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';
import { type StateName, stateNamed, widgetStates } from '../../testing/widget-states.js';
import { PaymentWidgetElement } from './payment-widget.js';

async function mount(name: StateName, changes: Partial<ParsedConfig> = {}): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, stateNamed(name), changes, { de: german });
}

function spoken(widget: MountedWidget): string {
  return widget.find('upc-live-region').textContent.trim();
}

async function clickAt(element: HTMLElement): Promise<void> {
  element.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: 'click', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
}

describe('upc-payment-widget', () => {
  it('has one shadow root, with everything in it', async () => {
    const widget = await mount('form, filled');
    const inner = [...widget.root.querySelectorAll('*')].filter((element) => element.shadowRoot !== null);
    expect(inner).to.have.lengthOf(0);
    expect(widget.find<HTMLInputElement>('#upc-iban').form).to.equal(widget.find('form'));
  });

  it('turns what is typed, ticked and pressed into actions of the session', async () => {
    const widget = await mount('form, empty');
    widget.find('#upc-iban').focus();
    await sendKeys({ type: 'd' });
    await sendKeys({ press: 'Tab' });
    widget.find('#upc-mandate').click();
    widget.find('button[type=submit]').click();
    await widget.settled();
    expect(widget.store.actions).to.deep.equal([
      ['changeField', 'iban', 'D'],
      ['leaveField', 'iban'],
      ['changeConsent', 'mandate', true],
      ['submit'],
    ]);
  });

  it('keeps its request events to itself', async () => {
    const widget = await mount('form, filled');
    let leaked = false;
    widget.element.addEventListener('upc-submit-request', () => (leaked = true));
    widget.find('button[type=submit]').click();
    expect(widget.store.actions).to.deep.equal([['submit']]);
    expect(leaked).to.equal(false);
  });

  it('presses the button before the field that is left moves it', async () => {
    const widget = await mount('form, empty');
    const left = new Promise<void>((resolve) => {
      widget.store.leaveField = (name) => resolve(void widget.store.actions.push(['leaveField', name]));
    });
    widget.find('#upc-iban').focus();
    await clickAt(widget.find('button[type=submit]'));
    await left;
    expect(widget.store.actions).to.deep.equal([['submit'], ['leaveField', 'iban']]);
  });

  it('follows the session only while it is connected, and survives being moved', async () => {
    const widget = await mount('list');
    const { element, store } = widget;
    expect(store.listenerCount).to.equal(1);
    element.remove();
    expect(store.listenerCount).to.equal(0);
    store.show(stateNamed('done, saved'));
    const elsewhere = await fixture<HTMLElement>(html`<section></section>`);
    elsewhere.append(element);
    await widget.settled();
    expect(store.listenerCount).to.equal(1);
    expect(widget.find('.outcome-title').textContent).to.equal('Payment method saved');
  });

  it('shows a skeleton until its language has come or was waited for', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const { store } = await mountWidget(container, stateNamed('form, empty'));
    const clock = new ManualClock();
    const translator = new Translator(
      { locale: 'de', overrides: {}, devMode: false },
      () => new Promise(() => undefined),
    );
    const waiting = new PaymentWidgetElement();
    Object.assign(waiting, { store, translator });
    container.append(waiting);
    const ready = translator.ready(300, clock);
    await waiting.updateComplete;
    expect(waiting.shadowRoot?.querySelector('upc-skeleton')).not.to.equal(null);
    await clock.advance(300);
    await ready;
    await waiting.updateComplete;
    expect(waiting.shadowRoot?.querySelector('upc-skeleton')).to.equal(null);
    expect(waiting.shadowRoot?.querySelector('upc-method-list')).not.to.equal(null);
  });

  it('changes its language without losing what is typed or where the person is', async () => {
    const widget = await mount('form, filled');
    const input = widget.find<HTMLInputElement>('#upc-iban');
    input.focus();
    input.setSelectionRange(3, 3);
    widget.translator.update({ locale: 'de', overrides: {}, devMode: false });
    await widget.settled();
    expect(widget.find('.title').textContent).to.contain('SEPA-Lastschrift');
    expect(widget.find('.upc').lang).to.equal('de');
    expect(widget.root.activeElement).to.equal(input);
    expect([input.value, input.selectionStart]).to.deep.equal(['DE89 3704 0044 0532 0130 00', 3]);
  });

  it('moves the focus from the form to what replaces it', async () => {
    const widget = await mount('busy');
    widget.find('button').focus();
    widget.store.show(stateNamed('waiting'));
    await widget.settled();
    expect(widget.root.activeElement?.textContent).to.equal('Waiting for your bank');
    widget.store.show(stateNamed('done, saved'));
    await widget.settled();
    expect(widget.root.activeElement?.textContent).to.equal('Payment method saved');
  });

  it('takes no focus that it did not have', async () => {
    const widget = await mount('busy');
    widget.store.show(stateNamed('waiting'));
    await widget.settled();
    expect(widget.root.activeElement).to.equal(null);
    expect(document.activeElement).to.equal(document.body);
  });

  const announcements: [StateName, string][] = [
    ['form, empty', ''],
    ['form, several errors', 'Please check 3 entries'],
    ['busy', 'Your payment is being processed.'],
    ['declined', 'There is not enough money in this account.'],
    ['waiting', 'Waiting for your bank'],
    ['done, saved', 'Payment method saved'],
    ['done, paid', 'All done'],
    ['session ended', 'This payment session has expired.'],
  ];
  it('says what happens', async () => {
    const actual: [StateName, string][] = [];
    for (const [name] of announcements) {
      const widget = await mount('loading');
      for (const next of widgetStates('en')[name]) {
        widget.store.show(next);
        await widget.settled();
      }
      actual.push([name, spoken(widget)]);
    }
    expect(actual).to.deep.equal(announcements);
  });

  it('says when the session ends, however much is left', async () => {
    const widget = await mount('form, session ends soon');
    expect(spoken(widget)).to.equal(widget.find('.note-expiry').textContent.trim());
    expect(spoken(widget)).to.match(/^This payment session ends at .*\d/);
  });

  it('says the same again when it happens again', async () => {
    const widget = await mount('form, several errors');
    const first = widget.find('[role=alert] p');
    const again = stateNamed('form, several errors');
    if (again.phase !== 'filling') throw new Error('The widget is not in the state that this test needs.');
    widget.store.show({ ...again, rejections: 2 });
    await widget.settled();
    expect(widget.find('[role=alert] p')).not.to.equal(first);
  });

  it('tells a changed number of errors when the field is left, without interrupting', async () => {
    const [, wrong, better] = widgetStates('en')['form, some corrected'];
    if (wrong?.phase !== 'filling' || better?.phase !== 'filling')
      throw new Error('The widget is not in the state that this test needs.');
    const widget = await mount('form, empty');
    const said = (): readonly string[] =>
      ['alert', 'status'].map((role) => widget.find(`upc-live-region [role=${role}]`).textContent);
    widget.store.show(wrong);
    await widget.settled();
    expect(said()).to.deep.equal(['Please check 3 entries', '']);
    const input = widget.find<HTMLInputElement>('#upc-iban');
    input.focus();
    widget.store.show(better);
    await widget.settled();
    expect(said()).to.deep.equal(['Please check 3 entries', '']);
    input.blur();
    widget.store.show({ ...better });
    await widget.settled();
    expect(said()).to.deep.equal(['', 'Please check 1 entry']);
    const right = stateNamed('form, all corrected');
    input.focus();
    widget.store.show(right);
    await widget.settled();
    expect(said()).to.deep.equal(['', 'All entries corrected']);
  });

  it('keeps quiet about errors of the payment when the host shows them', async () => {
    const onError = (): void => undefined;
    const names = [
      'declined',
      'list after a failed attempt',
      'session ended',
      'gateway unreachable',
    ] as const;
    for (const name of names) {
      const widget = await mount(name, { onError });
      expect(widget.root.querySelector('.notice, upc-session-ended'), name).to.equal(null);
      expect(spoken(widget), name).to.equal('');
    }
    const widget = await mount('form, one error', { onError });
    expect(widget.find('.message').textContent).to.contain('22 characters');
  });

  it('leaves a way on where trying again helps, and shows both where the host wants that', async () => {
    const hushed = await mount('gateway unreachable', { onError: () => undefined });
    const button = hushed.find('upc-notice button');
    expect(button.textContent.trim()).to.equal('Try again');
    button.click();
    expect(hushed.store.actions).to.deep.include(['retry']);
    const shown = await mount('gateway unreachable', { onError: () => 'show' });
    expect(shown.find('.notice').textContent).to.contain('There is no connection.');
  });

  it('continues when the connection returns, and keeps the focus', async () => {
    const widget = await mount('gateway unreachable');
    widget.find('upc-notice button').focus();
    window.dispatchEvent(new Event('online'));
    expect(widget.store.actions).to.deep.equal([['reconnect']]);
    widget.store.show({ phase: 'loading' });
    await widget.settled();
    expect(widget.root.activeElement).to.equal(widget.find('.upc'));
  });

  it('keeps the focus when the button that tries again goes', async () => {
    const widget = await mount('gateway unreachable');
    const button = widget.find('upc-notice button');
    button.focus();
    button.click();
    widget.store.show({ phase: 'loading' });
    await widget.settled();
    expect(widget.root.activeElement).to.equal(widget.find('.upc'));
  });

  it('hides its own buttons when the host has one', async () => {
    const widget = await mount('form, filled', { hidePaymentButton: true });
    expect(widget.root.querySelector('button')).to.equal(null);
  });

  it('leaves no gap where the host has hidden a text, and names what has lost its label', async () => {
    const i18n = { 'method.SEPA': '', 'sepa.iban.label': '', 'sepa.iban.hint': '', 'mandate.note.save': '' };
    const widget = await mount('form, filled', { i18n });
    expect(widget.root.querySelector('.title, .hint, .note, label[for=upc-iban]')).to.equal(null);
    expect(widget.find('#upc-iban').getAttribute('aria-label')).to.equal('IBAN');
    expect(widget.find('#upc-iban').hasAttribute('aria-describedby')).to.equal(false);
  });

  it('shows keys in devMode', async () => {
    const widget = await mount('form, filled', { devMode: true });
    expect(widget.find('label[for=upc-iban]').textContent).to.equal('sepa.iban.label');
  });

  it('shows hostile texts as they are', async () => {
    const text = '<img src=x onerror="document.title=1">{{creditor}}\u202e';
    const widget = await mount('form, filled', { i18n: { 'sepa.iban.label': text } });
    expect(widget.root.querySelector('img')).to.equal(null);
    expect(widget.find('label[for=upc-iban]').textContent).to.equal(text);
  });
});

describe('styling', () => {
  before(reduceMotion);

  it('can be read on fields that the host has made dark', async () => {
    const widget = await mount('form, filled', { styling: { backgroundColor: '#101010' } });
    expect(getComputedStyle(widget.find('#upc-iban')).color).to.equal('rgb(255, 255, 255)');
  });

  // WebKit has no forced colours and cannot emulate them.
  const itForcesColours = navigator.vendor.startsWith('Apple') ? it.skip : it;
  itForcesColours('leaves forced colours to the person', async () => {
    await emulateMedia({ forcedColors: 'active' });
    try {
      const widget = await mount('no method', { styling: { backgroundColor: '#101010' } });
      const { color } = getComputedStyle(widget.find('.icon-plain'));
      expect(color).to.equal(getComputedStyle(widget.find('.outcome-title')).color);
      expect(widget.element.style.getPropertyValue('--_on-background')).to.equal('');
    } finally {
      await emulateMedia({ forcedColors: 'none' });
    }
  });

  it('turns dark with light text, in any colour space', async () => {
    const styling = { textColorMain: 'oklch(0.95 0.01 250)' };
    const widget = await mount('form, one error', { styling });
    expect(widget.element.dataset.tone).to.equal('dark');
    expect(getComputedStyle(widget.find('.message')).color).to.equal('rgb(255, 156, 146)');
  });
});
