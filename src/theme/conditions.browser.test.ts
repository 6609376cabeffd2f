import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import type { ParsedConfig } from '../config/config.js';
import { everyState } from '../testing/every-state.js';
import type { FlowState } from '../flow/flow-state.js';
import { canEmulateMedia } from '../testing/media.js';
import { type MountedWidget, mountWidget } from '../testing/mount-widget.js';
import { stateNamed, type StateName } from '../testing/widget-states.js';

const describeEmulated = canEmulateMedia ? describe : describe.skip;

/** Width of a 320 px window, or of one with 1280 px at 400 %, less the page's own margins. */
const narrow = '288px';
/** Page CSS that makes the text size follow the root font size. */
const following = '--upc-font-size: max(16px, 1rem)';

async function mount(name: StateName, css = ''): Promise<MountedWidget> {
  return mountNarrow(css, stateNamed(name));
}

async function mountNarrow(
  css: string,
  state: FlowState,
  config?: Partial<ParsedConfig>,
): Promise<MountedWidget> {
  const container = await fixture<HTMLElement>(html`<div></div>`);
  container.style.cssText = `inline-size: ${narrow}; ${css}`;
  return mountWidget(container, state, config);
}

function styleOf({ find }: MountedWidget, selector: string, pseudo?: string): CSSStyleDeclaration {
  return getComputedStyle(find(selector), pseudo);
}

/** Returns the current computed value of a system colour. */
function system(name: string): string {
  const sample = document.createElement('span');
  sample.style.color = name;
  document.body.append(sample);
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
}

/** Returns everything that is cut off or overflows at the side, except logos of cards, which may be fewer. */
function cutOff({ root, element }: MountedWidget): readonly string[] {
  const right = element.getBoundingClientRect().right + 1;
  const parts = '.upc *:not(.visually-hidden, .visually-hidden *, svg *, .logos, .logos *)';
  return [...root.querySelectorAll<HTMLElement>(parts)]
    .filter((inner) => {
      const { clientHeight, clientWidth, scrollHeight, scrollWidth, localName } = inner;
      const isCut =
        getComputedStyle(inner).overflow !== 'visible' &&
        localName !== 'input' &&
        (scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1);
      return isCut || inner.getBoundingClientRect().right > right;
    })
    .map(({ localName, className, textContent }) => `${localName}.${className} ${textContent.trim()}`);
}

/** Returns the fields that are too low for their text. */
function lowFields({ root }: MountedWidget): readonly string[] {
  return [...root.querySelectorAll<HTMLElement>('.input')]
    .filter((input) => input.clientHeight < parseFloat(getComputedStyle(input).fontSize) * 1.2)
    .map(({ id }) => id);
}

describe('the size of the page’s text', () => {
  const { documentElement } = document;
  afterEach(() => documentElement.style.removeProperty('font-size'));

  for (const [root, css, text] of [
    ['62.5%', '', 16],
    ['16px', '', 16],
    ['20px', '', 16],
    ['62.5%', following, 16],
    ['16px', following, 16],
    ['20px', following, 20],
    ['200%', following, 32],
  ] as const) {
    it(`of ${root} makes text of ${text} px${css && ', where it is to follow'}`, async () => {
      documentElement.style.fontSize = root;
      const widget = await mount('form, filled', css);
      for (const selector of ['.title', '.label', '.input', 'button[type=submit]'])
        expect(styleOf(widget, selector).fontSize, selector).to.equal(`${text}px`);
      expect(styleOf(widget, '.input').height).to.equal(`${text * 3}px`);
      expect(styleOf(widget, 'button[type=submit]').minHeight).to.equal(`${text * 3}px`);
    });
  }

  /** Returns the places without enough room, by state. */
  async function squeezed(css: string, prepare = (_: MountedWidget): unknown => undefined): Promise<object> {
    const found: Record<string, readonly string[]> = {};
    for (const { name, states, config } of everyState('en')) {
      const widget = await mountNarrow(css, states.at(-1) ?? states[0], config);
      prepare(widget);
      const places = [...cutOff(widget), ...lowFields(widget)];
      if (places.length > 0) found[name] = places;
      fixtureCleanup();
    }
    return found;
  }

  it('at 200 % cuts nothing off, in any state', async () => {
    documentElement.style.fontSize = '200%';
    expect(await squeezed(following)).to.deep.equal({});
  });

  it('with the spacing of WCAG 1.4.12 cuts nothing off, in any state', async () => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(`* {
      line-height: 1.5 !important;
      letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important;
    }
    p { margin-block-end: 2em !important; }`);
    expect(await squeezed('', ({ root }) => root.adoptedStyleSheets.push(spacing))).to.deep.equal({});
  });

  // The letters that make WebKit crash depend on the system's fonts.
  it('is broken into lines as WebKit survives it', async () => {
    const style = styleOf(await mount('form, filled'), '.upc');
    const isWebKit = navigator.vendor.startsWith('Apple');
    expect(style.getPropertyValue('text-wrap-style')).to.equal(isWebKit ? 'auto' : 'pretty');
  });
});

describeEmulated('a person’s own colours', () => {
  before(() => emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }));
  after(() => emulateMedia({ forcedColors: 'none' }));

  it('mark the chosen row, with a line that the others do not have', async () => {
    const widget = await mount('list, method chosen');
    const { outlineStyle, outlineWidth, outlineColor } = styleOf(widget, '.row-chosen');
    expect([outlineStyle, outlineWidth, outlineColor]).to.deep.equal(['solid', '2px', system('Highlight')]);
    expect(styleOf(widget, '.row:not(.row-chosen)').outlineStyle).to.equal('none');
  });

  it('leave radios and boxes to the browser', async () => {
    const widget = await mount('list, method chosen');
    for (const selector of ['input[type=radio]', 'input[type=checkbox]'])
      expect(styleOf(widget, selector).appearance, selector).to.equal('auto');
  });

  it('leave a border around fields and buttons, and a thicker one around a wrong field', async () => {
    const widget = await mount('form, one error');
    const border = (selector: string): string => styleOf(widget, selector).borderTopWidth;
    const widths = ['#upc-accountHolder', '#upc-iban', 'button[type=submit]'].map(border);
    expect(widths).to.deep.equal(['1px', '3px', '1px']);
    expect(styleOf(widget, 'button[type=submit]').borderTopColor).not.to.equal(system('Canvas'));
  });

  it('draw every icon and a signature', async () => {
    for (const [name, selector] of [
      ['declined', '.notice > .icon'],
      ['form, one error', '.message > .icon'],
      ['no method', '.icon-plain'],
      ['done, saved', '.icon-done'],
      ['form, signature drawn', '.pad'],
    ] as const)
      expect(styleOf(await mount(name), selector).color, selector).to.equal(system('CanvasText'));
  });

  it('are those of the pad for a signature too, whatever the tone of the page', async () => {
    const widget = await mount('form, signature drawn', '--upc-background: #010203');
    expect(styleOf(widget, '.pad').backgroundColor).to.equal(system('Canvas'));
  });

  it('show the focus', async () => {
    const widget = await mount('form, filled');
    for (const selector of ['.input', '#upc-mandate', 'button[type=submit]']) {
      widget.find(selector).focus({ focusVisible: true });
      expect(styleOf(widget, selector).outlineStyle, selector).to.equal('solid');
    }
  });
});

describeEmulated('less motion', () => {
  after(() => emulateMedia({ reducedMotion: 'reduce' }));

  it('stills what moves, and only then', async () => {
    const moving = async (): Promise<readonly string[]> => [
      styleOf(await mount('busy'), '.spinner').animationName,
      getComputedStyle((await mount('loading')).find('.skeleton-block'), '::after').animationName,
      styleOf(await mount('form, filled'), '.input').transitionDuration,
    ];
    await emulateMedia({ reducedMotion: 'no-preference' });
    expect(await moving()).to.deep.equal(['spin', 'shimmer', '0.15s']);
    await emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving()).to.deep.equal(['pulse', 'none', '0s']);
  });
});

it('on a page written from right to left, a language written from left to right stays so', async () => {
  const page = await fixture<HTMLElement>(html`<section dir="rtl"><div></div></section>`);
  const widget = await mountWidget(page.querySelector('div')!, stateNamed('list, method chosen'));
  const left = (selector: string): number => widget.find(selector).getBoundingClientRect().left;
  expect(left('input[type=radio]')).to.be.lessThan(left('.row-text'));
  expect(styleOf(widget, '.input').direction).to.equal('ltr');
  expect(styleOf(widget, '.label').textAlign).to.equal('start');
});
