import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { type MountedWidget, mountWidget } from '../../testing/mount-widget.js';
import { stateNamed, type StateName } from '../../testing/widget-states.js';

async function mount(name: StateName): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, stateNamed(name));
}

function radios({ root }: MountedWidget): HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>('input[name=upc-choice]')];
}

function rows({ root }: MountedWidget): readonly string[] {
  return [...root.querySelectorAll('.row-text')].map(({ textContent }) =>
    textContent.replace(/\s+/g, ' ').trim(),
  );
}

describe('upc-method-list', () => {
  it('is a group with a legend: stored instruments first, then the methods', async () => {
    const widget = await mount('list');
    expect(widget.find('fieldset > legend').textContent.trim()).to.equal('Choose how to pay');
    expect(radios(widget).map(({ value }) => value)).to.deep.equal(['stored', 'second', 'expired', 'SEPA']);
    expect(rows(widget)[0]).to.contain('DE89 •••• 3000');
    expect(rows(widget)[1]).to.contain('•••• 4242');
    expect(widget.find('p.legend').textContent).to.equal('Another payment method');
  });

  it('is as wide as its form in a page that centres it', async () => {
    const row = await fixture<HTMLElement>(html`<div><div></div></div>`);
    Object.assign(row.style, { display: 'flex', justifyContent: 'center', inlineSize: '700px' });
    await mountWidget(row.firstElementChild as HTMLElement, stateNamed('list, method chosen'));
    expect(row.firstElementChild?.getBoundingClientRect().width).to.equal(560);
  });

  it('marks what has expired, and does not let it be chosen', async () => {
    const widget = await mount('list');
    expect(rows(widget)[2]).to.contain('Expired');
    expect(radios(widget).map(({ disabled }) => disabled)).to.deep.equal([false, false, true, false]);
  });

  it('is one tab stop; arrows choose and pass over what has expired', async () => {
    const widget = await mount('list, instrument chosen');
    radios(widget)[0]?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    expect(widget.store.actions).to.deep.equal([
      ['chooseInstrument', 'second'],
      ['chooseMethod', 'SEPA'],
    ]);
    expect(widget.root.activeElement).to.equal(radios(widget)[3]);
    await sendKeys({ press: 'ArrowRight' });
    expect(widget.root.activeElement).to.equal(radios(widget)[0]);
    await sendKeys({ press: 'ArrowUp' });
    expect(widget.root.activeElement).to.equal(radios(widget)[3]);
    await sendKeys({ press: 'Tab' });
    expect(radios(widget)).not.to.include(widget.root.activeElement);
  });

  it('opens the chosen row in place, with the focus still on its radio', async () => {
    const widget = await mount('list');
    radios(widget)[3]?.focus();
    await sendKeys({ press: 'Space' });
    widget.store.show(stateNamed('list, method chosen'));
    await widget.settled();
    expect(widget.find('.row-chosen .row-body upc-payment-form form').ariaLabel).to.equal(
      'SEPA Direct Debit',
    );
    expect(widget.root.activeElement).to.equal(radios(widget)[3]);
  });

  it('shows what the session says, not what was pressed', async () => {
    const widget = await mount('list, instrument chosen');
    radios(widget)[1]?.click();
    widget.store.show({ ...stateNamed('list, instrument chosen') });
    await widget.settled();
    expect(radios(widget).map(({ checked }) => checked)).to.deep.equal([true, false, false, false]);
  });

  it('shows the form of a single method at once, without a radio', async () => {
    const widget = await mount('form, empty');
    expect(radios(widget)).to.have.lengthOf(0);
    expect(widget.find('.title').textContent.trim()).to.equal('SEPA Direct Debit');
  });

  it('lets a single method be chosen again after an attempt that `init` has found failed', async () => {
    const widget = await mount('list after a failed attempt');
    expect(widget.find('.notice').textContent).to.contain('not enough money');
    radios(widget)[0]?.click();
    expect(widget.store.actions).to.deep.equal([['chooseMethod', 'SEPA']]);
  });

  it('says so when there is nothing to pay with', async () => {
    const widget = await mount('no method');
    expect(widget.find('.outcome-title').textContent).to.equal('No payment method is available');
  });
});
