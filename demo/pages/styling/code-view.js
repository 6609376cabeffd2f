import { callbacksOf, configOf } from './config.js';
import { npmCode, scriptCode } from './code.js';
import { byId, create } from './dom.js';
import { declarationsOf } from './surroundings.js';

/** The code to take away, in both forms, each with a button that copies it. */
export class CodeView {
  /** @type {Promise<{ script: string, integrity: string }> | undefined} */
  #release;

  /**
   * @param {string} serviceUrl
   * @param {(text: string) => void} say
   */
  constructor(serviceUrl, say) {
    this.serviceUrl = serviceUrl;
    this.say = say;
  }

  /** @param {import('./values.js').Values} values */
  async show(values) {
    const made = {
      config: configOf(values).config,
      callbacks: callbacksOf(values),
      css: declarationsOf(values),
      serviceUrl: this.serviceUrl,
    };
    const npm = npmCode(made);
    byId('code-npm').replaceChildren(
      this.#block('HTML', npm.html, 'npm'),
      ...(npm.css === '' ? [] : [this.#block('CSS', npm.css, 'npm')]),
      this.#block('JavaScript', npm.js, 'npm'),
    );
    try {
      this.#release ??= this.#askForRelease();
      byId('code-script').replaceChildren(
        this.#block('HTML', scriptCode(made, await this.#release), 'script tag'),
      );
    } catch {
      this.#release = undefined;
      this.say(`The service at ${this.serviceUrl} does not say what its script’s hash is.`);
    }
  }

  /** @returns {Promise<{ script: string, integrity: string }>} */
  async #askForRelease() {
    const response = await fetch(`${this.serviceUrl}/widget/integrity.json`, { credentials: 'omit' });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return response.json();
  }

  /**
   * @param {string} language
   * @param {string} code
   * @param {string} way how the widget comes into the page
   */
  #block(language, code, way) {
    const button = create('button', { type: 'button', className: 'button small' }, [`Copy ${language}`]);
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(code).then(
        () => this.say(`${language} copied.`),
        () => this.say('The browser did not let it be copied; select it instead.'),
      );
    });
    return create('div', { className: 'code-block' }, [
      create('pre', { tabIndex: 0, role: 'region', 'aria-label': `${language} to copy (${way})` }, [
        create('code', {}, [code]),
      ]),
      button,
    ]);
  }
}
