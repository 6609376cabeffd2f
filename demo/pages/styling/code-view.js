import { takeTurn } from '../take-turn.js';
import { callbacksOf, configOf } from './config.js';
import { ways } from './code/ways.js';
import { byId, create } from './dom.js';
import { declarationsOf } from './surroundings.js';

/** Shows the code to copy: one tab for each way to integrate the widget, and a copy button for each block of code. */
export class CodeView {
  /** @type {Promise<import('./code/ways.js').Release> | undefined} */
  #release;

  /**
   * @param {string} serviceUrl
   * @param {(text: string) => void} say
   */
  constructor(serviceUrl, say) {
    this.serviceUrl = serviceUrl;
    this.say = say;
    this.tabs = ways.map(({ id, name }) => {
      const tab = create('button', { type: 'button', id: `code-tab-${id}`, className: 'tab' }, [name]);
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', 'code-panel');
      tab.addEventListener('click', () => this.#choose(id));
      return tab;
    });
    const list = byId('code-tabs');
    list.append(...this.tabs);
    list.addEventListener('keydown', (event) => this.#move(event));
  }

  /** @param {import('./values.js').Values} values */
  async show(values) {
    const chosen = Math.max(
      0,
      ways.findIndex(({ id }) => id === values['page.code']),
    );
    this.tabs.forEach((tab, at) => {
      tab.setAttribute('aria-selected', String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
    });
    byId('code-panel').setAttribute('aria-labelledby', this.tabs[chosen]?.id ?? '');
    const made = {
      config: configOf(values).config,
      callbacks: callbacksOf(values),
      css: declarationsOf(values),
      serviceUrl: this.serviceUrl,
    };
    // A call that has waited for the service shows nothing if a later call has started since.
    const isLatest = takeTurn(this);
    try {
      const blocks = (await ways[chosen]?.code(made, () => (this.#release ??= this.#askForRelease()))) ?? [];
      if (isLatest()) {
        byId('code-panel').replaceChildren(...blocks.map((block) => this.#block(block)));
      }
    } catch (error) {
      this.#release = undefined;
      if (!isLatest()) return;
      byId('code-panel').replaceChildren();
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Chooses a tab. Like every other choice on this page, this changes a control of the form.
   * @param {string} id id of the way to integrate the widget
   */
  #choose(id) {
    const control = /** @type {HTMLInputElement} */ (byId('code-way'));
    control.value = id;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const from = this.tabs.findIndex((tab) => tab === document.activeElement);
    const { length } = this.tabs;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: length - 1 }[event.key];
    if (from === -1 || to === undefined) return;
    event.preventDefault();
    const tab = this.tabs[(to + length) % length];
    tab?.focus();
    tab?.click();
  }

  /**
   * @returns {Promise<import('./code/ways.js').Release>}
   * @throws Error with a message for the visitor
   */
  async #askForRelease() {
    const response = await fetch(`${this.serviceUrl}/widget/integrity.json`, { credentials: 'omit' }).catch(
      () => undefined,
    );
    if (!response?.ok)
      throw new Error(`The service at ${this.serviceUrl} does not provide the hash of its script.`);
    return response.json();
  }

  /** @param {import('./code/made.js').Block} block */
  #block({ language, code }) {
    const button = create(
      'button',
      { type: 'button', className: 'button quiet small', 'aria-label': `Copy ${language}` },
      ['Copy'],
    );
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(code).then(
        () => this.say(`${language} copied.`),
        () => this.say('The browser did not let it be copied; select it instead.'),
      );
    });
    const pre = create('pre', { tabIndex: 0, 'aria-label': `${language} to copy` }, [
      create('code', {}, [code]),
    ]);
    pre.setAttribute('role', 'region');
    return create('div', { className: 'code-block' }, [
      create('div', { className: 'code-head' }, [create('span', {}, [language]), button]),
      pre,
    ]);
  }
}
