import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import german from '../../locales/de.json';
import type { ParsedConfig } from '../config/config.js';
import { debitStates } from '../testing/debit-states.js';
import { parsedConfig } from '../testing/fixtures.js';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { stateNamed, type StateName, widgetStates } from '../testing/widget-states.js';

async function mount(
  name: StateName,
  changes: Partial<ParsedConfig> = {},
  width = 800,
): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.style.width = `${width}px`;
  return mountWidget(container, stateNamed(name), changes, { de: german });
}

function lastSignature({ store }: MountedWidget): unknown {
  const last = store.actions.at(-1);
  expect(last?.[0]).to.equal('changeSignature');
  return last?.[1];
}

describe('upc-mandate', () => {
  it('says who debits whom, and how', async () => {
    const widget = await mount('form, empty');
    const facts = [...widget.root.querySelectorAll('.mandate-facts > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.innerText.replace(/\n/g, ', '),
    ]);
    expect(facts).to.deep.equal([
      ['Payee', 'Studio Nord GmbH, Hafenstraße 1, 20457 Hamburg, Germany'],
      ['Creditor identifier', 'DE98ZZZ09999999999'],
      ['Mandate reference', 'UPC-2026-7F3K9M2Q4R8T'],
      ['Type of payment', 'Recurring payments'],
    ]);
  });

  it('names the payee above the text, which may speak of it as the one above', async () => {
    const { root } = await mount('form, empty');
    const parts = [...root.querySelectorAll('.mandate > *')].map(({ localName }) => localName);
    expect(parts).to.deep.equal(['p', 'dl', 'div']);
  });

  it('marks its language only where it differs from the page around it', async () => {
    const widget = await mount('form, empty');
    expect(widget.root.querySelector('.mandate [lang]')).to.equal(null);
    const other = await mount('form, empty', { locale: 'de' });
    expect(other.find('.mandate > div').lang).to.equal('en');
  });

  it('informs a reader of another language that the text binds as it is', async () => {
    const { root } = await mount('form, empty', { locale: 'de' });
    const note = root.querySelector('.mandate-facts + .mandate-note:has(+ div)');
    expect(note?.textContent).to.equal('Rechtlich verbindlich ist der folgende Text:');
    for (const locale of ['en', 'en-GB']) {
      expect((await mount('form, empty', { locale })).root.querySelector('.mandate-note')).to.equal(null);
    }
  });

  it('shows the text that binds beside its translation, in its own language', async () => {
    const container = await fixture<HTMLElement>(html`<div></div>`);
    const [state] = widgetStates('de')['two texts, one binding'];
    if (!state) throw new Error('no state');
    const { root, find } = await mountWidget(container, state, { locale: 'de' }, { de: german });
    expect(find('.mandate-note').textContent).to.equal('Rechtlich verbindlich ist der folgende Text:');
    expect(root.querySelectorAll('.mandate-note')).to.have.lengthOf(1);
    const foreign = [...root.querySelectorAll<HTMLElement>('.mandate [lang]')];
    expect(foreign.map(({ lang, localName }) => [lang, localName])).to.deep.equal([['en', 'div']]);
  });
});

describe('upc-mandate on a phone', () => {
  it('shows heading and three facts, and the whole text with one press or key', async () => {
    const widget = await mount('form, empty', {}, 320);
    const closed = widget.find('.mandate').innerText;
    expect(
      [...widget.root.querySelectorAll('.mandate > dl dt')].map((term) => term.textContent),
    ).to.deep.equal(['Payee', 'Mandate reference', 'Type of payment']);
    expect(closed).to.contain('SEPA Direct Debit Mandate').and.contain('Read in full');
    expect(closed).not.to.contain('A refund must be claimed');
    widget.find('.mandate summary').focus();
    await sendKeys({ press: 'Enter' });
    const opened = widget.find('.mandate').innerText;
    expect(opened).to.contain('A refund must be claimed').and.contain('Hafenstraße 1');
    expect(opened).to.contain('DE98ZZZ09999999999');
    const named = [...widget.root.querySelectorAll('.mandate dd')].filter((fact) =>
      fact.textContent.includes('Studio Nord GmbH'),
    );
    expect(named).to.have.lengthOf(1);
  });

  it('stays open while the form changes', async () => {
    const widget = await mount('form, empty', {}, 320);
    widget.find('.mandate summary').click();
    widget.store.show(stateNamed('form, one error'));
    await widget.settled();
    expect(widget.find<HTMLDetailsElement>('.mandate details').open).to.equal(true);
  });

  it('is not folded where there is no word for it, and where it is what the page is for', async () => {
    const wordless = await mount('form, empty', { i18n: { 'mandate.readAll': '' } }, 320);
    expect(wordless.root.querySelector('.mandate details')).to.equal(null);
    expect(wordless.find('.mandate').innerText).to.contain('A refund must be claimed');
    const container = await fixture<HTMLElement>(html`<div></div>`);
    container.style.width = '320px';
    const [state] = debitStates['BACS, check'] ?? [];
    if (!state) throw new Error('no state');
    const { root } = await mountWidget(container, state);
    expect(root.querySelector('.mandate')).not.to.equal(null);
    expect(root.querySelector('.mandate details')).to.equal(null);
  });
});

describe('upc-signature', () => {
  it('is drawn with a pointer, stroke by stroke, and sent as SVG', async () => {
    const widget = await mount('form, signature drawn');
    const pad = widget.find('.pad');
    pad.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = pad.getBoundingClientRect();
    const at = (right: number, down: number): [number, number] => [
      Math.round(x + width * right),
      Math.round(y + height * down),
    ];
    await sendMouse({ type: 'move', position: at(0.5, 0.5) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: at(0.6, 0.25) });
    await sendMouse({ type: 'move', position: at(0.75, 0.5) });
    await sendMouse({ type: 'up' });
    const path = / d="([^"]*)"/.exec(String(lastSignature(widget)))?.[1] ?? '';
    const strokes = path.split(/(?=M)/).map((stroke) => (stroke.match(/[\d.]+/g) ?? []).map(Number));
    expect(strokes).to.have.lengthOf(2);
    [250, 100, 300, 50, 375, 100].forEach((expected, index) => {
      expect(strokes[1]?.[index]).to.be.closeTo(expected, 3);
    });
    expect(path).to.match(/^[ML\d. ]+$/);
  });

  it('can be cleared', async () => {
    const widget = await mount('form, signature drawn');
    expect(widget.find('.ink').getAttribute('d')).not.to.equal('');
    widget.find('.signature-actions button').click();
    expect(lastSignature(widget)).to.equal(undefined);
  });

  it('without the tab has a link for those who cannot draw, to a field for their name and back', async () => {
    const widget = await mount('form, signature missing');
    const link = (): HTMLElement | undefined =>
      [...widget.root.querySelectorAll<HTMLElement>('.signature-actions button')].at(-1);
    expect(widget.root.querySelector('.tab')).to.equal(null);
    expect(link()?.textContent).to.equal('I can’t draw a signature');
    link()?.focus();
    await sendKeys({ press: 'Enter' });
    await widget.settled();
    expect(widget.root.activeElement).to.equal(widget.find('.signature-input'));
    await sendKeys({ type: 'Maren <b>' });
    expect(lastSignature(widget)).to.contain('>Maren &lt;b&gt;</text>');
    await sendKeys({ press: 'Tab' });
    expect(widget.root.activeElement?.textContent).to.equal('Draw instead');
    await sendKeys({ press: 'Enter' });
    await widget.settled();
    expect(widget.root.querySelector('.signature-input')).to.equal(null);
    expect(widget.root.activeElement?.ariaLabel).to.equal('Your signature');
    expect(getComputedStyle(widget.find('.signature')).outlineStyle).to.equal('solid');
    await sendKeys({ press: 'Tab' });
    expect(widget.root.activeElement).to.equal(link());
  });

  it('has tabs where the host wants typing', async () => {
    const { featureFlags } = parsedConfig();
    const widget = await mount('form, signature drawn', {
      featureFlags: { ...featureFlags, enableSignatureTypeInput: true },
    });
    const tabs = [...widget.root.querySelectorAll<HTMLInputElement>('.tab input')];
    expect(tabs.map(({ checked }) => checked)).to.deep.equal([true, false]);
    expect(widget.find('upc-signature').textContent).not.to.contain('draw a signature');
    tabs[1]?.click();
    await widget.settled();
    expect(lastSignature(widget)).to.equal(undefined);
    expect(widget.root.querySelector('.signature-input')).not.to.equal(null);
  });

  it('shows again what the session holds', async () => {
    const widget = await mount('form, signature typed');
    expect(widget.find<HTMLInputElement>('.signature-input').value).to.equal('Maren Petersen');
  });
});
