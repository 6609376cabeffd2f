import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { emptyForm } from '../../forms/form.js';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';
import { stateNamed, type StateName } from '../../testing/widget-states.js';

/** Shows the widget with a session that records which fields were changed and left. */
async function mountForm(
  name: StateName = 'form, empty',
  config: Parameters<typeof mountWidget>[2] = {},
): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.style.maxInlineSize = '320px';
  const widget = await mountWidget(container, stateNamed(name), config);
  const { store } = widget;
  const change = (texts: Record<string, string>, visited: Record<string, true>): void => {
    const state = store.getSnapshot();
    if (state.phase !== 'filling') return;
    const form = state.forms.SEPA ?? emptyForm;
    const SEPA = { ...form, texts: { ...form.texts, ...texts }, visited: { ...form.visited, ...visited } };
    store.show({ ...state, forms: { SEPA } });
  };
  store.changeField = (field, text) => change({ [field]: text }, {});
  store.leaveField = (field) => change({}, { [field]: true });
  return widget;
}

function iban(widget: MountedWidget): HTMLInputElement {
  return widget.find<HTMLInputElement>('#upc-iban');
}

describe('upc-text-field', () => {
  it('names its kind to browsers and assistive technology', async () => {
    const widget = await mountForm();
    const { autocomplete, required, type, spellcheck } = iban(widget);
    expect({ autocomplete, required, type, spellcheck }).to.deep.equal({
      autocomplete: 'off',
      required: true,
      type: 'text',
      spellcheck: false,
    });
    expect(iban(widget).getAttribute('autocapitalize')).to.equal('characters');
    expect(iban(widget).labels?.[0]?.textContent).to.equal('IBAN');
    expect(iban(widget).getAttribute('aria-describedby')).to.equal('upc-iban-hint');
    expect(widget.find<HTMLInputElement>('#upc-accountHolder').autocomplete).to.equal('name');
  });

  describe('the bank of an account', () => {
    /** Adds a bank name to a form with a valid IBAN, in a window as wide as a phone. */
    async function mountWithBank(name: string, config = {}): Promise<MountedWidget> {
      const widget = await mountForm('form, filled', config);
      const state = widget.store.getSnapshot();
      if (state.phase !== 'filling')
        throw new Error(`This test needs a form, but the widget is ${state.phase}.`);
      const form = state.forms.SEPA ?? emptyForm;
      const known = widget.store.getForm()?.values.iban ?? '';
      tops.push(widget.find('upc-mandate').getBoundingClientRect().top);
      widget.store.show({ ...state, forms: { SEPA: { ...form, bank: { iban: known, name } } } });
      await widget.settled();
      tops.push(widget.find('upc-mandate').getBoundingClientRect().top);
      return widget;
    }
    let tops: number[] = [];
    beforeEach(() => (tops = []));

    it('replaces the hint, visibly and for screen readers, and disappears with the IBAN', async () => {
      const widget = await mountWithBank('Commerzbank');
      expect(widget.find('#upc-iban-hint').textContent).to.equal('Commerzbank');
      expect(iban(widget).getAttribute('aria-describedby')).to.equal('upc-iban-hint');
      expect(widget.find('#upc-iban-hint').ariaLive).to.equal('polite');
      widget.store.changeField('iban', (widget.store.getForm()?.values.iban ?? '').slice(0, -1));
      await widget.settled();
      expect(widget.find('#upc-iban-hint').textContent).not.to.contain('Commerzbank');
    });

    it('does not move the layout, however long it is', async () => {
      const widget = await mountWithBank('Raiffeisenbank im Allgäuer Land, Bank für Sachwerte eG '.repeat(2));
      expect(tops[1]).to.equal(tops[0]);
      expect(widget.find('#upc-iban-hint').scrollWidth).to.be.greaterThan(
        widget.find('#upc-iban-hint').clientWidth,
      );
    });

    it('is neither shown nor announced if the host has hidden the hint', async () => {
      const widget = await mountWithBank('Commerzbank', { i18n: { 'sepa.iban.hint': '' } });
      expect(tops[1]).to.equal(tops[0]);
      expect(widget.root.textContent).not.to.contain('Commerzbank');
    });
  });

  it('sends the displayed value when autofill only fires change', async () => {
    const widget = await mountForm();
    iban(widget).value = 'DE89370400440532013000';
    iban(widget).dispatchEvent(new Event('change', { bubbles: true }));
    await widget.settled();
    expect(iban(widget).value).to.equal('DE89 3704 0044 0532 0130 00');
    expect(widget.store.getForm()?.values.iban).to.equal('DE89370400440532013000');
  });

  it('groups while typing, and keeps the caret where the person types', async () => {
    const widget = await mountForm();
    iban(widget).focus();
    await sendKeys({ type: 'de893704' });
    expect(iban(widget).value).to.equal('DE89 3704');
    for (let step = 0; step < 5; step += 1) await sendKeys({ press: 'ArrowLeft' });
    await sendKeys({ type: '1' });
    expect([iban(widget).value, iban(widget).selectionStart]).to.deep.equal(['DE89 1370 4', 6]);
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ press: 'Backspace' });
    expect(iban(widget).value).to.equal('DE83 704');
  });

  it('undoes typing and deletion, change by change', async () => {
    const widget = await mountForm();
    iban(widget).focus();
    await sendKeys({ type: 'de8937' });
    iban(widget).select();
    await sendKeys({ press: 'Backspace' });
    await widget.settled();
    expect(iban(widget).value).to.equal('');
    const undo = async (): Promise<string> => {
      const keys = { key: 'z', ctrlKey: true, cancelable: true };
      expect(iban(widget).dispatchEvent(new KeyboardEvent('keydown', keys))).to.equal(false);
      await widget.settled();
      return iban(widget).value;
    };
    expect(await undo()).to.equal('DE89 37');
    expect(await undo()).to.equal('DE89 3');
    expect(widget.store.getForm()?.values.iban).to.equal('DE893');
    for (let step = 0; step < 6; step += 1) await undo();
    expect(iban(widget).value).to.equal('');
  });

  it('leaves the text alone while an input method composes it', async () => {
    const widget = await mountForm();
    const input = iban(widget);
    input.value = 'de8';
    input.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
    await widget.settled();
    expect(input.value).to.equal('de8');
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await widget.settled();
    expect(input.value).to.equal('DE8');
  });

  it('shows an error when it loses the focus, and clears it as soon as the value is valid', async () => {
    const widget = await mountForm();
    iban(widget).focus();
    await sendKeys({ type: 'DE89 3704 0044 0532 0130 0' });
    expect(widget.root.querySelector('.message')).to.equal(null);
    await sendKeys({ press: 'Tab' });
    await widget.settled();
    expect(widget.find('#upc-iban-error').textContent.trim()).to.equal(
      'IBANs in this country (Germany) have 22 characters. This one has 21.',
    );
    expect(iban(widget).getAttribute('aria-invalid')).to.equal('true');
    expect(iban(widget).getAttribute('aria-describedby')).to.equal('upc-iban-error');
    expect(widget.root.querySelector('#upc-iban-hint')).to.equal(null);

    iban(widget).focus();
    iban(widget).setSelectionRange(99, 99);
    await sendKeys({ type: '0' });
    await widget.settled();
    expect(widget.root.querySelector('#upc-iban-error')).to.equal(null);
    expect(iban(widget).hasAttribute('aria-invalid')).to.equal(false);
    expect(widget.root.querySelector('.message')).to.equal(null);
    expect(widget.root.querySelector('[for=upc-iban] .icon-check')).not.to.equal(null);
  });

  for (const label of ['Account holder', 'Kontoinhaberbezeichnung']) {
    it(`keeps the tick beside the last word of its label, however narrow: ${label}`, async () => {
      const widget = await mountForm('form, one error', { i18n: { 'sepa.iban.label': label } });
      iban(widget).focus();
      iban(widget).setSelectionRange(99, 99);
      await sendKeys({ type: '3000' });
      await widget.settled();
      const box = widget.find('[for=upc-iban]');
      for (let width = 300; width > 40; width -= 10) {
        box.style.inlineSize = `${width}px`;
        const tick = widget.find('[for=upc-iban] .icon-check').getBoundingClientRect();
        const middle = tick.top + tick.height / 2;
        const words = document.createRange();
        words.setStart(box, 0);
        words.setEndBefore(widget.find('[for=upc-iban] .icon-check'));
        const lines = [...words.getClientRects()];
        const { bottom, top } = lines.at(-1) ?? box.getBoundingClientRect();
        expect(middle, `${width} px`).to.be.within(top, bottom);
      }
    });
  }

  it('does not mark a field as valid that was never invalid', async () => {
    const widget = await mountForm('form, filled');
    iban(widget).focus();
    await sendKeys({ press: 'Tab' });
    await widget.settled();
    expect(widget.root.querySelector('.icon-check')).to.equal(null);
  });

  it('goes on with Enter on a touch keyboard, as its key says, and submits with that of a desktop', async () => {
    const widget = await mountForm();
    const holder = widget.find<HTMLInputElement>('#upc-accountHolder');
    const hints = [holder, iban(widget)].map((field) => field.getAttribute('enterkeyhint'));
    expect(hints).to.deep.equal(['next', 'done']);
    const matchMedia = window.matchMedia.bind(window);
    window.matchMedia = (query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList;
    try {
      holder.focus();
      await sendKeys({ press: 'Enter' });
      expect(widget.root.activeElement).to.equal(iban(widget));
      await sendKeys({ press: 'Enter' });
      expect(widget.root.activeElement).to.equal(null);
    } finally {
      window.matchMedia = matchMedia;
    }
    expect(widget.store.actions.flat()).not.to.include('submit');
    iban(widget).focus();
    await sendKeys({ press: 'Enter' });
    expect(widget.store.actions.at(-1)).to.deep.equal(['submit']);
  });

  it('does not move the layout above it when its message appears', async () => {
    const widget = await mountForm();
    const top = (): number =>
      iban(widget).getBoundingClientRect().top - widget.element.getBoundingClientRect().top;
    const before = top();
    iban(widget).focus();
    await sendKeys({ type: 'X' });
    await sendKeys({ press: 'Tab' });
    await widget.settled();
    expect(widget.find('.message').textContent).to.contain('two-letter');
    expect(top()).to.equal(before);
  });

  it('cannot be changed while a submission runs', async () => {
    const widget = await mountForm('busy');
    expect(iban(widget).readOnly).to.equal(true);
    expect(widget.find('#upc-mandate').getAttribute('aria-disabled')).to.equal('true');
    widget.find('#upc-mandate').click();
    await widget.settled();
    expect(widget.find<HTMLInputElement>('#upc-mandate').checked).to.equal(true);
    expect(widget.store.actions).to.deep.equal([]);
  });
});
