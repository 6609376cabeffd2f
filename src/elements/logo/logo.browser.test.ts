import { expect, fixture, html } from '@open-wc/testing';
import { isOfFlow, methodNames } from '@upc/contract/catalogue';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';
import { stateNamed } from '../../testing/widget-states.js';

async function mount(name: Parameters<typeof stateNamed>[0]): Promise<MountedWidget> {
  return mountWidget(await fixture<HTMLElement>(html`<div></div>`), stateNamed(name));
}

const logoOf = ({ find }: MountedWidget, value: string): HTMLElement =>
  find(`.row-head:has(input[value="${value}"]) upc-logo`);

const drawn = (logo: HTMLElement): number => logo.querySelectorAll('.brand-logo').length;
const isPlain = (logo: HTMLElement): boolean =>
  getComputedStyle(logo.querySelector('.icon') ?? logo).display !== 'none';
const plainShape = (logo: HTMLElement): string =>
  [...logo.querySelectorAll('.icon *')].map((shape) => shape.getAttribute('d') ?? shape.localName).join();

describe('upc-logo', () => {
  it('draws the available logos in the list, and otherwise a plain icon', async () => {
    const widget = await mount('list of every method');
    const counts = methodNames.map((method) => {
      const logo = logoOf(widget, method);
      expect(isPlain(logo), method).to.equal(drawn(logo) === 0);
      return [method, drawn(logo)];
    });
    expect(Object.fromEntries(counts)).to.deep.equal({
      CREDIT_CARD: 3,
      SEPA: 1,
      BACS: 0,
      ACH: 0,
      BECS: 0,
      PAYPAL: 1,
      CH_DD: 0,
      LSV: 0,
      TWINT: 0,
      IDEAL: 1,
      BANCONTACT: 1,
      BANK_TRANSFER: 0,
      CASH: 0,
    });
  });

  it('keeps a page of the provider, a debit and a transfer apart without logos', async () => {
    const widget = await mount('list of every method');
    const transfer = plainShape(logoOf(widget, 'BANK_TRANSFER'));
    for (const method of methodNames.filter((name) => isOfFlow(name, 'page') || isOfFlow(name, 'debit')))
      expect(plainShape(logoOf(widget, method)), method).not.to.equal(transfer);
    expect(plainShape(logoOf(widget, 'TWINT'))).not.to.equal(plainShape(logoOf(widget, 'IDEAL')));
  });

  it('shows the scheme of a stored card, however its provider spells it', async () => {
    const widget = await mount('list');
    const logo = logoOf(widget, 'second') as HTMLElement & { of: string };
    expect(logo.of).to.equal('visa');
    for (const [brand, count] of [
      ['visa', 1],
      ['American Express', 1],
      ['amex', 1],
      ['cartes_bancaires', 0],
      ['constructor', 0],
    ] as const) {
      logo.of = brand;
      await widget.settled();
      expect(drawn(logo), brand).to.equal(count);
      expect(isPlain(logo), brand).to.equal(count === 0);
    }
  });

  it('does not move the layout when it loads, because a plain icon has the same width', async () => {
    const widget = await mount('list of every method');
    const heights = (): readonly number[] =>
      [...widget.root.querySelectorAll<HTMLElement>('.row')].map(({ offsetHeight }) => offsetHeight);
    const widths = (): readonly number[] =>
      ['SEPA', 'PAYPAL', 'IDEAL', 'BANCONTACT', 'CASH'].map(
        (method) => logoOf(widget, method).getBoundingClientRect().width,
      );
    const after = [heights(), widths()];
    widget.element.logos = {};
    await widget.settled();
    expect(widget.root.querySelector('.brand-logo')).to.equal(null);
    expect([heights(), widths()]).to.deep.equal(after);
  });

  it('is decoration that screen readers ignore', async () => {
    const widget = await mount('list of every method');
    for (const drawing of widget.root.querySelectorAll('upc-logo svg'))
      expect(drawing.getAttribute('aria-hidden')).to.equal('true');
  });

  it('is ignored if it is undefined, because its widget was removed while the first form was loading', async () => {
    const widget = await mount('list of every method');
    widget.element.remove();
    // This element is created as in a page without the definition. Outside a page it is never upgraded.
    const plain = document.implementation.createHTMLDocument().createElement('upc-logo');
    widget.root.append(plain);
    expect(plain.matches(':defined')).to.equal(false);
    widget.element.logos = {};
    expect(plain.childElementCount).to.equal(0);
  });
});
