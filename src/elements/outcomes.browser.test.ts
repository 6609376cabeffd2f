import { expect, fixture, html } from '@open-wc/testing';
import type { ParsedConfig } from '../config/config.js';
import { parsedConfig } from '../testing/fixtures.js';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { stateNamed, type StateName } from '../testing/widget-states.js';

async function mount(name: StateName, changes: Partial<ParsedConfig> = {}): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  return mountWidget(container, stateNamed(name), changes);
}

function items({ root }: MountedWidget): readonly string[] {
  return [...root.querySelectorAll('.instruments .row-text')].map(({ textContent }) =>
    textContent.replace(/\s+/g, ' ').trim(),
  );
}

describe('upc-success', () => {
  it('lists the instruments, the new one first and no expired one', async () => {
    const widget = await mount('done, saved');
    expect(items(widget)).to.have.lengthOf(3);
    expect(items(widget)[0]).to.contain('New');
    expect(items(widget).join(' ')).not.to.contain('Expired');
  });

  it('shows no list when the host does not want it', async () => {
    const { featureFlags } = parsedConfig();
    const widget = await mount('done, saved', {
      featureFlags: { ...featureFlags, showPaymentInstrumentList: false },
    });
    expect(items(widget)).to.deep.equal([]);
  });

  it('does not list an instrument that was not saved', async () => {
    const state = stateNamed('done, saved');
    if (state.phase !== 'succeeded') throw new Error('not the state for this test');
    const widget = await mount('loading');
    const { paymentRequestToken, paymentInstrumentDetails } = state.result;
    widget.store.show({
      ...state,
      result: { paymentRequestToken, ...(paymentInstrumentDetails && { paymentInstrumentDetails }) },
    });
    await widget.settled();
    expect(items(widget)).to.have.lengthOf(2);
    expect(items(widget).join(' ')).not.to.contain('New');
  });
});

describe('upc-waiting', () => {
  it('can be called off only while the person has to act', async () => {
    const widget = await mount('waiting, can be cancelled');
    widget.find('button').click();
    expect(widget.store.actions).to.deep.equal([['back']]);
    expect((await mount('waiting')).root.querySelector('button')).to.equal(null);
  });
});

describe('upc-notice', () => {
  it('offers to load again', async () => {
    const widget = await mount('gateway unreachable');
    expect(widget.find('button').textContent.trim()).to.equal('Try again');
    widget.find('button').click();
    expect(widget.store.actions).to.deep.equal([['retry']]);
  });

  it('never calls an unknown outcome failed, and asks to look again rather than to pay again', async () => {
    const widget = await mount('outcome unknown');
    expect(widget.find('.notice').textContent).to.contain('do not pay a second time');
    expect(widget.find('button').textContent.trim()).to.equal('Check again');
  });
});

describe('upc-session-ended', () => {
  it('offers nothing that cannot help', async () => {
    const widget = await mount('session ended');
    expect(widget.find('.outcome-title').textContent).to.equal('Please start again');
    expect(widget.root.querySelector('button')).to.equal(null);
  });
});
